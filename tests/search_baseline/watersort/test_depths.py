"""Depths against plain breadth-first search: whether there is a plan, which depths are dead, and plans from paths."""

import pytest
from hypothesis import given

from helpers.cases import Of, examples, some_or_all
from helpers.deals import deal_of, deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import filled_of, interned, run_count
from instances.watersort.depth_theorem import plan_of
from instances.watersort.files import generate
from instances.watersort.rules import Deal, State, after, canonical, pours, solved
from search_baseline.lookout import Lookout
from search_baseline.watersort.beakers import top_units
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depths import DepthSearch, depth_keys, solvable
from search_baseline.watersort.layers.dead_depths import DeadDepths
from search_baseline.watersort.layers.layered_astar import Layers

SIZES = [*EXHAUSTIVE, (5, 2, 1), (3, 4, 1), (4, 3, 1)]


def searched(deal: Deal, most: float = float("inf")) -> tuple[DepthSearch, Outcome]:
    """The listing at its end, in turns of so many depths."""
    search, outcome, met = DepthSearch(deal), None, most
    while outcome is None:
        outcome = search.run(Lookout(Watch()), met)
        assert not search.too_wide
        met += most
    return search, outcome


def pours_by(deal: Deal, width: int | None) -> int | None:
    """Of the plan that a listing leads to, which plan_of replays."""
    search = DepthSearch(deal, width)
    if search.run(Lookout(Watch())) is not Outcome.SOLVED:
        return None
    path = search.path()
    assert path is not None
    return len(plan_of(deal, path))


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


def check_dead(deal: Deal) -> int:
    """No state with dead depths has a plan, and A* without them finds the same. How many states have dead depths."""
    search, outcome = searched(deal)
    if outcome is Outcome.UNSOLVABLE:
        return 0
    dead = search.dead(Lookout(Watch()))
    names, beakers = interned(deal)
    keys, number = depth_keys(beakers), {name: color for color, name in enumerate(names)}
    states, alive = states_of(deal)
    found = 0
    for state in states:
        left = [tuple(number[name] for name in beaker) for beaker in state]
        key = sum(keys[each[: len(each) - top_units(each) + 1]] for each in left if each and run_count(each) > 1)
        assert key not in dead or state not in alive
        found += key in dead
    layers = Layers(deal.capacity, beakers, filled_of(deal), 0)
    layers.dead = DeadDepths(keys, dead)
    assert layers.run(Lookout(Watch())) is Outcome.OPTIMAL
    assert layers.f == shortest(deal)
    return found


def check(deal: Deal) -> None:
    truth = shortest(deal)
    search, outcome = searched(deal)
    assert outcome is (Outcome.UNSOLVABLE if truth is None else Outcome.SOLVED)
    assert solvable(deal, Watch()) == (truth is not None)
    assert searched(deal, 1)[0].states == search.states
    for width in (None, 10_000, 1):
        found = pours_by(deal, width)
        assert (found is None) == (truth is None) or width == 1
        assert found is None or (truth is not None and found >= truth)
    check_dead(deal)


@pytest.mark.parametrize("size", SIZES, ids=str)
@some_or_all(25)
def test_small_deals(size: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*size)):
        check(deal)


@examples(200)
@given(deals())
def test_deals_in_progress(deal: Deal) -> None:
    check(deal)


def test_there_are_dead_depths() -> None:
    """Without them the checks above would say nothing."""
    assert sum(map(check_dead, enumerate_deals(3, 3, 1))) > 50


def test_a_full_beaker_may_have_to_be_poured_out() -> None:
    assert pours_by(deal_of("bbrbbrb", "rbrrbbb", "bbbrbbb", "bbbr", "bbb", capacity=7), 2) is not None


def test_keys_of_many_beakers_take_several_words() -> None:
    deal = generate(40, 1, 4, seed=1)
    search, outcome = searched(deal)
    assert outcome is Outcome.UNSOLVABLE
    assert search.layer.keys.shape[1] > 1
    assert searched(deal, 1)[0].states == search.states


def test_a_capacity_that_needs_wider_numbers() -> None:
    deal = Deal("", 1000, (("a",) * 999 + ("b",), ("b",) * 999 + ("a",), ()))
    assert searched(deal)[1] is Outcome.SOLVED


def test_unsolvable_on_two_empties_is_short_work() -> None:
    """24 colours: 15,844 reachable depths, 11,881 where settled colours go first."""
    result = solve_fast(generate(24, 2, 4, seed=0), Settings(), Watch())
    assert result.outcome is Outcome.UNSOLVABLE
    assert result.statistics["depths"] == 11_881


def test_dead_depths_shorten_the_search_on_two_empties() -> None:
    """28 colours: more than 100,000 expansions without dead depths."""
    result = solve_fast(generate(28, 2, 4, seed=2), Settings(), Watch())
    assert (result.outcome, result.lower_bound) == (Outcome.OPTIMAL, 97)
    assert result.statistics["expansions"] < 6000


def test_limits() -> None:
    deal = generate(24, 2, 4, seed=0)
    with pytest.raises(LimitReached):
        DepthSearch(deal).run(Lookout(Watch(seconds=0)))
    search, _ = searched(generate(12, 2, 4, seed=1))
    with pytest.raises(LimitReached):
        search.dead(Lookout(Watch(memory=1)))


@pytest.mark.parametrize(("empties", "memory"), [(2, 1), (11, None)])
def test_it_gives_up_at_once_where_memory_does_not_suffice(empties: int, memory: int | None) -> None:
    search = DepthSearch(generate(100, empties, 4, seed=0))
    assert search.run(Lookout(Watch(memory=memory))) is None
    assert (search.too_wide, search.states) == (True, 1)
