"""Solves in processes of their own, and horizon deepening, which says what was proven and no more."""

import os
import time
from dataclasses import dataclass, field

import pytest
from ortools.sat.python import cp_model

from cpmodel.horizon_deepening import deepen
from cpmodel.jobs import Jobs
from cpmodel.solving import Parameters, Response, SolverFailed, Status, parameter, solver_for
from cpmodel.watersort.schedule.model import build
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings, Watch
from helpers.deals import named


def found(settings, seconds, say):
    say("on the way")
    return Response(Status.FEASIBLE, settings.seed)


def sleeps(settings, seconds, say):
    time.sleep(1000)
    raise AssertionError


def runs_out_of_memory(settings, seconds, say):
    raise MemoryError


def test_an_answer_comes_back_under_its_name():
    heard = []
    with Jobs(Settings(seed=5), Watch(), lambda *said: heard.append(said)) as pool:
        pool.start("other", sleeps)
        pool.start("this", found)
        assert pool.answer() == ("this", Response(Status.FEASIBLE, 5))
    assert heard == [("this", "on the way")]


@pytest.mark.parametrize(
    ("work", "error", "message"),
    [
        (lambda settings, seconds, say: os._exit(3), SolverFailed, "job: the process died .exit code 3."),
        (runs_out_of_memory, LimitReached, "out of memory"),
    ],
)
def test_a_failed_solve_is_reported_with_the_reason(work, error, message):
    with Jobs(Settings(), Watch()) as pool:
        pool.start("job", work)
        with pytest.raises(error, match=message):
            pool.answer()


def gives_up(settings, seconds, say):
    time.sleep(max(0.0, seconds - 0.9))
    return Response(Status.UNKNOWN)


def test_a_solve_that_gives_up_early_does_not_end_the_others():
    watch = Watch(1.0)
    with Jobs(Settings(), watch) as pool:
        pool.start("early", gives_up)
        pool.start("other", sleeps)
        with pytest.raises(LimitReached) as reached:
            pool.answer()
    assert reached.value.outcome is Outcome.OUT_OF_TIME
    assert watch.elapsed() >= 1.0


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("linearization_level=2", 2),
        ("cp_model_presolve=true", True),
        ("max_deterministic_time=0.5", 0.5),
        ("search_branching=FIXED_SEARCH", cp_model.FIXED_SEARCH),
    ],
)
def test_parameters_of_cp_sat_have_the_last_word(text, setting):
    name, _ = parameter(text)
    solver = solver_for(build(named("sample-three-colours"), 0, 0), Settings(parameters=(text,), cp_workers=3))
    assert getattr(solver.parameters, name) == setting
    assert solver.parameters.num_workers == 3


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
def test_any_plan_is_shortest_only_if_the_bound_says_so(workers):
    result = deepened(9, 7, workers=workers, any_plan=True)
    assert result.upper_bound == len(result.plan)
    assert result.outcome is (Outcome.OPTIMAL if result.lower_bound == result.upper_bound else Outcome.SOLVED)


def test_limits_leave_the_bound():
    late = deepened(9, 7, Watch(0))
    assert (late.outcome, late.lower_bound, late.plan) == (Outcome.OUT_OF_TIME, 7, None)
    watch = Watch()
    watch.interrupted.set()
    assert deepened(9, 7, watch).outcome is Outcome.INTERRUPTED
