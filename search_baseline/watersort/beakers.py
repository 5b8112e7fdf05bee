"""Beakers with numbers for colours, bottom first; and the plan for a deal from the pours that a search finds."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from typing import TypeVar

from fewest_pours.puzzles.watersort.numbered_deal import Beaker, numbered, placed_runs
from fewest_pours.puzzles.watersort.rules import (
    Deal,
    Plan,
    Pour,
    legal_pour,
    poured_on,
    top_run,
    unsolvable_by_counting,
)
from fewest_pours.running.solver_contract import Outcome, Result

Step = tuple[Beaker, Beaker]  # contents of the source and the target of a pour, before it
Chain = tuple[tuple[int, int], ...]  # the runs of one colour in one beaker, the lowest first: (units below, units)

Item = TypeVar("Item")

top_units = lru_cache(1 << 16)(top_run)


@lru_cache(1 << 16)
def chain(beaker: Beaker, color: int) -> Chain:
    """The runs of a colour in a beaker, the lowest first.

    >>> chain((1, 0, 1, 1), 1)
    ((0, 1), (2, 2))
    """
    return tuple((run.below, run.units) for run in placed_runs([beaker]) if run.color == color)


def all_but_one(items: tuple[Item, ...], gone: Item) -> tuple[Item, ...]:
    """All items but one.

    >>> all_but_one((1, 2, 2), 2)
    (1, 2)
    """
    left = list(items)
    left.remove(gone)
    return tuple(left)


def step_between(before: Iterable[Beaker], after: Iterable[Beaker], capacity: int) -> Step:
    """The pour that leads from some beakers to others, each in any order. Only its two beakers differ."""
    earlier = Counter(before)
    later = Counter(after)
    two_before = earlier - later
    two_after = later - earlier
    for source, target in permutations(two_before.elements()):
        if not source or len(target) == capacity:
            continue
        if target and target[-1] != source[-1]:
            continue
        units = min(top_units(source), capacity - len(target))
        if two_after == Counter([source[:-units], target + source[-units:]]):
            return source, target
    raise ValueError(f"no pour leads from {before} to {after}")


# ---------------------------------------------------------------------------------------------------- plans and results


def plan_of_steps(deal: Deal, steps: Iterable[Step]) -> Plan:
    """Steps as pours between places in the deal; any of several open beakers with the same content will do."""
    position = deal
    plan: list[Pour] = []
    names = numbered(deal).names
    for step in steps:
        source, target = (tuple(names[color] for color in beaker) for beaker in step)
        places = position.open_places
        i = next(place for place in places if position.beakers[place] == source)
        j = next(place for place in places if position.beakers[place] == target and place != i)
        plan.append(legal_pour(position, i, j))
        position = poured_on(position, plan[-1])
    return tuple(plan)


def refuted_by_counting(deal: Deal) -> Result[Pour] | None:
    """The result where counting units proves that no plan exists, otherwise None."""
    reason = unsolvable_by_counting(deal)
    return None if reason is None else Result(Outcome.UNSOLVABLE, reason=reason)
