"""Limits hold whether or not the code checks them, and the best bound and plan are kept."""

import threading
import time
from contextlib import suppress

import pytest

from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.watersort.rules import Pour
from fewest_pours.running.forced_stop import enforced, unbroken
from fewest_pours.running.limits import MIB
from fewest_pours.running.processes import resident_bytes
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings, Watch
from fewest_pours.solving.answer import run_solver

PUZZLE, DEAL = load("one-pour")
PLAN = (Pour(0, 1, "red", 2),)


def busy(seconds=60):
    """Code that never checks a watch, but ends."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))


def ended(watch, grace, work=busy):
    """How the watch ends the work."""
    with pytest.raises(LimitReached) as reached, enforced(watch, grace):
        work()
    return reached.value.outcome


def test_limits_are_enforced_on_code_that_never_checks_them():
    watch = Watch(0.2)
    assert ended(watch, 0.1) is Outcome.OUT_OF_TIME
    assert watch.elapsed() >= 0.3
    watch = Watch()
    threading.Timer(0.1, watch.interrupted.set).start()
    assert ended(watch, 0.1) is Outcome.INTERRUPTED
    taken = []

    def take():
        while len(taken) < 1000:
            taken.append(b"x" * MIB)
            busy(0.005)

    assert ended(Watch(memory_limit=resident_bytes() / MIB + 30), 0.3, take) is Outcome.OUT_OF_MEMORY
    assert 30 <= len(taken) < 300


def test_without_grace_there_is_no_spare_time():
    watch = Watch(100, started=time.monotonic() - 101)
    assert ended(watch, 0, lambda: busy(2)) is Outcome.OUT_OF_TIME


def test_a_limit_lets_a_message_be_finished():
    sent, watch = [], Watch(0.05)

    def send():
        with unbroken():
            busy(0.3)
            sent.append("all")
        busy()

    ended(watch, 0, send)
    assert sent == ["all"]


def test_a_limit_that_is_reached_in_a_destructor_is_enforced_after_it(monkeypatch):
    """There Python prints and drops every exception."""
    printed = []
    monkeypatch.setattr("sys.unraisablehook", printed.append)

    class Slow:
        def __del__(self):
            busy()

    def work():
        Slow()
        busy()

    assert ended(Watch(0.05), 0, work) is Outcome.OUT_OF_TIME
    assert printed == []


def found_then(ending, plan, lower=1):
    """A solver that reports bounds and a plan, and then raises `ending`, or runs on without checking limits."""

    def solve(deal, settings, watch):
        watch.report(lower, None, "searching")
        watch.report(lower - 1, None, "still searching")
        watch.found(plan)
        if ending is None:
            busy()
            raise AssertionError
        raise ending

    return solve


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        (None, Outcome.OUT_OF_TIME),
        (LimitReached(Outcome.INTERRUPTED), Outcome.INTERRUPTED),
        (MemoryError(), Outcome.OUT_OF_MEMORY),
    ],
)
def test_a_solver_that_is_stopped_keeps_the_bound_and_the_plan_it_reported(ending, outcome):
    result = run_solver(PUZZLE, found_then(ending, PLAN), DEAL, Settings(), Watch(0.1))
    assert (result.outcome, result.plan, result.lower_bound, result.upper_bound) == (outcome, PLAN, 1, 1)


def test_a_limit_stays_that_limit_if_a_library_raises_its_own_error_instead():
    def solve(deal, settings, watch):
        with suppress(LimitReached):
            busy()
        raise ImportError("initialization failed")

    assert run_solver(PUZZLE, solve, DEAL, Settings(), Watch(0.1)).outcome is Outcome.OUT_OF_TIME


@pytest.mark.parametrize(("plan", "lower"), [((PLAN[0]._replace(units=1),), 1), (PLAN, 2)])
def test_a_stopped_solvers_plan_is_replayed_and_compared_with_the_bound(plan, lower):
    result = run_solver(PUZZLE, found_then(MemoryError(), plan, lower), DEAL, Settings(), Watch())
    assert (result.outcome, result.broken) == (Outcome.SOLVER_FAILED, True)
    assert "a plan that breaks a rule" in str(result.reason)
