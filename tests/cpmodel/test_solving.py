"""Solves in processes of their own: what comes back, in which words, and what becomes of one that dies."""

import os
import time

import psutil
import pytest
from ortools.sat.python import cp_model

from cpmodel.solving import Jobs, Response, SolverFailed, Status, parameter, solver_for
from cpmodel.watersort.schedule.model import build
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings, Watch
from helpers.deals import named


def found(settings, seconds, say):
    say("on the way")
    return Response(Status.FEASIBLE, settings.seed)


def sleeps(settings, seconds, say):
    time.sleep(1000)
    raise AssertionError


def divides_by_zero(settings, seconds, say):
    return 1 // 0


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
        (
            lambda settings, seconds, say: 1 // 0,
            SolverFailed,
            "job: ZeroDivisionError: integer division or modulo by zero",
        ),
        (runs_out_of_memory, LimitReached, "out of memory"),
    ],
)
def test_a_failed_solve_is_reported_with_the_reason(work, error, message):
    with Jobs(Settings(), Watch()) as pool:
        pool.start("job", work)
        with pytest.raises(error, match=message):
            pool.answer()


def test_at_a_limit_all_solves_are_ended():
    with Jobs(Settings(), Watch(0.2)) as pool:
        pool.start("slow", sleeps)
        process = pool.running["slow"].process
        with pytest.raises(LimitReached):
            pool.answer()
    assert not psutil.pid_exists(process)


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
