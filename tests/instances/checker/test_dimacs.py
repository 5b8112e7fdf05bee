"""Clauses and proofs in the formats of the field: what they say of a deal, and what of them the checker refuses."""

import gzip
import re
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
from instances.checker import check, main, read_instance
from instances.checker.lines import MAX_LINE, Line, Refused
from instances.checker.watersort import dimacs
from instances.puzzles import PUZZLES, load
from instances.reading.yaml_files import BadInput
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import NoWitness, Outcome, Result
from instances.watersort.rules import Deal

PUZZLE = PUZZLES["watersort"]
FILES = INSTANCES / "watersort"
HOPELESS, SOLVABLE = FILES / "deal-6c1e4h-7006.yaml", FILES / "deal-6c1e4h-7005.yaml"


def satisfiable(deal: Deal) -> bool:
    with Solver(bootstrap_with=CNF(from_string="\n".join(dimacs.plan_cnf(seen(PUZZLE, deal))))) as solver:
        return bool(solver.solve())


@pytest.mark.parametrize("sizes", EXHAUSTIVE, ids=str)
def test_the_clauses_can_be_satisfied_exactly_where_a_plan_exists(sizes: tuple[int, int, int]) -> None:
    """By a SAT solver that knows nothing of us."""
    for deal in enumerate_deals(*sizes):
        assert satisfiable(deal) == (shortest(deal) is not None)


def names_every_variable(lines: list[str]) -> bool:
    assert all(line.isascii() and line.isprintable() for line in lines)
    (header,) = (line.split() for line in lines if line.startswith("p "))
    named = {int(line.split()[1]) for line in lines if re.match(r"c \d+ = ", line)}
    clauses = sum(line.endswith(" 0") and line[0] != "c" for line in lines)
    return (named, clauses) == (set(range(1, int(header[2]) + 1)), int(header[3]))


