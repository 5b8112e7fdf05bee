"""Pipes files and pictures, drawn with the characters for boxes; the tiles left to lay stand below.

╔══▒
║▒▒▒
▒▒╝║
▒══╝

to lay: ╚╚ ║ ╔ ╝ ╗
"""

import re
from itertools import groupby
from typing import Annotated, Literal

from msgspec import Meta

from fewest_pours.files.bad_input import Misfit
from fewest_pours.puzzles.grid_puzzle import Grid, GridDrawing, lines_of
from fewest_pours.puzzles.pipes.rules import LARGEST, Pipes, Tile

DRAWN: dict[Tile, str] = {
    0: "▒", 3: "╚", 5: "║", 6: "╔", 7: "╠", 9: "╝", 10: "═", 11: "╩", 12: "╗", 13: "╣", 14: "╦", 15: "╬",
}  # fmt: skip
TILE_OF = {character: tile for tile, character in DRAWN.items()}
PICTURE = re.compile(
    r"""
    (?P<grid>[▒╚║╔╠╝═╩╗╣╦╬ \n]+?)                # `╔▒` above `▒╝`, and no other characters
    (?:\n\n (?:to\ lay:\ )? (?P<tiles>.*?)       # `to lay: ╚ ╗`, or `╚ ╗` alone
        (?:\n\n .*)?                             # any other text behind
    )?
    """,
    re.VERBOSE | re.DOTALL,
)


class PipesDrawing(GridDrawing, kw_only=True):
    """A pipes puzzle, drawn with at most 100 rows: a box character, or ▒ for a gap, in each cell."""

    puzzle: Literal["pipes"]
    tiles: Annotated[str, Meta(description="the tiles left to lay, as many as gaps, in any order: ╚╚ ║║║ ╔")] = ""


Document = PipesDrawing


def parse(document: PipesDrawing) -> Pipes:
    """Raises Misfit for what is not a drawing of tiles, and for more or fewer tiles than gaps."""
    lines = lines_of(document.grid, LARGEST, lambda *place: TILE_OF)
    grid = tuple(tuple(map(TILE_OF.__getitem__, line)) for line in lines)
    listed = "".join(document.tiles.split())
    strange = next((character for character in listed if not TILE_OF.get(character)), None)
    if strange is not None:
        raise Misfit(f"{strange!r} among the tiles, expected some of {''.join(TILE_OF)[1:]}", ("tiles",))
    gaps = sum(row.count(0) for row in grid)
    if len(listed) != gaps:
        raise Misfit(f"{len(listed)} tiles for {gaps} gaps, expected as many tiles as gaps", ("tiles",))
    tiles = tuple(sorted(map(TILE_OF.__getitem__, listed)))
    return Pipes(document.name, grid, tiles, known=document.known, source=document.source)


def drawing(grid: Grid) -> str:
    return "\n".join("".join(map(DRAWN.__getitem__, row)) for row in grid)


def document(puzzle: Pipes) -> PipesDrawing:
    """The inverse of parse."""
    tiles = " ".join("".join(map(DRAWN.__getitem__, alike)) for _, alike in groupby(puzzle.tiles))
    return PipesDrawing(
        puzzle="pipes",
        name=puzzle.name,
        grid=drawing(puzzle.grid) + "\n",
        tiles=tiles,
        known=puzzle.known,
        source=puzzle.source,
    )
