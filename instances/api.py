"""The project without its command lines: load, solve with limits, replay, check.

    from cpmodel import solve
    from instances.api import check, load, replay

    puzzle, deal = load("instances/watersort/one-pour.yaml")
    result = solve(puzzle, deal, seconds=10)
    print(result.outcome.value, len(result.plan))
    print(len(replay(puzzle, deal, result.plan)))

`solve` stands in both packages, cpmodel and search_baseline. It never raises for a limit or a solver that fails: the
Result's outcome tells. A plan that it returns has been replayed.
"""

from typing import Any

from instances.checker import check
from instances.puzzle import Puzzle, RuleBroken
from instances.puzzles import load
from instances.solving.limits import Settings
from instances.solving.outcome import Outcome, Result
from instances.solving.request import Request, solve
from instances.solving.solvers import Side

__all__ = ["Outcome", "Puzzle", "Result", "RuleBroken", "check", "load", "replay", "solve_by"]


def replay(puzzle: Puzzle, instance: Any, answer: tuple[Any, ...]) -> list[Any]:
    """The instance after each step of a plan, or filled in by each solution; raises RuleBroken if it solves nothing."""
    puzzle.verify(instance, answer)
    return [frame.instance for frame in puzzle.frames(instance, answer)]


def solve_by(
    side: Side,
    puzzle: Puzzle,
    instance: Any,
    solver: str | None = None,
    *,
    seconds: float | None = None,
    mebibytes: float | None = None,
    horizon: int | None = None,
    any_plan: bool = False,
    workers: int = 2,
    seed: int = 0,
) -> Result:
    """One solver of a side, its default or the one of that name ('cp-timeline'); KeyError if there is none.

    seconds: of wall time; mebibytes: of resident memory, this process included. ValueError for limits out of range.
    """
    settings = Settings(horizon, any_plan, workers, seed)
    chosen = side.solver(puzzle.name, solver)
    return solve(Request(puzzle, instance, (chosen,), settings, seconds, mebibytes)).result
