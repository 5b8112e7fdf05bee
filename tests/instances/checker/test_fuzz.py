"""Forgeries of every kind of witness are refused; `python tests/fuzz/certificates.py` tries many more of them."""

import pytest

from fuzz.certificates import KINDS
from fuzz.forgeries import attack

SOME, MANY = 200, 3000


@pytest.mark.parametrize("cases", [SOME, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_no_forgery_is_believed(kind: str, cases: int) -> None:
    done = attack(KINDS[kind], cases, seed=1)
    assert (done.cases, done.accepted) == (cases, [])
    assert len(done.refusals) > 2  # they differ in what is wrong with them
