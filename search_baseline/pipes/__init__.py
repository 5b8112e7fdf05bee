"""Pipes by backtracking, in two ways, and random pipes."""

from instances.harness.side import Side, Solver
from instances.pipes import PUZZLE
from search_baseline.grid_witness import witness_for
from search_baseline.pipes.generator import generate
from search_baseline.pipes.solver import solve, solve_direct

SIDE = Side(
    solvers=(Solver("backtracking", "narrowing", solve), Solver("backtracking-raster", "raster", solve_direct)),
    witness=witness_for(PUZZLE),
    generate=generate,
)
