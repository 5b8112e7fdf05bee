"""The strategy: what it asks for, what it concludes from answers, and what becomes of answers that are wrong."""

import os
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest

from cpmodel.solving import Answer, Status, Work
from cpmodel.watersort import formulations, strategy
from cpmodel.watersort.formulations import (
    ALL_PHASES,
    AUTO,
    INVARIANT,
    PARTIAL_PHASES,
    PHASES,
    TIMELINE,
    Formulation,
    Knowledge,
    Plan,
    Task,
    everything,
    known_at_first,
)
from helpers.paths import INSTANCES
from instances.puzzles import PUZZLES, load
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.solving.running import run
from instances.watersort.rules import Deal, Pour

DEAL = Deal("swaps", 2, (("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), (), ()))  # 6 pours, bound 4
STUCK = Deal("stuck", 2, (("a", "b"), ("b", "a")))
SEVERAL = Deal("two of a", 2, (("a", "b"), ("b", "a"), ("a", "a"), ()))
PROVING = AUTO[1:]  # without the beam
REFUTED = Answer(Status.INFEASIBLE, frozenset())
UNPOURABLE = Answer(Status.INFEASIBLE, frozenset("a"))


def known_of(deal: Deal = DEAL, **settings: int) -> Knowledge:
    known = known_at_first(deal, Settings(**settings), threshold=20, set_aside={})  # type: ignore[arg-type]
    known.orderings = frozenset()
    return known


def plan(pours: int) -> Plan:
    return (Pour(0, 4, "b", 1),) * pours


def asked(known: Knowledge, able: tuple[Formulation, ...] = PROVING) -> list[str]:
    return [str(task) for task in strategy.tasks(known, list(able))]


def taught(known: Knowledge, *answers: tuple[Formulation, int, Answer]) -> Knowledge:
    for formulation, size, answer in answers:
        strategy.learn(known, Task(formulation, size), answer)
    return known


def test_phases_raise_the_bound_one_excess_after_the_other() -> None:
    known = taught(known_of(), (PHASES, 1, REFUTED))
    assert known.lower == known.base
    taught(known, (PHASES, 0, REFUTED))
    assert (known.lower, known.lower_by) == (known.base + 2, "phases")


def test_phases_prove_nothing_beyond_the_first_excess_that_takes_layers_to_refute() -> None:
    known = taught(known_of(), (PHASES, 0, UNPOURABLE), (PHASES, 1, REFUTED), (PARTIAL_PHASES, 0, REFUTED))
    assert (known.lower, known.lower_by) == (known.base + 1, "phases")
    taught(known, (TIMELINE, known.base + 1, REFUTED))
    assert (known.lower, known.lower_by) == (known.base + 2, "timeline")


def test_layers_prove_nothing_while_a_lower_excess_is_open() -> None:
    assert taught(known := known_of(), (PHASES, 1, UNPOURABLE)).lower == known.base


def test_a_timeline_proves_nothing_beyond_its_turn() -> None:
    known = known_of()
    assert taught(known, (TIMELINE, known.base + 1, REFUTED)).lower == known.base


def test_facts_prove_that_there_is_no_plan() -> None:
    known = taught(known_of(), (INVARIANT, 0, Answer(Status.INFEASIBLE, [(1, -3), (2,)])))
    assert strategy.conclusion(known) is Outcome.UNSOLVABLE
    assert (known.unsolvable_by, known.plan) == ("invariant", None)
    assert (
        strategy.result(known, Outcome.UNSOLVABLE).reason == "2 facts hold for ever, and no solved state has them all"
    )


def test_a_bound_beyond_the_threshold_proves_that_there_is_no_plan() -> None:
    known = known_of()
    known.raise_lower(known.threshold, "phases")
    assert strategy.conclusion(known) is None
    known.raise_lower(known.threshold + 1, "phases")
    assert strategy.conclusion(known) is Outcome.UNSOLVABLE


def test_the_shortest_plan_is_kept() -> None:
    known = taught(known_of(), (INVARIANT, 0, Answer(Status.FEASIBLE, plan(9))))
    taught(known, (PHASES, 2, Answer(Status.FEASIBLE, plan(8))), (INVARIANT, 0, Answer(Status.FEASIBLE, plan(10))))
    assert (known.upper, known.plan_by) == (8, "phases")


@pytest.mark.parametrize(
    ("lower", "pours", "horizon", "any_plan", "outcome"),
    [
        (6, None, None, False, None),
        (6, 7, None, False, None),
        (6, 7, None, True, Outcome.SOLVED),
        (7, 7, None, False, Outcome.OPTIMAL),
        (6, 7, 6, True, None),  # too long a plan
        (6, 7, 7, True, Outcome.SOLVED),
        (7, None, 6, False, Outcome.NO_PLAN_WITHIN_HORIZON),
        (7, 7, 6, False, Outcome.NO_PLAN_WITHIN_HORIZON),
    ],
)
def test_conclusions(
    lower: int, pours: int | None, horizon: int | None, any_plan: bool, outcome: Outcome | None
) -> None:
    known = known_of()
    known.settings = Settings(horizon=horizon, any_plan=any_plan)
    known.raise_lower(lower, "phases")
    if pours is not None:
        known.keep_plan(plan(pours), "invariant")
    assert strategy.conclusion(known) is outcome


def test_nothing_is_asked_that_is_no_better_than_a_plan_or_beyond_the_horizon() -> None:
    known = known_of()
    known.keep_plan(plan(known.base + 1), "invariant")
    assert asked(known) == ["phases 0"]
    assert asked(known_of(horizon=known.base)) == ["phases 0", "invariant 0"]


def test_where_phases_say_no_more_the_timeline_goes_on() -> None:
    known = taught(known_of(), (PHASES, 0, UNPOURABLE))
    assert asked(known) == ["phases partial 0", "phases 1", "invariant 0", f"timeline {known.base + 1}", "phases 2"]


def test_a_task_is_asked_once() -> None:
    known = taught(known_of(), (INVARIANT, 0, UNPOURABLE))
    assert "invariant 0" not in asked(known)


def test_a_single_worker_shares_its_time_whatever_is_answered() -> None:
    endless = Formulation(
        "endless", everything, lambda known: [(0, len(known.done))],
        lambda known, size: lambda settings, seconds: Answer(Status.NOTHING_FOUND), formulations.learn_nothing,
    )  # fmt: skip
    deal = load(INSTANCES / "watersort" / "deal-9c1e4h-7015.yaml")[1]
    result = strategy.solve(deal, Settings(workers=1), Watch(seconds=60), (endless, INVARIANT))
    assert (result.outcome, result.lower_bound_by) == (Outcome.UNSOLVABLE, "invariant")


def test_a_task_that_is_started_anew_has_twice_the_time() -> None:
    wanted, spent, given = [Task(PHASES, 3), Task(INVARIANT, 0), Task(PHASES, 4)], defaultdict[str, float](float), []
    for _ in range(4):
        [task], seconds = strategy.turn(wanted, spent)
        spent[task.formulation.name] += seconds
        given.append((task, seconds / strategy.FIRST_TURN))
    assert given == [(wanted[0], 1), (wanted[1], 1), (wanted[0], 2), (wanted[1], 2)]


@pytest.mark.parametrize(("workers", "use"), list(product([1, 2], [AUTO, ALL_PHASES, (INVARIANT,)])))
def test_every_formulation_proves_that_there_is_no_plan(workers: int, use: tuple[Formulation, ...]) -> None:
    result = strategy.solve(STUCK, Settings(workers=workers), Watch(seconds=60), use)
    assert result.outcome is Outcome.UNSOLVABLE


def test_a_single_worker_proves_unsolvable_where_phases_go_on_for_ever() -> None:
    deal = load(INSTANCES / "watersort" / "deal-9c1e4h-7018.yaml")[1]
    result = strategy.solve(deal, Settings(workers=1), Watch(seconds=60))
    assert (result.outcome, result.lower_bound_by) == (Outcome.UNSOLVABLE, "invariant")


def test_a_formulation_that_does_not_carry_a_deal_says_so() -> None:
    result = strategy.solve(SEVERAL, Settings(), Watch(), ALL_PHASES)
    assert result.outcome is Outcome.UNSUPPORTED
    assert result.reason == (
        "phases does not support this deal: a does not fill exactly one beaker; "
        "--formulation auto or timeline says more"
    )
    assert strategy.solve(SEVERAL, Settings(), Watch()).outcome is Outcome.OPTIMAL


def at_once(known: Knowledge) -> Iterator[tuple[int, int]]:
    yield 0, 0


def stand_in(work: Work) -> Formulation:
    """A formulation that does this whenever it is asked."""
    return Formulation("stand-in", everything, at_once, lambda known, size: work, formulations.learn_nothing)


def test_a_solve_that_dies_is_told_with_the_bounds() -> None:
    dies = stand_in(lambda settings, seconds: os._exit(3))
    result = strategy.solve(DEAL, Settings(), Watch(), (dies,))
    assert result.outcome is Outcome.SOLVER_FAILED
    assert result.reason == "stand-in 0: the process died (exit code 3)"
    assert (result.lower_bound, result.plan) == (4, None)


def test_a_plan_that_breaks_a_rule_is_never_shown() -> None:
    lies = stand_in(lambda settings, seconds: Answer(Status.FEASIBLE, plan(6)))
    result = run(PUZZLES["watersort"], DEAL, partial(strategy.solve, use=(lies,)), Settings(), Watch())
    assert (result.outcome, result.plan) == (Outcome.SOLVER_FAILED, None)
    assert (result.reason or "").startswith("a plan that breaks a rule: pour 2:")


def test_a_formulation_of_ones_own_is_asked_and_believed() -> None:
    silent = stand_in(lambda settings, seconds: Answer(Status.NOTHING_FOUND))
    assert strategy.solve(DEAL, Settings(), Watch(), (silent, *AUTO)).outcome is Outcome.OPTIMAL
