"""Pipes: lay tiles out so that the pipes on them meet."""

from dataclasses import replace

from instances.pipes import files, picture, rules
from instances.puzzle import Puzzle


def frames(puzzle: rules.Pipes, solutions: tuple[rules.Grid, ...]) -> list[tuple[str, rules.Pipes]]:
    """The square filled in, once for each solution."""
    return [(f"solution {number}", replace(puzzle, grid=grid, tiles=())) for number, grid in enumerate(solutions, 1)]


PUZZLE = Puzzle(
    name="pipes",
    steps=None,
    Document=files.Document,
    parse=files.parse,
    document=files.document,
    picture=picture.picture,
    verify=rules.verify,
    answer=files.solutions_data,
    read_answer=files.read_solutions,
    frames=frames,
    options={
        "size": (int, 6, "rows and columns"),
        "clues": (float, 0.3, "share of the tiles that lie already"),
        "count": (int, 100, "count the solutions up to here"),
    },
)
