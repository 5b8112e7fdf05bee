"""Base and the lower bounds: consistent along every pour, never above the truth."""

import pytest
from hypothesis import given

from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles.watersort import rules
from instances.puzzles.watersort.lower_bounds import lower_bound
from instances.puzzles.watersort.numbered import base
from instances.puzzles.watersort.rules import Deal


@given(deals())
def test_no_pour_lowers_base_by_more_than_one_and_it_is_zero_exactly_when_solved(deal):
    bound = base(deal)
    assert (bound == 0) == rules.solved(deal.beakers, deal.capacity)
    for pour in rules.pours(deal.beakers, deal.capacity):
        assert base(Deal("after", deal.capacity, rules.after(deal.beakers, pour))) >= bound - 1


@pytest.mark.parametrize("size", EXHAUSTIVE[:9])
def test_never_above_the_shortest_plan(size):
    for deal in enumerate_deals(*size):
        truth = shortest(deal)
        assert truth is None or base(deal) <= lower_bound(deal)[0] <= truth
