"""Deals that random ones seldom are: without a plan, or hard. Both are found by hill climbing.

A step exchanges two units; it is kept if the deal is not worse. Steps to equal deals are kept too, as most steps change
nothing.
"""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from math import inf

import numpy as np

from fewest_pours.design.design_record import Measured
from fewest_pours.guarantees.known_part import COLORS_IN_A_BYTE, explore
from fewest_pours.guarantees.partial_deals import Array
from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal, State, units_of
from fewest_pours.running.solver_contract import Watch

MOST_STATES = 70_000  # of a deal: a step takes 0.07 s of processor time with 65,536 (8 colours of capacity 4)
CELLS = 500_000  # states times neighbours in a step
STEPS = 100  # without a better deal, after which a climb to a deal without a plan ends
NO_POURS = -1  # of a deal that has no plan or was not measured in time: less than any number of pours
Measure = Callable[[Deal, Watch], Measured | None]


def size_of(deal: Deal) -> Size | None:
    """The size of a deal of full and empty beakers in which each colour fills one beaker; None for others."""
    game = numbered(deal)
    filled = [beaker for beaker in game.beakers if beaker]
    are_full = all(len(beaker) == deal.capacity for beaker in filled)
    fill_one_each = len(filled) == len(game.names) and set(game.filled) == {1}
    if deal.beyond_theory or not are_full or not fill_one_each:
        return None
    return Size(deal.capacity, len(deal.beakers) - len(filled), len(filled))


def climb_to_unsolvable(deal: Deal, watch: Watch) -> Deal | None:
    """A deal without a plan near this one, the same at each call; None if the climb ends before.

    What falls is the number of states with n - k cleared beakers that can be reached (lemma 25). Raises LimitReached.
    """
    size = size_of(deal)
    if size is None or not 1 < size.colors <= COLORS_IN_A_BYTE or size.capacity**size.colors > MOST_STATES:
        return None
    stream = random.Random(deal.name)
    neighbors = CELLS // size.capacity**size.colors
    beakers = deal.beakers
    ways = inf
    idle = 0
    while idle < STEPS:
        watch.check()
        others = [exchanged(beakers, stream) for _ in range(neighbors)]
        found = ways_to_win(others, size)
        best = int(found.argmin())
        idle = 0 if found[best] < ways else idle + 1
        if found[best] <= ways:
            beakers = others[best]
            ways = int(found[best])
        if not ways:
            return replace(deal, beakers=beakers, name=f"{deal.name}, climbed")
    return None


def ways_to_win(states: list[State], size: Size) -> Array:
    """For each deal, the number of states with so many cleared beakers that the rest can be solved."""
    names = sorted({color for beaker in states[0] for color in beaker})
    number = {name: color for color, name in enumerate(names)}
    units = np.array(
        [[[number[color] for color in reversed(beaker)] for beaker in state if beaker] for state in states], np.int8
    )
    part = explore(units, [size.capacity] * size.colors, size.empties)
    wins = part.cleared >= size.colors - size.empties
    ways: Array = part.reached[wins].sum(axis=0)
    return ways


def exchanged(beakers: State, stream: random.Random) -> State:
    """The same beakers with two units of different colours exchanged; there must be such units."""
    places = [(beaker, place) for beaker, units in enumerate(beakers) for place in range(len(units))]
    changed = [list(beaker) for beaker in beakers]
    while tuple(map(tuple, changed)) == beakers:
        (one, place), (other, other_place) = stream.sample(places, 2)
        changed[one][place], changed[other][other_place] = changed[other][other_place], changed[one][place]
    return tuple(map(tuple, changed))


def climb_to_hardest(deal: Deal, seconds: float, measure: Measure, watch: Watch) -> Measured | None:
    """A deal of the same size that takes as many pours as are found in this time; None if no deal was measured.

    measure: also None for deals that are not wanted. Of two deals with as many pours the later one is kept.
    """
    if len(units_of(deal)) == 1:  # no exchange changes it
        return measure(deal, watch)
    stream = random.Random(deal.name)
    deadline = time.monotonic() + min(seconds, watch.remaining())
    best: Measured | None = None
    most: float = NO_POURS  # of the best
    other = deal
    while not watch.interrupted.is_set():
        left = deadline - time.monotonic()
        if left <= 0:
            break
        level = measure(other, Watch(left, watch.memory_limit, watch.interrupted))
        pours = NO_POURS if level is None else level.measures["pours"]
        if pours > most:
            watch.report(None, None, f"{pours} pours")
        if level is not None and pours >= most:
            best = level
            most = pours
        beakers = other.beakers if best is None else best.instance.beakers
        other = replace(deal, beakers=exchanged(beakers, stream), name=f"{deal.name}, climbed")
    return best
