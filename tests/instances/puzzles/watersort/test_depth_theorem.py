"""Depth paths become plans."""

from instances.puzzles.watersort.depth_theorem import plan_of_path
from instances.puzzles.watersort.rules import Deal

CROSSED = Deal("crossed", 2, (("red", "blue"), ("blue", "red"), ()))
SPARE = Deal("spare", 3, (("blue", "red", "blue"), ("red", "blue", "red"), ()))


def test_a_path_becomes_a_plan() -> None:
    assert plan_of_path(CROSSED, [0, 1]) == ((0, 2, "blue", 1), (1, 0, "red", 1), (1, 2, "blue", 1))


def test_a_mono_that_is_no_longer_needed_is_poured_out_onto_a_beaker_of_its_colour() -> None:
    assert plan_of_path(SPARE, [0, 1, 0, 1])[2:4] == ((2, 1, "blue", 1), (0, 2, "red", 2))
