"""Iterative horizon deepening over any bounded-horizon model."""

from collections import Counter
from collections.abc import Callable

from cpmodel.solving import Model, jobs
from instances.limits import LimitReached, Settings, Watch
from instances.outcome import Outcome, Result


def deepen(
    formulation: str,
    build: Callable[[int], Model | None],
    lower: int,
    settings: Settings,
    watch: Watch,
) -> Result:
    """Solve for horizon = lower, lower + 1, ... until a plan is found; the first one is then shortest.

    build(T) models the plans of exactly T steps, or of at most T steps; `lower` is a bound that is already proven.
    Ends only with a plan, a limit, or settings.horizon; it can never say that no plan exists.
    """
    statistics: Counter[str] = Counter()
    with jobs(settings, watch) as pool:
        horizon = lower
        try:
            while settings.horizon is None or horizon <= settings.horizon:
                watch.report(horizon, None, f"{formulation}, horizon {horizon}")
                pool.start(f"horizon {horizon}", lambda horizon=horizon: build(horizon))  # type: ignore[misc]
                _, answer = pool.next()
                statistics.update(answer.statistics)
                if answer.status == "unknown":
                    raise LimitReached(Outcome.OUT_OF_TIME)
                if answer.status == "feasible":
                    return Result(
                        Outcome.OPTIMAL, answer.found, lower_bound=horizon, upper_bound=horizon,
                        lower_bound_by=formulation, upper_bound_by=formulation, statistics=dict(statistics),
                    )  # fmt: skip
                horizon += 1
        except LimitReached as limit:
            outcome = limit.outcome
        else:
            outcome = Outcome.NO_PLAN_WITHIN_HORIZON
    return Result(outcome, lower_bound=horizon, lower_bound_by=formulation, statistics=dict(statistics))
