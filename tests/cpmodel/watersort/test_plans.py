"""The beam finds plans, at once and near the bottoms bound; it never returns one longer than it was allowed."""

from math import inf

from hypothesis import given

from cpmodel.solving import Status
from cpmodel.watersort.plans import beam, cheapest
from helpers.deals import deals
from instances.solving.limits import Settings
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, verify


@given(deals())
def test_plans_are_legal_and_cost_what_was_counted(deal: Deal) -> None:
    found, answer = cheapest(deal, 6, 1, inf), beam(deal, 1, inf, Settings(), None)
    if found is not None:
        verify(deal, answer.found)
        assert len(answer.found) == bottoms_bound(deal) + found.cost


def test_a_plan_that_is_too_long_is_not_returned() -> None:
    deal = Deal("swaps", 2, (("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), (), ()))  # 6 pours, bound 4
    assert len(beam(deal, 0, 2, Settings(), None).found) == 6
    assert beam(deal, 0, 1, Settings(), None).status is Status.NOTHING_FOUND
