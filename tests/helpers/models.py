"""Questions to constraint models."""

from collections.abc import Iterable
from typing import Any

from ortools.sat.python import cp_model


def possible(model, facts: Iterable[Any]) -> bool:
    """Whether a constraint model has a solution in which these hold too: literals, or linear constraints."""
    for fact in facts:
        model.cp.add(fact if isinstance(fact, cp_model.BoundedLinearExpression) else fact == 1)
    return cp_model.CpSolver().solve(model.cp) == cp_model.OPTIMAL
