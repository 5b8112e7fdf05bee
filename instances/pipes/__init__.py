"""Pipes: lay tiles out so that the pipes on them meet."""

from dataclasses import replace

from instances.pipes import drawing, files, picture, rules
from instances.puzzle import Frame, Puzzle


def frames(puzzle: rules.Pipes, solutions: tuple[rules.Grid, ...]) -> list[Frame]:
    """The square filled in, once for each solution."""
    empty = tuple((r, c) for r, row in enumerate(puzzle.grid) for c, value in enumerate(row) if not value)
    filled_in = [replace(puzzle, grid=grid, tiles=()) for grid in solutions]
    return [Frame(f"solution {number}", filled, empty) for number, filled in enumerate(filled_in, 1)]


PUZZLE = Puzzle(
    name="pipes",
    steps=None,
    Document=files.PipesDrawing,
    parse=files.parse,
    document=files.document,
    picture=picture.picture,
    drawing=drawing.DRAWING,
    verify=rules.verify,
    answer=files.solutions_data,
    read_answer=files.read_solutions,
    frames=frames,
    size=lambda puzzle: f"{puzzle.size}x{puzzle.size}",
    options={
        "size": (int, 6, "rows and columns"),
        "clues": (float, 0.3, "share of the tiles that lie already"),
        "count": (int, 100, "count the solutions up to here"),
    },
)
