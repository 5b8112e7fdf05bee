"""Horizon deepening says what was proven, and no more."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cpmodel.deepening import deepen
from cpmodel.solving import Model, Value
from cpmodel.watersort.timeline import build
from helpers.deals import named
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, verify

NINE = named("partial-pours-needed-3")  # bound 7, shortest plan 9
STUCK = Deal("stuck", 2, (("a", "b"), ("b", "a")))


def deepened(deal: Deal, watch: Watch | None = None, threshold: int | None = None, **settings: Any) -> Result:
    lower, model = bottoms_bound(deal), partial(build, deal)
    return deepen("timeline", model, lower, Settings(**settings), watch or Watch(), threshold)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("deal", "threshold", "settings", "outcome", "lower", "upper"),
    [
        (NINE, None, {}, Outcome.OPTIMAL, 9, 9),
        (NINE, None, {"horizon": 9}, Outcome.OPTIMAL, 9, 9),
        (NINE, None, {"horizon": 8}, Outcome.NO_PLAN_WITHIN_HORIZON, 9, None),
        (NINE, None, {"horizon": 3}, Outcome.NO_PLAN_WITHIN_HORIZON, 7, None),
        (STUCK, 4, {}, Outcome.UNSOLVABLE, None, None),
        (STUCK, 4, {"horizon": 4}, Outcome.UNSOLVABLE, None, None),
        (STUCK, 4, {"horizon": 3}, Outcome.NO_PLAN_WITHIN_HORIZON, 4, None),
    ],
)
def test_refuted_horizons_raise_the_bound_and_only_a_threshold_proves_that_no_plan_exists(
    deal: Deal,
    threshold: int | None,
    settings: Any,
    outcome: Outcome,
    lower: int | None,
    upper: int | None,
    workers: int,
) -> None:
    result = deepened(deal, threshold=threshold, workers=workers, **settings)
    assert (result.outcome, result.lower_bound, result.upper_bound) == (outcome, lower, upper)
    if upper is not None:
        verify(deal, result.plan or ())
        assert (result.lower_bound_by, result.upper_bound_by) == ("timeline", "timeline")


@pytest.mark.parametrize("workers", [1, 2])
def test_any_plan(workers: int) -> None:
    result = deepened(NINE, workers=workers, any_plan=True)
    verify(NINE, result.plan or ())
    assert result.upper_bound == len(result.plan or ())
    assert result.outcome is (Outcome.OPTIMAL if result.lower_bound == result.upper_bound else Outcome.SOLVED)


def test_limits_leave_the_bound() -> None:
    late = deepened(NINE, Watch(seconds=0))
    assert (late.outcome, late.lower_bound, late.plan) == (Outcome.OUT_OF_TIME, 7, None)
    watch = Watch()
    watch.interrupted.set()
    assert deepened(NINE, watch).outcome is Outcome.INTERRUPTED


@dataclass
class Steps:
    """A model whose plan has as many steps as its horizon allows."""

    horizon: int
    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def read(self, value: Value) -> tuple[str, ...]:
        return ("step",) * self.horizon


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("lower", "fewest"), [(0, 1), (3, 3), (8, 9), (16, 21)])
def test_horizons_are_skipped_if_a_model_has_all_shorter_plans(workers: int, lower: int, fewest: int) -> None:
    def build(horizon: int) -> Model | None:
        return Steps(horizon) if horizon >= fewest else None

    settings = Settings(workers=workers)
    result = deepen("steps", build, lower, settings, Watch(), threshold=40, at_most=True)
    assert (result.outcome, result.lower_bound, result.upper_bound) == (Outcome.OPTIMAL, fewest, fewest)
    gone = deepen("steps", lambda horizon: None, lower, settings, Watch(), threshold=40, at_most=True)
    assert gone.outcome is Outcome.UNSOLVABLE
