"""Futoshiki by backtracking: narrow the candidates of every cell, then branch on the most constrained one.

What follows from a guess, and which cell is guessed next, stands in search_baseline/futoshiki/propagation.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from instances.futoshiki.picture import drawing
from instances.futoshiki.rules import Futoshiki, Grid
from instances.harness.limits import Settings, Watch
from instances.harness.outcome import Result
from search_baseline.backtracking import decide
from search_baseline.futoshiki.propagation import Board, Candidates, board_of, grid_of, start


@dataclass(frozen=True)
class Space:
    """A futoshiki for the search; a state is the candidates of every cell."""

    puzzle: Futoshiki
    board: Board

    def root(self) -> Candidates:
        return start(self.puzzle)

    def narrow(self, cells: Candidates) -> Candidates | None:
        return self.board.narrow(cells)

    def solved(self, cells: Candidates) -> bool:
        return all(candidates.bit_count() == 1 for candidates in cells)

    def branches(self, cells: Candidates) -> Sequence[Candidates]:
        return self.board.branches(cells)

    def grid(self, cells: Candidates) -> Grid:
        return grid_of(cells)

    def drawing(self, cells: Candidates) -> str:
        return drawing(grid_of(cells), self.puzzle.less)


def solve(puzzle: Futoshiki, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    return decide(Space(puzzle, board_of(puzzle.size, puzzle.less)), settings, watch)
