"""Depths against plain breadth-first search: whether there is a plan, which depths are dead, and plans from depths."""

from dataclasses import replace
from functools import partial
from math import inf

import pytest
from hypothesis import given

from fewest_pours.puzzles.watersort.depths.stumps import depth_keys, key_of_state
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import canonical
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Watch
from helpers.cases import examples
from helpers.deals import deal_of, deals
from helpers.truth import distances, enumerate_deals, poured, shortest
from search_baseline.watersort.depth_search import DepthSearch, is_solvable_by_depths
from search_baseline.watersort.layers.layered_astar import LayeredAstar


def listed(deal, turn=inf):
    """The whole listing, in turns of so many depths."""
    search, outcome, most = DepthSearch(deal), None, turn
    while outcome is None:
        outcome, most = search.run(Lookout(Watch()), most), most + turn
    return search, outcome


def check(deal):
    """How many states have dead depths."""
    truth = shortest(deal)
    search, outcome = listed(deal)
    assert outcome is (Outcome.UNSOLVABLE if truth is None else Outcome.SOLVED)
    assert is_solvable_by_depths(deal, Watch()) == (truth is not None)
    assert listed(deal, turn=1)[0].states == search.states
    narrow = DepthSearch(deal, width=1)
    if narrow.run(Lookout(Watch())) is not None:
        assert len(narrow.plan()) >= truth  # verified where it is made
    if truth is None:
        return 0
    assert len(search.plan()) >= truth
    return check_dead(deal, search)


def check_dead(deal, search):
    """No state with dead depths has a plan, and A* finds the same without them."""
    game = numbered(deal)
    keys, dead = depth_keys(game.beakers), search.dead(Lookout(Watch()))
    layers = LayeredAstar(game, 0, 0)
    layers.dead = dead
    assert layers.run(Lookout(Watch())) is Outcome.OPTIMAL
    assert layers.f == shortest(deal)
    states = distances([canonical(deal.beakers)], partial(poured, deal.capacity))
    hopeless = 0
    for state in states if dead else []:
        colors = [tuple(map(game.names.index, beaker)) for beaker in state]
        if key_of_state(keys, colors) in dead:
            assert shortest(replace(deal, beakers=state)) is None
            hopeless += 1
    return hopeless


@examples(200)
@given(deals())
def test_deals_in_progress(deal):
    check(deal)


def test_there_are_dead_depths():
    """Without them the checks above would say nothing."""
    assert sum(map(check, enumerate_deals(3, 3, 1))) > 50


def test_a_full_beaker_may_have_to_be_poured_out():
    search = DepthSearch(deal_of("bbrbbrb", "rbrrbbb", "bbbrbbb", "bbbr", "bbb", capacity=7), width=2)
    assert search.run(Lookout(Watch())) is Outcome.SOLVED
    assert search.plan() is not None


def test_a_capacity_that_needs_wider_numbers():
    assert listed(deal_of("a" * 999 + "b", "b" * 999 + "a", "", capacity=1000))[1] is Outcome.SOLVED


def test_limits():
    search = DepthSearch(generate(24, 2, 4, seed=2))
    with pytest.raises(LimitReached):
        search.run(Lookout(Watch(0)))
    assert search.run(Lookout(Watch())) is Outcome.SOLVED
    with pytest.raises(LimitReached):
        search.dead(Lookout(Watch(memory_limit=1)))


@pytest.mark.parametrize(("empties", "memory"), [(2, 1), (11, inf)])
def test_listing_depths_is_given_up_at_once_if_they_exceed_memory(empties, memory):
    search = DepthSearch(generate(100, empties, 4, seed=0))
    assert search.run(Lookout(Watch(memory_limit=memory))) is None
    assert (search.too_wide, search.states) == (True, 1)
