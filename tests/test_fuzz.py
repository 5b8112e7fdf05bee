"""A few cases of what `python tests/fuzz` tries by the ten thousand."""

import pytest

from fuzz.kinds import KINDS
from fuzz.runner import MIB, trials

SLOW = ("schedule", "largest", "growing", "covers")


@pytest.mark.parametrize("cases", [60, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "pictures"])  # test_pictures.py tries those
def test_no_case_goes_wrong(kind, cases):
    tally = trials(KINDS[kind], cases // (10 if kind in SLOW else 1), seed=1, seconds=0 if kind == "growing" else 20)
    assert tally.failures == []
    assert tally.grown_mib < MIB
    assert len(tally.ends) > 1  # they end in different ways
