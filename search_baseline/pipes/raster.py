"""Pipes by direct search: the first gap in reading order takes every kind of tile left that fits what is around it.

It looks no further ahead, so a node costs little, and there are many.
"""

from collections.abc import Sequence
from typing import NamedTuple

from instances.grid_puzzle import Grid
from instances.pipes.picture import drawing
from instances.pipes.rules import KINDS, OPPOSITE, Pipes, Tile, mistake, neighbours
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Result
from search_baseline.backtracking import decide


class Laid(NamedTuple):
    """A state of the direct search: the tiles row by row, those left of each kind, and how many gaps are filled."""

    tiles: tuple[Tile, ...]
    left: tuple[int, ...]
    filled: int


class Direct:
    """The space of the direct search; kinds are tried in the order of KINDS."""

    def __init__(self, puzzle: Pipes) -> None:
        self.size, self.clues_meet = puzzle.size, mistake(puzzle, puzzle.grid) is None
        tiles = tuple(tile for row in puzzle.grid for tile in row)
        self.first = Laid(tiles, tuple(map(puzzle.tiles.count, KINDS)), 0)
        self.gaps = [cell for cell, tile in enumerate(tiles) if not tile]
        self.around = [
            [(side, OPPOSITE[side], None if cell is None else cell[0] * puzzle.size + cell[1]) for side, cell in sides]
            for sides in (neighbours(puzzle.size, *divmod(gap, puzzle.size)) for gap in self.gaps)
        ]

    def narrow(self, state: Laid) -> Laid | None:
        return state if self.clues_meet else None

    def branches(self, state: Laid) -> Sequence[Laid] | None:
        tiles, left, filled = state
        if filled == len(self.gaps):
            return None
        gap = self.gaps[filled]
        certain = pipes = 0  # the sides with a neighbour or the border, and those of them where a pipe arrives
        for side, opposite, cell in self.around[filled]:
            if cell is None:
                certain |= side
            elif tiles[cell]:
                certain |= side
                if tiles[cell] & opposite:
                    pipes |= side
        return [
            Laid((*tiles[:gap], kind, *tiles[gap + 1 :]), (*left[:i], left[i] - 1, *left[i + 1 :]), filled + 1)
            for i, kind in enumerate(KINDS)
            if left[i] and kind & certain == pipes
        ]

    def grid(self, state: Laid) -> Grid:
        return tuple(zip(*[iter(state.tiles)] * self.size, strict=True))


def solve(puzzle: Pipes, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    return decide(Direct(puzzle), drawing, settings, watch)
