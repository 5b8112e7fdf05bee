"""Proofs by clauses: wrong steps, limits, and a standard format, in which a checker that is not ours confirms them.

That one is lrat-check of the ACL2 books, itself proven correct. Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp,
Efficient certified RAT verification, CADE 2017; Debian's packages acl2 and acl2-books. Whole plans: test_formats.py.
"""

import gzip
import json
import re
import shutil
import subprocess
import tracemalloc
from functools import partial

import pytest
from pysat.formula import CNF

from cpmodel.watersort.invariant.certificate import witness
from fewest_pours.checker import lrat
from fewest_pours.checker.certificate_lines import Line, Refused
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.running.solver_contract import LimitReached, NoWitness, Outcome, Result, Settings, Watch
from fewest_pours.solving.certificates import write_certificate
from helpers.cases import case
from helpers.certificates import check, first_line, read_instance
from helpers.commands import fresh_command
from helpers.deals import named

CONTRADICTION = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def refute(clauses, *steps):
    lrat.refute(clauses, [Line(number, {"lrat": step}) for number, step in enumerate(steps, 2)])


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["1 0 0"], "clause 1 exists already"),
        (["99999 0 0"], "does not follow"),
        (["99999 0 888888 0"], "hint 888888 is not a clause"),
        (["99999 1 0 -1 0"], "not a step"),
        (["99999 1 0 1 3 0"], "no contradiction"),
        (["99999 d 1 2 0"], "not a step"),
        (["999 1 0 998 998 0", "9999 0 999 1 0"], "hint 998 is not a clause"),  # it once proved anything
        (["9 0 10 1 0", "10 2 0 1 2 0"], "is not a clause"),  # derived later
    ],
)
def test_wrong_steps_are_refused(steps, message):
    with pytest.raises(Refused, match=message):
        refute(CONTRADICTION, *steps)


@pytest.mark.parametrize("words", ["1 " * (1 << 19), "1234567 " * (1 << 17), "-1 " * (1 << 18) + "x"])
def test_a_long_step_is_refused_in_little_memory(words):
    tracemalloc.start()
    for step in (f"9 {words}0 0", f"9 d {words}0", f"9 1 0 {words}0", f"9 {words}"):
        with pytest.raises(Refused):
            refute([[1]], step)
    assert tracemalloc.get_traced_memory()[1] < 40 << 20
    tracemalloc.stop()


HOPELESS = "deal-6c1e4h-7006"
EVERY = [*range(-1000, 0), *range(1, 1000)]  # the literals of all clauses
WIDE = [*EVERY, *range(10**5, 2 * 10**5)]


@pytest.fixture
def slow(tmp_path):
    """A proof whose second step has 50,000 hints, each of them a clause of 100,000 literals."""
    steps = [f"99998 {' '.join(map(str, WIDE))} 0 1 0"]
    steps += [f"99999 {' '.join(map(str, WIDE[:-1]))} 0 {'99998 ' * 50_000}0"]
    lines = [first_line(*read_instance(HOPELESS)), {"fact": [[1, 1]]}, *({"lrat": step} for step in steps)]
    path = tmp_path / "slow.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="ascii")
    return path


@pytest.mark.parametrize(
    ("option", "value", "code", "word"),
    [("--time-limit", "0.5", 23, "out of time"), ("--memory-limit", "10", 22, "out of memory")],
)
def test_a_check_that_reaches_a_limit_gives_no_verdict(option, value, code, word, slow):
    done = fresh_command("fewest_pours check", HOPELESS, slow, option, value)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"{slow}: {word} before it was checked, nothing is proven\n"


UNSOLVABLE = Result(Outcome.UNSOLVABLE, lower_bound_by="invariant")
PROGRAM = '(include-book "projects/sat/lrat/list-based/run" :dir :system)\n(lrat::lrat-check "bare.cnf" "proof.lrat")\n'


def proof_of(name, folder):
    """The steps, with the clauses beside them."""
    deal = named(name)
    path, facts = folder / "proof.lrat.gz", partial(witness, deal, Settings())
    assert write_certificate(str(path), PUZZLE, deal, UNSOLVABLE, Watch(), facts) is None
    return gzip.decompress(path.read_bytes()).decode("ascii").splitlines(keepends=True)


def test_a_written_proof_refutes_the_clauses_beside_it(tmp_path):
    steps = proof_of(HOPELESS, tmp_path)
    numbers = [int(step.split()[0]) for step in steps]
    assert numbers == sorted(numbers)  # as the format requires
    clauses = CNF(from_file=str(tmp_path / "proof.cnf")).clauses
    lrat.refute(clauses, [Line(number, {"lrat": step.strip()}) for number, step in enumerate(steps, 1)])


@pytest.mark.skipif(shutil.which("acl2") is None, reason="no acl2 (Debian: acl2, acl2-books)")
@pytest.mark.parametrize(
    "name",
    [
        *("deal-6c1e4h-7006", "deal-7c1e4h-7010", "deal-9c1e4h-7015", "deal-9c1e4h-7018"),
        case("deal-16c2e4h-7039", slow=True),
    ],
)
def test_another_checker_confirms_a_proof_and_not_without_its_last_step(name, tmp_path):
    steps = proof_of(name, tmp_path)
    clauses = (tmp_path / "proof.cnf").read_text(encoding="ascii").splitlines(keepends=True)
    (tmp_path / "bare.cnf").write_text("".join(line for line in clauses if not line.startswith("c")), encoding="ascii")
    for kept in (steps, steps[:-1]):
        (tmp_path / "proof.lrat").write_text("".join(kept), encoding="ascii")
        done = subprocess.run(["acl2"], input=PROGRAM, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert ("s VERIFIED" in done.stdout.splitlines()) == (kept is steps), done.stdout


@pytest.mark.parametrize(
    ("result", "name", "reason"),
    [
        (Result(Outcome.OUT_OF_TIME), "none.jsonl", "out of time, without a result to certify"),
        (Result(Outcome.OUT_OF_TIME), "none.lrat", "out of time; only python -m cpmodel writes one"),
        (Result(Outcome.SOLVER_FAILED), "none.lrat", "solver failed"),
    ],
)
def test_why_there_is_no_proof_is_reported(result, name, reason, tmp_path):
    deal = named(HOPELESS)
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

    deal = named(HOPELESS)
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
