"""Some hundred damaged files of each kind; `python tests/fuzz/files.py` tries many more of them."""

import pytest

from fuzz.files import KINDS
from fuzz.runner import MIB, trials


@pytest.mark.parametrize("cases", [300, pytest.param(1500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_read_or_refused_in_one_line(kind: str, cases: int) -> None:
    tally = trials(KINDS[kind], cases, seed=1)
    assert (tally.cases, tally.failures) == (cases, [])
    assert tally.grown_mib < MIB
    assert len(tally.ends) > 3  # some are still sound, and the others differ in what is wrong with them
