"""A* by layers and its beam against plain breadth-first search, whatever the seed of their order."""

from dataclasses import replace
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from fewest_pours.puzzles.watersort.lower_bounds import lower_bound
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import after, pours, verify
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import Outcome, Watch
from helpers.cases import examples
from helpers.deals import deal_of, deals
from helpers.truth import shortest
from search_baseline.watersort.beakers import plan_of_steps
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.grouped_pours import COSTLY_AND_PARKS, DEAR, FREE_AND_PARKS, ColorGroups
from search_baseline.watersort.layers.layered_astar import LayeredAstar


def layers(deal, seed=0):
    return LayeredAstar(numbered(deal), lower_bound(deal)[0], seed)


def check(deal, seed=0, budget=inf):
    """In turns of so many expansions."""
    truth, search, outcome = shortest(deal), layers(deal, seed), None
    assert truth is None or search.lower <= truth
    while outcome is None:
        outcome = search.run(Lookout(Watch()), budget=budget)
    assert outcome is (Outcome.UNSOLVABLE if truth is None else Outcome.OPTIMAL)
    if truth is None:
        return
    plan = plan_of_steps(deal, search.path())
    verify(deal, plan)
    assert len(plan) == search.f == truth
    for width, limit in ((1, 2 * truth + 1), (1000, truth + 2)):
        if steps := beam(search, width, limit, Lookout(Watch())):
            verify(deal, plan_of_steps(deal, steps))
            assert len(steps) < limit


@examples(300)
@given(deals(), st.integers(0, 5), st.sampled_from([1, 3, inf]))
def test_deals_in_progress_whatever_the_seed_and_in_turns(deal, seed, budget):
    check(deal, seed, budget)


@given(deals())
def test_the_bound_with_excesses_is_consistent(deal):
    for pour in pours(deal.beakers, deal.capacity):
        assert layers(deal).f <= 1 + layers(replace(deal, beakers=after(deal.beakers, pour))).f


def test_a_pour_after_which_its_colour_blocks_itself_is_not_lost():
    """The second beaker onto the first: a unit joins the other there, and no beaker has room for two."""
    color = ColorGroups(5, 0, 1)
    group = color.start([(0, 1, 1, 0), (1, 2, 2, 0, 0), (2, 1, 2, 0), ()])
    every = set(color.pours(group.shown, (*group.shown.beakers, ())))
    assert len(group.pours[DEAR]) == 1
    assert sum(len(group.pours[kind]) for kind in (FREE_AND_PARKS, COSTLY_AND_PARKS, DEAR)) == len(every)


def test_colors_that_block_each_other_raise_the_bound():
    search = layers(deal_of("aab", "bba", "", capacity=3))
    assert (search.f, search.lower) == (2, 3)