def test_comments_name_every_variable_in_ascii(proof: Path) -> None:
    deal = Deal("", 2, (("ö", 'a"b\\'), ('a"b\\', "ö"), ()))
    lines = list(dimacs.plan_cnf(seen(PUZZLE, deal)))
    assert names_every_variable(lines)
    assert {r'c colour "a" is "a\"b\\"', 'c colour "b" is "\\u00f6"', "c 1 = gone(0, 1, 0)"} <= set(lines)
    assert names_every_variable(proof.with_suffix(".cnf").read_text(encoding="ascii").splitlines())


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of HOPELESS, with its clauses beside it."""
    path, (_, deal) = tmp_path_factory.mktemp("proof") / "proof.lrat", load(HOPELESS)
    facts = partial(witness, deal, Settings())
    assert write_certificate(str(path), PUZZLE, deal, Result(Outcome.UNSOLVABLE), Watch(), facts) is None
    assert check(HOPELESS, path) == "unsolvable"
    return path


def copied(proof: Path, folder: Path) -> tuple[Path, list[str], list[str]]:
    """The proof in another folder, its clauses and its steps."""
    for path in (proof, proof.with_suffix(".cnf")):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder / proof.name, proof.with_suffix(".cnf").read_text().splitlines(), proof.read_text().splitlines()


def test_compressed(proof: Path, tmp_path: Path) -> None:
    path, _, _ = copied(proof, tmp_path)
    packed = path.with_name("proof.lrat.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert check(HOPELESS, packed) == "unsolvable"


def test_a_proof_of_another_deal_is_refused(proof: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"proof\.cnf:\d+: "):
        check(SOLVABLE, proof)
    path, _, _ = copied(proof, tmp_path)
    _, deal = read_instance(SOLVABLE)
    path.with_suffix(".cnf").write_text(
        "".join(f"{line}\n" for line in dimacs.facts_cnf(deal, [Line(1, {"fact": [[1, 1]]})]))
    )
    with pytest.raises(Refused):
        check(SOLVABLE, path)


def test_other_clauses_than_those_of_the_facts_are_refused(proof: Path, tmp_path: Path) -> None:
    path, clauses, _ = copied(proof, tmp_path)
    header = next(i for i, line in enumerate(clauses) if line.startswith("p "))
    for changed in (
        clauses[1:],  # without the first fact
        *(
            [fact, *clauses]
            for fact in ("c fact [[1, 1], [2, -1]]", "c fact 7", "c fact [[", "c fact " + "[" * 100_000)
        ),
        *([*clauses[:header], line, *clauses[header + 1 :]] for line in ("p cnf 1 1", "0", "\ud7ff")),
        clauses[: header + 1] + clauses[header + 2 :],
        clauses[:-1],
        [*clauses, "1 -1 0"],
    ):
        path.with_suffix(".cnf").write_text("\n".join(changed), encoding="utf-8")
        with pytest.raises(Refused, match=r"proof\.cnf:\d+: "):
            check(HOPELESS, path)


@pytest.mark.parametrize("text", ["", "\n", "c nothing\n", "1 0 0\n", "x" * (MAX_LINE + 1), "\x00\xff", "99999 0 1 0"])
def test_no_proof_is_refused(text: str, proof: Path, tmp_path: Path) -> None:
    path, _, _ = copied(proof, tmp_path)
    path.write_text(text, encoding="latin-1")
    with pytest.raises(Refused):
        check(HOPELESS, path)


def test_files_that_are_not_there(proof: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, _, _ = copied(proof, tmp_path)
    path.with_suffix(".cnf").unlink()
    with pytest.raises(BadInput, match=r"proof\.cnf:1:1: no such file or directory, expected the clauses"):
        check(HOPELESS, path)
    assert main(str(HOPELESS), str(tmp_path / "none.lrat")) == 31
    assert main(str(INSTANCES / "pipes" / "blog-5x5.yaml"), str(proof)) == 1
    assert "a proof of water sort, not of pipes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (Result(Outcome.OUT_OF_TIME), "out of time, and only what is unsolvable has such a proof"),
        (Result(Outcome.UNSOLVABLE), "search makes no proof by clauses, expected python -m cpmodel"),
        (Result(Outcome.SOLVER_FAILED), "solver failed"),
    ],
)
def test_why_there_is_no_proof_is_reported(result: Result, why: str, tmp_path: Path) -> None:
    _, deal = load(HOPELESS)
    assert write_certificate(str(tmp_path / "none.lrat"), PUZZLE, deal, result, Watch()) == f"not written: {why}"
    assert not (tmp_path / "none.lrat").exists()


def test_why_a_witness_is_missing_is_reported(tmp_path: Path) -> None:
    def no_facts(watch: Watch) -> Iterator[dict[str, object]]:
        raise NoWitness("the moon is full")
        yield {}

    _, deal = load(HOPELESS)
    result = Result(Outcome.UNSOLVABLE, lower_bound_by="invariant")
    reason = write_certificate(str(tmp_path / "c.jsonl"), PUZZLE, deal, result, Watch(), no_facts)
    assert reason is not None
    assert reason.endswith("that no plan exists is claimed by invariant without a witness: the moon is full")
    reason = write_certificate(str(tmp_path / "c.lrat"), PUZZLE, deal, result, Watch(), no_facts)
    assert reason == "not written: the moon is full"


def test_what_is_not_proven_leaves_the_files_that_were_there(tmp_path: Path) -> None:
    def breaks_off(watch: Watch) -> Iterator[dict[str, object]]:
        yield {"fact": [[1, 1]]}
        raise LimitReached(Outcome.OUT_OF_TIME)

    _, deal = load(HOPELESS)
    for name in ("x.cnf", "x.lrat"):
        (tmp_path / name).write_text("old")
    result, path = Result(Outcome.UNSOLVABLE), str(tmp_path / "x.lrat")
    assert write_certificate(path, PUZZLE, deal, result, Watch(), breaks_off) == "not written: out of time"
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == dict.fromkeys(("x.cnf", "x.lrat"), "old")
    certificate = tmp_path / "c.jsonl"
    assert "out of time" in str(write_certificate(str(certificate), PUZZLE, deal, result, Watch(), breaks_off))
    assert "fact" not in certificate.read_text()
