"""Iterative horizon deepening over any bounded-horizon model."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from typing import Any

from cpmodel.solving import Jobs, Model, Status, jobs, run
from instances.harness.limits import LimitReached, Settings, Watch
from instances.harness.outcome import Outcome, Result

Build = Callable[[int], Model | None]  # horizon -> the model of its plans; None where there are none


def deepen(
    formulation: str,
    build: Build,
    lower: int,
    settings: Settings,
    watch: Watch,
    threshold: int | None = None,
) -> Result:
    """Solve for the horizons lower, lower + 1, ... until one has a plan and all before it are refuted.

    build(T) models the plans of exactly T steps, or of at most T steps; `lower` is a bound that is already proven.
    threshold: a number of steps within which a plan is proven to exist if any does, so that the refutation of all
    horizons up to it is a proof that there is none. Without it, deepening ends only with a plan, a limit, or
    settings.horizon.

    With two workers or more, two horizons are solved side by side: while the lower one is being refuted, the next one
    may find the plan, whose length is the upper bound from then on.
    """
    last = min(inf if end is None else end for end in (settings.horizon, threshold))
    statistics: Counter[str] = Counter()
    refuted: set[int] = set()
    plan: tuple[Any, ...] | None = None
    upper: int | None = None
    outcome: Outcome | None = None
    with jobs(settings, watch) as pool:
        try:
            while lower <= last and lower != upper and not (plan is not None and settings.any_plan):
                start_open_horizons(pool, build, refuted, lower, last if upper is None else upper - 1)
                running = " and ".join(f"horizon {horizon}" for horizon in sorted(pool.running))
                watch.report(lower, upper, f"{formulation}, {running}")
                horizon, answer = pool.next()
                statistics.update(answer.statistics)
                if answer.status is Status.INFEASIBLE:
                    refuted.add(horizon)
                    lower = next(open_horizon for open_horizon in count(lower) if open_horizon not in refuted)
                else:
                    plan, upper = answer.found, len(answer.found)
                    watch.found(answer.found)
                    for needless in [other for other in pool.running if other >= upper]:
                        pool.cancel(needless)
        except LimitReached as limit:
            outcome = limit.outcome
    if outcome is None:
        outcome = conclusion(lower, upper, threshold)
    if outcome is Outcome.UNSOLVABLE:
        reason = f"no plan has {threshold} steps or fewer, and some plan would be that short"
        return Result(outcome, reason=reason, lower_bound_by=formulation, statistics=dict(statistics))
    return Result(
        outcome, plan, lower_bound=lower, upper_bound=upper,
        lower_bound_by=formulation, upper_bound_by=formulation if upper is not None else None,
        statistics=dict(statistics),
    )  # fmt: skip


def start_open_horizons(pool: Jobs[int], build: Build, refuted: set[int], lower: int, last: float) -> None:
    """Give every free place to the lowest horizon that is neither refuted nor being solved."""
    places = min(2, pool.settings.workers)
    for horizon in count(lower):
        if horizon > last or len(pool.running) >= places:
            return
        if horizon not in refuted and horizon not in pool.running:
            pool.start(horizon, partial(run, partial(build, horizon)))


def conclusion(lower: int, upper: int | None, threshold: int | None) -> Outcome:
    """What a deepening has shown that no limit has ended."""
    if upper is not None:
        return Outcome.OPTIMAL if lower == upper else Outcome.SOLVED
    if threshold is not None and lower > threshold:
        return Outcome.UNSOLVABLE
    return Outcome.NO_PLAN_WITHIN_HORIZON
