"""A* by layers and its beam against plain breadth-first search, whatever the seed of their order."""

from dataclasses import replace
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.cases import Of, examples, some_or_all
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import bottoms_bound, filled_of, interned
from instances.watersort.files import generate
from instances.watersort.rules import Deal, after, pours, verify
from search_baseline.lookout import Lookout
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.game import steps_along
from search_baseline.watersort.layers.layered_astar import NARROW, Layers, State
from search_baseline.watersort.placing import placed
from search_baseline.watersort.plain_astar import explore

AGREED = [*EXHAUSTIVE, (5, 2, 1), (3, 4, 1), (4, 3, 1)]


def layers(deal: Deal, seed: int = 0) -> Layers:
    return Layers(deal.capacity, interned(deal)[1], filled_of(deal), seed)


def check_path(search: Layers, path: list[State], deal: Deal) -> int:
    """The pours of a path, which solve the deal."""
    steps = steps_along(search.contents(path), len(deal.beakers), deal.capacity)
    verify(deal, placed(deal, steps))
    return len(steps)


def check_layers(deal: Deal, truth: int | None, seed: int = 0, budget: float = inf) -> None:
    search, outcome = layers(deal, seed), None
    while outcome is None:
        outcome = search.run(Lookout(Watch()), budget=budget)
    if truth is None:
        assert outcome is Outcome.UNSOLVABLE
        return
    assert outcome is Outcome.OPTIMAL
    assert check_path(search, search.path(), deal) == search.f == truth
    for width, limit in ((1, 2 * truth + 1), (1000, truth + 2)):
        if path := beam(search, width, limit, Lookout(Watch())):
            assert check_path(search, path, deal) < limit


@pytest.mark.parametrize("size", AGREED)
@some_or_all(60)
def test_small_deals(size: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*size)):
        check_layers(deal, shortest(deal))


@examples(300)
@given(deals(), st.integers(0, 5), st.sampled_from([1, 3, inf]))
def test_deals_in_progress_whatever_the_seed_and_in_turns(deal: Deal, seed: int, budget: float) -> None:
    check_layers(deal, shortest(deal), seed, budget)


def check_promises(deal: Deal, least: int) -> None:
    """States of at least so many promises at once are met, and nothing is missed by them."""
    search = layers(deal)
    outcome = search.run(Lookout(Watch()))
    assert max(search.unpacked(state)[2] for state in (*search.earlier, *search.met)) >= least
    found = explore(deal, Settings(), Watch())
    assert outcome is found.outcome
    assert found.lower_bound in (None, search.f)


@pytest.mark.parametrize(("empties", "capacity", "seed"), [(1, 3, 27), (1, 3, 28), (2, 5, 1)])
def test_two_promises_at_once(empties: int, capacity: int, seed: int) -> None:
    """Eight colours: of random deals one in thirty has two promises that wait together."""
    check_promises(generate(8, empties, capacity, seed=seed), 2)


@pytest.mark.parametrize(("empties", "capacity", "seed"), [(1, 3, 27), (1, 3, 28), (2, 5, 1)])
def test_a_state_that_a_promise_made_superfluous_counts_as_never_expanded(
    empties: int, capacity: int, seed: int
) -> None:
    """Or two states that were left out could stand for each other (docs/theory.md, lemma 22)."""
    search, outcome = layers(generate(8, empties, capacity, seed=seed)), None
    while outcome in (None, Outcome.NO_PLAN_WITHIN_HORIZON):
        before = dict(search.earlier)
        outcome = search.run(Lookout(Watch()), horizon=search.f)
        for state in search.earlier.keys() - before.keys():
            for number, groups in zip(search.unpacked(state)[3:], search.groups, strict=True):
                if (group := groups[number]).fewer and (fewer := state + group.fewer) in before:
                    assert search.waited.get(fewer) == group.color


@given(deals())
def test_the_bound_with_excesses_is_consistent_and_never_above_the_truth(deal: Deal) -> None:
    bound, truth = layers(deal).f, shortest(deal)
    assert truth is None or bound <= truth
    for pour in pours(deal.beakers, deal.capacity):
        assert bound <= 1 + layers(replace(deal, beakers=after(deal.beakers, pour))).f


@pytest.mark.parametrize(
    ("beakers", "excess"),
    [
        (["aba", "bba", ""], 1),  # neither top of a has room for the other, and both lie over its bottom
        (["aba", "bab", ""], 0),  # the top of a goes onto the other, once that is bare
    ],
)
def test_a_colour_that_blocks_its_own_bottom_must_pay(beakers: list[str], excess: int) -> None:
    deal = Deal("by hand", 3, (*map(tuple, beakers), ()))
    assert layers(deal).f == bottoms_bound(deal) + excess
    assert bottoms_bound(deal) + excess <= (shortest(deal) or 99)


def test_wide_and_narrow_fields_search_the_same_states() -> None:
    """A colour of eight units may have more groups than two bytes can number; the search is the same."""
    units = NARROW + 1
    deal = Deal("wide", units, (("a",) * 5 + ("b",) * 3, ("b",) * 5 + ("a",) * 3, ()))
    check_layers(deal, shortest(deal))
