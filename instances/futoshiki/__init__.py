"""Futoshiki: fill a Latin square so that the signs between neighbours hold."""

from dataclasses import replace

from instances.futoshiki import files, picture, rules
from instances.puzzle import Puzzle


def frames(puzzle: rules.Futoshiki, solutions: tuple[rules.Grid, ...]) -> list[tuple[str, rules.Futoshiki]]:
    """The puzzle filled in, once for each solution."""
    return [(f"solution {number}", replace(puzzle, grid=grid)) for number, grid in enumerate(solutions, 1)]


PUZZLE = Puzzle(
    name="futoshiki",
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
        "size": (int, 6, "rows and columns; over 9 takes minutes"),
        "digits": (int, 2, "given values that are taken away last; the others go first"),
    },
)
