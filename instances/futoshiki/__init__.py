"""Futoshiki: fill a Latin square so that the signs between neighbours hold."""

from dataclasses import replace

from instances.futoshiki import drawing, files, picture, rules
from instances.puzzle import Frame, Puzzle


def frames(puzzle: rules.Futoshiki, solutions: tuple[rules.Grid, ...]) -> list[Frame]:
    """The puzzle filled in, once for each solution."""
    empty = tuple((r, c) for r, row in enumerate(puzzle.grid) for c, value in enumerate(row) if not value)
    filled_in = [replace(puzzle, grid=grid) for grid in solutions]
    return [Frame(f"solution {number}", filled, empty) for number, filled in enumerate(filled_in, 1)]


PUZZLE = Puzzle(
    name="futoshiki",
    steps=None,
    Document=files.FutoshikiDrawing,
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
        "size": (int, 6, "rows and columns; over 9 takes minutes"),
        "digits": (int, 2, "given values that are taken away last; the others go first"),
    },
)
