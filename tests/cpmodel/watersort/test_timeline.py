"""The timeline: rules that no answer shows, and its threshold; precedences, which are exactly what holds in every plan.

test_agreement.py holds the other rules of the timeline."""

from itertools import groupby, permutations

import pytest

from cpmodel.watersort import timeline
from cpmodel.watersort.precedences import diagram, direct
from cpmodel.watersort.timeline import variables
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.numbered_deal import base, numbered, placed_runs, threshold
from fewest_pours.puzzles.watersort.rules import after, pours, solved
from helpers.deals import deal_of
from helpers.models import possible
from helpers.truth import EXHAUSTIVE, between, enumerate_deals, shortest

SWAP = deal_of("ab", "ba", "")  # places: a, b; b, a; then those that a and b may open
PAIR = deal_of("ab", "ab", "", "")  # places: a, b; a, b; then two that b may open
RULES = {  # with one pour of excess: possible, and against the rule
    "pours_are_whole_or_partial": (
        SWAP,
        lambda m: [m.source[1, 0], ~m.holds[1, 1]], lambda m: [m.source[1, 0], ~m.partial[0], m.holds[1, 1]],
    ),
    "every_unit_is_home": (  # against it: two beakers of a
        SWAP, lambda m: [m.holds[0, 3], ~m.holds[4, 3]], lambda m: [m.holds[0, 3], m.holds[4, 3]],
    ),
    "excess_is_spent": (
        SWAP, lambda m: [m.opening[5, 0]], lambda m: [m.opening[4, 0], m.opening[5, 1]],
    ),
    "neighbours_stand_in_order": (  # possible: onto what the first pour laid bare
        SWAP, lambda m: poured(m, (3, 4), (1, 2)), lambda m: poured(m, (3, 4), (1, 5)),
    ),
    "openings_follow_the_names": (
        PAIR, lambda m: [m.opening[4, 0], m.opening[5, 1]], lambda m: [m.opening[5, 0]],
    ),
}  # fmt: skip


def poured(model, *pours):
    """The first pours are exactly these, from place to place, and whole."""
    for t, (a, b) in enumerate(pours):
        yield model.partial[t] == 0
        for p in range(len(model.places)):
            yield from (model.source[p, t] == int(p == a), model.target[p, t] == int(p == b))


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_forbids_what_breaks_it_and_nothing_else(rule):
    deal, right, wrong = RULES[rule]
    horizon = base(deal) + 1
    whole, before, alone = timeline.build(deal, horizon), variables(deal, horizon), variables(deal, horizon)
    assert possible(whole, right(whole))
    getattr(timeline, rule)(alone)
    assert possible(before, wrong(before))
    assert not possible(alone, wrong(alone))


@pytest.mark.parametrize("sizes", EXHAUSTIVE, ids=str)
def test_shortest_plans_are_within_the_threshold(sizes):
    for deal in enumerate_deals(*sizes):
        assert (shortest(deal) or 0) <= threshold(deal)


def kept_by_all_plans(deal):
    runs = [run for run in placed_runs(numbered(deal).beakers) if run.level]
    alive = between(
        deal.beakers,
        lambda state: [after(state, pour) for pour in pours(state, deal.capacity)],
        lambda state: solved(state, deal.capacity),
    )[1]
    heights = {tuple(len(list(groupby(beaker))) for beaker in state) for state in alive}
    return frozenset(
        (first, then)
        for first, then in permutations(runs, 2)
        if alive and all(height[then.beaker] > then.level or height[first.beaker] <= first.level for height in heights)
    )


def found_in(deal):
    return diagram(numbered(deal))


@pytest.mark.parametrize("size", [(2, 3, 1), (2, 4, 1), (3, 2, 1), (3, 3, 1), (2, 3, 2), (3, 2, 2)], ids=str)
def test_precedences_are_exactly_those_of_all_plans(size):
    for number, deal in enumerate(enumerate_deals(*size)):
        if number % 10 == 0 or len(deal.beakers) < 4:
            before = found_in(deal).before
            assert {(one, other) for other in before for one in before[other]} == kept_by_all_plans(deal)


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_the_diagram_is_empty_exactly_if_no_plan_exists(size):
    for deal in enumerate_deals(*size):
        assert found_in(deal).is_empty == (shortest(deal) is None)


def test_direct_precedences_and_the_order_in_beakers_imply_all_others():
    before = found_in(generate(12, 2, seed=1)).before
    implied = {(one, other) for other in before for one in before[other] if one.beaker == other.beaker}
    implied |= {*direct(before)}
    while more := {(a, d) for a, b in implied for c, d in implied if b == c} - implied:
        implied |= more
    assert implied == {(one, other) for other in before for one in before[other]}


def test_nothing_is_claimed_where_depths_are_too_many():
    found = found_in(generate(12, 3, seed=0))
    assert (found.before, found.is_empty, found.is_whole) == ({}, False, False)
