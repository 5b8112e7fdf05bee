"""Puzzles as constraint models for OR-Tools CP-SAT."""

from typing import Any

from instances.api import Puzzle, Result, solve_by


def solve(puzzle: Puzzle, instance: Any, solver: str | None = None, **limits: Any) -> Result:
    """As instances.api.solve_by describes it, by this side."""
    from cpmodel.sides import SIDES

    return solve_by(SIDES, puzzle, instance, solver, **limits)
