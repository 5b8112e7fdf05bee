"""Shortest plans by any model of all plans up to a horizon: by iterative deepening, or by one model that minimises."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import inf
from typing import Any, Protocol, TypeVar

from ortools.sat.python import cp_model

from cpmodel.jobs import Jobs
from cpmodel.literals import Boolean
from cpmodel.solving import Hear, Model, Progress, Response, run
from fewest_pours.running.limits import ignore
from fewest_pours.running.solver_contract import LimitReached, Outcome, Plan, Result, Settings, Watch

Step = TypeVar("Step", covariant=True)
Found = TypeVar("Found")
Build = Callable[[int], Model[tuple[Step, ...]] | None]  # horizon -> the model of all plans up to it, if any
JUMP = 8  # until there is a plan, each horizon is an eighth longer than the bound requires
FIRST_HORIZON = 8  # of the models that minimise; if it has no plan, the next one has twice as many steps


class Horizon(int):
    """A horizon as the name of its solve: str() is 'horizon 7', so write {horizon:d} for the number alone."""

    def __str__(self) -> str:
        return f"horizon {int(self)}"


class Ending(Model[tuple[Step, ...]], Protocol[Step]):
    """A model whose plans may end before its horizon. over[t]: the plan has ended before step t."""

    @property
    def over(self) -> Mapping[int, Boolean]: ...


def deepen(build: Build[Any], lower: int, settings: Settings, watch: Watch) -> Result:
    """Solve for growing horizons until one has a plan and all shorter plans are refuted.

    build(T) models the plans of at most T steps. `lower` is a bound that is already proven. Deepening ends with a plan,
    a limit, or settings.horizon: that no plan exists at any length needs another proof.

    With two workers or more, two horizons are solved side by side: while the lower one is being refuted, the higher one
    may find a plan, whose length is the upper bound from then on.
    """
    last = inf if settings.horizon is None else settings.horizon
    statistics: Counter[str] = Counter()
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
                statistics.update(answer.statistics)
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
    return result(outcome, plan, lower, statistics)


def horizons(lower: int, upper: float, last: float) -> list[int]:
    """The two most urgent: growing ones until there is a plan, then one step less than it has, and one halfway."""
    if upper < inf:
        return [int(upper) - 1, int(lower + upper - 1) // 2]
    first = int(min(last, lower + lower // JUMP))
    return [first, int(min(last, first + 1 + (first + 1) // JUMP))]


def minimise(build: Callable[[int], Ending[Any] | None], lower: int, settings: Settings, watch: Watch) -> Result:
    """Minimise the steps in one model; only if it has no plan, in another one of twice the horizon, and so on.

    The arguments are those of deepen.
    """
    last = inf if settings.horizon is None else settings.horizon
    horizon = min(last, max(FIRST_HORIZON, lower))
    statistics: Counter[str] = Counter()
    plan: Plan | None = None
    outcome = None

    def hear(steps: Horizon, progress: Progress[Plan]) -> None:
        nonlocal lower, plan
        if progress.bound is not None:
            longest_refuted = min(progress.bound - 1, steps)  # the model has no longer plans, whatever the bound
            lower = max(lower, longest_refuted + 1)
        if progress.found is not None:
            plan = progress.found
            watch.found(plan)
        watch.report(lower, None, f"fewest steps up to {steps:d}")

    with Jobs[Horizon, Plan](settings, watch, hear) as pool:
        try:
            while lower <= last and (plan is None or lower < len(plan)):
                watch.report(lower, None, f"fewest steps up to {horizon}")
                pool.start(Horizon(horizon), partial(solve_for_fewest_steps, build, int(horizon)))
                _, answer = pool.answer()
                statistics.update(answer.statistics)
                if answer.found is None:
                    lower = int(horizon) + 1
                    horizon = min(last, 2 * horizon)
                else:
                    plan = answer.found
                    lower = len(answer.found)
                    watch.found(plan)
        except LimitReached as limit:
            outcome = limit.outcome
    if outcome is None:
        outcome = Outcome.NO_PLAN_WITHIN_HORIZON if plan is None else Outcome.OPTIMAL
    return result(outcome, plan, lower, statistics)


def solve_for_fewest_steps(
    build: Callable[[int], Ending[Any] | None],
    horizon: int,
    settings: Settings,
    seconds: float | None,
    say: Hear = ignore,
) -> Response[Plan]:
    """A plan with the fewest steps. CP-SAT has no limit of its own here, so that it ends with a proof or not at all."""

    def build_with_objective(steps: int) -> Ending[Any] | None:
        model = build(steps)
        if model is not None:
            model.cp.minimize(count_steps(model.over.values()))
        return model

    return run(partial(build_with_objective, horizon), settings, None, say)


def count_steps(over: Iterable[Boolean]) -> cp_model.LinearExprT:
    return cp_model.LinearExpr.sum([1 - each for each in over])


def result(outcome: Outcome, plan: Plan | None, lower: int, statistics: Counter[str]) -> Result:
    return Result(
        outcome, plan, lower_bound=lower, upper_bound=None if plan is None else len(plan),
        lower_bound_by="cp", upper_bound_by=None if plan is None else "cp", statistics=dict(statistics),
    )  # fmt: skip
