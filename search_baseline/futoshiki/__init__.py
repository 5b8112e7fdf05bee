"""Futoshiki by backtracking with propagation, and random futoshiki with one solution."""

from instances.futoshiki import PUZZLE
from instances.harness.side import Side, Solver
from search_baseline.futoshiki.generator import generate
from search_baseline.futoshiki.solver import solve
from search_baseline.grid_witness import witness_for

SIDE = Side((Solver("backtracking", "narrowing", solve),), witness_for(PUZZLE), generate)
