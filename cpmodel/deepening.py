"""Iterative horizon deepening over any bounded-horizon model."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import inf
from typing import Any

from cpmodel.solving import Jobs, Model, Status, jobs, run
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result

Build = Callable[[int], Model | None]  # horizon -> the model of its plans; None where there are none
JUMP = 8  # where a model has all shorter plans, an eighth of the horizons so far is left out before the next one


def deepen(
    formulation: str,
    build: Build,
    lower: int,
    settings: Settings,
    watch: Watch,
    threshold: int | None = None,
    at_most: bool = False,
) -> Result:
    """Solve for growing horizons until one has a plan and all before it are refuted.

    build(T) models the plans of exactly T steps or, if at_most is set, of at most T steps; then a refutation counts for
    all shorter ones, and some horizons are left out. `lower` is a bound that is already proven.
    threshold: a number of steps within which a plan is proven to exist if any does, so that the refutation of all
    horizons up to it is a proof that there is none. Without it, deepening ends only with a plan, a limit, or
    settings.horizon.

    With two workers or more, two horizons are solved side by side: while the lower one is being refuted, the higher one
    may find a plan, whose length is the upper bound from then on.
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
                wanted = sparse_horizons(lower, upper, last) if at_most else open_horizons(lower, upper, last, refuted)
                start(pool, build, wanted)
                running = " and ".join(f"horizon {horizon}" for horizon in sorted(pool.running))
                watch.report(lower, upper, f"{formulation}, {running}")
                horizon, answer = pool.next()
                statistics.update(answer.statistics)
                if answer.status is Status.INFEASIBLE:
                    refuted.update(range(lower, horizon) if at_most else (), [horizon])
                    lower = next(open_horizon for open_horizon in count(lower) if open_horizon not in refuted)
                else:
                    plan, upper = answer.found, len(answer.found)
                    watch.found(answer.found)
                for other in list(pool.running):
                    if other < lower or (upper is not None and other >= upper):
                        pool.cancel(other)
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


def open_horizons(lower: int, upper: int | None, last: float, refuted: set[int]) -> Iterator[int]:
    """All that are not refuted, the lowest first."""
    for horizon in count(lower):
        if horizon > last or horizon == upper:
            return
        if horizon not in refuted:
            yield horizon


def sparse_horizons(lower: int, upper: int | None, last: float) -> Iterator[int]:
    """Some, the most urgent first: one step less than the plan has, or growing ones until there is a plan."""
    if upper is not None:
        yield upper - 1
        if lower < upper - 1:
            yield (lower + upper - 1) // 2
        return
    while lower <= last:
        horizon = int(min(last, lower + lower // JUMP))
        yield horizon
        lower = horizon + 1


def start(pool: Jobs[int], build: Build, wanted: Iterator[int]) -> None:
    """Give every free place to the most urgent horizon that is not being solved."""
    places = min(2, pool.settings.workers)
    for horizon in wanted:
        if len(pool.running) >= places:
            return
        if horizon not in pool.running:
            pool.start(horizon, partial(run, partial(build, horizon)))


def conclusion(lower: int, upper: int | None, threshold: int | None) -> Outcome:
    """What a deepening has shown that no limit has ended."""
    if upper is not None:
        return Outcome.OPTIMAL if lower == upper else Outcome.SOLVED
    if threshold is not None and lower > threshold:
        return Outcome.UNSOLVABLE
    return Outcome.NO_PLAN_WITHIN_HORIZON
