"""A futoshiki as SVG; the page writes values into its cells."""

from collections.abc import Sequence

from instances.drawing.svg import Drawing, in_page, svg_file
from instances.futoshiki.picture import DIGITS
from instances.futoshiki.rules import Futoshiki, Position
from instances.grid_puzzle import empty_cells

CELL, GAP = 40, 22  # pixels
STYLE = """
.cell rect{fill:none;stroke:#8b93a1;stroke-width:1.5}
.given rect{fill:#8b93a1;fill-opacity:.22}
.cell text{font-size:20px;fill:currentColor}
.found text{fill:#2f7fe0}
.sign{fill:none;stroke:#7b8494;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
"""


def svg(puzzle: Futoshiki, touched: Sequence[Position] = ()) -> str:
    """touched: the cells that were filled in."""
    size, body = board(puzzle, touched)
    return svg_file(puzzle.name, size, size, f'<g style="color:#6b7280">{body}</g>', STYLE)


def stage(positions: Sequence[Futoshiki]) -> str:
    """The puzzle before it is filled in."""
    puzzle = positions[0]
    size, body = board(puzzle, empty_cells(puzzle))
    return in_page(size, size, body)


def board(puzzle: Futoshiki, found: Sequence[Position]) -> tuple[int, str]:
    size = max(1, puzzle.size) * (CELL + GAP) - GAP + 8
    parts = []
    for r, row in enumerate(puzzle.grid):
        for c, value in enumerate(row):
            kind = "given" if value and (r, c) not in found else "found"
            parts.append(
                f'<g class="cell {kind}" transform="translate({centre(c)} {centre(r)})"><rect x="{-CELL // 2}" '
                f'y="{-CELL // 2}" width="{CELL}" height="{CELL}" rx="5"/><text>{letters(value)}</text></g>\n'
            )
    for (r, c), (s, d) in puzzle.less:
        x, y = (centre(c) + centre(d)) / 2, (centre(r) + centre(s)) / 2
        turn = {(0, 1): 0, (0, -1): 180, (1, 0): 90, (-1, 0): 270}[s - r, d - c]
        parts.append(f'<path class="sign" transform="translate({x:g} {y:g}) rotate({turn})" d="M4 -7L-4 0L4 7"/>\n')
    return size, "".join(parts)


def centre(number: int) -> int:
    return 4 + number * (CELL + GAP) + CELL // 2


def letters(value: int) -> str:
    return DIGITS[value] if value else ""


def state(puzzle: Futoshiki) -> list[str]:
    """The letters of the cells row by row, '' for an empty one."""
    return [letters(value) for row in puzzle.grid for value in row]


DRAWING = Drawing(script="cells", style=STYLE, svg=svg, stage=stage, state=state, colors=lambda puzzle: {})
