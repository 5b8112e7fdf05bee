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

from instances.futoshiki.rules import LARGEST, Futoshiki, Grid, Less, Position
from instances.reading.yaml_files import Misfit

DIGITS = ".123456789ABCDEF"  # DIGITS[0] is an empty cell


def picture(puzzle: Futoshiki, touched: Sequence[Position] = ()) -> Text:
    """The puzzle as text; str() of it is the drawing, which read_picture reads.

    touched: the cells that were filled in; the given ones are in bold.
    """
    text = Text(drawing(puzzle.grid, puzzle.less))
    start = 0
    for r, line in enumerate(text.plain.split("\n")):
        for c in range(0, 0 if r % 2 else len(line), 2):
            found = (r // 2, c // 2) in touched
            text.stylize("cyan" if found else "bold", start + c, start + c + 1)
        start += len(line) + 1
    return text


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
    first, _, rest = text.partition("\n")
    is_row = re.fullmatch(r"[.1-9A-F](?:[ <>][.1-9A-F])*", first)
    if not is_row or not rest or not set(text.partition("\n\n")[0]) & set(".<>^v"):
        return None
    return Futoshiki(name, *parse_drawing(text))


def parse_drawing(text: str) -> tuple[Grid, tuple[Less, ...]]:
    """The inverse of drawing; a short line is filled up with spaces.

    Raises Misfit; its place is the line of the drawing (from 0), its message counts lines and columns from 1.
    """
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    size = (len(lines) + 1) // 2
    width = 2 * size - 1
    if len(lines) != width:
        raise Misfit((), f"a drawing of {len(lines)} lines, expected an odd number: a line for each row and each gap")
    if size > LARGEST:
        raise Misfit((), f"a drawing of {size} rows, expected at most {LARGEST}")
    for y, line in enumerate(lines):
        if len(line) > width:
            raise Misfit((y,), f"line {y + 1} of the drawing has {len(line)} characters, expected at most {width}")
    lines = [line.ljust(width) for line in lines]
    grid = [[0] * size for _ in range(size)]
    less = []
    for y, line in enumerate(lines):
        for x, character in enumerate(line):
            allowed = allowed_at(y, x, size)
            if character not in allowed:
                raise Misfit((y,), misplaced(y, x, character, allowed))
            if allowed.startswith("."):
                grid[y // 2][x // 2] = DIGITS.index(character)
            elif character != " ":
                first, second = (y // 2, x // 2), ((y + 1) // 2, (x + 1) // 2)
                less.append(Less(first, second) if character in "<^" else Less(second, first))
    return tuple(map(tuple, grid)), tuple(less)


def allowed_at(y: int, x: int, size: int) -> str:
    """The characters that may stand at a place of the drawing."""
    if y % 2 == 0:
        return DIGITS[: size + 1] if x % 2 == 0 else " <>"
    return " ^v" if x % 2 == 0 else " "


def misplaced(y: int, x: int, character: str, allowed: str) -> str:
    if allowed.startswith("."):
        expected = f"'.' or a digit 1 to {allowed[-1]}"
    else:
        expected = " or ".join("nothing" if sign == " " else f"'{sign}'" for sign in allowed)
    shown = "nothing" if character == " " else repr(character)
    return f"line {y + 1}, column {x + 1} of the drawing is {shown}, expected {expected}"
