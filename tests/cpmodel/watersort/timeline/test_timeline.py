"""The timeline formulation: each of its rules by itself, and all of it against plain breadth-first search."""

from collections.abc import Callable

import pytest
from hypothesis import given
from ortools.sat.python.cp_model import OPTIMAL, CpSolver

from cpmodel.literals import Literal
from cpmodel.solving import run
from cpmodel.watersort.timeline import timeline_model as timeline
from cpmodel.watersort.timeline.timeline_variables import Place, TimelineModel, places_of, variables
from helpers.cases import examples
from helpers.deals import deal_of, deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles import load
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, verify

Rule = Callable[[TimelineModel], None]
Facts = Callable[[TimelineModel], list[Literal]]


SWAP = deal_of("ab", "ba", "")


def agree(deal: Deal, horizon: int, rule: Rule, facts: Facts) -> bool:
    """Whether the facts agree with the rule, all other rules aside."""
    model = variables(deal, horizon)
    rule(model)
    for fact in facts(model):
        model.implies([], [fact])
    return CpSolver().solve(model.cp) == OPTIMAL


def no(literal: Literal) -> Literal:
    return ~literal


RULES: list[tuple[Rule, Deal, int, Facts, Facts]] = [  # rule, deal, horizon, possible facts, impossible facts
    (
        timeline.one_pour_a_step, SWAP, 3,
        lambda m: [m.source[1, 0], m.target[5, 0]],
        lambda m: [m.source[1, 0], m.target[4, 0]],  # b onto a
    ),
    (
        timeline.pours_go_from_top_to_top, SWAP, 3,
        lambda m: [m.target[2, 1], no(m.holds(3, 1))],
        lambda m: [m.target[2, 1], m.holds(3, 1)],  # it is covered
    ),
    (
        timeline.whole_runs_leave, SWAP, 3,
        lambda m: [m.source[1, 0], no(m.holds(1, 1))],
        lambda m: [m.source[1, 0], no(m.partial[0]), m.holds(1, 1)],
    ),
    (
        timeline.partial_pours_fill_their_target, SWAP, 3,
        lambda m: [m.target[2, 1], m.partial[1], m.holds(2, 2, 2)],
        lambda m: [m.target[2, 1], m.partial[1], no(m.holds(2, 2, 2))],
    ),
    (
        timeline.targets_gain, SWAP, 3,
        lambda m: [m.target[2, 1], m.holds(2, 2, 2)],
        lambda m: [m.target[2, 1], m.moves(1, 2)],  # there is room for one unit
    ),
    (
        timeline.other_contents_stay, SWAP, 3,
        lambda m: [m.source[2, 1], no(m.holds(2, 2))],
        lambda m: [no(m.source[2, 1]), no(m.holds(2, 2))],
    ),
    (
        timeline.places_are_opened_once, SWAP, 3,
        lambda m: [m.opening[0], m.source[1, 0], m.begun[5, 1]],
        lambda m: [m.opening[1], m.source[2, 1]],  # a beaker of one colour
    ),
    (
        timeline.beakers_suffice, SWAP, 3,
        lambda m: [m.holds(0, 2), m.holds(2, 2), m.holds(4, 2)],
        lambda m: [m.holds(0, 2), m.holds(2, 2), m.holds(4, 2), m.holds(5, 2)],
    ),
    (
        timeline.every_unit_is_home, SWAP, 3,
        lambda m: [m.holds(0, 3), no(m.holds(4, 3))],
        lambda m: [m.holds(0, 3), m.holds(4, 3)],  # two beakers of a
    ),
    (
        timeline.excess_is_spent, SWAP, 3,
        lambda m: [m.begun[4, 3]],
        lambda m: [m.begun[4, 3], m.begun[5, 3]],
    ),
]  # fmt: skip


def test_places() -> None:
    runs = [Place(0, 1, 2, 0, 1, 0), Place(1, 1, 1, 1, 0, 0), Place(1, 1, 2, 0, 1, 1), Place(0, 1, 1, 1, 0, 1)]
    assert places_of(SWAP, 0) == runs
    assert places_of(SWAP, 1) == [*runs, Place(0, 0, 2, 0, 0, None), Place(1, 0, 2, 0, 0, None)]


