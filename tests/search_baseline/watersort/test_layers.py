"""A*, on graphs and by layers, its beam, and depths against plain breadth-first search, whatever the order."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import inf

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fewest_pours.puzzles.watersort.depths.stumps import depth_keys, key_of_state
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.lower_bounds import lower_bound
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import after, canonical, pours, verify
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Watch
from helpers.cases import examples
from helpers.deals import deal_of, deals
from helpers.truth import distances, enumerate_deals, poured, shortest
from search_baseline.astar import astar
from search_baseline.watersort.beakers import plan_of_steps
from search_baseline.watersort.depth_search import DepthSearch, is_solvable_by_depths
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.grouped_pours import COSTLY_WITH_PARKS, DEAR, FREE_WITH_PARKS, ColorGroups
from search_baseline.watersort.layers.layered_astar import LayeredAstar


def steps_to(graph, goals):
    """Steps from each state to the nearest goal; states that reach none are left out."""
    return distances(goals, lambda state: [other for other in graph if state in graph[other]])


@st.composite
def problems(draw):
    """A graph, its goals, and an admissible bound that need not be consistent (None: no goal can be reached)."""
    size = draw(st.integers(1, 12))
    states = st.integers(0, size - 1)
    graph = {state: draw(st.lists(states, max_size=3)) for state in range(size)}
    goals = draw(st.sets(states, max_size=2))
    truth = steps_to(graph, goals)
    dead = st.sampled_from([None, 0, 1, 5])
    bound = {s: draw(st.integers(0, truth[s]) if s in truth else dead) for s in graph}
    return graph, goals, bound


CHAIN = {0: [1, 2], 1: [3], 2: [4], 4: [3], 3: [5], 5: [6], 6: []}
REOPENED = {0: 0, 1: 3, 2: 0, 4: 0, 3: 0, 5: 0, 6: 0}  # 3 is closed by way of 2 and 4 first, and opened again


@example((CHAIN, {6}, REOPENED), None, False)
@given(problems(), st.none() | st.integers(0, 12), st.booleans())
def test_shortest_path_or_proof_that_there_is_none(problem, horizon, greedy):
    graph, goals, bound = problem
    truth = steps_to(graph, goals).get(0, inf)

    def successors(state):
        return [((state, after), after) for after in graph[state]]

    options = {"horizon": horizon, "greedy": greedy}
    found = astar(0, successors, bound.__getitem__, goals.__contains__, Watch(), "astar", **options)
    if found.plan is None:
        if found.outcome is Outcome.UNSOLVABLE:
            assert truth == inf
        else:
            assert found.outcome is Outcome.NO_PLAN_WITHIN_HORIZON
            assert horizon < found.lower_bound <= truth
        return
    states = [0, *(after for _, after in found.plan)]
    assert found.plan == tuple(pairwise(states))
    assert all(after in graph[state] for state, after in pairwise(states))
    assert states[-1] in goals
    assert (found.lower_bound or 0) <= truth <= len(found.plan) <= (inf if horizon is None else horizon)
    assert found.outcome is (Outcome.OPTIMAL if found.lower_bound == len(found.plan) else Outcome.SOLVED)
    assert greedy or len(found.plan) == found.lower_bound


def layers(deal, seed=0):
    return LayeredAstar(numbered(deal), lower_bound(deal)[0], seed)


def check(deal, seed=0, budget=inf):
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
    for width, longest in ((1, 2 * truth), (1000, truth + 1)):
        if steps := beam(search, width, longest, Lookout(Watch())):
            verify(deal, plan_of_steps(deal, steps))
            assert len(steps) <= longest


@examples(300)
@given(deals(), st.integers(0, 5), st.sampled_from([1, 3, inf]))
def test_layers_of_deals_in_progress_find_the_fewest_pours_whatever_the_seed(deal, seed, budget):
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
    assert sum(len(group.pours[kind]) for kind in (FREE_WITH_PARKS, COSTLY_WITH_PARKS, DEAR)) == len(every)


def test_colors_that_block_each_other_raise_the_bound():
    search = layers(deal_of("aab", "bba", "", capacity=3))
    assert (search.f, search.lower) == (2, 3)


def listed(deal, turn=inf):
    """The whole listing, in turns of so many depths."""
    search, outcome, most = DepthSearch(deal), None, turn
    while outcome is None:
        outcome, most = search.run(Lookout(Watch()), most), most + turn
    return search, outcome


def check_depths(deal):
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
def test_depths_of_deals_in_progress_decide_them(deal):
    check_depths(deal)


def test_there_are_dead_depths():
    """Without them the checks above would say nothing."""
    assert sum(map(check_depths, enumerate_deals(3, 3, 1))) > 50


def test_a_full_beaker_may_have_to_be_poured_out():
    search = DepthSearch(deal_of("bbrbbrb", "rbrrbbb", "bbbrbbb", "bbbr", "bbb", capacity=7), width=2)
    assert search.run(Lookout(Watch())) is Outcome.SOLVED
    assert search.plan() is not None


def test_a_capacity_that_needs_wider_numbers_is_decided():
    assert listed(deal_of("a" * 999 + "b", "b" * 999 + "a", "", capacity=1000))[1] is Outcome.SOLVED


def test_a_limit_ends_a_listing_which_can_go_on():
    search = DepthSearch(generate(24, 2, 4, seed=2))
    with pytest.raises(LimitReached):
        search.run(Lookout(Watch(0)))
    assert search.run(Lookout(Watch())) is Outcome.SOLVED
    assert search.dead(Lookout(Watch(memory_limit=1))) == set()  # nothing that needs memory to spare


@pytest.mark.parametrize(("empties", "memory"), [(2, 1), (11, inf)])
def test_listing_depths_is_given_up_at_once_if_they_exceed_memory(empties, memory):
    search = DepthSearch(generate(100, empties, 4, seed=0))
    assert search.run(Lookout(Watch(memory_limit=memory))) is None
    assert (search.too_wide, search.states) == (True, 1)
