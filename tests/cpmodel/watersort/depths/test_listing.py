"""Orderings are exactly what holds in every plan."""

from itertools import groupby, permutations

import pytest

from cpmodel.watersort.depths.listing import listing, orderings
from fewest_pours.puzzles.watersort.file_format import generate
from fewest_pours.puzzles.watersort.numbered_deal import numbered, placed_runs
from fewest_pours.puzzles.watersort.rules import after, pours, solved
from fewest_pours.running.solver_contract import Settings
from helpers.deals import deal_of
from helpers.truth import between, enumerate_deals


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


@pytest.mark.parametrize("size", [(2, 3, 1), (2, 4, 1), (3, 2, 1), (3, 3, 1), (2, 3, 2), (3, 2, 2)], ids=str)
def test_orderings_are_exactly_those_of_all_plans(size):
    for number, deal in enumerate(enumerate_deals(*size)):
        if number % 10 == 0 or len(deal.beakers) < 4:
            assert orderings(deal) == kept_by_all_plans(deal)


def test_no_orderings_are_claimed_where_depths_are_too_many_or_no_plan_exists():
    assert orderings(generate(12, 3, seed=0)) == frozenset()
    assert orderings(deal_of("ab", "ba")) == frozenset()
    assert orderings(deal_of("aa", "")) == frozenset()  # nothing to remove


def test_beakers_with_more_runs_than_a_byte_counts_are_listed_without_payments():
    deal = deal_of("ab" * 150, "ba" * 150, "", capacity=300)
    found = listing(deal, Settings(), None).found
    assert found.payments == 0
