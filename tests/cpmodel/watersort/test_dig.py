"""A plan at once: what the beam finds is a plan of the length that it says, and never shorter than the shortest."""

from math import inf

import pytest
from hypothesis import given

from cpmodel.solving import Status
from cpmodel.watersort.dig import CAREFUL, CHEAP, Dig, dig, plan_to, shortest_found
from helpers.deals import deals
from helpers.truth import enumerate_deals, shortest
from instances.solving.limits import Settings
from instances.watersort.bounds import bottoms_bound, interned
from instances.watersort.files import generate
from instances.watersort.rules import Deal, verify


@given(deals())
def test_what_is_found_is_a_plan_of_the_cost_that_is_told(deal: Deal) -> None:
    found = shortest_found(deal, 8, CHEAP, inf)
    truth = shortest(deal)
    if found is not None:
        plan = plan_to(deal, found)
        verify(deal, plan)
        assert truth is not None
        assert len(plan) == bottoms_bound(deal) + found.cost >= truth


@given(deals())
def test_what_a_state_counts_along_the_way_is_what_it_would_count_anew(deal: Deal) -> None:
    rules = Dig(deal)
    colors = len(interned(deal)[0])
    for state in [rules.start, *rules.successors(rules.start)]:
        anew = type(state)(state.stacks, colors)
        for count in ("units", "bottoms", "runs", "homes", "doubles", "squares", "key"):
            assert getattr(state, count) == getattr(anew, count), count
        assert sorted(state.empties) == sorted(anew.empties)
        assert list(map(sorted, state.showing)) == list(map(sorted, anew.showing))


def test_most_small_deals_that_can_be_solved_are() -> None:
    solvable = [deal for deal in enumerate_deals(3, 3, 1) if shortest(deal) is not None]
    found = [deal for deal in solvable if dig(deal, 2, inf, Settings(), None).status is Status.FEASIBLE]
    assert len(found) >= 0.95 * len(solvable)


@pytest.mark.parametrize(("colors", "empties", "most"), [(12, 3, 2), (40, 5, 6)])
def test_large_deals_are_solved_near_their_bound(colors: int, empties: int, most: int) -> None:
    deal = generate(colors, empties, seed=2)
    answer = dig(deal, 2, inf, Settings(), None)
    assert len(answer.found) <= bottoms_bound(deal) + most


def test_a_plan_that_is_too_long_is_not_told() -> None:
    deal = Deal("swaps", 2, (("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), (), ()))  # 6 pours, bound 4
    assert len(dig(deal, 0, 2, Settings(), None).found) == 6
    assert dig(deal, 0, 1, Settings(), None).status is Status.NOTHING_FOUND


def test_what_needs_no_thought_is_found_without_any() -> None:
    assert dig(Deal("nothing", 4, ((), ())), 0, inf, Settings(), None).found == ()
    three = Deal("three", 3, (("red",), ("red",), ("red",)))
    assert shortest_found(three, 1, CAREFUL, inf) is not None
