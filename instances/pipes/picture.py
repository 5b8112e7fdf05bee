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

from instances.pipes.rules import LARGEST, Grid, Pipes, Tile
from instances.reading.yaml_files import Misfit

EMPTY = "▒"
DRAWN: dict[Tile, str] = {
    0: EMPTY, 3: "╚", 5: "║", 6: "╔", 7: "╠", 9: "╝", 10: "═", 11: "╩", 12: "╗", 13: "╣", 14: "╦", 15: "╬",
}  # fmt: skip
TILE_OF = {character: tile for tile, character in DRAWN.items()}
TO_LAY = "to lay: "


def picture(puzzle: Pipes, touched: Sequence[tuple[int, int]] = ()) -> Text:
    """The puzzle as text; str() of it is the plain picture, which read_picture reads.

    touched: the gaps that were filled, in another colour.
    """
    drawn = drawing(puzzle.grid)
    text = Text(f"{drawn}\n\n{TO_LAY}{list_of(puzzle.tiles)}" if puzzle.tiles else drawn)
    for r, c in touched:
        place = r * (puzzle.size + 1) + c
        text.stylize("cyan", place, place + 1)
    return text


def drawing(grid: Grid) -> str:
    return "\n".join("".join(DRAWN[tile] for tile in row) for row in grid)


def list_of(tiles: Iterable[Tile]) -> str:
    """list_of((3, 3, 5)) == '╚╚ ║'"""
    return " ".join("".join(DRAWN[tile] for tile in group) for _, group in groupby(sorted(tiles)))


def read_picture(text: str, name: str) -> Pipes | None:
    """The inverse of picture, except for `known`; None for other text. Raises Misfit for a damaged picture."""
    grid, *rest = text.split("\n\n")
    if not grid.strip() or not set(grid) <= {*TILE_OF, "\n", " "}:
        return None
    return Pipes(name, parse_drawing(grid), parse_list(rest[0].removeprefix(TO_LAY) if rest else ""))


def parse_drawing(text: str) -> Grid:
    """The inverse of drawing. Raises Misfit; its place is the line of the drawing (from 0)."""
    lines = text.rstrip().split("\n")
    if len(lines) > LARGEST:
        raise Misfit((), f"a drawing of {len(lines)} rows, expected at most {LARGEST}")
    rows = []
    for y, line in enumerate(map(str.rstrip, lines)):
        if len(line) != len(lines):
            raise Misfit((y,), f"row {y + 1} has {len(line)} cells, expected {len(lines)}, as there are rows")
        for x, character in enumerate(line):
            if character not in TILE_OF:
                raise Misfit((y,), f"row {y + 1}, column {x + 1} is {character!r}, expected one of {''.join(TILE_OF)}")
        rows.append(tuple(TILE_OF[character] for character in line))
    return tuple(rows)


def parse_list(text: str) -> tuple[Tile, ...]:
    """The tiles of a list, in rising order; spaces are ignored. Raises Misfit for anything else."""
    tiles = []
    for character in "".join(text.split()):
        if not TILE_OF.get(character):
            raise Misfit((), f"{character!r} among the tiles, expected some of {''.join(TILE_OF)[1:]}")
        tiles.append(TILE_OF[character])
    return tuple(sorted(tiles))
