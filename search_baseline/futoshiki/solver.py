"""Futoshiki by backtracking: narrow the candidates of every cell, then branch on the most constrained one.

What follows from a guess, and which cell is guessed next, stands in search_baseline/futoshiki/propagation.py.
"""

from instances.futoshiki.picture import drawing
from instances.futoshiki.rules import Futoshiki
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Result
from search_baseline.backtracking import decide
from search_baseline.candidates import Narrowing
from search_baseline.futoshiki.propagation import board_of, start


def solve(puzzle: Futoshiki, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    board = board_of(puzzle.size, puzzle.less)
    return decide(Narrowing(start(puzzle), board, lambda grid: drawing(grid, puzzle.less)), settings, watch)
