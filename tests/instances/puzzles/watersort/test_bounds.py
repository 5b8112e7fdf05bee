"""The bottoms bound: consistent along every pour, zero at the goal only, never above the truth."""

import pytest
from hypothesis import given

from helpers.deals import deals, named
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles.watersort import rules
from instances.puzzles.watersort.bounds import bottoms_bound
from instances.puzzles.watersort.rules import Deal


@given(deals())
def test_no_pour_lowers_the_bound_by_more_than_one_and_it_is_zero_exactly_when_solved(deal: Deal) -> None:
    bound = bottoms_bound(deal)
    assert (bound == 0) == rules.solved(deal.beakers, deal.capacity)
    for pour in rules.pours(deal.beakers, deal.capacity):
        assert bottoms_bound(Deal("after", deal.capacity, rules.after(deal.beakers, pour))) >= bound - 1


@pytest.mark.parametrize("size", EXHAUSTIVE[:9])
def test_never_above_the_shortest_plan(size: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*size):
        truth = shortest(deal)
        assert truth is None or bottoms_bound(deal) <= truth


def test_level_133_needs_38_by_the_bound() -> None:
    assert bottoms_bound(named("level-133")) == 38
