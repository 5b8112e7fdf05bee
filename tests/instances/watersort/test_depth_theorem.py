"""Depth paths become plans."""

import pytest

from instances.watersort.depth_theorem import NoPlanFollows, plan_of
from instances.watersort.rules import Deal

CROSSED = Deal("crossed", 2, (("red", "blue"), ("blue", "red"), ()))
SPARE = Deal("spare", 3, (("blue", "red", "blue"), ("red", "blue", "red"), ()))


def test_a_path_becomes_a_plan() -> None:
    assert plan_of(CROSSED, [0, 1]) == ((0, 2, "blue", 1), (1, 0, "red", 1), (1, 2, "blue", 1))


def test_a_mono_that_is_not_needed_any_more_is_poured_out_where_a_beaker_is() -> None:
    assert plan_of(SPARE, [0, 1, 0, 1])[2:4] == ((2, 1, "blue", 1), (0, 2, "red", 2))


@pytest.mark.parametrize(
    ("beakers", "path", "message"),
    [
        (3, [0], "not all beakers are cleared"),
        (3, [0, 0], "beaker 1 has no run left to remove"),
        (2, [0, 1], "blue needs an empty beaker"),
    ],
)
def test_what_is_no_depth_path_is_refused(beakers: int, path: list[int], message: str) -> None:
    with pytest.raises(NoPlanFollows, match=message):
        plan_of(Deal("", 2, CROSSED.beakers[:beakers]), path)
