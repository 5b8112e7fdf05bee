"""Futoshiki files, and solutions as data."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from instances.futoshiki.picture import DIGITS, drawing, parse_drawing
from instances.futoshiki.rules import Futoshiki, Grid
from instances.grid_puzzle import Known, KnownAnswer, read_grids, remarks
from instances.reading.fields import Record
from instances.reading.yaml_files import Misfit


class FutoshikiDrawing(Record, kw_only=True):
    """A futoshiki, drawn as text."""

    puzzle: Literal["futoshiki"]
    name: Annotated[str, Meta(description="left out, the name of the file")] = ""
    grid: Annotated[
        str,
        Meta(description="a literal block of at most 15 rows: '.' or a digit in every second place, < > ^ v between"),
    ]
    known: KnownAnswer | None = None
    source: str | None = None


def parse(document: FutoshikiDrawing) -> Futoshiki:
    """Raises Misfit for a drawing that is no futoshiki."""
    try:
        grid, less = parse_drawing(document.grid)
    except Misfit as misfit:
        raise Misfit(("grid", *misfit.place), str(misfit)) from None
    known = None if document.known is None else Known(int(document.known.solutions))
    return Futoshiki(document.name, grid, less, known, document.source)


def document(puzzle: Futoshiki) -> dict[str, Any]:
    """The inverse of parse, as plain data."""
    data = {"puzzle": "futoshiki", "name": puzzle.name, "grid": drawing(puzzle.grid, puzzle.less) + "\n"}
    return data | remarks(puzzle)


def solutions_data(puzzle: Futoshiki, solutions: tuple[Grid, ...]) -> list[list[str]]:
    """Solutions for JSON, each as its rows of digits: [['12', '21']]"""
    return [["".join(DIGITS[value] for value in row) for row in grid] for grid in solutions]


def read_solutions(puzzle: Futoshiki, data: Any) -> tuple[Grid, ...]:
    """The inverse of solutions_data; raises ValueError."""
    return read_grids(data, {digit: value for value, digit in enumerate(DIGITS)})
