"""Pipes by direct search: the first gap in reading order takes every kind of tile left that fits what is around it.

Without any lookahead a node costs little, and there are many.
"""

from collections.abc import Sequence
from itertools import chain, product

from fewest_pours.puzzles.grid_puzzle import Grid, Position, rows_of
from fewest_pours.puzzles.pipes.file_format import drawing
from fewest_pours.puzzles.pipes.rules import KINDS, OPPOSITE, Pipes, neighbours
from fewest_pours.running.solver_contract import Result, Settings, Watch
from search_baseline.backtracking import decide

BORDER = 16  # a tile without pipes, which stands beyond every border
BORDER_PLACE = -1  # it is the last of the tiles, behind those of the cells

Laid = tuple[tuple[int, ...], tuple[int, ...]]  # the tiles row by row, and how many are left of each of KINDS


class Direct:
    """The space of the direct search; kinds are tried in the order of KINDS."""

    def __init__(self, puzzle: Pipes) -> None:
        self.size = puzzle.size
        self.clues_meet = puzzle.mistake(puzzle.grid) is None
        tiles = (*chain(*puzzle.grid), BORDER)
        left = tuple(puzzle.tiles.count(kind) for kind in KINDS)
        self.first: Laid = (tiles, left)
        self.around: list[list[tuple[int, int, int]]] = []  # of each cell: side, opposite side, place in the tiles
        for row, column in product(range(self.size), repeat=2):
            sides = neighbours(self.size, row, column)
            self.around.append([(side, OPPOSITE[side], self.place(cell)) for side, cell in sides])

    def place(self, cell: Position | None) -> int:
        return BORDER_PLACE if cell is None else cell[0] * self.size + cell[1]

    def narrow(self, state: Laid) -> Laid | None:
        return state if self.clues_meet else None

    def branches(self, state: Laid) -> Sequence[Laid] | None:
        tiles, left = state
        if not any(left):
            return None
        gap = tiles.index(0)
        certain = 0  # the sides with a neighbour or the border
        pipes = 0  # those of them where a pipe arrives
        for side, opposite, cell in self.around[gap]:
            if tiles[cell]:
                certain |= side
                if tiles[cell] & opposite:
                    pipes |= side
        found = []
        for i, kind in enumerate(KINDS):
            if left[i] and kind & certain == pipes:
                tiles_after = (*tiles[:gap], kind, *tiles[gap + 1 :])
                left_after = (*left[:i], left[i] - 1, *left[i + 1 :])
                found.append((tiles_after, left_after))
        return found

    def grid(self, state: Laid) -> Grid:
        tiles, _ = state
        return rows_of(tiles[:BORDER_PLACE], self.size)


def solve(puzzle: Pipes, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    return decide(Direct(puzzle), drawing, settings, watch)
