"""Pictures of levels: each cell shows the block that is there, and below it the circle and the arrow of the cell.

      -1     0     1
    ┌─────┬─────┬─────┐
   1│re → │     │     │
    │     │     │(bl) │
    ├─────┼─────┼─────┤
   0│     │bl ↑ │     │
    │    ↓│     │(re) │
    └─────┴─────┴─────┘

re red   bl blue
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from fewest_pours.drawing.colors import Look, looks
from fewest_pours.drawing.terminal import legend, plain, read_legend
from fewest_pours.puzzles.squares.rules import Block, Color, Direction, Level, Position

SIGN: dict[Direction, str] = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
DIRECTION: dict[str, Direction] = {plain(sign): direction for direction, sign in SIGN.items()}
MARGIN = "    "  # left of the grid, where the y stands


def picture(level: Level, touched: Sequence[int] = ()) -> Text:
    """The level as text with styles; str() of it is the plain picture, which read_picture reads.

    A block's cell is painted in its colour, its circle only around the letters. touched: the blocks that the last
    click moved; they are in bold.
    """
    shown = looks(level.colors)
    width = max([2, *(len(look.code) for look in shown.values())]) + 3
    upper = blocks_in_cells(level, shown, width, touched)
    lower = ground_in_cells(level, shown, width)
    columns, rows = extent([*upper, *lower])
    blank = Text(" " * width)
    lines = [Text(f"{MARGIN} " + " ".join(f"{x:^{width}}" for x in columns).rstrip()), edge("┌┬┐", width, columns)]
    for y in reversed(rows):
        lines.append(line_of_cells(f"{y:>{len(MARGIN)}}", [upper.get((x, y), blank) for x in columns]))
        lines.append(line_of_cells(MARGIN, [lower.get((x, y), blank) for x in columns]))
        lines.append(edge("├┼┤" if y > rows[0] else "└┴┘", width, columns))
    return Text("\n").join([*lines, Text(), legend("", shown)])


def blocks_in_cells(
    level: Level, shown: Mapping[Color, Look], width: int, touched: Sequence[int]
) -> dict[Position, Text]:
    """What the upper lines of cells show: a block, `re →`"""
    cells: dict[Position, Text] = {}
    for i, (look, block) in enumerate(zip(shown.values(), level.blocks, strict=True)):
        style = f"bold {look.style}" if i in touched else look.style
        cells[block.position] = Text(f"{look.code} {SIGN[block.direction]}".ljust(width), style)
    return cells


def ground_in_cells(level: Level, shown: Mapping[Color, Look], width: int) -> dict[Position, Text]:
    """What the lower lines of cells show: a circle, an arrow, or both, `(bl)↓`"""
    circles = {
        goal: Text(f"({look.code})", look.style)
        for look, goal in zip(shown.values(), level.goals, strict=True)
        if goal is not None
    }
    cells: dict[Position, Text] = {}
    for position in [*circles, *level.arrows]:
        cell = circles.get(position, Text()).copy()
        direction = level.arrows.get(position)
        arrow = SIGN[direction] if direction else " "
        cells[position] = cell.append(arrow.rjust(width - len(cell)), "none")
    return cells


def line_of_cells(margin: str, cells: Sequence[Text]) -> Text:
    return Text("│").join([Text(margin), *cells, Text()])


def edge(corners: str, width: int, columns: range) -> Text:
    return Text(MARGIN + corners[0] + corners[1].join("─" * width for _ in columns) + corners[2])


def extent(cells: Iterable[Position]) -> tuple[range, range]:
    """The columns and the rows that hold the cells."""
    x, y = zip(*cells, strict=True) if cells else ((0,), (0,))
    return range(min(x), max(x) + 1), range(min(y), max(y) + 1)


def read_picture(text: str, name: str) -> Level | None:
    """The inverse of picture, except for `known`, with the arrows in reading order; None for other text.

    Raises ValueError, KeyError or IndexError for a damaged picture.
    """
    if not re.match(r"[ \d-]*\n +\+-", plain(text)):
        return None
    drawing, rest = plain(text).split("\n\n", 1)
    colors = read_legend(rest.partition("\n\n")[0])
    header, *lines = drawing.splitlines()
    blocks: dict[Color, Block] = {}
    goals: dict[Color, Position] = {}
    arrows: dict[Position, Direction] = {}
    for upper, lower in zip(lines[1::3], lines[2::3], strict=True):
        y, *above = upper[:-1].split("|")
        _, *below = lower[:-1].split("|")
        for x, block, ground in zip(header.split(), above, below, strict=True):
            cell = int(x), int(y)
            if block.strip():
                short, sign = block.split()
                blocks[colors[short]] = Block(cell, DIRECTION[sign])
            if ground[0] == "(":
                goals[colors[ground[1 : ground.index(")")]]] = cell
            if ground[-1] != " ":
                arrows[cell] = DIRECTION[ground[-1]]
    names = tuple(colors.values())
    return Level(name, names, tuple(map(blocks.__getitem__, names)), tuple(map(goals.get, names)), arrows)
