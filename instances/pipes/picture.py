"""Pictures of pipes, drawn with the characters for boxes; the tiles left to lay stand below.

╔══▒
║▒▒▒
▒▒╝║
▒══╝

to lay: ╚╚ ║ ╔ ╝ ╗
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from instances.grid_puzzle import Grid, Position, colored, lines_of
from instances.pipes.rules import LARGEST, Pipes, Tile
from instances.reading.yaml_files import Misfit

DRAWN: dict[Tile, str] = {
    0: "▒", 3: "╚", 5: "║", 6: "╔", 7: "╠", 9: "╝", 10: "═", 11: "╩", 12: "╗", 13: "╣", 14: "╦", 15: "╬",
}  # fmt: skip
TILE_OF = {character: tile for tile, character in DRAWN.items()}
TO_LAY = "to lay: "


def picture(puzzle: Pipes, touched: Sequence[Position] = ()) -> Text:
    """The puzzle as text; str() of it is the plain picture, which read_picture reads. touched: gaps that were filled"""
    text = colored(drawing(puzzle.grid), touched)
    return text.append(f"\n\n{TO_LAY}{list_of(puzzle.tiles)}" if puzzle.tiles else "")


def drawing(grid: Grid) -> str:
    return "\n".join("".join(DRAWN[tile] for tile in row) for row in grid)


def list_of(tiles: Iterable[Tile]) -> str:
    """list_of((3, 3, 5)) == '╚╚ ║'"""
    return " ".join("".join(DRAWN[tile] for tile in group) for _, group in groupby(sorted(tiles)))


def read_picture(text: str, name: str) -> Pipes | None:
    """The inverse of picture, except for `known`; None for other text. Raises Misfit for a damaged picture."""
    grid, _, rest = text.partition("\n\n")
    if not grid.strip() or not set(grid) <= {*TILE_OF, "\n", " "}:
        return None
    return Pipes(name, parse_drawing(grid), parse_list(rest.partition("\n\n")[0].removeprefix(TO_LAY)))


def parse_drawing(text: str) -> Grid:
    """The inverse of drawing. Raises Misfit with its place in the file."""
    lines = lines_of(text, LARGEST, lambda *place: TILE_OF)
    return tuple(tuple(TILE_OF[character] for character in line) for line in lines)


def parse_list(text: str) -> tuple[Tile, ...]:
    """The tiles of a list, in rising order; spaces are ignored. Raises Misfit for anything else."""
    tiles = "".join(text.split())
    if strange := next((character for character in tiles if not TILE_OF.get(character)), None):
        raise Misfit(("tiles",), f"{strange!r} among the tiles, expected some of {''.join(TILE_OF)[1:]}")
    return tuple(sorted(map(TILE_OF.__getitem__, tiles)))
