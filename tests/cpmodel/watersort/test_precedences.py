"""Precedences are exactly what holds in every plan; an empty diagram means that there is none."""

from itertools import groupby, permutations

import pytest

from cpmodel.watersort.precedences import diagram, direct
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.numbered_deal import numbered, placed_runs
from fewest_pours.puzzles.watersort.rules import after, pours, solved
from helpers.truth import EXHAUSTIVE, between, enumerate_deals, shortest


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
