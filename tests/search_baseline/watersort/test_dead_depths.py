"""Dead depths: no state that has them has a plan, and the searches that leave them out find what they found before."""

from itertools import product

import pytest
from hypothesis import given

from helpers.cases import Of, examples, some_or_all
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import filled_of, interned, run_count
from instances.watersort.files import generate
from instances.watersort.rules import Deal, State, after, canonical, pours, solved
from search_baseline.lookout import Lookout
from search_baseline.watersort import depth_layers
from search_baseline.watersort.beakers import top_units
from search_baseline.watersort.dead_depths import DeadDepths
from search_baseline.watersort.default_solver import layers_of, solve_fast
from search_baseline.watersort.depth_keys import depth_keys, place_values
from search_baseline.watersort.depth_layers import DepthLayers
from search_baseline.watersort.layers.game import Exact
from search_baseline.watersort.pooled_game import Pooled

ALWAYS = 1 << 40  # a budget that is never used up


def dead_of(deal: Deal) -> set[int] | None:
    """The keys of the dead depths; None if there is no plan."""
    search = DepthLayers(deal)
    return search.dead(Lookout(Watch())) if search.run(Lookout(Watch()), ALWAYS) is Outcome.SOLVED else None


def states_of(deal: Deal) -> tuple[set[State], set[State]]:
    """All states that pours lead to, and those of them that have a plan."""
    before: dict[State, set[State]] = {canonical(deal.beakers): set()}
    waiting = list(before)
    while waiting:
        state = waiting.pop()
        for pour in pours(state, deal.capacity):
            then = canonical(after(state, pour))
            if then not in before:
                before[then] = set()
                waiting.append(then)
            before[then].add(state)
    waiting = [state for state in before if solved(state, deal.capacity)]
    alive = set(waiting)
    while waiting:
        fresh = before[waiting.pop()] - alive
        alive |= fresh
        waiting += fresh
    return set(before), alive


def check(deal: Deal) -> int:
    """No state with dead depths has a plan, no search misses anything. How many states have dead depths."""
    dead = dead_of(deal)
    if dead is None:
        return 0
    names, beakers = interned(deal)
    keys, number = depth_keys(beakers), {name: color for color, name in enumerate(names)}
    states, alive = states_of(deal)
    found = 0
    for state in states:
        left = [tuple(number[name] for name in beaker) for beaker in state]
        key = sum(keys[each[: len(each) - top_units(each) + 1]] for each in left if each and run_count(each) > 1)
        assert key not in dead or state not in alive
        found += key in dead
    filled = filled_of(deal)
    for world in (Exact, Pooled):
        with_dead, without = (
            layers_of(world(deal.capacity, filled), beakers, filled, deal.capacity, 0) for _ in range(2)
        )
        with_dead.dead = DeadDepths(keys, dead)
        for search in (with_dead, without):
            assert search.run(Lookout(Watch()), "layers") is Outcome.OPTIMAL
        assert with_dead.f == without.f
        dive = layers_of(world(deal.capacity, filled), beakers, filled, deal.capacity, 0)
        dive.dead = with_dead.dead
        assert dive.run(Lookout(Watch()), "dive", dive=True) is Outcome.SOLVED
    return found


@pytest.mark.parametrize("size", [*EXHAUSTIVE, (5, 2, 1), (3, 4, 1), (4, 3, 1)], ids=str)
@some_or_all(15)
def test_small_deals(size: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*size)):
        check(deal)


@examples(200)
@given(deals())
def test_deals_in_progress(deal: Deal) -> None:
    check(deal)


def test_there_are_dead_depths() -> None:
    """Of which the tests above say something."""
    assert sum(map(check, enumerate_deals(3, 3, 1))) > 50


def test_far_from_the_end_dead_depths_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = generate(12, 2, 4, seed=1)
    every = dead_of(deal)
    monkeypatch.setattr(depth_layers, "KEPT", 3000)
    late = dead_of(deal)
    assert every is not None
    assert late is not None
    assert set() < late < every


def test_a_memory_limit() -> None:
    search = DepthLayers(generate(12, 2, 4, seed=1))
    assert search.run(Lookout(Watch()), ALWAYS) is Outcome.SOLVED
    with pytest.raises(LimitReached):
        search.dead(Lookout(Watch(memory=1)))


def test_beakers_of_which_the_same_is_left_change_places() -> None:
    """The first two have (0, 1) at the bottom: one of them at that depth, or the other, has one key."""
    keys = depth_keys([(0, 1, 2), (0, 1, 1, 3), (2, 3), (3, 2, 0), ()])
    assert set(keys) == {(0, 1), (0, 1, 2), (0, 1, 1, 3), (2, 3), (3, 2), (3, 2, 0)}
    left = [[(0, 1), (0, 1, 2)], [(0, 1), (0, 1, 1, 3)], [(2, 3)], [(3, 2), (3, 2, 0)]]
    stages = [[0, *map(keys.__getitem__, each)] for each in left]
    sums = [sum(each) for each in product(*stages)]
    assert len(set(sums)) == len(sums) - 6  # only (0, 1) here and nothing there, as there and here


def test_digits_of_keys_do_not_lie_in_two_words() -> None:
    assert list(place_values([4, 4])) == [1, 4]
    assert list(place_values([4] * 33))[30:] == [4**30, 1 << 64, 4 << 64]


def test_solving_on_two_empties_is_short_work() -> None:
    """28 colours: 121,034 states expanded without the dead depths."""
    result = solve_fast(generate(28, 2, 4, seed=2), Settings(), Watch())
    assert (result.outcome, result.lower_bound) == (Outcome.OPTIMAL, 97)
    assert result.statistics["expansions"] < 6000
