"""Moves as people write them, and as they are played."""

import pytest

from instances.puzzles.puzzle import RuleBroken
from instances.puzzles.watersort.playing.moves import play, read_moves
from instances.puzzles.watersort.rules import Deal

TWO = Deal("two", 2, (("red", "blue"), ("blue", "red"), ()))


@pytest.mark.parametrize(
    "text",
    [
        "4-5 3-1",
        "   1.  4 -> 5  1 blue\n   2.  3 -> 1  2 red\n",
        "4 → 5\n\n3 → 1",
        "4\u20135 3\u20141",  # dashes of two lengths
        "4 to 5, 3 to 1",
        '[{"from": 4, "to": 5, "color": "blue", "units": 1}, {"from": 3, "to": 1}]',
    ],
)
def test_moves_as_people_type_them(text):
    assert read_moves(text) == [(4, 5), (3, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "4-5 red",
        '{"from": "4"',
        "[" * 100_000,
        '{"plan": null}',
    ],
)
def test_text_without_moves_is_refused(text):
    with pytest.raises(ValueError, match="expected"):
        read_moves(text)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ([(1, 4)], "move 1 (1 -> 4): there is no beaker 4, only 1 to 3, expected one of 1-3 2-3"),
        ([(1, 3), (3, 3)], "move 2 (3 -> 3): from a beaker onto itself"),
        ([(1, 3), (2, 3)], "move 2 (2 -> 3): red does not go onto blue, expected one of 2-1"),
    ],
)
def test_an_illegal_move_is_refused_with_the_legal_ones(moves, words):
    with pytest.raises(RuleBroken) as caught:
        play(TWO, moves)
    assert words in str(caught.value)
