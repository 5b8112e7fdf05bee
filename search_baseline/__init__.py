"""Puzzles solved by hand-written search."""

# Loading the package loads nothing else: until a program handles Ctrl-C there is nothing that it could interrupt.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from instances.api import Puzzle, Result


def solve(puzzle: "Puzzle", instance: "Any", solver: str | None = None, **limits: "Any") -> "Result":
    """As instances.api.solve_by describes it, by this side."""
    from instances.api import solve_by
    from search_baseline.solvers import SIDE

    return solve_by(SIDE, puzzle, instance, solver, **limits)
