"""Pipes as SVG; the page shows and hides the arms of the tiles."""

from collections.abc import Sequence

from instances.grid_puzzle import Position, svg_cells, svg_drawing
from instances.pipes.rules import BOTTOM, LEFT, RIGHT, TOP, Pipes, Tile

CELL, SMALL = 40, 32  # a cell, and a place for a tile that is left to lay, in pixels
ARMS = {TOP: ("top", "V-20"), RIGHT: ("right", "H20"), BOTTOM: ("bottom", "V20"), LEFT: ("left", "H-20")}
STYLE = """
.cell rect{fill:none;stroke:#8b93a1;stroke-opacity:.5}
.given rect{fill:#8b93a1;fill-opacity:.22}
.cell path{visibility:hidden;fill:none;stroke:#2f7fe0;stroke-width:9;stroke-linecap:round}
.given path{stroke:#5b6472}
.cell.top .top,.cell.right .right,.cell.bottom .bottom,.cell.left .left{visibility:visible}
"""


def board(puzzle: Pipes, found: Sequence[Position]) -> tuple[int, int, str]:
    """The square, and the tiles that are left to lay below it."""
    size = max(1, puzzle.size) * CELL + 8
    in_a_row = max(1, (size - 8) // SMALL)
    parts = [svg_cells(puzzle, found, laid), '<g class="rest">']
    for number, tile in enumerate(puzzle.tiles):
        y, x = divmod(number, in_a_row)
        parts.append(cell("left-over", tile, 4 + (x + 0.5) * SMALL, size + 12 + (y + 0.5) * SMALL, " scale(0.45)"))
    lines = -(-len(puzzle.tiles) // in_a_row)
    return size, size + (16 + lines * SMALL if lines else 0), "".join(parts) + "</g>"


def laid(kind: str, tile: Tile, r: int, c: int) -> str:
    return cell(kind, tile, 4 + c * CELL + CELL / 2, 4 + r * CELL + CELL / 2)


def cell(kind: str, tile: Tile, x: float, y: float, scaled: str = "") -> str:
    arms = "".join(f'<path class="{name}" d="M0 0{line}"/>' for name, line in ARMS.values())
    return (
        f'<g class="cell {kind} {sides(tile)}" transform="translate({x:g} {y:g}){scaled}">'
        f'<rect x="-20" y="-20" width="40" height="40"/>{arms}</g>\n'
    )


def sides(tile: Tile) -> str:
    """sides(6) == 'right bottom'"""
    return " ".join(name for side, (name, _) in ARMS.items() if tile & side)


DRAWING = svg_drawing(STYLE, board, sides)
