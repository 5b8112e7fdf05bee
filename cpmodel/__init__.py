"""Puzzles as constraint models for OR-Tools CP-SAT."""

# Loading the package loads nothing else: until a program handles Ctrl-C there is nothing that it could interrupt.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from instances.api import Puzzle, Result


def solve(puzzle: "Puzzle", instance: "Any", solver: str | None = None, **limits: "Any") -> "Result":
    """As instances.api.solve_by describes it, by this side."""
    from cpmodel.solvers import SIDE
    from instances.api import solve_by

    return solve_by(SIDE, puzzle, instance, solver, **limits)
