"""Exercise 5 of docs/lesson.md: one model that minimises the steps, instead of a model for each horizon.

python compare.py --deals 2x1..2 --count 2 --solvers cp-textbook minimise --module docs/examples/minimise.py
"""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from cpmodel.jobs import Jobs
from cpmodel.solving import Hear, Progress, Response, run
from cpmodel.watersort import textbook
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import LimitReached, Outcome, Plan, Result, Settings, Watch

FIRST_HORIZON = 8  # if it has no plan, the next one has twice as many steps

Build = Callable[[int], Any]  # horizon -> a model with over[t]: the plan has ended before step t; or None


def minimise(build: Build, lower: int, settings: Settings, watch: Watch) -> Result:
    """A shortest plan. lower: a bound that is already proven, as for `deepen`."""
    last = inf if settings.horizon is None else settings.horizon
    horizon = min(last, max(FIRST_HORIZON, lower))
    plan: Plan | None = None
    outcome = None

    def hear(steps: int, progress: Progress[Plan]) -> None:
        nonlocal lower, plan
        if progress.bound is not None:
            longest_refuted = min(progress.bound - 1, steps)  # the model has no longer plans, whatever the bound
            lower = max(lower, longest_refuted + 1)
        if progress.found is not None:
            plan = progress.found
            watch.found(plan)
        watch.report(lower, None, f"fewest steps up to {steps}")

    with Jobs[int, Plan](settings, watch, hear) as pool:
        try:
            while lower <= last and (plan is None or lower < len(plan)):
                pool.start(int(horizon), partial(solve_for_fewest_steps, build, int(horizon)))
                _, answer = pool.answer()
                if answer.found is None:
                    lower = int(horizon) + 1
                    horizon = min(last, 2 * horizon)
                else:
                    plan = answer.found
                    lower = len(answer.found)
        except LimitReached as limit:
            outcome = limit.outcome
    if outcome is None:
        outcome = Outcome.NO_PLAN_WITHIN_HORIZON if plan is None else Outcome.OPTIMAL
    return Result(outcome, plan, lower_bound=lower, upper_bound=None if plan is None else len(plan))


def solve_for_fewest_steps(
    build: Build, horizon: int, settings: Settings, _: float | None, say: Hear
) -> Response[Plan]:
    """A plan with the fewest steps. CP-SAT has no limit of its own here, so that it ends with a proof or not at all."""

    def build_with_objective() -> Any:
        model = build(horizon)
        if model is not None:
            model.cp.minimize(sum(1 - over for over in model.over.values()))
        return model

    return run(build_with_objective, settings, None, say)


def solve_textbook(deal: Deal, settings: Settings, watch: Watch) -> Result:
    return minimise(partial(textbook.build, deal), 0, settings, watch)


SOLVERS = {"watersort": {"minimise": solve_textbook}}
