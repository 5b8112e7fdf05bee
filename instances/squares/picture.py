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
from collections.abc import Sequence

from rich.text import Text

from instances.drawing.colors import looks
from instances.drawing.legend import legend, read_legend
from instances.squares.rules import Block, Color, Direction, Level, Position
from instances.terminal import plain

SIGN: dict[Direction, str] = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
DIRECTION: dict[str, Direction] = {plain(sign): direction for direction, sign in SIGN.items()}
MARGIN = 5  # columns left of the grid, where the y stands


def picture(level: Level, touched: Sequence[int] = ()) -> Text:
    """The level as text with styles; str() of it is the plain picture, which read_picture reads.

    A block's cell is painted in its colour, its circle only around the letters. touched: the blocks that the last
    click moved; they are in bold.
    """
    shown = looks(level.colors)
    width = max([2, *(len(look.code) for look in shown.values())]) + 3
    block_at = {block.position: i for i, block in enumerate(level.blocks)}
    goal_at = {goal: i for i, goal in enumerate(level.goals) if goal is not None}
    columns, rows = extent([*block_at, *goal_at, *level.arrows])
    text = Text(" " * MARGIN + " ".join(f"{x:^{width}}" for x in columns).rstrip() + "\n")
    line(text, ("┌", "┬", "┐"), width, len(columns))
    for y in reversed(rows):
        text.append(f"{y:>{MARGIN - 1}}│")
        for x in columns:
            i = block_at.get((x, y))
            if i is None:
                text.append(" " * width)
            else:
                look, sign = shown[level.colors[i]], SIGN[level.blocks[i].direction]
                text.append(f"{look.code} {sign}".ljust(width), f"bold {look.style}" if i in touched else look.style)
            text.append("│")
        text.append("\n" + " " * (MARGIN - 1) + "│")
        for x in columns:
            i = goal_at.get((x, y))
            circle = "" if i is None else f"({shown[level.colors[i]].code})"
            text.append(circle, None if i is None else shown[level.colors[i]].style)
            text.append(" " * (width - 1 - len(circle)) + SIGN.get(level.arrows.get((x, y), ""), " ") + "│")
        text.append("\n")
        line(text, ("├", "┼", "┤") if y > rows[0] else ("└", "┴", "┘"), width, len(columns))
    text.append("\n")
    return text.append_text(legend("", shown))


def line(text: Text, corners: tuple[str, str, str], width: int, cells: int) -> None:
    left, middle, right = corners
    text.append(" " * (MARGIN - 1) + left + middle.join(["─" * width] * cells) + right + "\n")


def extent(cells: list[Position]) -> tuple[range, range]:
    """The columns and the rows that hold the cells."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return range(min(xs, default=0), max(xs, default=0) + 1), range(min(ys, default=0), max(ys, default=0) + 1)


def read_picture(text: str, name: str) -> Level | None:
    """The inverse of picture, except for `known`, with the arrows in reading order; None for other text.

    Raises ValueError, KeyError or IndexError for a damaged picture.
    """
    if not re.match(r"[ \d-]*\n +\+-", plain(text)):
        return None
    drawing, rest = plain(text).split("\n\n", 1)
    _, colors = read_legend(rest.partition("\n\n")[0], titled=False)
    header, *lines = drawing.splitlines()
    columns = [int(x) for x in header.split()]
    blocks: dict[Color, Block] = {}
    goals: dict[Color, Position] = {}
    arrows: dict[Position, Direction] = {}
    for upper, lower in zip(lines[1::3], lines[2::3], strict=True):
        y, *above = upper[:-1].split("|")
        _, *below = lower[:-1].split("|")
        for x, block, ground in zip(columns, above, below, strict=True):
            if block.strip():
                short, sign = block.split()
                blocks[colors[short]] = Block((x, int(y)), DIRECTION[sign])
            if ground[0] == "(":
                goals[colors[ground[1 : ground.index(")")]]] = (x, int(y))
            if ground[-1] != " ":
                arrows[x, int(y)] = DIRECTION[ground[-1]]
    names = tuple(colors.values())
    return Level(name, names, tuple(map(blocks.__getitem__, names)), tuple(map(goals.get, names)), arrows)
