"""Futoshiki files."""

from typing import Any, Literal

from instances.futoshiki.picture import drawing, parse_drawing
from instances.futoshiki.rules import Futoshiki
from instances.grid_puzzle import GridDrawing


class FutoshikiDrawing(GridDrawing, kw_only=True):
    """A futoshiki, drawn with at most 15 rows: '.' or a digit in every second place, and < > ^ v between them."""

    puzzle: Literal["futoshiki"]


Document = FutoshikiDrawing


def parse(document: FutoshikiDrawing) -> Futoshiki:
    """Raises Misfit for a drawing that is no futoshiki."""
    return Futoshiki(document.name, *parse_drawing(document.grid), document.known, document.source)


def document(puzzle: Futoshiki) -> dict[str, Any]:
    """The inverse of parse, as plain data without `known` and `source`."""
    return {"puzzle": "futoshiki", "name": puzzle.name, "grid": drawing(puzzle.grid, puzzle.less) + "\n"}
