"""Game About Squares by A*."""

from instances.harness.side import Side, Solver
from search_baseline.squares.solver import solve, solve_manhattan
from search_baseline.squares.witness import witness

SIDE = Side(
    solvers=(Solver("astar", "displacements", solve), Solver("astar-manhattan", "manhattan", solve_manhattan)),
    witness=witness,
)
