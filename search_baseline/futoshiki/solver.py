"""Futoshiki by backtracking: narrow the candidates of every cell, then branch on the most constrained one.

The rules and the choice of the cell to guess are in search_baseline/futoshiki/propagation.py.
"""

from instances.futoshiki.picture import drawing
from instances.futoshiki.rules import Futoshiki
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Result
from search_baseline.backtracking import Filling, decide
from search_baseline.futoshiki.propagation import board_of, start


def solve(puzzle: Futoshiki, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    board = board_of(puzzle.size, puzzle.less)
    return decide(Filling(start(puzzle), board, lambda grid: drawing(grid, puzzle.less)), settings, watch)
