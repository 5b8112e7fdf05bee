"""Futoshiki: fill a Latin square so that the signs between neighbours hold."""

from instances.futoshiki import drawing, files, picture, rules
from instances.grid_puzzle import grid_puzzle
from instances.puzzle import RuleBroken


def in_range(puzzle: rules.Futoshiki, before: int, value: int) -> rules.Futoshiki:
    if value > puzzle.size:
        raise RuleBroken(f"{value} is no value, expected 1 to {puzzle.size}")
    return puzzle


PUZZLE = grid_puzzle(
    name="futoshiki",
    files=files,
    picture=picture.picture,
    read_picture=picture.read_picture,
    drawing=drawing.DRAWING,
    characters=dict(enumerate(picture.DIGITS)),
    mistake=rules.mistake,
    used=in_range,
    options={
        "size": (int, 6, "rows and columns; over 9 takes minutes"),
        "digits": (int, 2, "given values that are taken away last; the others go first"),
    },
)
