"""Plain A* on water sort: a state, its successors, and two lower bounds.

A state is the multiset of the beakers, as a sorted tuple: beakers are interchangeable. Colours are numbers. Every legal
pour is tried, but only one of several that lead to the same multiset. There are no dominance rules.

A cover is a unit on top of its beaker: ~2, a negative number, until colour 2 fills a beaker. The bounds ignore covers:
these only forbid pours.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from fewest_pours.puzzles.watersort.numbered_deal import Beaker, base_of, numbered, run_count
from fewest_pours.puzzles.watersort.rules import Deal, Pour
from fewest_pours.running.solver_contract import Result, Settings, Watch
from search_baseline.astar import astar
from search_baseline.watersort.beakers import Step, plan_of_steps, refuted_by_counting, top_units

Beakers = tuple[Beaker, ...]  # a state: ((), (0, 1, 1), (1, 0, ~0)), sorted; the last one is covered
Bound = Callable[[Beakers], int]


def successors(state: Beakers, capacity: int) -> Iterator[tuple[Step, Beakers]]:
    """Every legal pour and the state after it, up to the order of beakers.

    One empty target represents all; pouring a whole beaker into an empty one would only swap the two.
    """
    count = Counter(state)
    with_room = defaultdict[Beaker, list[Beaker]](list)  # by what shows: (2,), or () if empty
    for target in count:
        if len(target) < capacity:
            with_room[target[-1:]].append(target)
    open_beakers = [beaker for beaker in count if not beaker or beaker[-1] >= 0]
    sources = [beaker for beaker in open_beakers if beaker]
    has_covers = len(open_beakers) < len(count)
    for source in sources:
        top = top_units(source)
        for target in (with_room[()] if top < len(source) else []) + with_room[source[-1:]]:
            if source == target and count[source] == 1:
                continue
            units = min(top, capacity - len(target))
            beakers = list(state)
            beakers.remove(source)
            beakers.remove(target)
            beakers += source[:-units], target + source[-units:]
            if has_covers and source[-1:] * capacity in beakers:
                beakers = [beaker[:-1] if beaker[-1:] == (~source[-1],) else beaker for beaker in beakers]
            beakers.sort()
            yield (source, target), tuple(beakers)


def uncovered(state: Beakers) -> Beakers:
    """All beakers without covers."""
    return tuple(beaker[:-1] if beaker and beaker[-1] < 0 else beaker for beaker in state)


def runs_bound(state: Beakers) -> int:
    """Sum over non-empty beakers of (runs - 1): a pour removes at most one run, and a solved beaker has one."""
    return sum(run_count(beaker) - 1 for beaker in state if beaker)


def base_in(deal: Deal) -> Bound:
    """The bottoms bound of the states of a deal; 0 if and only if a state is solved."""
    filled = numbered(deal).filled
    return lambda state: base_of(state, filled)


def states_of(deal: Deal) -> Callable[[Deal], Beakers]:
    """A function from a position of the deal's game to its state."""
    number = {name: color for color, name in enumerate(numbered(deal).names)}

    def state_of(position: Deal) -> Beakers:
        covers = {place: (~number[color],) for place, color in position.covered}
        beakers = (tuple(number[color] for color in beaker) for beaker in position.beakers)
        return tuple(sorted(beaker + covers.get(place, ()) for place, beaker in enumerate(beakers)))

    return state_of


def solve_plain(deal: Deal, settings: Settings, watch: Watch, bound: Bound | None = None) -> Result[Pour]:
    """A* without dominance rules, by default with the bottoms bound: the baseline for everything that is faster."""
    unsolvable = refuted_by_counting(deal)
    if unsolvable is not None:
        return unsolvable
    contents: Callable[[Beakers], Beakers] = uncovered if deal.covered else tuple
    base = base_in(deal)
    bounded = bound or base
    found = astar(
        states_of(deal)(deal),
        lambda state: successors(state, deal.capacity),
        lambda state: bounded(contents(state)),
        lambda state: not base(contents(state)),
        watch,
        "A*, runs bound" if bound else "A*, bottoms bound",
        horizon=settings.horizon,
        greedy=settings.any_plan,
    )
    plan = None if found.plan is None else plan_of_steps(deal, found.plan)
    return Result(**vars(found) | {"plan": plan})


def solve_runs(deal: Deal, settings: Settings, watch: Watch) -> Result[Pour]:
    """A* with the runs bound, the first one published for this puzzle.

    Phoebe Goldman, Solving the Water Pour Puzzle in Coalton, 2023.
    """
    return solve_plain(deal, settings, watch, runs_bound)
