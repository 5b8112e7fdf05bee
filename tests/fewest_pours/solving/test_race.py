"""One request, one answer: several solvers at once, their limits and disagreements, and what is added."""

import os
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cpmodel.solvers import SIDE
from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.watersort.rules import KnownPours, Pour
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch
from fewest_pours.solving.answer import contradiction
from fewest_pours.solving.outside_solvers import by_command
from fewest_pours.solving.race import race
from fewest_pours.solving.request import Request
from helpers.comparisons import wait_until

PUZZLE, DEAL = load("one-pour")
PLAN = (Pour(0, 1, "red", 2),)
SOLVED = Result(Outcome.SOLVED, PLAN, upper_bound=1)
OPTIMAL = Result(Outcome.OPTIMAL, PLAN, lower_bound=1, upper_bound=1)


def returns(result, once=Path()):
    """A solver that waits for this file."""

    def solve(deal, settings, watch):
        wait_until(once.exists)
        return result

    return solve


def runs_until_stopped(result):
    """A solver that runs until a limit, and then returns the result."""

    def solve(deal, settings, watch):
        watch.report(result.lower_bound, result.upper_bound, "busy")
        while True:
            time.sleep(0.01)
            try:
                watch.check()
            except LimitReached as limit:
                return replace(result, outcome=limit.outcome)

    return solve


def dies(deal, settings, watch):
    os._exit(3)


def deaf(deal, settings, watch):
    time.sleep(1000)
    raise AssertionError


answer = partial(race, PUZZLE, instance=DEAL, settings=Settings())


def test_the_first_proven_answer_is_reported_at_once_and_the_other_confirms_it(tmp_path):
    proven = []

    def first_answer(result):
        proven.append(result)
        (tmp_path / "proven").touch()

    solvers = {"quick": returns(OPTIMAL), "slow": returns(OPTIMAL, once=tmp_path / "proven")}
    result = answer(solvers, 60, watch=Watch(at_proof=first_answer))
    assert (result.outcome, result.plan) == (Outcome.OPTIMAL, PLAN)
    assert [first.plan for first in proven] == [PLAN]
    first, second = result.statistics["notes"]
    assert first.startswith("found by quick after ")
    assert second.startswith("confirmed by slow after ")


def test_the_other_solver_confirms_within_its_time_or_not_at_all():
    result = answer({"quick": returns(OPTIMAL), "deaf": deaf}, 0.2, watch=Watch())
    assert result.outcome is Outcome.OPTIMAL
    assert "not confirmed by deaf, which had not finished" in result.statistics["notes"]


def test_a_stopped_program_leaves_no_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    def solve(deal, settings, watch):
        wait_until(lambda: list(tmp_path.glob("*/out")))
        return OPTIMAL

    assert answer({"one": solve, "program": by_command(PUZZLE, "sleep 100")}, 0, watch=Watch()).plan == PLAN
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "other",
    [
        Result(Outcome.UNSOLVABLE),
        Result(Outcome.OUT_OF_TIME, lower_bound=2),
        Result(Outcome.OPTIMAL, PLAN * 2, lower_bound=2, upper_bound=2),
    ],
    ids=["unsolvable", "a bound above the plan", "a plan that breaks a rule"],
)
def test_a_disagreement_is_a_failure(other):
    result = answer({"one": returns(OPTIMAL), "other": returns(other)}, 60, watch=Watch())
    assert result.outcome is Outcome.SOLVER_FAILED
    assert result.reason.startswith("the solvers disagree: ")


def test_the_bound_of_one_meets_the_plan_of_the_other():
    plan = Result(Outcome.SOLVED, PLAN, lower_bound=0, upper_bound=1)
    bound = Result(Outcome.OUT_OF_TIME, lower_bound=1)
    result = answer({"plan": returns(plan), "bound": returns(bound)}, 5, watch=Watch())
    assert (result.outcome, result.plan) == (Outcome.OPTIMAL, PLAN)


@pytest.mark.parametrize("outcome", [Outcome.OUT_OF_TIME, Outcome.INTERRUPTED])
def test_at_a_limit_the_best_of_all_solvers_is_returned(outcome):
    """The limit is reached once the plan was heard of."""

    def stop():
        if watch.upper == 1 and outcome is Outcome.INTERRUPTED:
            watch.interrupted.set()
        elif watch.upper == 1:
            watch.time_limit = 0

    watch = Watch(at_check=stop)
    plan = runs_until_stopped(Result(Outcome.OUT_OF_TIME, PLAN, lower_bound=0, upper_bound=1))
    result = answer({"plan": plan, "deaf": deaf}, 5, watch=watch)
    assert (result.outcome, result.plan, result.lower_bound) == (outcome, PLAN, 0)


@pytest.mark.parametrize(
    ("solver", "reason"),
    [
        (dies, "the process died (exit code 3)"),
        (returns(Result(Outcome.SOLVER_FAILED, reason="my input breaks a rule")), "my input breaks a rule"),
    ],
)
def test_if_one_solver_fails_the_other_still_answers(solver, reason):
    result = answer({"fails": solver, "other": returns(OPTIMAL)}, 60, watch=Watch())
    assert result.outcome is Outcome.OPTIMAL
    assert f"fails failed: {reason}" in result.statistics["notes"]
    result = answer({"fails": solver, "fails too": solver}, 60, watch=Watch())
    assert (result.outcome, result.reason) == (Outcome.SOLVER_FAILED, f"fails: {reason}; fails too: {reason}")


def test_an_explanation_ends_at_the_time_limit():
    def endless(watch):
        while True:
            pass

    request = Request(PUZZLE, DEAL, (SIDE.solver("watersort"),), settings=Settings(explain=True))
    known = Result(Outcome.UNSOLVABLE, explanation=endless)
    findings = PUZZLE.help.findings(request.game, known, request.asking(Watch(0.05)))
    assert findings.data["explanation"] == ["Out of time before it was explained."]


@pytest.mark.parametrize(
    ("pours", "result", "words"),
    [
        (2, Result(Outcome.OUT_OF_TIME, lower_bound=3), "the answer proves 3 pours or more, the file needs 2"),
        (2, SOLVED, "the file proves 2 pours or more, the answer needs 1"),
        (2, Result(Outcome.UNSOLVABLE), "the file has a solution, the answer proves that none exists"),
        (None, SOLVED, "the answer has a solution, the file proves that none exists"),
        (1, OPTIMAL, None),
    ],
)
def test_a_result_that_contradicts_the_file_is_named(pours, result, words):
    deal = replace(DEAL, known=KnownPours(pours, pours is not None))
    assert contradiction(PUZZLE, deal, result) == words
