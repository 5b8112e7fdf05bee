"""A few cases of everything that `python tests/fuzz` tries by the ten thousand."""

import pytest

from fuzz.deals import KINDS as DEALS
from fuzz.kinds import KINDS
from fuzz.runner import MIB, trials


@pytest.mark.parametrize("some", [1, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_no_case_goes_wrong(kind: str, some: int) -> None:
    tally = trials(KINDS[kind], some * (6 if kind in DEALS else 200), seed=1)
    assert tally.failures == []
    assert tally.grown_mib < MIB
    assert len(tally.ends) > 1 + (kind not in DEALS)  # they end in different ways
