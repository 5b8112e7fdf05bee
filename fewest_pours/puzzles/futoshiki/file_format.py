"""Futoshiki files: the drawing, the same as on the screen.

1 .<.     Cells stand in every second place of every second line: a dot, or a value as one digit, 1 to 9 and A to F.
^         Between two neighbours of a row stands < or > or nothing, between two neighbours of a column ^ (the upper
.<3 .     is less) or v (the upper is greater) or nothing. Nothing else is drawn.
^   ^
. 1<2
"""

import re
from typing import Literal

from fewest_pours.files.bad_input import Misfit
from fewest_pours.puzzles.futoshiki.rules import LARGEST, Futoshiki, Less
from fewest_pours.puzzles.grid_puzzle import Grid, GridDrawing, lines_of

DIGITS = ".123456789ABCDEF"  # DIGITS[0] is an empty cell
DRAWN = dict(enumerate(DIGITS))
PICTURE = re.compile(
    r"""
    (?=.*[.<>] | .*\n.*[v^])              # in `1 .`, or `1 2` above `^`; not in digits alone, which may be a list
    (?P<grid>
        [.1-9A-F](?:[ <>][.1-9A-F])* \n   # the first row: `1 .<.`
        [ ^v]*                            # what is below it: `^   ^`, or an empty line
        (?:\n(?s:.*))?                    # any other lines, in which `parse` reports mistakes
    )
    """,
    re.VERBOSE,
)


class FutoshikiDrawing(GridDrawing, kw_only=True):
    """A futoshiki, drawn with at most 15 rows: '.' or a digit in every second place, and < > ^ v between them."""

    puzzle: Literal["futoshiki"]


Document = FutoshikiDrawing


def parse(document: FutoshikiDrawing) -> Futoshiki:
    """Raises Misfit for a drawing that is not a futoshiki."""
    gaps = document.grid.rstrip().count("\n")
    if gaps % 2:
        raise Misfit(f"a drawing of {gaps + 1} lines, expected an odd number: rows, and gaps between them", ("grid",))
    lines = lines_of(document.grid, 2 * LARGEST - 1, allowed_at)
    less: list[Less] = []
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            if sign in "<>^v":
                first = (y // 2, x // 2)
                second = ((y + 1) // 2, (x + 1) // 2)
                less.append(Less(first, second) if sign in "<^" else Less(second, first))
    grid = tuple(tuple(map(DIGITS.index, line[::2])) for line in lines[::2])
    return Futoshiki(document.name, grid, tuple(less), known=document.known, source=document.source)


def allowed_at(y: int, x: int, lines: int) -> str:
    """The characters that may stand at a place of the drawing."""
    if y % 2 == 0:
        return DIGITS[: (lines + 1) // 2 + 1] if x % 2 == 0 else " <>"
    return " ^v" if x % 2 == 0 else " "


def drawing(grid: Grid, less: tuple[Less, ...] = ()) -> str:
    lines = 2 * len(grid) - 1  # the rows, and a line for signs between any two of them
    places = [[" "] * lines for _ in range(lines)]
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            places[2 * r][2 * c] = DIGITS[value]
    for (r, c), (s, d) in less:
        smaller_first, larger_first = "<>" if r == s else "^v"
        places[r + s][c + d] = smaller_first if (r, c) < (s, d) else larger_first
    return "\n".join("".join(line).rstrip() for line in places)


def document(puzzle: Futoshiki) -> FutoshikiDrawing:
    """The inverse of parse."""
    grid = drawing(puzzle.grid, puzzle.less) + "\n"
    return FutoshikiDrawing(puzzle="futoshiki", name=puzzle.name, grid=grid, known=puzzle.known, source=puzzle.source)
