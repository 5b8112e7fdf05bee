"""The pipes puzzle: lay the tiles out on a square so that their pipes meet.

A tile has pipes to two or more of its sides and is not turned. Two neighbours agree on the side between them: both have
a pipe there, or neither; and no pipe leaves the square. The pipes need not form one network. Some tiles are given.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from instances.grid_puzzle import Grid, Known

LARGEST = 100  # rows of the square

Tile = int  # the sides with a pipe, added up: 6 == RIGHT + BOTTOM is ╔; 0 stands for an empty cell

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
KINDS: tuple[Tile, ...] = (5, 10, 15, 7, 11, 13, 14, 3, 6, 9, 12)  # ║ ═ ╬ ╠ ╩ ╣ ╦ ╚ ╔ ╝ ╗: two pipes or more
STEPS = {TOP: (-1, 0), RIGHT: (0, 1), BOTTOM: (1, 0), LEFT: (0, -1)}
OPPOSITE = {TOP: BOTTOM, RIGHT: LEFT, BOTTOM: TOP, LEFT: RIGHT}


@dataclass(frozen=True)
class Pipes:
    """An instance: the given tiles, and those to lay, in rising order, as many as there are gaps."""

    name: str
    grid: Grid
    tiles: tuple[Tile, ...]
    known: Known | None = None
    source: str | None = None

    @property
    def size(self) -> int:
        return len(self.grid)


def neighbours(size: int, row: int, column: int) -> Iterator[tuple[int, tuple[int, int] | None]]:
    """The four sides of a cell, each with the cell beyond it, or None beyond the border."""
    for side, (down, right) in STEPS.items():
        r, c = row + down, column + right
        yield side, (r, c) if 0 <= r < size and 0 <= c < size else None


def all_tiles(puzzle: Pipes) -> Counter[Tile]:
    """How many there are of each kind, given ones included."""
    return Counter(puzzle.tiles) + Counter(tile for row in puzzle.grid for tile in row if tile)


def unsolvable_by_counting(puzzle: Pipes) -> str | None:
    """The reason, if pipes have no partners: those to the right meet those to the left, to the bottom to the top."""
    tiles = all_tiles(puzzle)
    for side, name, opposite, other in ((RIGHT, "right", LEFT, "left"), (BOTTOM, "bottom", TOP, "top")):
        here, there = (sum(count for tile, count in tiles.items() if tile & each) for each in (side, opposite))
        if here != there:
            return f"{here} pipes to the {name} cannot meet {there} to the {other}"
    return None


def mistake(puzzle: Pipes, grid: Grid) -> str | None:
    """Where a tile does not meet its neighbour or the border, as a sentence; a gap meets everything.

    Without gaps, also whether these are the tiles of the puzzle.
    """
    if all(map(all, grid)) and Counter(tile for row in grid for tile in row) != all_tiles(puzzle):
        return "these are not the tiles of the puzzle"
    for r, row in enumerate(grid):
        for c, tile in enumerate(row):
            for side, beyond in neighbours(len(grid), r, c):
                if beyond is None:
                    if tile & side:
                        return f"a pipe leaves the square from row {r + 1}, column {c + 1}"
                    continue
                other = grid[beyond[0]][beyond[1]]
                if tile and other and bool(tile & side) != bool(other & OPPOSITE[side]):
                    return f"row {r + 1}, column {c + 1} does not meet row {beyond[0] + 1}, column {beyond[1] + 1}"
    return None
