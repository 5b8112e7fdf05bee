"""The strategy: what runs when, what follows from answers, and what becomes of answers that are wrong."""

import os
from functools import partial

import pytest

from cpmodel.solving import Response, Status
from cpmodel.watersort import default_strategy
from cpmodel.watersort.formulations import (
    AUTO,
    DEPTHS,
    INVARIANT,
    PHASES,
    TIMELINE,
    Formulation,
    Knowledge,
    Task,
    Urgency,
)
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.numbered_deal import threshold
from fewest_pours.puzzles.watersort.rules import Pour
from fewest_pours.running.solver_contract import Outcome, Settings, Watch
from fewest_pours.solving.answer import run
from helpers.deals import deal_of

DEAL = deal_of("ab", "ba", "cd", "dc", "", "")  # 6 pours, base 4
STUCK = deal_of("ab", "ba")
SEVERAL = deal_of("ab", "ba", "aa", "")  # two beakers of a
ABLE = [each for each in AUTO if each.name != "descent"]
REFUTED, UNPOURABLE = Response(Status.INFEASIBLE), Response(Status.NOTHING_FOUND)
ALONE = {DEPTHS: "depths", PHASES: "depths", INVARIANT: "invariant", TIMELINE: "timeline"}


def solved(deal, *use, **settings):
    return default_strategy.solve(deal, Settings(**settings), Watch(60), use or AUTO)


def plan(pours):
    return (Pour(0, 4, "b", 1),) * pours


def known_after(*answers, **settings):
    """What is known of DEAL, whose depths are too many to list, after these answers in turn."""
    known = Knowledge(DEAL, Settings(**settings), 4, {}, 4, "bottoms bound")
    for name, answer in (("depths listed", Response(Status.NOTHING_FOUND)), *answers):
        next(task for task in default_strategy.tasks(known, ABLE) if str(task) == name).learn(answer)
        known.done.add(name)
    return known


@pytest.mark.parametrize(
    ("answers", "lower", "by"),
    [
        ([("phases 1", REFUTED)], 4, "bottoms bound"),  # excess 0 is open
        ([("phases 1", REFUTED), ("phases 0", REFUTED)], 6, "phases"),
        ([("phases 1", UNPOURABLE)], 4, "bottoms bound"),
        ([("phases 0", UNPOURABLE), ("phases 1", REFUTED)], 4, "bottoms bound"),
        ([("phases 0", UNPOURABLE), ("timeline 4", REFUTED), ("phases 1", REFUTED)], 5, "timeline"),
    ],
)
def test_bounds_that_answers_prove(answers, lower, by):
    known = known_after(*answers)
    assert (known.lower, known.lower_by) == (lower, by)


def test_a_bound_beyond_the_threshold_proves_that_there_is_no_plan():
    known = known_after()
    longest = threshold(DEAL)
    for lower, outcome in ((longest, None), (longest + 1, Outcome.UNSOLVABLE)):
        known.raise_lower(lower, "phases")
        assert default_strategy.conclusion(known) is outcome


@pytest.mark.parametrize(
    ("lower", "pours", "horizon", "any_plan", "outcome"),
    [
        (6, 7, None, False, None),
        (7, 7, None, False, Outcome.OPTIMAL),
        (6, 7, 6, True, None),  # too long a plan
        (6, 7, 7, True, Outcome.SOLVED),
        (7, None, 6, False, Outcome.NO_PLAN_WITHIN_HORIZON),
        (7, 7, 6, False, Outcome.NO_PLAN_WITHIN_HORIZON),
    ],
)
def test_conclusions(lower, pours, horizon, any_plan, outcome):
    known = known_after()
    known.settings = Settings(horizon=horizon, any_plan=any_plan)
    known.raise_lower(lower, "phases")
    for length in () if pours is None else (pours, pours + 1):
        known.keep_plan(plan(length), "invariant")
    assert default_strategy.conclusion(known) is outcome


@pytest.mark.parametrize(
    ("use", "by"),
    [(AUTO, "depths"), *(((each,), by) for each, by in ALONE.items())],
)
def test_that_no_plan_exists_is_proven_with_any_formulation_and_credited(use, by):
    result = solved(STUCK, *use)
    assert (result.outcome, result.lower_bound_by) == (Outcome.UNSOLVABLE, by)


def test_an_unsupported_deal_is_reported():
    result = solved(SEVERAL, PHASES)
    assert result.outcome is Outcome.UNSUPPORTED
    assert result.reason == (
        "phases does not support this deal: a does not fill exactly one beaker; try --formulation auto or timeline"
    )
    assert solved(SEVERAL).outcome is Outcome.OPTIMAL


def test_where_the_schedule_of_phases_cannot_be_poured_the_timeline_decides():
    deal = deal_of("grrbrb", "rgrggbb", "bgrrbbg", "g", capacity=7)
    alone, result = solved(deal, PHASES), solved(deal)
    assert (alone.outcome, alone.lower_bound) == (Outcome.SOLVED, 14)
    assert (result.outcome, result.lower_bound, result.lower_bound_by) == (Outcome.OPTIMAL, 15, "timeline")


def stand_in(work, name="stand-in"):
    """A formulation that does this once."""

    def tasks(known):
        yield Task(name, 0, Urgency.FIRST, work, lambda answer: known.keep_plan(answer.found, name))

    return Formulation(name, tasks)


def test_a_single_worker_takes_turns_even_if_one_formulation_answers_all_the_time():
    def endless(known):
        work = lambda settings, seconds: Response(Status.NOTHING_FOUND)  # noqa: E731
        yield Task("endless", len(known.done), Urgency.BOUND, work, lambda answer: None)

    result = solved(STUCK, Formulation("endless", endless), INVARIANT, workers=1)
    assert result.outcome is Outcome.UNSOLVABLE


def test_a_solve_that_dies_is_reported_with_the_bounds():
    result = solved(DEAL, stand_in(lambda settings, seconds: os._exit(3)))
    assert result.outcome is Outcome.SOLVER_FAILED
    assert result.reason == "stand-in 0: the process died (exit code 3)"
    assert (result.lower_bound, result.plan) == (5, None)


def test_a_descent_that_dies_costs_no_more_than_its_plans():
    dies = stand_in(lambda settings, seconds: os._exit(3), "descent")
    result = solved(DEAL, dies, TIMELINE)
    assert (result.outcome, result.statistics["failed"]) == (Outcome.OPTIMAL, 1)


def test_a_plan_that_breaks_a_rule_is_never_shown():
    lies = stand_in(lambda settings, seconds: Response(Status.FEASIBLE, plan(6)))
    result = run(PUZZLE, partial(default_strategy.solve, use=(lies,)), DEAL, Settings(), Watch())
    assert (result.outcome, result.plan) == (Outcome.SOLVER_FAILED, None)
    assert result.reason.startswith("a plan that breaks a rule: pour 2:")
