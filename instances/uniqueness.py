"""What the solutions found say about a puzzle that is filled in: none, the only one, or two different ones."""

from collections.abc import Sequence
from typing import Any

from instances.outcome import Outcome, Result


def verdict(
    solutions: Sequence[Any], exhausted: bool, limit: Outcome | None = None, statistics: dict[str, Any] | None = None
) -> Result:
    """The result of a search that found these solutions, at most two.

    exhausted: it is proven that there is no other. limit: what ended a search that found nothing and proved nothing.
    """
    found, figures = tuple(solutions), statistics or {}
    if len(found) == 2:
        return Result(Outcome.OPTIMAL, solutions=found, unique=False, statistics=figures)
    if exhausted and found:
        return Result(Outcome.OPTIMAL, solutions=found, unique=True, statistics=figures)
    if exhausted:
        return Result(Outcome.UNSOLVABLE, statistics=figures)
    if found:
        return Result(Outcome.SOLVED, solutions=found, statistics=figures)
    assert limit is not None, "a search that is not exhausted and found nothing was ended by a limit"
    return Result(limit, statistics=figures)
