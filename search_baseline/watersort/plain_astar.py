"""Plain A* on water sort: a state, its successors, and two lower bounds.

A state is the multiset of the beakers, as a sorted tuple: beakers are interchangeable. Colours are numbers. Every legal
pour is tried that changes the multiset, one of several that change it alike. There are no dominance rules.

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
    by_color: defaultdict[int, list[Beaker]] = defaultdict(list)  # the beakers with room that show it
    for beaker in count:
        if beaker and len(beaker) < capacity:
            by_color[beaker[-1]].append(beaker)
    empty: list[Beaker] = [()] if () in count else []
    has_covers = any(map(is_covered, count))
    for source in count:
        if not source or (has_covers and is_covered(source)):
            continue
        color = source[-1]
        run = top_units(source)
        targets = by_color[color] if run == len(source) else empty + by_color[color]
        for target in targets:
            if source == target and count[source] == 1:
                continue
            units = min(run, capacity - len(target))
            poured_on = target + source[-units:]
            beakers = list(state)
            beakers.remove(source)
            beakers.remove(target)
            beakers += [source[:-units], poured_on]
            if has_covers and (color,) * capacity in beakers:
                beakers = opened(beakers, color)
            beakers.sort()
            yield (source, target), tuple(beakers)


def is_covered(beaker: Beaker) -> bool:
    return bool(beaker) and beaker[-1] < 0


def opened(beakers: list[Beaker], color: int) -> list[Beaker]:
    """The beakers without the covers that wait for this colour."""
    cover = ~color
    return [beaker[:-1] if beaker and beaker[-1] == cover else beaker for beaker in beakers]


def uncovered(state: Beakers) -> Beakers:
    """All beakers without covers."""
    return tuple(beaker[:-1] if is_covered(beaker) else beaker for beaker in state)


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


def solve_plain(deal: Deal, settings: Settings, watch: Watch) -> Result[Pour]:
    """A* with the bottoms bound: the baseline for everything that is faster."""
    return plain_astar(base_in(deal), "A*, bottoms bound", deal, settings, watch)


def solve_runs(deal: Deal, settings: Settings, watch: Watch) -> Result[Pour]:
    """A* with the runs bound, the first one published for this puzzle.

    Phoebe Goldman, Solving the Water Pour Puzzle in Coalton, 2023.
    """
    return plain_astar(runs_bound, "A*, runs bound", deal, settings, watch)


def plain_astar(bound: Bound, by: str, deal: Deal, settings: Settings, watch: Watch) -> Result[Pour]:
    """A* without dominance rules. bound: receives beakers without covers. by: the name of the search in answers."""
    unsolvable = refuted_by_counting(deal)
    if unsolvable is not None:
        return unsolvable
    base = base_in(deal)

    def bound_of(state: Beakers) -> int:
        return bound(uncovered(state) if deal.covered else state)

    def is_solved(state: Beakers) -> bool:
        return base(uncovered(state) if deal.covered else state) == 0

    found = astar(
        states_of(deal)(deal),
        lambda state: successors(state, deal.capacity),
        bound_of,
        is_solved,
        watch,
        by,
        horizon=settings.horizon,
        greedy=settings.any_plan,
    )
    plan = None if found.plan is None else plan_of_steps(deal, found.plan)
    return Result(**vars(found) | {"plan": plan})
