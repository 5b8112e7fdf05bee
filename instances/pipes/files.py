"""Pipes files, and solutions as data."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from instances.grid_puzzle import Known, KnownAnswer, read_grids, remarks
from instances.pipes.picture import DRAWN, TILE_OF, drawing, list_of, parse_drawing, parse_list
from instances.pipes.rules import Grid, Pipes
from instances.reading.fields import Record
from instances.reading.yaml_files import Misfit


class PipesDrawing(Record, kw_only=True):
    """A pipes puzzle, drawn as text."""

    puzzle: Literal["pipes"]
    name: Annotated[str, Meta(description="left out, the name of the file")] = ""
    grid: Annotated[
        str,
        Meta(description="a literal block of at most 100 rows: a box character, or ▒ for a gap, in each cell"),
    ]
    tiles: Annotated[str, Meta(description="the tiles left to lay, as many as gaps, in any order: ╚╚ ║║║ ╔")] = ""
    known: KnownAnswer | None = None
    source: str | None = None


def parse(document: PipesDrawing) -> Pipes:
    """Raises Misfit for drawings that are none, and for more or fewer tiles than gaps."""
    try:
        grid = parse_drawing(document.grid)
    except Misfit as misfit:
        raise Misfit(("grid", *misfit.place), str(misfit)) from None
    try:
        tiles = parse_list(document.tiles)
    except Misfit as misfit:
        raise Misfit(("tiles",), str(misfit)) from None
    gaps = sum(tile == 0 for row in grid for tile in row)
    if len(tiles) != gaps:
        raise Misfit(("tiles",), f"{len(tiles)} tiles for {gaps} gaps, expected as many tiles as gaps")
    known = None if document.known is None else Known(int(document.known.solutions))
    return Pipes(document.name, grid, tiles, known, document.source)


def document(puzzle: Pipes) -> dict[str, Any]:
    """The inverse of parse, as plain data."""
    data = {"puzzle": "pipes", "name": puzzle.name, "grid": drawing(puzzle.grid) + "\n", "tiles": list_of(puzzle.tiles)}
    return data | remarks(puzzle)


def solutions_data(puzzle: Pipes, solutions: tuple[Grid, ...]) -> list[list[str]]:
    """Solutions for JSON, each as its drawn rows: [['╔╗', '╚╝']]"""
    return [["".join(DRAWN[tile] for tile in row) for row in grid] for grid in solutions]


def read_solutions(puzzle: Pipes, data: Any) -> tuple[Grid, ...]:
    """The inverse of solutions_data; raises ValueError."""
    return read_grids(data, TILE_OF)
