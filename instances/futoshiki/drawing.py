"""A futoshiki as SVG; the page writes values into its cells."""

from collections.abc import Sequence

from instances.futoshiki.picture import DIGITS
from instances.futoshiki.rules import Futoshiki
from instances.grid_puzzle import Position, svg_cells, svg_drawing

CELL, GAP = 40, 22  # pixels
STYLE = """
.cell rect{fill:none;stroke:#8b93a1;stroke-width:1.5}
.given rect{fill:#8b93a1;fill-opacity:.22}
.cell text{font-size:20px;fill:currentColor}
.found text{fill:#2f7fe0}
.sign{fill:none;stroke:#7b8494;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
"""


def board(puzzle: Futoshiki, found: Sequence[Position]) -> tuple[int, int, str]:
    size = max(1, puzzle.size) * (CELL + GAP) - GAP + 8
    parts = [svg_cells(puzzle, found, cell)]
    for (r, c), (s, d) in puzzle.less:
        x, y = (centre(c) + centre(d)) / 2, (centre(r) + centre(s)) / 2
        turn = {(0, 1): 0, (0, -1): 180, (1, 0): 90, (-1, 0): 270}[s - r, d - c]
        parts.append(f'<path class="sign" transform="translate({x:g} {y:g}) rotate({turn})" d="M4 -7L-4 0L4 7"/>\n')
    return size, size, "".join(parts)


def cell(kind: str, value: int, r: int, c: int) -> str:
    return (
        f'<g class="cell {kind}" transform="translate({centre(c)} {centre(r)})"><rect x="{-CELL // 2}" '
        f'y="{-CELL // 2}" width="{CELL}" height="{CELL}" rx="5"/><text>{letters(value)}</text></g>\n'
    )


def centre(number: int) -> int:
    return 4 + number * (CELL + GAP) + CELL // 2


def letters(value: int) -> str:
    """What stands in a cell: '' in an empty one."""
    return DIGITS[value] if value else ""


DRAWING = svg_drawing(STYLE, board, letters)
