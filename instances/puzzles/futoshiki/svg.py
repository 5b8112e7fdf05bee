"""A futoshiki as SVG; the page writes values into its cells."""

from instances.puzzles.futoshiki.files import DIGITS
from instances.puzzles.futoshiki.rules import Futoshiki
from instances.puzzles.grid_puzzle import place, svg_drawing

PITCH = 62  # pixels from one cell to the next
CELL = (
    '<g class="cell {kind}" transform="{at}"><rect x="-20" y="-20" width="40" height="40" rx="5"/>'
    "<text>{shown}</text></g>\n"
)
STYLE = """
.cell rect{fill:none;stroke:#8b93a1;stroke-width:1.5}
.given rect{fill:#8b93a1;fill-opacity:.22}
.cell text{font-size:20px;fill:currentColor}
.found text{fill:#2f7fe0}
.sign{fill:none;stroke:#7b8494;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
"""


def letters(value: int) -> str:
    """What stands in a cell: '' in an empty one."""
    return DIGITS[value] if value else ""


def signs(puzzle: Futoshiki) -> tuple[int, str]:
    """Each halfway between its cells, open towards the larger one."""
    markup = ""
    for (r, c), (s, d) in puzzle.less:
        turn = {(0, 1): 0, (0, -1): 180, (1, 0): 90, (-1, 0): 270}[s - r, d - c]
        at = place((c + d) * PITCH / 2, (r + s) * PITCH / 2)
        markup += f'<path class="sign" transform="{at} rotate({turn})" d="M4 -7L-4 0L4 7"/>\n'
    return 0, markup


DRAWING = svg_drawing(STYLE, CELL, PITCH, letters, signs)
