"""Several solvers at once: who is first, who confirms, who contradicts, and what is left when time is up."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from helpers.paths import INSTANCES
from instances.puzzles import PUZZLES, load
from instances.solving.limits import LimitReached, Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.race import race
from instances.watersort.rules import Deal, Pour

PUZZLE = PUZZLES["watersort"]
DEAL: Deal = load(INSTANCES / "watersort" / "one-pour.yaml")[1]


PLAN = (Pour(0, 1, "red", 2),)
OPTIMAL = Result(Outcome.OPTIMAL, PLAN, lower_bound=len(PLAN), upper_bound=len(PLAN))


def says(result: Result, after: float = 0.0) -> Callable[[], Solve]:
    def solve(deal: Any, settings: Settings, watch: Watch) -> Result:
        time.sleep(after)
        return result

    return lambda: solve


def runs_until_stopped(result: Result) -> Callable[[], Solve]:
    """Keeps to its limits, and then tells what it has."""

    def solve(deal: Any, settings: Settings, watch: Watch) -> Result:
        watch.report(result.lower_bound, result.upper_bound, "busy")
        while True:
            time.sleep(0.01)
            try:
                watch.check()
            except LimitReached as limit:
                return replace(result, outcome=limit.outcome)

    return lambda: solve


def dies() -> Solve:
    return lambda deal, settings, watch: os._exit(3)


def deaf(deal: Any, settings: Settings, watch: Watch) -> Result:
    time.sleep(1000)
    raise AssertionError


answer = partial(race, PUZZLE, instance=DEAL, settings=Settings())


def test_the_first_proven_answer_counts_and_the_other_confirms_it() -> None:
    result = answer({"quick": says(OPTIMAL), "slow": says(OPTIMAL, after=0.3)}, 5, watch=Watch())
    assert result.outcome is Outcome.OPTIMAL
    assert result.plan == PLAN
    first, second = result.statistics["notes"]
    assert first.startswith("found by quick")
    assert second.startswith("confirmed by slow")


def test_the_other_has_no_longer_than_it_is_given_to_confirm() -> None:
    started = time.monotonic()
    result = answer({"quick": says(OPTIMAL), "deaf": lambda: deaf}, 0.2, watch=Watch())
    assert result.outcome is Outcome.OPTIMAL
    assert "not confirmed by deaf, which had not finished" in result.statistics["notes"]
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "other",
    [Result(Outcome.UNSOLVABLE), Result(Outcome.OUT_OF_TIME, lower_bound=len(PLAN) + 1)],
    ids=["unsolvable", "a bound above the plan"],
)
def test_a_disagreement_is_a_failure(other: Result) -> None:
    result = answer({"one": says(OPTIMAL), "other": says(other, after=0.1)}, 5, watch=Watch())
    assert result.outcome is Outcome.SOLVER_FAILED
    assert result.reason is not None
    assert "disagree" in result.reason


def test_the_bound_of_one_meets_the_plan_of_the_other() -> None:
    plan = Result(Outcome.SOLVED, PLAN, lower_bound=0, upper_bound=len(PLAN))
    bound = runs_until_stopped(Result(Outcome.OUT_OF_TIME, lower_bound=len(PLAN)))
    result = answer({"plan": says(plan), "bound": bound}, 5, watch=Watch(seconds=0.5))
    assert result.outcome is Outcome.OPTIMAL
    assert result.plan == PLAN


def test_at_a_limit_the_best_of_all_is_told() -> None:
    plan = runs_until_stopped(Result(Outcome.OUT_OF_TIME, PLAN, lower_bound=0, upper_bound=len(PLAN)))
    told: list[tuple[int | None, int | None]] = []
    watch = Watch(0.5, report=lambda lower, upper, what: told.append((lower, upper)))
    result = answer({"plan": plan, "deaf": lambda: deaf}, 5, watch=watch)
    assert result.outcome is Outcome.OUT_OF_TIME
    assert (result.plan, result.lower_bound) == (PLAN, 0)
    assert (0, len(PLAN)) in told


class Unreadable:
    """Can be sent, and not be received."""

    def __reduce__(self) -> tuple[Any, ...]:
        return int, ("no number",)


@pytest.mark.parametrize(
    ("solver", "reason"),
    [
        (dies, "the process died (exit code 3)"),
        (says(Result(Outcome.SOLVER_FAILED, reason="my input breaks a rule")), "my input breaks a rule"),
        (says(replace(OPTIMAL, statistics={"x": Unreadable()})), "it sent what cannot be read (ValueError)"),
    ],
)
def test_a_solver_that_fails_leaves_the_other_its_answer(solver: Callable[[], Solve], reason: str) -> None:
    result = answer({"fails": solver, "other": says(OPTIMAL, after=0.3)}, 5, watch=Watch())
    assert result.outcome is Outcome.OPTIMAL
    assert f"fails failed: {reason}" in result.statistics["notes"]


def test_a_plan_that_breaks_a_rule_is_a_disagreement() -> None:
    twice = Result(Outcome.OPTIMAL, PLAN * 2, lower_bound=2 * len(PLAN), upper_bound=2 * len(PLAN))
    result = answer({"wrong": says(twice), "other": says(OPTIMAL, after=0.3)}, 5, watch=Watch())
    assert (result.reason or "").startswith("the solvers disagree: wrong: a plan that breaks a rule")


def test_a_limit_cuts_nothing_short_that_a_solver_says() -> None:
    """It tells more than a pipe holds at a time, for longer than its beat waits."""

    def talks(deal: Any, settings: Settings, watch: Watch) -> Result:
        while True:
            watch.plans((PLAN[0],) * 200_000)

    result = answer({"talks": lambda: talks}, 5, watch=Watch(1.0, plans=lambda plan: None))
    assert result.outcome is Outcome.OUT_OF_TIME, result.reason


def test_when_all_die_it_is_a_failure() -> None:
    result = answer({"dies": dies, "dies too": dies}, 5, watch=Watch())
    assert result.outcome is Outcome.SOLVER_FAILED
    assert "exit code 3" in (result.reason or "")


def test_an_interrupt_is_told_with_the_bounds() -> None:
    bound = runs_until_stopped(Result(Outcome.OUT_OF_TIME, lower_bound=1))
    watch = Watch(tick=lambda: watch.interrupted.set() if watch.elapsed() > 0.2 else None)
    result = answer({"bound": bound, "deaf": lambda: deaf}, 5, watch=watch)
    assert (result.outcome, result.lower_bound) == (Outcome.INTERRUPTED, 1)
