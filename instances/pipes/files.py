"""Pipes files."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from instances.grid_puzzle import GridDrawing
from instances.pipes.picture import drawing, list_of, parse_drawing, parse_list
from instances.pipes.rules import Pipes
from instances.reading.yaml_files import Misfit


class PipesDrawing(GridDrawing, kw_only=True):
    """A pipes puzzle, drawn with at most 100 rows: a box character, or ▒ for a gap, in each cell."""

    puzzle: Literal["pipes"]
    tiles: Annotated[str, Meta(description="the tiles left to lay, as many as gaps, in any order: ╚╚ ║║║ ╔")] = ""


Document = PipesDrawing


def parse(document: PipesDrawing) -> Pipes:
    """Raises Misfit for drawings that are none, and for more or fewer tiles than gaps."""
    grid, tiles = parse_drawing(document.grid), parse_list(document.tiles)
    if len(tiles) != (gaps := sum(row.count(0) for row in grid)):
        raise Misfit(("tiles",), f"{len(tiles)} tiles for {gaps} gaps, expected as many tiles as gaps")
    return Pipes(document.name, grid, tiles, document.known, document.source)


def document(puzzle: Pipes) -> dict[str, Any]:
    """The inverse of parse, as plain data without `known` and `source`."""
    grid, tiles = drawing(puzzle.grid) + "\n", list_of(puzzle.tiles)
    return {"puzzle": "pipes", "name": puzzle.name, "grid": grid, "tiles": tiles}
