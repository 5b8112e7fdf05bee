"""Levels of Game About Squares as SVG; the page moves the blocks and turns their arrows, nothing else."""

from collections.abc import Sequence

from instances.drawing.colors import looks
from instances.drawing.svg import Drawing, in_page
from instances.puzzles.squares.picture import extent
from instances.puzzles.squares.rules import Direction, Level

CELL = 48  # pixels
TURN: dict[Direction, int] = {"up": 0, "right": 90, "down": 180, "left": 270}
STYLE = """
.grid{fill:none;stroke:#8b93a1;stroke-opacity:.35}
.arrow{fill:#8b93a1}
.goal .paint{stroke:#7b8494;stroke-width:1.5}
.goal text{font-size:11px}
.block rect{stroke:rgb(0 0 0/.35)}
.way{fill:#fff;stroke:#222;stroke-width:1}
"""


def stage(positions: Sequence[Level]) -> str:
    """The first position on a board that holds all of them."""
    level = positions[0]
    codes = [look.code for look in looks(level.colors).values()]
    blocks = [block.position for position in positions for block in position.blocks]
    columns, rows = extent([*blocks, *filter(None, level.goals), *level.arrows])
    width, height = CELL * len(columns) + 8, CELL * len(rows) + 8
    path = "".join(f"M4 {4 + CELL * y}H{width - 4}" for y in range(len(rows) + 1))
    path += "".join(f"M{4 + CELL * x} 4V{height - 4}" for x in range(len(columns) + 1))
    left, top = 4 - CELL * columns[0] + CELL // 2, 4 + CELL * rows[-1] + CELL // 2  # the centre of the origin
    body = f'<path class="grid" d="{path}"/>\n<g transform="translate({left} {top})">'
    for i, goal in enumerate(level.goals):
        if goal is not None:
            body += (
                f'<g class="goal c{i}" transform="{place(*goal)}"><circle class="paint" r="15"/>'
                f"<text>{codes[i]}</text></g>\n"
            )
    for position, direction in level.arrows.items():
        turned = f"{place(*position)} rotate({TURN[direction]})"
        body += f'<path class="arrow" transform="{turned}" d="M-7 -16L0 -23L7 -16z"/>\n'
    for i, block in enumerate(level.blocks):
        body += (
            f'<g class="block c{i}" transform="{place(*block.position)}">'
            f'<rect class="paint" x="-20" y="-20" width="40" height="40" rx="7"/>'
            f'<g class="way" transform="rotate({TURN[block.direction]})">'
            f'<path d="M-6 -11L0 -18L6 -11z"/></g><text>{codes[i]}</text></g>\n'
        )
    return in_page(width, height, body + "</g>")


def place(x: int, y: int) -> str:
    """From the centre of the origin to that of a cell."""
    return f"translate({CELL * x} {-CELL * y})"


def state(level: Level) -> list[tuple[int, int, int]]:
    """For each block x and y in pixels, and how its arrow is turned in degrees."""
    return [(CELL * x, -CELL * y, TURN[direction]) for (x, y), direction in level.blocks]


DRAWING = Drawing("blocks", STYLE, stage, state, colors=lambda level: looks(level.colors))
