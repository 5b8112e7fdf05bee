"""Game About Squares: rules, files, pictures, random levels."""

import pytest

from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.puzzles.squares import PUZZLE
from fewest_pours.puzzles.squares.rules import after, replay, verify
from fewest_pours.running.outcomes import Outcome
from helpers.search import searched
from helpers.squares import level, shown


@pytest.mark.parametrize(
    ("blocks", "arrows", "clicked", "then"),
    [
        ("0 0 right, 1 0 up, 2 0 left, 4 0 down", "", 0, "1 0 right, 2 0 up, 3 0 left, 4 0 down"),
        ("0 0 right, 1 0 up, 2 0 left, 4 0 down", "", 3, "0 0 right, 1 0 up, 2 0 left, 4 -1 down"),
        ("0 0 right, 1 0 up", "1 0 up, 2 0 down", 0, "1 0 up, 2 0 down"),  # they turn, the push goes straight on
    ],
)
def test_a_click_pushes_the_row_of_blocks_ahead_and_no_others(blocks, arrows, clicked, then):
    start = level(blocks, arrows)
    assert after(start, start.blocks, clicked) == level(then).blocks


def test_plans_that_break_a_rule_are_refused():
    start = level("0 0 right 1 0, 5 5 up")
    verify(start, ("a",))
    with pytest.raises(RuleBroken, match=r"click 2: there is no red block, expected a or b"):
        verify(start, ("a", "red"))
    with pytest.raises(RuleBroken, match=r"after 2 clicks a is at \(2, 0\), expected \(1, 0\)"):
        verify(start, ("a", "a"))


def test_random_levels_stay_the_same_and_are_solvable():
    first = PUZZLE.generate(blocks=2, size=3, arrows=1, clicks=6, seed=1)
    assert first.__dict__ == level("1 2 right 2 2, 2 1 right 2 1", "0 0 up").__dict__ | {
        "name": "2 blocks, size 3, 1 arrows, 6 clicks, seed 1",
        "colors": first.colors,
    }
    for seed in range(8):
        assert searched(PUZZLE.generate(seed=seed)).outcome is Outcome.OPTIMAL
    with pytest.raises(ValueError, match="no level of 10 blocks"):
        PUZZLE.generate(blocks=10, size=3)


def test_frames_show_the_board_after_every_click():
    start = shown(4)
    plan = searched(start).plan
    frames = PUZZLE.frames(start, plan)
    assert [frame.instance.blocks for frame in frames] == replay(start, plan)[1:]
    assert [frame.caption for frame in frames[:2]] == ["blue right", "red down, pushes blue"]
    assert PUZZLE.read_answer(PUZZLE.answer(plan)) == plan
