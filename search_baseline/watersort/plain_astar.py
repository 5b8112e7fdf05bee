"""A* on water sort, said plainly: what a state is, what follows it, and two lower bounds.

A state is the multiset of the beakers, as a sorted tuple: beakers are interchangeable. Colours are numbers. Every legal
pour is tried, but only one of several that lead to the same multiset. There is no dominance rule.
"""

from collections import Counter
from collections.abc import Iterator

from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import Beaker, bottoms_bound_of, filled_of, interned, run_count
from instances.watersort.rules import Deal
from search_baseline.astar import Found, astar
from search_baseline.watersort.beakers import top_units
from search_baseline.watersort.placing import EXHAUSTED, Step, counted, placed

State = tuple[Beaker, ...]  # sorted


def successors(state: State, capacity: int) -> Iterator[tuple[Step, State]]:
    """Every legal pour and the state after it, up to the names of the beakers.

    One empty target stands for all; a beaker of one run onto an empty one would only change names.
    """
    count = Counter(state)
    for source in count:
        if not source:
            continue
        color, top = source[-1], top_units(source)
        for target in count:
            if (target[-1] != color) if target else (top == len(source)):
                continue
            units = min(top, capacity - len(target))
            if not units or (source == target and count[source] == 1):
                continue
            beakers = list(state)
            beakers.remove(source)
            beakers.remove(target)
            beakers += source[:-units], target + source[-units:]
            beakers.sort()
            yield (source, target), tuple(beakers)


def runs_bound(state: State) -> int:
    """Sum over non-empty beakers of (runs - 1): a pour takes away at most one run, and a solved beaker has one."""
    return sum(run_count(beaker) - 1 for beaker in state if beaker)


def without_solved_sources(state: State, capacity: int, filled: list[int]) -> Iterator[tuple[Step, State]]:
    """As successors, but nothing is poured out of a full beaker of one colour that fills no other.

    Where the colour fills several, it can be worth it: (aaaa)(abcb)(accc)(ba)(ba), bottom first, has no plan without.
    """
    for (source, target), after in successors(state, capacity):
        if len(source) < capacity or run_count(source) > 1 or filled[source[0]] > 1:
            yield (source, target), after


def solved(state: State, capacity: int) -> bool:
    return all(not beaker or (len(beaker) == capacity and run_count(beaker) == 1) for beaker in state)


def explore(deal: Deal, settings: Settings, watch: Watch) -> Found[State, Step]:
    """A* with the bottoms bound and without dominance rules."""
    state, filled = tuple(sorted(interned(deal)[1])), filled_of(deal)
    return astar(
        state,
        lambda state: successors(state, deal.capacity),
        lambda state: bottoms_bound_of(state, filled),
        lambda state: solved(state, deal.capacity),
        watch,
        horizon=settings.horizon,
        greedy=settings.any_plan,
    )


def solve_plain(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """A* with the bottoms bound: the yardstick for everything that is faster."""
    return counted(deal) or answer(deal, explore(deal, settings, watch), "A*, bottoms bound")


def solve_runs(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """A* as first written down for this puzzle: the runs bound, and nothing poured out of solved beakers.

    Phoebe Goldman, Solving the Water Pour Puzzle in Coalton, 2023.
    """
    if result := counted(deal):
        return result
    filled = filled_of(deal)
    found = astar(
        tuple(sorted(interned(deal)[1])),
        lambda state: without_solved_sources(state, deal.capacity, filled),
        runs_bound,
        lambda state: solved(state, deal.capacity),
        watch,
        horizon=settings.horizon,
        greedy=settings.any_plan,
    )
    return answer(deal, found, "A*, runs bound")


def answer(deal: Deal, found: Found[State, Step], by: str) -> Result:
    """What A* found, as a Result with its plan on the beakers of the deal."""
    plan = None if found.path is None else placed(deal, [step for step, _ in found.path])
    return Result(
        found.outcome,
        plan,
        lower_bound=found.lower_bound,
        upper_bound=None if plan is None else len(plan),
        lower_bound_by=None if found.lower_bound is None else by,
        upper_bound_by=None if plan is None else by,
        reason=EXHAUSTED if found.outcome is Outcome.UNSOLVABLE else None,
        statistics=found.statistics,
    )
