"""Pipes as SVG; the page shows and hides the arms of the tiles."""

from instances.puzzles.grid_puzzle import place, svg_drawing
from instances.puzzles.pipes.rules import BOTTOM, LEFT, RIGHT, TOP, Pipes, Tile

PITCH, SMALL = 40, 32  # from one cell to the next, and from one tile that is left to lay to the next, in pixels
ARMS = {TOP: ("top", "V-20"), RIGHT: ("right", "H20"), BOTTOM: ("bottom", "V20"), LEFT: ("left", "H-20")}
STYLE = """
.cell rect{fill:none;stroke:#8b93a1;stroke-opacity:.5}
.given rect{fill:#8b93a1;fill-opacity:.22}
.cell path{visibility:hidden;fill:none;stroke:#2f7fe0;stroke-width:9;stroke-linecap:round}
.given path{stroke:#5b6472}
.cell.top .top,.cell.right .right,.cell.bottom .bottom,.cell.left .left{visibility:visible}
"""
CELL = (
    '<g class="cell {kind} {shown}" transform="{at}"><rect x="-20" y="-20" width="40" height="40"/>'
    + "".join(f'<path class="{name}" d="M0 0{line}"/>' for name, line in ARMS.values())
    + "</g>\n"
)


def sides(tile: Tile) -> str:
    """The CSS classes of the sides that a tile opens to.

    >>> sides(6)
    'right bottom'
    """
    return " ".join(name for side, (name, _) in ARMS.items() if tile & side)


def left_over(puzzle: Pipes) -> tuple[int, str]:
    """The tiles that are left to lay, in lines below the square."""
    in_a_row = max(1, puzzle.size * PITCH // SMALL)
    tiles = ""
    for number, tile in enumerate(puzzle.tiles):
        y, x = divmod(number, in_a_row)
        at = place(x * SMALL - 4, puzzle.size * PITCH + y * SMALL + 12) + " scale(0.45)"
        tiles += CELL.format(kind="left-over", at=at, shown=sides(tile))
    lines = -(-len(puzzle.tiles) // in_a_row)
    return 16 * bool(lines) + lines * SMALL, f'<g class="rest">{tiles}</g>'


DRAWING = svg_drawing(STYLE, CELL, PITCH, sides, left_over)
