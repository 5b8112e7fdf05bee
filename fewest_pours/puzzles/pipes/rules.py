"""The pipes puzzle: lay the tiles out on a square so that their pipes meet.

A tile has pipes to two or more of its sides and is not turned. Two neighbours agree on the side between them: both have
a pipe there, or neither; and no pipe leaves the square. The pipes need not form one network. Some tiles are given.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Self

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.grid_puzzle import Grid, GridPuzzle
from fewest_pours.puzzles.puzzle import RuleBroken

LARGEST = 100  # rows of the square

Tile = int  # the sides with a pipe, added up: 6 == RIGHT + BOTTOM is ╔; 0 stands for an empty cell

TOP = 1
RIGHT = 2
BOTTOM = 4
LEFT = 8
KINDS: tuple[Tile, ...] = (5, 10, 15, 7, 11, 13, 14, 3, 6, 9, 12)  # ║ ═ ╬ ╠ ╩ ╣ ╦ ╚ ╔ ╝ ╗: two pipes or more
STEPS = {TOP: (-1, 0), RIGHT: (0, 1), BOTTOM: (1, 0), LEFT: (0, -1)}
OPPOSITE = {TOP: BOTTOM, RIGHT: LEFT, BOTTOM: TOP, LEFT: RIGHT}


@dataclass(frozen=True)
class Pipes(GridPuzzle):
    """An instance: the given tiles, and those to lay, in rising order, as many as there are gaps."""

    tiles: tuple[Tile, ...]

    @property
    def all_tiles(self) -> Counter[Tile]:
        """How many there are of each kind, given ones included."""
        return Counter(self.tiles) + laid(self.grid)

    def filled(self, grid: Grid) -> Self:
        left = self.all_tiles
        left.subtract(laid(grid))
        if min(left.values()) < 0:
            raise RuleBroken("no such tile is left")
        return replace(super().filled(grid), tiles=tuple(sorted(left.elements())))

    def mistake(self, grid: Grid) -> str | None:
        """Where a tile does not meet its neighbour or the border; a gap meets everything.

        Without gaps, also whether these are the tiles of the puzzle.
        """
        if all(map(all, grid)) and laid(grid) != self.all_tiles:
            return Sentence("these are not the tiles of the puzzle", "other_tiles")
        for r, row in enumerate(grid):
            for c, tile in enumerate(row):
                for side, beyond in neighbours(len(grid), r, c):
                    if beyond is None:
                        if tile & side:
                            words = f"a pipe leaves the square from row {r + 1}, column {c + 1}"
                            return Sentence(words, "pipe_leaves", row=r + 1, column=c + 1)
                        continue
                    other = grid[beyond[0]][beyond[1]]
                    if tile and other and bool(tile & side) != bool(other & OPPOSITE[side]):
                        one = (r + 1, c + 1)
                        two = (beyond[0] + 1, beyond[1] + 1)
                        words = f"row {one[0]}, column {one[1]} does not meet row {two[0]}, column {two[1]}"
                        return Sentence(words, "does_not_meet", cell=one, other=two)
        return None


def laid(grid: Grid) -> Counter[Tile]:
    """How many tiles of each kind lie there."""
    return Counter(filter(None, chain(*grid)))


def neighbours(size: int, row: int, column: int) -> Iterator[tuple[int, tuple[int, int] | None]]:
    """The four sides of a cell, each with the cell beyond it, or None beyond the border."""
    for side, (down, right) in STEPS.items():
        r = row + down
        c = column + right
        is_inside = 0 <= r < size and 0 <= c < size
        yield side, (r, c) if is_inside else None