@pytest.mark.parametrize(("rule", "deal", "horizon", "facts", "wrong"), RULES, ids=[case[0].__name__ for case in RULES])
def test_rule(rule: Rule, deal: Deal, horizon: int, facts: Facts, wrong: Facts) -> None:
    assert agree(deal, horizon, rule, facts)
    assert not agree(deal, horizon, rule, wrong)
    assert agree(deal, horizon, lambda model: None, wrong)


def test_two_places_of_one_color_open_in_their_order() -> None:
    deal = deal_of("ab", "cb", "ac", "", "")  # b is at no bottom; places 6 and 7 are opened by a and c, 8 and 9 by b
    model = variables(deal, bottoms_bound(deal) + 1)
    first, second = [p for p, place in enumerate(model.places) if place.beaker is None and place.color == 1]
    horizon = model.horizon
    assert agree(deal, horizon, timeline.places_are_opened_once, lambda m: [m.begun[first, 1], m.begun[second, 2]])
    assert not agree(deal, horizon, timeline.places_are_opened_once, lambda m: [m.begun[second, 1]])


def fewest(deal: Deal, beyond: int) -> int | None:
    """The first horizon with a plan, which is verified; None if there is none up to `beyond` above the bound."""
    lower = bottoms_bound(deal)
    for horizon in range(lower, lower + beyond + 1):
        answer = run(lambda horizon=horizon: timeline.build(deal, horizon), Settings(), None)  # type: ignore[misc]
        if answer.status == "feasible":
            verify(deal, answer.found)
            assert len(answer.found) == horizon
            return horizon
        assert answer.status == "infeasible"
    return None


def assert_fewest(deal: Deal) -> None:
    truth = shortest(deal)
    if truth is None:
        assert fewest(deal, 1) is None
    else:
        assert fewest(deal, truth - bottoms_bound(deal)) == truth
        assert truth <= timeline.threshold(deal)


@pytest.mark.parametrize("sizes", [sizes for sizes in EXHAUSTIVE if sizes[:2] != (3, 3)], ids=str)
def test_every_small_deal(sizes: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*sizes):
        assert_fewest(deal)


@given(deals(max_colors=5))
@examples(150)
def test_games_in_progress(deal: Deal) -> None:
    assert_fewest(deal)


SPECIAL = [
    (deal_of(), 0),
    (deal_of("", ""), 0),
    (deal_of("aa", "b", "b"), 1),
    (deal_of("a", "b", "a", capacity=1), 0),
    (deal_of("ac", "a", "cb", "ba", "a"), 4),  # joining the two beakers of a first would cost a pour
    (deal_of("aaab", "bbba", "", capacity=4), 3),
]


@pytest.mark.parametrize(("deal", "pours"), SPECIAL)
def test_deals_of_special_kinds(deal: Deal, pours: int) -> None:
    result = timeline.solve(deal, Settings(workers=1), Watch())
    assert (result.outcome, result.upper_bound) == (Outcome.OPTIMAL, pours)


LONG = [pytest.param(name, marks=pytest.mark.slow) for name in ("deal-9c2e4h-7022", "level-133")]
NAMES = ["sample-three-colours", "docstring-three-colours", "partial-pours-needed-3", "partial-pours-needed-5",
         "deal-5c2e4h-7003", *LONG]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_known_deals(name: str) -> None:
    _, deal = load(f"instances/watersort/{name}.yaml")
    result = timeline.solve(deal, Settings(), Watch())
    assert result.outcome is Outcome.OPTIMAL
    verify(deal, result.plan or ())
    assert result.lower_bound == result.upper_bound == len(result.plan or ()) == deal.known.pours


def test_unsolvable_by_threshold_and_by_counting() -> None:
    assert timeline.threshold(deal_of("ab", "ba")) == 4
    stuck = timeline.solve(deal_of("ab", "ba"), Settings(), Watch())
    assert (stuck.outcome, stuck.plan) == (Outcome.UNSOLVABLE, None)
    assert timeline.solve(deal_of("a", ""), Settings(), Watch()).outcome is Outcome.UNSOLVABLE
