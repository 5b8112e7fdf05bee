"""Iterative horizon deepening over any model of all plans up to a horizon."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from math import inf
from typing import TypeVar

from cpmodel.solving import Jobs, Model, run
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch

Step = TypeVar("Step")
Build = Callable[[int], Model[tuple[Step, ...]] | None]  # horizon -> the model of all plans up to it, if any
JUMP = 8  # until there is a plan, each horizon is an eighth longer than the bound requires


def deepen(build: Build[Step], lower: int, settings: Settings, watch: Watch) -> Result:
    """Solve for growing horizons until one has a plan and all shorter plans are refuted.

    build(T) models the plans of at most T steps. `lower` is a bound that is already proven. Deepening ends with a plan,
    a limit, or settings.horizon: that there is no plan at all wants another proof.

    With two workers or more, two horizons are solved side by side: while the lower one is being refuted, the higher one
    may find a plan, whose length is the upper bound from then on.
    """
    last = inf if settings.horizon is None else settings.horizon
    statistics = Counter[str]()
    plan: tuple[Step, ...] | None = None
    upper, outcome = inf, None
    with Jobs[int, tuple[Step, ...]](settings, watch) as pool:
        try:
            while lower <= last and lower != upper and not (plan is not None and settings.any_plan):
                for wanted in horizons(lower, upper, last):
                    if wanted not in pool.running and len(pool.running) < min(2, settings.workers):
                        pool.start(wanted, partial(run, partial(build, wanted)))
                running = " and ".join(f"horizon {horizon}" for horizon in sorted(pool.running))
                watch.report(lower, None if plan is None else len(plan), running)
                horizon, answer = pool.answer()
                statistics.update(answer.statistics)
                if answer.found is None:
                    lower = horizon + 1
                else:
                    plan, upper = answer.found, len(answer.found)
                    watch.found(plan)
                for other in list(pool.running):
                    if not lower <= other < upper:
                        pool.end(other)
        except LimitReached as limit:
            outcome = limit.outcome
    if outcome is None:
        within = Outcome.OPTIMAL if lower == upper else Outcome.SOLVED
        outcome = Outcome.NO_PLAN_WITHIN_HORIZON if plan is None else within
    return Result(
        outcome, plan, lower_bound=lower, upper_bound=None if plan is None else len(plan),
        lower_bound_by="cp", upper_bound_by=None if plan is None else "cp", statistics=dict(statistics),
    )  # fmt: skip


def horizons(lower: int, upper: float, last: float) -> list[int]:
    """The two most urgent: growing ones until there is a plan, then one step less than it has, and one halfway."""
    if upper < inf:
        return [int(upper) - 1, int(lower + upper - 1) // 2]
    first = int(min(last, lower + lower // JUMP))
    return [first, int(min(last, first + 1 + (first + 1) // JUMP))]
