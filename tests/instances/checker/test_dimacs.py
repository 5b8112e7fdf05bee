"""Clauses and proofs in the formats of the field: what they say of a deal, and what of them the checker refuses."""

import gzip
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from cpmodel.watersort.invariant.certificate import witness
from helpers.paths import INSTANCES
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.certificates.certificate_files import seen, write_certificate
from instances.checker import check, main
from instances.checker.lines import Refused
from instances.checker.watersort import dimacs
from instances.puzzles import PUZZLES, load
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import NoWitness, Outcome, Result

PUZZLE = PUZZLES["watersort"]
HOPELESS, SOLVABLE = (INSTANCES / "watersort" / f"deal-6c1e4h-{seed}.yaml" for seed in (7006, 7005))
UNSOLVABLE = Result(Outcome.UNSOLVABLE, lower_bound_by="invariant")


@pytest.mark.parametrize("sizes", EXHAUSTIVE, ids=str)
def test_the_clauses_can_be_satisfied_exactly_where_a_plan_exists(sizes: tuple[int, int, int]) -> None:
    """By a SAT solver that knows nothing of us."""
    for deal in enumerate_deals(*sizes):
        text = "\n".join(dimacs.plan_cnf(seen(PUZZLE, deal)))
        with Solver(bootstrap_with=CNF(from_string=text)) as solver:
            assert solver.solve() == (shortest(deal) is not None)


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    """Of HOPELESS, with its clauses beside it."""
    path, (_, deal) = tmp_path / "proof.lrat", load(HOPELESS)
    facts = partial(witness, deal, Settings())
    assert write_certificate(str(path), PUZZLE, deal, UNSOLVABLE, Watch(), facts) is None
    assert check(HOPELESS, path) == "unsolvable"
    return path


def test_compressed_and_of_another_deal(proof: Path) -> None:
    packed = proof.with_name("proof.lrat.gz")
    packed.write_bytes(gzip.compress(proof.read_bytes()))
    assert check(HOPELESS, packed) == "unsolvable"
    with pytest.raises(Refused, match=r"proof\.cnf:"):
        check(SOLVABLE, packed)
    with pytest.raises(Refused, match=r"a proof of water sort, not of pipes"):
        check(INSTANCES / "pipes" / "blog-5x5.yaml", packed)


def test_other_clauses_than_those_of_the_facts_are_refused(proof: Path) -> None:
    clauses = proof.with_suffix(".cnf").read_text().splitlines()
    header = next(i for i, line in enumerate(clauses) if line.startswith("p "))
    facts = ("c fact [[1, 1], [2, -1]]", "c fact 7", "c fact [[", "c fact " + "[" * 100_000, 'c fact [[1, 1]], "x": 1')
    for changed in (
        ["c"],
        clauses[1:],  # without the first fact
        *([fact, *clauses] for fact in facts),
        *([*clauses[:header], line, *clauses[header + 1 :]] for line in ("p cnf 1 1", "0", "\ud7ff")),
        clauses[: header + 1] + clauses[header + 2 :],
        clauses[:-1],
        [*clauses, "1 -1 0"],
    ):
        proof.with_suffix(".cnf").write_text("\n".join(changed), encoding="utf-8")
        with pytest.raises(Refused, match=r"proof\.cnf:"):
            check(HOPELESS, proof)


def test_files_that_are_not_there(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof.with_suffix(".cnf").unlink()
    assert main(str(HOPELESS), str(proof)) == 31
    assert "proof.cnf:1:1: no such file or directory, expected the clauses" in capsys.readouterr().err
    assert main(str(HOPELESS), str(proof.with_name("none.lrat"))) == 31


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (Result(Outcome.OUT_OF_TIME), "out of time, and only what is unsolvable has such a proof"),
        (UNSOLVABLE, "no proof by clauses, which python -m cpmodel makes for water sort"),
        (Result(Outcome.SOLVER_FAILED), "solver failed"),
    ],
)
def test_why_there_is_no_proof_is_reported(result: Result, reason: str, tmp_path: Path) -> None:
    _, deal = load(HOPELESS)
    assert write_certificate(str(tmp_path / "none.lrat"), PUZZLE, deal, result, Watch()) == f"not written: {reason}"
    assert not (tmp_path / "none.lrat").exists()


@pytest.mark.parametrize("stop", [NoWitness("the moon is full"), LimitReached(Outcome.OUT_OF_TIME)], ids=str)
def test_without_all_of_a_witness_files_stay_and_the_reason_is_reported(stop: Exception, tmp_path: Path) -> None:
    def breaks_off(watch: Watch) -> Iterator[dict[str, object]]:
        yield {"fact": [[1, 1]]}
        raise stop

    _, deal = load(HOPELESS)
    old = {tmp_path / "x.cnf", tmp_path / "x.lrat"}
    for file in old:
        file.write_text("old")
    path, certificate = str(tmp_path / "x.lrat"), tmp_path / "c.jsonl"
    assert write_certificate(path, PUZZLE, deal, UNSOLVABLE, Watch(), breaks_off) == f"not written: {stop}"
    assert {file for file in tmp_path.iterdir() if file.read_text() == "old"} == old
    reason = write_certificate(str(certificate), PUZZLE, deal, UNSOLVABLE, Watch(), breaks_off)
    assert str(reason).endswith(f"that no plan exists is claimed by invariant without a witness: {stop}")
    assert "fact" not in certificate.read_text()
