"""The layers by themselves, whatever the seed of their detours, and diving or not.

The game with its home rule must be exact, the pooled game a relaxation that decides solvability.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.cases import Of, examples, some_or_all
from helpers.deals import deals, known
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import bottoms_bound, filled_of, interned
from instances.watersort.files import generate
from instances.watersort.rules import Deal, after, pours, verify
from search_baseline.lookout import Lookout
from search_baseline.watersort.default_solver import NARROW, layers_of
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.game import Exact
from search_baseline.watersort.layers.groups import Table
from search_baseline.watersort.layers.layered_astar import Layers
from search_baseline.watersort.placing import placed
from search_baseline.watersort.plain_astar import explore
from search_baseline.watersort.pooled_game import Pool, Pooled
from search_baseline.watersort.pours_along_path import poured_along, poured_out, realised, steps_along

AGREED = [*EXHAUSTIVE, (5, 2, 1), (3, 4, 1), (4, 3, 1)]


def layers(world: type[Exact] | type[Pooled], deal: Deal, seed: int = 0) -> Layers:
    filled = filled_of(deal)
    return layers_of(world(deal.capacity, filled), interned(deal)[1], filled, deal.capacity, seed)


def check_layers(deal: Deal, truth: int | None) -> None:
    exact, pooled = layers(Exact, deal), layers(Pooled, deal)
    lookout = Lookout(Watch())
    outcomes = exact.run(lookout, "exact"), pooled.run(lookout, "pooled")
    dives = tuple(layers(world, deal).run(lookout, "dive", dive=True) for world in (Exact, Pooled))
    if truth is None:
        assert outcomes == dives == (Outcome.UNSOLVABLE, Outcome.UNSOLVABLE)
        return
    assert outcomes == (Outcome.OPTIMAL, Outcome.OPTIMAL)
    assert dives == (Outcome.SOLVED, Outcome.SOLVED)
    assert pooled.f <= exact.f == truth
    steps = steps_along(exact.contents(exact.path()), len(deal.beakers), deal.capacity)
    assert len(steps) == truth
    verify(deal, placed(deal, steps))
    start = tuple(sorted(interned(deal)[1]))
    poured = poured_along(start, pooled.contents(pooled.path()), deal.capacity, lookout)
    assert pooled.f <= len(poured)
    assert truth <= len(poured)
    verify(deal, placed(deal, poured))
    for world in (Exact, Pooled):
        check_beams(layers(world, deal), len(deal.beakers), deal, truth)


def check_beams(search: Layers, beakers: int, deal: Deal, truth: int) -> None:
    """A wide beam finds a plan that makes no promise; each path is one of pours, below the limit."""
    for width, limit in ((1, 2 * truth + 1), (1000, truth + 2)):
        path = beam(search, width, limit, Lookout(Watch()), "beam")
        if path is not None:
            assert len(path) - 1 < limit
            contents = search.contents(path)
            if isinstance(search.world, Exact):
                steps = steps_along(contents, beakers, deal.capacity)
                assert len(steps) == len(path) - 1
            else:
                steps = poured_out(tuple(sorted(interned(deal)[1])), contents, deal.capacity)
            verify(deal, placed(deal, steps))


@pytest.mark.parametrize("size", AGREED)
@some_or_all(60)
def test_layers_on_small_deals(size: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*size)):
        check_layers(deal, shortest(deal))


@given(deals())
def test_layers_on_deals_in_progress(deal: Deal) -> None:
    check_layers(deal, shortest(deal))


@pytest.mark.slow
@examples(1000)
@given(deals())
def test_layers_on_many_deals_in_progress(deal: Deal) -> None:
    check_layers(deal, shortest(deal))


@examples(150)
@given(deals(max_colors=6), st.integers(0, 5))
def test_layers_agree_with_plain_astar_whatever_the_seed(deal: Deal, seed: int) -> None:
    exact = layers(Exact, deal, seed)
    outcome = exact.run(Lookout(Watch()), "exact")
    found = explore(deal, Settings(), Watch())
    assert outcome is found.outcome
    assert found.lower_bound in (None, exact.f)


def check_promises(deal: Deal, least: int) -> None:
    """States of at least so many promises at once are met, and nothing is missed by them."""
    exact, pooled = layers(Exact, deal), layers(Pooled, deal)
    outcomes = exact.run(Lookout(Watch()), "exact"), pooled.run(Lookout(Watch()), "pooled")
    assert max(exact.unpacked(state)[2] for state in (*exact.earlier, *exact.met)) >= least
    found = explore(deal, Settings(), Watch())
    assert outcomes == (found.outcome, found.outcome)
    if found.lower_bound is not None:
        assert pooled.f <= exact.f == found.lower_bound


@pytest.mark.parametrize(("empties", "capacity", "seed"), [(1, 3, 27), (1, 3, 28), (2, 5, 1)])
def test_two_promises_at_once(empties: int, capacity: int, seed: int) -> None:
    """Eight colours: of random deals one in thirty has two promises that wait together."""
    check_promises(generate(8, empties, capacity, seed=seed), 2)


@pytest.mark.parametrize(("empties", "capacity", "seed"), [(1, 3, 27), (1, 3, 28), (2, 5, 1)])
def test_a_state_that_a_promise_made_superfluous_counts_as_never_expanded(
    empties: int, capacity: int, seed: int
) -> None:
    """Or two states that were left out could stand for each other (docs/theory.md, lemma 22)."""
    search, outcome = layers(Exact, generate(8, empties, capacity, seed=seed)), None
    while outcome in (None, Outcome.NO_PLAN_WITHIN_HORIZON):
        before = dict(search.earlier)
        outcome = search.run(Lookout(Watch()), "exact", horizon=search.f)
        for state in search.earlier.keys() - before.keys():
            for number, groups in zip(search.unpacked(state)[3:], search.groups, strict=True):
                if (group := groups[number]).fewer and (fewer := state + group.fewer) in before:
                    assert search.waited.get(fewer) == group.color


@pytest.mark.slow
@pytest.mark.parametrize(("empties", "capacity", "deals"), [(1, 3, 300), (1, 4, 200), (1, 5, 200), (2, 5, 10)])
def test_promises_of_eight_colours(empties: int, capacity: int, deals: int) -> None:
    for seed in range(deals):
        check_promises(generate(8, empties, capacity, seed=seed), 0)


@given(deals())
def test_the_bound_with_excesses_is_consistent_and_never_above_the_truth(deal: Deal) -> None:
    bound, truth = layers(Pooled, deal).f, shortest(deal)
    assert bound == layers(Exact, deal).f
    assert truth is None or bound <= truth
    for pour in pours(deal.beakers, deal.capacity):
        after_pour = layers(Pooled, replace(deal, beakers=after(deal.beakers, pour))).f
        assert bound <= after_pour + 1


@pytest.mark.parametrize(
    ("beakers", "excess"),
    [
        (["aba", "bba", ""], 1),  # neither top of a has room for the other, and both lie over its bottom
        (["aba", "bab", ""], 0),  # the top of a goes onto the other, once that is bare
    ],
)
def test_a_colour_that_blocks_its_own_bottom_must_pay(beakers: list[str], excess: int) -> None:
    deal = Deal("by hand", 3, (*map(tuple, beakers), ()))
    bottoms = bottoms_bound(deal)
    assert layers(Pooled, deal).f == bottoms + excess
    assert bottoms + excess <= (shortest(deal) or 99)


def test_more_groups_than_a_field_can_number_are_refused() -> None:
    table = Table(Pooled(2, [1]), 0, width=1)
    for units in (0, 1):
        table.group(Pool((), 1, units, ()))
    with pytest.raises(OverflowError, match="more groups of a colour than 1 bits can number"):
        table.group(Pool((), 1, 2, ()))


@examples(100)
@given(deals(), st.integers(1, 3))
def test_a_search_in_turns_is_the_same_search(deal: Deal, budget: int) -> None:
    for world in (Exact, Pooled):
        whole, resumed = layers(world, deal), layers(world, deal)
        outcome = None
        while outcome is None:
            outcome = resumed.run(Lookout(Watch()), "in turns", budget=budget)
        assert outcome is whole.run(Lookout(Watch()), "at once")
        assert (resumed.f, resumed.expansions) == (whole.f, whole.expansions)


def test_a_run_that_fits_nowhere_whole_is_poured_over_the_emptiest() -> None:
    beakers = ["aaaab", "aabaaaa", "aabb", "abaabbaa", "baaaaaaa"]
    check_layers(deal := Deal("by hand", 8, tuple(map(tuple, beakers))), shortest(deal))


def test_a_path_that_needs_partial_pours_is_not_realised() -> None:
    deal, truth = known("partial-pours-needed-3")
    pooled = layers(Pooled, deal)
    assert pooled.run(Lookout(Watch()), "pooled") is Outcome.OPTIMAL
    assert pooled.f + 1 == truth
    start, path = tuple(sorted(interned(deal)[1])), pooled.contents(pooled.path())
    assert realised(start, path, deal.capacity, Lookout(Watch())) is None
    verify(deal, placed(deal, poured_out(start, path, deal.capacity)))


def test_wide_and_narrow_fields_search_the_same_states() -> None:
    """A colour of eight units may have more groups than two bytes number; the search is the same."""
    units = NARROW + 1
    deal = Deal("wide", units, (("a",) * 5 + ("b",) * 3, ("b",) * 5 + ("a",) * 3, ()))
    check_layers(deal, shortest(deal))
