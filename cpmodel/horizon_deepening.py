"""Iterative deepening: a shortest plan, by any model of all plans up to a horizon."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, TypeVar

from cpmodel.jobs import Jobs
from cpmodel.solving import Model, run
from fewest_pours.running.solver_contract import LimitReached, Outcome, Plan, Result, Settings, Watch

Step = TypeVar("Step", covariant=True)
Build = Callable[[int], Model[tuple[Step, ...]] | None]  # horizon -> the model of all plans up to it, if any
# While no plan is known, a horizon is an eighth longer than the one before: longer plans are easier to find.
JUMP = 8


class Horizon(int):
    """A horizon as the name of its solve: str() is 'horizon 7', so write {horizon:d} for the number alone."""

    def __str__(self) -> str:
        return f"horizon {int(self)}"


def deepen(build: Build[Any], lower: int, settings: Settings, watch: Watch) -> Result:
    """Solve for growing horizons until one has a plan and all shorter plans are refuted.

    build(T) models the plans of at most T steps. `lower` is a bound that is already proven. Deepening ends with a plan,
    a limit, or settings.horizon: that no plan exists at any length needs another proof.

    With two workers or more, two horizons are solved side by side: while the lower one is being refuted, the higher one
    may find a plan, whose length is the upper bound from then on.
    """
    last = inf if settings.horizon is None else settings.horizon
    plan: Plan | None = None
    upper = inf
    outcome = None
    with Jobs[Horizon, Plan](settings, watch) as pool:
        try:
            while lower <= last and lower != upper and not (plan is not None and settings.any_plan):
                for wanted in map(Horizon, horizons(lower, upper, last)):
                    if wanted not in pool.running and len(pool.running) < min(2, settings.workers):
                        pool.start(wanted, partial(run, partial(build, int(wanted))))
                running = " and ".join(map(str, sorted(pool.running)))
                watch.report(lower, None if plan is None else len(plan), running)
                horizon, answer = pool.answer()
                if answer.found is None:
                    lower = horizon + 1
                else:
                    plan = answer.found
                    upper = len(answer.found)
                    watch.found(plan)
                for other in list(pool.running):
                    if not lower <= other < upper:
                        pool.end(other)
        except LimitReached as limit:
            outcome = limit.outcome
    if outcome is None and plan is None:
        outcome = Outcome.NO_PLAN_WITHIN_HORIZON
    elif outcome is None:
        outcome = Outcome.OPTIMAL if lower == upper else Outcome.SOLVED
    return Result(
        outcome,
        plan,
        lower_bound=lower,
        lower_bound_by="cp",
        upper_bound=None if plan is None else len(plan),
        upper_bound_by=None if plan is None else "cp",
        statistics=pool.statistics,
    )


def horizons(lower: int, upper: float, last: float) -> list[int]:
    """The two most urgent horizons.

    While no plan is known, two growing ones, the first an eighth above the bound (at the bound, below 8): each plan
    that they find is an upper bound, and if one has none, more is refuted at once. Then one step less than the plan
    has, and one halfway to the bound.
    """
    if upper < inf:
        return [int(upper) - 1, int(lower + upper - 1) // 2]
    first = int(min(last, longer(lower)))
    return [first, int(min(last, longer(first + 1)))]  # below 8, longer(first) is first itself


def longer(horizon: int) -> int:
    """The next horizon to try while no plan is known."""
    return horizon + horizon // JUMP
