"""Plain A* on water sort: a state, its successors, and two lower bounds.

A state is the multiset of the beakers, as a sorted tuple: beakers are interchangeable. Colours are numbers. Every legal
pour is tried, but only one of several that lead to the same multiset. There are no dominance rules.

Where beakers are covered, a state is the multiset of the open ones and the covers still closed, each with its colour
and what lies behind it. The bounds ignore covers: these only forbid pours.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from instances.puzzles.watersort.numbered import Beaker, base_of, numbered, run_count
from instances.puzzles.watersort.rules import Deal
from instances.running.limits import Settings, Watch
from instances.running.outcome import Result
from search_baseline.astar import answer, astar
from search_baseline.watersort.beakers import Step, counted, placed, top_units

State = tuple[Beaker, ...]  # sorted
Closed = tuple[tuple[int, Beaker], ...]  # ((2, (0, 1)),): covered until colour 2 fills a beaker
Bound = Callable[[State], int]


def successors(state: State, capacity: int) -> Iterator[tuple[Step, State]]:
    """Every legal pour and the state after it, up to the order of beakers.

    One empty target represents all; pouring a whole beaker into an empty one would only swap the two.
    """
    count, with_room = Counter(state), defaultdict[Beaker, list[Beaker]](list)  # by what shows: (2,), or () if empty
    for target in count:
        if len(target) < capacity:
            with_room[target[-1:]].append(target)
    for source in filter(None, count):
        top = top_units(source)
        for target in (with_room[()] if top < len(source) else []) + with_room[source[-1:]]:
            if source == target and count[source] == 1:
                continue
            units = min(top, capacity - len(target))
            beakers = list(state)
            beakers.remove(source)
            beakers.remove(target)
            beakers += source[:-units], target + source[-units:]
            beakers.sort()
            yield (source, target), tuple(beakers)


def successors_behind(state: tuple[State, Closed], capacity: int) -> Iterator[tuple[Step, tuple[State, Closed]]]:
    """The same where beakers are covered: every legal pour, and the open beakers and the closed covers after it."""
    beakers, closed = state
    for step, later in successors(beakers, capacity):
        color = step[0][-1]
        opened = closed and (color,) * capacity in later
        left = tuple(cover for cover in closed if cover[0] != color) if opened else closed
        if left != closed:
            later = tuple(sorted([*later, *(beaker for opens, beaker in closed if opens == color)]))
        yield step, (later, left)


def runs_bound(state: State) -> int:
    """Sum over non-empty beakers of (runs - 1): a pour removes at most one run, and a solved beaker has one."""
    return sum(run_count(beaker) - 1 for beaker in state if beaker)


def with_closed(state: tuple[State, Closed]) -> State:
    """All beakers, covered or not."""
    return (*state[0], *(beaker for _, beaker in state[1]))


def solved(state: State, capacity: int) -> bool:
    return all(not beaker or (len(beaker) == capacity and run_count(beaker) == 1) for beaker in state)


def base_in(deal: Deal) -> Bound:
    """The bottoms bound of the states of a deal."""
    filled = numbered(deal).filled
    return lambda state: base_of(state, filled)


def space(
    deal: Deal,
) -> tuple[Callable[[Deal], Any], Callable[[Any], Iterator[tuple[Step, Any]]], Callable[[Any], State]]:
    """Three functions for the game of a deal: position -> state; state -> its pours; state -> all its beakers."""
    number = {name: color for color, name in enumerate(numbered(deal).names)}

    def state_of(position: Deal) -> Any:
        beakers = [tuple(number[color] for color in beaker) for beaker in position.beakers]
        if not deal.covered:
            return tuple(sorted(beakers))
        closed = dict(position.covered)
        free = sorted(beaker for place, beaker in enumerate(beakers) if place not in closed)
        return tuple(free), tuple((number[color], beakers[place]) for place, color in position.covered)

    if deal.covered:
        return state_of, lambda state: successors_behind(state, deal.capacity), with_closed
    return state_of, lambda state: successors(state, deal.capacity), tuple


def solve_plain(deal: Deal, settings: Settings, watch: Watch, bound: Bound | None = None) -> Result:
    """A* without dominance rules, by default with the bottoms bound: the baseline for everything that is faster."""
    if result := counted(deal):
        return result
    bounded, (state_of, follow, contents) = bound or base_in(deal), space(deal)
    found = astar(
        state_of(deal),
        follow,
        lambda state: bounded(contents(state)),
        lambda state: solved(contents(state), deal.capacity),
        watch,
        horizon=settings.horizon,
        greedy=settings.any_plan,
    )
    plan = None if found.path is None else placed(deal, [step for step, _ in found.path])
    by = "A*, runs bound" if bound else "A*, bottoms bound"
    return answer(found.outcome, plan, found.lower_bound, found.statistics, by, by)


def solve_runs(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """A* with the runs bound, the first one published for this puzzle.

    Phoebe Goldman, Solving the Water Pour Puzzle in Coalton, 2023.
    """
    return solve_plain(deal, settings, watch, runs_bound)
