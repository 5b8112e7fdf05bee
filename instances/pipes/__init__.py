"""Pipes: lay tiles out so that the pipes on them meet."""

from collections import Counter
from dataclasses import replace

from instances.grid_puzzle import grid_puzzle
from instances.pipes import drawing, files, picture, rules
from instances.puzzle import RuleBroken


def taken(puzzle: rules.Pipes, before: rules.Tile, value: rules.Tile) -> rules.Pipes:
    """The puzzle once a tile is taken from those to lay, and the one that it replaces is put back."""
    left = Counter([*puzzle.tiles, before])
    if value and not left[value]:
        raise RuleBroken("no such tile is left")
    left -= Counter([value])
    return replace(puzzle, tiles=tuple(sorted(filter(None, left.elements()))))


PUZZLE = grid_puzzle(
    name="pipes",
    files=files,
    picture=picture.picture,
    read_picture=picture.read_picture,
    drawing=drawing.DRAWING,
    characters=picture.DRAWN,
    mistake=rules.mistake,
    used=taken,
    options={
        "size": (int, 6, "rows and columns"),
        "clues": (float, 0.3, "share of the tiles that are given"),
    },
    tiles=(),
)
