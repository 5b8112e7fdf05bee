"""The strategy: what runs when, what follows from answers, and what becomes of answers that are wrong."""

import os
from functools import partial
from itertools import count

import pytest

from cpmodel.solving import Response, Status
from cpmodel.watersort import default_strategy
from cpmodel.watersort.formulations import AUTO, INVARIANT, SCHEDULE, TIMELINE, Formulation, Task
from cpmodel.watersort.knowledge import Knowledge, News
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.numbered_deal import threshold
from fewest_pours.puzzles.watersort.rules import Pour
from fewest_pours.running.solver_contract import Outcome, Settings, Watch
from fewest_pours.solving.answer import run_checked
from helpers.deals import deal_of, named

DEAL = deal_of("ab", "ba", "cd", "dc", "", "")  # 6 pours, base 4
STUCK = deal_of("ab", "ba")
SEVERAL = deal_of("ab", "ba", "aa", "")  # two beakers of a
UNPOURABLE = deal_of("grrbrb", "rgrggbb", "bgrrbbg", "g", capacity=7)  # no schedule of 14 pours can be poured


def solved(deal, *use, **settings):
    return default_strategy.solve(deal, Settings(**settings), Watch(), use or AUTO)


def plan(pours):
    return (Pour(0, 4, "b", 1),) * pours


def known_after(*news, **settings):
    known = Knowledge(DEAL, Settings(**settings))
    for each in news:
        known.hear(each)
    return known


def proposed(known):
    return [str(task) for task in default_strategy.tasks(known, AUTO, set())]


@pytest.mark.parametrize(
    ("news", "tasks"),
    [
        ([], ["schedule payments", "invariant facts"]),
        ([News("decision diagram", solvable=True)], ["schedule payments"]),
        ([News("schedule", lower=5), News("schedule", plan=plan(7))], ["schedule payments"]),
        ([News("schedule", lower=5, needs_timeline=True)], ["schedule payments", "timeline 5", "invariant facts"]),
    ],
)
def test_only_what_can_still_help_is_run(news, tasks):
    assert proposed(known_after(*news)) == tasks


def test_that_no_plan_has_some_number_of_pours_counts_once_the_bound_is_there():
    known = known_after()
    known.hear(News("timeline", refuted=5))
    assert known.lower == 4
    known.hear(News("timeline", refuted=4))
    assert (known.lower, known.lower_by) == (6, "timeline")


def test_a_bound_beyond_the_threshold_proves_that_there_is_no_plan():
    known = known_after()
    longest = threshold(DEAL)
    for lower, outcome in ((longest, None), (longest + 1, Outcome.UNSOLVABLE)):
        known.raise_lower(lower, "schedule")
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
def test_a_bound_and_a_plan_conclude_within_the_horizon(lower, pours, horizon, any_plan, outcome):
    known = known_after()
    known.settings = Settings(horizon=horizon, any_plan=any_plan)
    known.raise_lower(lower, "schedule")
    for length in () if pours is None else (pours, pours + 1):
        known.keep_plan(plan(length), "invariant")
    assert default_strategy.conclusion(known) is outcome


@pytest.mark.parametrize(
    ("use", "by"),
    [
        (AUTO, "decision diagram"),
        ((SCHEDULE,), "decision diagram"),
        ((INVARIANT,), "invariant"),
        ((TIMELINE,), "timeline"),
    ],
)
def test_that_no_plan_exists_is_proven_and_credited(use, by):
    result = solved(STUCK, *use, workers=1)
    assert (result.outcome, result.lower_bound_by) == (Outcome.UNSOLVABLE, by)


def test_an_unsupported_deal_is_reported():
    result = solved(SEVERAL, SCHEDULE)
    assert result.outcome is Outcome.UNSUPPORTED
    assert result.reason == (
        "schedule does not support this deal: a does not fill exactly one beaker; try --formulation auto or timeline"
    )
    assert solved(SEVERAL).outcome is Outcome.OPTIMAL


def test_where_no_schedule_can_be_poured_the_timeline_decides():
    alone, result = solved(UNPOURABLE, SCHEDULE), solved(UNPOURABLE)
    assert (alone.outcome, alone.lower_bound, alone.upper_bound) == (Outcome.UNSUPPORTED, 15, None)
    assert (result.outcome, result.lower_bound, result.lower_bound_by) == (Outcome.OPTIMAL, 15, "schedule")


def test_bounds_and_plans_are_reported_while_a_solve_runs():
    heard = []
    watch = Watch(listener=lambda lower, upper, what, plan: heard.append((lower, upper)))
    result = default_strategy.solve(named("deal-16c2e4h-7041"), Settings(workers=1), watch)
    assert (result.lower_bound_by, result.upper_bound_by) == ("schedule", "schedule")
    assert heard[-1] == (result.lower_bound, result.upper_bound)
    assert sorted(heard, key=lambda bounds: bounds[0]) == heard
    assert len({lower for lower, _ in heard}) > 1


def stand_in(work, name="stand-in"):

    def tasks(known):
        yield Task(name, 0, work)

    return Formulation(name, tasks)


def test_a_single_worker_takes_turns_even_if_one_formulation_answers_all_the_time():
    sizes = count()

    def endless(known):
        work = lambda settings, seconds, say: Response(Status.NOTHING_FOUND)  # noqa: E731
        yield Task("endless", next(sizes), work)

    result = solved(STUCK, Formulation("endless", endless), INVARIANT, workers=1)
    assert result.outcome is Outcome.UNSOLVABLE


def test_a_solve_that_dies_is_reported_with_the_bounds():
    result = solved(DEAL, stand_in(lambda settings, seconds, say: os._exit(3)))
    assert result.outcome is Outcome.SOLVER_FAILED
    assert result.reason == "stand-in 0: the process died (exit code 3)"
    assert (result.lower_bound, result.plan) == (4, None)


def test_a_plan_that_breaks_a_rule_is_never_shown():
    lies = stand_in(lambda settings, seconds, say: Response(Status.FEASIBLE, News("stand-in", plan=plan(6))))
    result = run_checked(PUZZLE, partial(default_strategy.solve, use=(lies,)), DEAL, Settings(), Watch())
    assert (result.outcome, result.plan) == (Outcome.SOLVER_FAILED, None)
    assert result.reason.startswith("a plan that breaks a rule: pour 2:")


def test_a_turn_lasts_until_its_time_is_over():
    turns = default_strategy.Turns(left=2.0)
    for spent, of in ((0.1, "schedule"), (1.9, "schedule"), (0.2, "invariant"), (0.3, "invariant"), (0.5, "invariant")):
        turns.pass_on(default_strategy.tasks(known_after(), AUTO, set()))
        assert turns.of == of
        turns.spend(spent)
