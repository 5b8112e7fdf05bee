"""A checker that is not ours confirms the proofs: lrat-check of the ACL2 books, itself proven correct.

Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, Efficient certified RAT verification, CADE 2017; the theorem prover
and its books are Debian's packages acl2 and acl2-books.
"""

import shutil
import subprocess
from functools import partial

import pytest

from cpmodel.watersort.invariant.certificate import witness
from helpers.cases import case
from instances.puzzles.loading import PUZZLES, load
from instances.running.contract import Outcome, Result, Settings, Watch
from instances.solving.certificates import write_certificate

pytestmark = pytest.mark.skipif(shutil.which("acl2") is None, reason="no acl2 (Debian: acl2, acl2-books)")

HOPELESS = [
    *("deal-6c1e4h-7006", "deal-7c1e4h-7010", "deal-9c1e4h-7015", "deal-9c1e4h-7018"),
    case("deal-16c2e4h-7039", slow=True),
]


def verified(folder):
    """Whether lrat-check accepts folder/proof.lrat for folder/proof.cnf, which it reads only without comments."""
    clauses = (folder / "proof.cnf").read_text(encoding="ascii").splitlines(keepends=True)
    (folder / "bare.cnf").write_text("".join(line for line in clauses if not line.startswith("c")), encoding="ascii")
    program = (
        '(include-book "projects/sat/lrat/list-based/run" :dir :system)\n(lrat::lrat-check "bare.cnf" "proof.lrat")\n'
    )
    done = subprocess.run(["acl2"], input=program, cwd=folder, capture_output=True, text=True, timeout=300)
    said = [line for line in done.stdout.splitlines() if line in ("s VERIFIED", "s FAILED")]
    assert (said == ["s VERIFIED"]) <= (done.returncode == 0), done.stdout
    return said == ["s VERIFIED"]


def proof_of(name, folder):
    """The steps, with the clauses beside them."""
    _, deal = load(name)
    path, facts = str(folder / "proof.lrat"), partial(witness, deal, Settings())
    assert write_certificate(path, PUZZLES["watersort"], deal, Result(Outcome.UNSOLVABLE), Watch(), facts) is None
    return (folder / "proof.lrat").read_text(encoding="ascii").splitlines(keepends=True)


@pytest.mark.parametrize("name", HOPELESS)
def test_a_proof_is_confirmed(name, tmp_path):
    proof_of(name, tmp_path)
    assert verified(tmp_path)


def test_a_proof_without_its_last_step_is_not_confirmed(tmp_path):
    steps = proof_of("deal-6c1e4h-7006", tmp_path)
    (tmp_path / "proof.lrat").write_text("".join(steps[:-1]), encoding="ascii")
    assert not verified(tmp_path)
