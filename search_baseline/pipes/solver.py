"""Pipes by backtracking, in two ways: gap by gap, and the most constrained gap first.

Direct takes the first gap in reading order and tries every kind of tile left that fits the border and the tiles around
it. It looks no further ahead, so a node is cheap.

The default keeps the candidates of every gap; the rules, and the choice of the gap to guess, are in
search_baseline/pipes/propagation.py. A node costs much more, and there are far fewer of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from instances.grid_puzzle import Grid
from instances.pipes.picture import drawing
from instances.pipes.rules import KINDS, OPPOSITE, Pipes, Tile, mistake, neighbours, unsolvable_by_counting
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from search_baseline.backtracking import Filling, decide
from search_baseline.pipes.propagation import board_of, start


class Laid(NamedTuple):
    """A state of the direct search: the tiles row by row, those left of each kind, and how many gaps are filled."""

    tiles: tuple[Tile, ...]
    left: tuple[int, ...]
    filled: int


class Direct:
    """The space of the direct search; kinds are tried in the order of KINDS."""

    def __init__(self, puzzle: Pipes) -> None:
        self.puzzle = puzzle
        self.clues_meet = mistake(puzzle, puzzle.grid) is None
        flat = [tile for row in puzzle.grid for tile in row]
        self.gaps = [cell for cell, tile in enumerate(flat) if not tile]
        self.around = [
            [(side, OPPOSITE[side], None if cell is None else cell[0] * puzzle.size + cell[1]) for side, cell in sides]
            for sides in (neighbours(puzzle.size, *divmod(gap, puzzle.size)) for gap in self.gaps)
        ]

    def root(self) -> Laid:
        tiles = tuple(tile for row in self.puzzle.grid for tile in row)
        return Laid(tiles, tuple(self.puzzle.tiles.count(kind) for kind in KINDS), 0)

    def narrow(self, state: Laid) -> Laid | None:
        return state if self.clues_meet else None

    def solved(self, state: Laid) -> bool:
        return state.filled == len(self.gaps)

    def branches(self, state: Laid) -> Sequence[Laid]:
        tiles, left, filled = state
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
        size = self.puzzle.size
        return tuple(state.tiles[row * size : (row + 1) * size] for row in range(size))

    def drawing(self, state: Laid) -> str:
        return drawing(self.grid(state))


def solve(puzzle: Pipes, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one, with narrowing."""
    if reason := unsolvable_by_counting(puzzle):
        return Result(Outcome.UNSOLVABLE, reason=reason, statistics={"nodes": 0})
    return decide(Filling(start(puzzle), board_of(puzzle), drawing), settings, watch)


def solve_direct(puzzle: Pipes, settings: Settings, watch: Watch) -> Result:
    """The same by the direct search, gap by gap."""
    return decide(Direct(puzzle), settings, watch)
