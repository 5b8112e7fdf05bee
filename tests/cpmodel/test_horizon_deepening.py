"""Horizon deepening says what was proven, and no more."""

from dataclasses import dataclass, field

import pytest
from ortools.sat.python import cp_model

from cpmodel.horizon_deepening import deepen
from cpmodel.solving import Parameters
from fewest_pours.running.solver_contract import Outcome, Settings, Watch


@dataclass
class Steps:
    """A model whose plan has as many steps as its horizon allows."""

    horizon: int
    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    parameters: Parameters = field(default_factory=dict)

    def read(self, value):
        return ("step",) * self.horizon


def deepened(fewest, lower, watch=None, **settings):
    def build(horizon):
        return None if fewest is None or horizon < fewest else Steps(horizon)

    return deepen(build, lower, Settings(**settings), watch or Watch())


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("fewest", "first", "settings", "outcome", "lower", "upper"),
    [
        (9, 7, {}, Outcome.OPTIMAL, 9, 9),
        (9, 7, {"horizon": 8}, Outcome.NO_PLAN_WITHIN_HORIZON, 9, None),
        (None, 7, {"horizon": 9}, Outcome.NO_PLAN_WITHIN_HORIZON, 10, None),
        (9, 7, {"horizon": 3}, Outcome.NO_PLAN_WITHIN_HORIZON, 7, None),
        (1, 0, {}, Outcome.OPTIMAL, 1, 1),
        (21, 16, {}, Outcome.OPTIMAL, 21, 21),  # some horizons are skipped
    ],
)
def test_refuted_horizons_raise_the_bound(fewest, first, settings, outcome, lower, upper, workers):
    result = deepened(fewest, first, workers=workers, **settings)
    assert (result.outcome, result.lower_bound, result.upper_bound) == (outcome, lower, upper)
    if upper is not None:
        assert len(result.plan) == upper
        assert (result.lower_bound_by, result.upper_bound_by) == ("cp", "cp")


@pytest.mark.parametrize("workers", [1, 2])
def test_any_plan(workers):
    result = deepened(9, 7, workers=workers, any_plan=True)
    assert result.upper_bound == len(result.plan)
    assert result.outcome is (Outcome.OPTIMAL if result.lower_bound == result.upper_bound else Outcome.SOLVED)


def test_limits_leave_the_bound():
    late = deepened(9, 7, Watch(0))
    assert (late.outcome, late.lower_bound, late.plan) == (Outcome.OUT_OF_TIME, 7, None)
    watch = Watch()
    watch.interrupted.set()
    assert deepened(9, 7, watch).outcome is Outcome.INTERRUPTED
