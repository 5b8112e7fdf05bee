"""The drawing of a futoshiki, the same on the screen and in files.

1 .<.     Cells stand in every second place of every second line: a dot, or a value as one digit, 1 to 9 and A to F.
^         Between two neighbours of a row stands < or > or nothing, between two neighbours of a column ^ (the upper
.<3 .     is less) or v (the upper is greater) or nothing. Nothing else is drawn.
^   ^
. 1<2
"""

import re
from collections.abc import Sequence

from rich.text import Text

from instances.futoshiki.rules import LARGEST, Futoshiki, Less
from instances.grid_puzzle import Grid, Position, colored, lines_of
from instances.reading.yaml_files import Misfit

DIGITS = ".123456789ABCDEF"  # DIGITS[0] is an empty cell


def picture(puzzle: Futoshiki, touched: Sequence[Position] = ()) -> Text:
    """The puzzle as text; str() of it is the drawing, which read_picture reads. touched: cells that were filled in."""
    return colored(drawing(puzzle.grid, puzzle.less), touched, pitch=2)


def drawing(grid: Grid, less: tuple[Less, ...] = ()) -> str:
    size = len(grid)
    places = [[" "] * (2 * size - 1) for _ in range(2 * size - 1)]
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            places[2 * r][2 * c] = DIGITS[value]
    for (r, c), (s, d) in less:
        signs = "<>" if r == s else "^v"
        places[r + s][c + d] = signs[(r, c) > (s, d)]
    return "\n".join("".join(line).rstrip() for line in places)


def read_picture(text: str, name: str) -> Futoshiki | None:
    """The inverse of picture, except for `known`; None for other text. Raises Misfit for a damaged picture."""
    begins = re.match(r"[.1-9A-F](?:[ <>][.1-9A-F])*\n[ ^v]*$", text, re.MULTILINE)  # a row, and what is below it
    if not begins or not set(text.partition("\n\n")[0]) & set(".<>^v"):
        return None
    return Futoshiki(name, *parse_drawing(text))


def parse_drawing(text: str) -> tuple[Grid, tuple[Less, ...]]:
    """The inverse of drawing. Raises Misfit with its place in the file."""
    if (gaps := text.rstrip().count("\n")) % 2:
        raise Misfit(("grid",), f"a drawing of {gaps + 1} lines, expected an odd number: rows, and gaps between them")
    lines, less = lines_of(text, 2 * LARGEST - 1, allowed_at), []
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            if sign in "<>^v":
                first, second = (y // 2, x // 2), ((y + 1) // 2, (x + 1) // 2)
                less.append(Less(first, second) if sign in "<^" else Less(second, first))
    return tuple(tuple(map(DIGITS.index, line[::2])) for line in lines[::2]), tuple(less)


def allowed_at(y: int, x: int, lines: int) -> str:
    """The characters that may stand at a place of the drawing."""
    if y % 2 == 0:
        return DIGITS[: (lines + 1) // 2 + 1] if x % 2 == 0 else " <>"
    return " ^v" if x % 2 == 0 else " "
