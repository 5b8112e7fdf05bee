"""Each formulation on a few of the deals that tests/fuzz/formulations.py tries by the ten thousand."""

import pytest

from fuzz.formulations import CHECKS, KINDS, trial


@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("check", CHECKS)
def test_no_answer_is_wrong(check: str, rounds: int) -> None:
    for number in range(rounds * len(KINDS)):
        trial(check, number)
