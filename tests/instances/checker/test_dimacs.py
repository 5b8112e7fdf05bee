"""Proofs in a standard format, beside the clauses that they refute; those of whole plans: test_formats.py."""

import gzip
import re
from functools import partial

import pytest
from pysat.formula import CNF

from cpmodel.watersort.invariant.certificate import witness
from helpers.paths import INSTANCES
from instances.checker import check, lrat
from instances.checker.lines import Line
from instances.puzzles.loading import PUZZLES, load
from instances.running.contract import LimitReached, NoWitness, Outcome, Result, Settings, Watch
from instances.solving.certificates import write_certificate

PUZZLE = PUZZLES["watersort"]
HOPELESS = INSTANCES / "watersort" / "deal-6c1e4h-7006.yaml"
UNSOLVABLE = Result(Outcome.UNSOLVABLE, lower_bound_by="invariant")


def test_the_written_proof_refutes_the_clauses_beside_it(tmp_path):
    path, (_, deal) = tmp_path / "proof.lrat.gz", load(HOPELESS)
    facts = partial(witness, deal, Settings())
    assert write_certificate(str(path), PUZZLE, deal, UNSOLVABLE, Watch(), facts) is None
    steps = gzip.decompress(path.read_bytes()).decode("ascii").splitlines()
    numbers = [int(step.split()[0]) for step in steps]
    assert numbers == sorted(numbers)  # as the format requires
    clauses = CNF(from_file=str(tmp_path / "proof.cnf")).clauses
    lrat.refute(clauses, [Line(number, {"lrat": step}) for number, step in enumerate(steps, 1)])


@pytest.mark.parametrize(
    ("result", "name", "reason"),
    [
        (Result(Outcome.OUT_OF_TIME), "none.jsonl", "out of time, without a result to certify"),
        (Result(Outcome.OUT_OF_TIME), "none.lrat", "out of time; only python -m cpmodel writes one"),
        (Result(Outcome.SOLVER_FAILED), "none.lrat", "solver failed"),
    ],
)
def test_why_there_is_no_proof_is_reported(result, name, reason, tmp_path):
    _, deal = load(HOPELESS)
    with pytest.raises(NoWitness, match=reason):
        write_certificate(str(tmp_path / name), PUZZLE, deal, result, Watch())
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    ("stop", "found"),
    [
        (NoWitness("the moon is full"), "unsolvable"),  # by depths instead
        (LimitReached(Outcome.OUT_OF_TIME), "nothing is proven; .* claimed by invariant without a witness"),
    ],
)
def test_if_a_proof_breaks_off_files_stay_and_depths_are_listed(stop, found, tmp_path):
    def breaks_off(watch):
        yield {"fact": [[1, 1]]}
        raise stop

    _, deal = load(HOPELESS)
    old = {tmp_path / "x.cnf", tmp_path / "x.lrat"}
    for file in old:
        file.write_text("old")
    path, certificate = str(tmp_path / "x.lrat"), tmp_path / "c.jsonl"
    with pytest.raises(type(stop)):
        write_certificate(path, PUZZLE, deal, UNSOLVABLE, Watch(), breaks_off)
    assert {file for file in tmp_path.iterdir() if file.read_text() == "old"} == old
    missing = write_certificate(str(certificate), PUZZLE, deal, UNSOLVABLE, Watch(), breaks_off)
    assert re.match(found, missing or check(HOPELESS, certificate))
    assert "fact" not in certificate.read_text()
