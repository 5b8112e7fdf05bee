"""Horizon deepening says what was proven, and no more."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cpmodel.deepening import deepen
from cpmodel.solving import Model, Value
from cpmodel.watersort.timeline import build
from instances.puzzles import load
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, verify

_, NINE = load("instances/watersort/partial-pours-needed-3.yaml")  # bound 7, shortest plan 9
STUCK = Deal("stuck", 2, (("a", "b"), ("b", "a")))


def deepened(deal: Deal, watch: Watch | None = None, threshold: int | None = None, **settings: object) -> Result:
    lower = bottoms_bound(deal)
    horizons = Settings(**settings)  # type: ignore[arg-type]
    return deepen("timeline", lambda horizon: build(deal, horizon), lower, horizons, watch or Watch(), threshold)


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_first_plan_is_shortest_when_all_before_is_refuted(workers: int) -> None:
    result = deepened(NINE, workers=workers)
    verify(NINE, result.plan or ())
    assert (result.outcome, result.lower_bound, result.upper_bound) == (Outcome.OPTIMAL, 9, 9)
    assert (result.lower_bound_by, result.upper_bound_by) == ("timeline", "timeline")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_horizon_says_nothing_beyond_it(workers: int) -> None:
    result = deepened(NINE, workers=workers, horizon=8)
    assert (result.outcome, result.lower_bound, result.upper_bound) == (Outcome.NO_PLAN_WITHIN_HORIZON, 9, None)
    assert deepened(NINE, workers=workers, horizon=3).lower_bound == 7


def test_a_horizon_that_is_long_enough_changes_nothing() -> None:
    assert deepened(NINE, horizon=9).outcome is Outcome.OPTIMAL


@pytest.mark.parametrize("workers", [1, 2])
def test_any_plan(workers: int) -> None:
    result = deepened(NINE, workers=workers, any_plan=True)
    verify(NINE, result.plan or ())
    assert result.upper_bound == len(result.plan or ())
    assert (result.outcome is Outcome.OPTIMAL) == (result.lower_bound == result.upper_bound)
    assert result.outcome in (Outcome.OPTIMAL, Outcome.SOLVED)


def test_only_a_threshold_proves_that_there_is_no_plan() -> None:
    assert deepened(STUCK, threshold=4).outcome is Outcome.UNSOLVABLE
    bounded = deepened(STUCK, threshold=4, horizon=3)
    assert (bounded.outcome, bounded.lower_bound) == (Outcome.NO_PLAN_WITHIN_HORIZON, 4)
    assert deepened(STUCK, threshold=4, horizon=4).outcome is Outcome.UNSOLVABLE


def test_limits_carry_the_bound() -> None:
    late = deepened(NINE, Watch(seconds=0))
    assert (late.outcome, late.lower_bound, late.plan) == (Outcome.OUT_OF_TIME, 7, None)
    watch = Watch()
    watch.interrupted.set()
    assert deepened(NINE, watch).outcome is Outcome.INTERRUPTED


def test_the_bounds_are_reported_as_they_rise() -> None:
    told: list[tuple[int | None, int | None, str]] = []
    deepened(NINE, Watch(report=lambda *line: told.append(line)), workers=1)
    assert told == [(horizon, None, f"timeline, horizon {horizon}") for horizon in (7, 8, 9)]


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
def test_horizons_are_left_out_where_a_model_has_all_shorter_plans(workers: int, lower: int, fewest: int) -> None:
    def build(horizon: int) -> Model | None:
        return Steps(horizon) if horizon >= fewest else None

    settings = Settings(workers=workers)
    result = deepen("steps", build, lower, settings, Watch(), threshold=40, at_most=True)
    assert (result.outcome, result.lower_bound, result.upper_bound) == (Outcome.OPTIMAL, fewest, fewest)
    gone = deepen("steps", lambda horizon: None, lower, settings, Watch(), threshold=40, at_most=True)
    assert gone.outcome is Outcome.UNSOLVABLE
