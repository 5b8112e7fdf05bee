"""Is there any plan at all? A search in which a state is only how far each beaker has been worked down.

By the depth theorem (docs/theory.md, theorem 7) a plan exists if and only if this search does not run dry: each step
further down is necessary for a plan (lemma 5), and each can be made by pours (lemma 6).

With two empty beakers there are 1.2 to 1.8 states of the beakers, up to their order, for each of these depths: 120,751
for 67,600 in deal 7047.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from instances.harness.limits import Watch
from instances.watersort.rules import Beaker, Color, Deal, runs
from search_baseline.search_limits import Lookout

Depths = tuple[int, ...]  # (2, 0, 3): the runs of each beaker that are left, as long as there are two or more, else 0


class Level(NamedTuple):
    """A beaker at one depth: Level('red', 2, {'red': -1, 'blue': 2})

    color, room: of the top run, and the room above what lies below it. excess: the units of each colour that are not
    below the top run, less that room for the colour on top.
    """

    color: Color
    room: int
    excess: dict[Color, int]


def closed_depths(deal: Deal, watch: Watch) -> list[Depths] | None:
    """All depths that the steps lead to, a proof that no plan exists; None if there is a plan. Raises LimitReached."""
    levels = [levels_of(beaker, deal.capacity) for beaker in deal.beakers]
    start = tuple(len(each) - 1 if len(each) > 2 else 0 for each in levels)
    known: dict[Depths, None] = {start: None}
    waiting, lookout = [start], Lookout(watch, (known,))
    expansions = 0
    while waiting:
        depths = waiting.pop()
        if not any(depths):
            return None
        for step in steps(depths, levels, deal):
            if step not in known:
                known[step] = None
                waiting.append(step)
        expansions += 1
        if lookout.due():
            lookout.look(None, f"depths, {expansions:,} expansions")
    return list(known)


def levels_of(beaker: Beaker, capacity: int) -> list[Level]:
    """The beaker at each depth, from 0 to its number of runs."""
    found = []
    stack = runs(beaker)
    for depth in range(len(stack) + 1):
        below = sum(run.units for run in stack[: depth - 1]) if depth else 0
        color, room = (stack[depth - 1].color, capacity - below) if depth else ("", 0)
        excess = {color: -room} if depth else {}
        for run in stack[max(0, depth - 1) :]:
            excess[run.color] = excess.get(run.color, 0) + run.units
        found.append(Level(color, room, excess))
    return found


def steps(depths: Depths, levels: list[list[Level]], deal: Deal) -> Iterator[Depths]:
    """The depths after one beaker more has lost its top run, where there is room for that run."""
    excess: defaultdict[Color, int] = defaultdict(int)
    for each, depth in zip(levels, depths, strict=True):
        for color, units in each[depth].excess.items():
            excess[color] += units
    free = len(depths) - sum(map(bool, depths)) - sum(beakers_for(units, deal.capacity) for units in excess.values())
    for place, depth in enumerate(depths):
        if depth:
            color, room, _ = levels[place][depth]
            units = excess[color]
            if beakers_for(units + room, deal.capacity) - beakers_for(units, deal.capacity) <= free:
                yield (*depths[:place], depth - 1 if depth > 2 else 0, *depths[place + 1 :])


def beakers_for(units: int, capacity: int) -> int:
    """How many beakers so many units need: beakers_for(5, 4) == 2; none for less than 1."""
    return -(-units // capacity) if units > 0 else 0
