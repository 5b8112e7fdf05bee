"""Is there any plan at all? A search in which a state is only how far each beaker has been worked down.

By the depth theorem (docs/theory.md, theorem 7) a plan exists if and only if this search does not run dry: each step
further down is necessary for a plan (lemma 5), and each can be made by pours (lemma 6).

With two empty beakers there are 1.2 to 1.8 states of the beakers, up to their order, for each of these depths: 120,751
for 67,622 in deal 7047.
"""

from collections.abc import Iterator
from typing import NamedTuple

from instances.solving.limits import Watch
from instances.watersort.bounds import Beaker, interned
from instances.watersort.rules import Deal
from search_baseline.lookout import Lookout
from search_baseline.watersort.beakers import top_units

Depths = tuple[int, ...]  # (2, 0, 3): the runs of each beaker that are left, as long as there are two or more, else 0


class Position(NamedTuple):
    """Depths, and what follows from them.

    loads: the units of each colour that are not below the top run of a beaker, less the room above what lies below
    the top runs of the colour. free: beakers that do not stand and these units do not need.
    """

    depths: Depths
    loads: tuple[int, ...]
    free: int


class Step(NamedTuple):
    """A beaker loses its top run.

    color, room: of that run, and the room above what lies below it. left: the beaker's depth after it, which may be 0.
    changes: of the loads of the colours, [(0, 3), (1, -2)].
    """

    color: int
    room: int
    left: int
    changes: list[tuple[int, int]]


class DepthGame:
    """What each beaker of a deal can be worked down to."""

    def __init__(self, deal: Deal) -> None:
        names, self.beakers = interned(deal)
        self.capacity, self.colors = deal.capacity, len(names)
        self.below = [tops(beaker) for beaker in self.beakers]
        self.steps = [
            {depth: self.step(place, depth) for depth in range(2, len(below) + 1)}
            for place, below in enumerate(self.below)
        ]
        most = sum(map(len, self.beakers)) + self.capacity
        self.need = [-(-units // self.capacity) for units in range(most + 1)]  # beakers for so many units

    @property
    def start(self) -> Depths:
        return tuple(len(below) if len(below) > 1 else 0 for below in self.below)

    def loads(self, place: int, depth: int) -> dict[int, int]:
        """What a beaker at this depth adds to the load of each colour that it changes."""
        beaker = self.beakers[place]
        below = self.below[place][depth - 1] if depth else 0
        loads = {beaker[below]: below - self.capacity} if depth else {}
        for color in beaker[below:]:
            loads[color] = loads.get(color, 0) + 1
        return loads

    def step(self, place: int, depth: int) -> Step:
        """From a depth of two runs or more."""
        below, left = self.below[place][depth - 1], depth - 1 if depth > 2 else 0
        before, after = self.loads(place, depth), self.loads(place, left)
        changes = [(color, units - before.get(color, 0)) for color, units in after.items()]
        changed = [(color, units) for color, units in changes if units]
        return Step(self.beakers[place][below], self.capacity - below, left, changed)

    def position(self, depths: Depths) -> Position:
        loads = [0] * self.colors
        for place, depth in enumerate(depths):
            for color, units in self.loads(place, depth).items():
                loads[color] += units
        need = sum(self.need[units] for units in loads if units > 0)
        return Position(depths, tuple(loads), len(depths) - sum(map(bool, depths)) - need)

    def followers(self, position: Position) -> Iterator[tuple[Depths, Step]]:
        """The depths after one beaker more has lost its top run, where there is room for that run."""
        depths, loads, free = position
        need = self.need
        for place, depth in enumerate(depths):
            if depth:
                step = self.steps[place][depth]
                units = loads[step.color]
                more = units + step.room
                if more <= 0 or need[more] - (need[units] if units > 0 else 0) <= free:
                    yield (*depths[:place], step.left, *depths[place + 1 :]), step

    def after(self, position: Position, depths: Depths, step: Step) -> Position:
        """The position of these depths, which the step leads to."""
        loads, free, need = list(position.loads), position.free + (not step.left), self.need
        for color, units in step.changes:
            before = loads[color]
            loads[color] = now = before + units
            free += (need[before] if before > 0 else 0) - (need[now] if now > 0 else 0)
        return Position(depths, tuple(loads), free)


def closed_depths(deal: Deal, watch: Watch) -> list[Depths] | None:
    """All depths that the steps lead to, a proof that no plan exists; None if there is a plan. Raises LimitReached."""
    game = DepthGame(deal)
    known: dict[Depths, None] = {game.start: None}
    waiting, lookout = [game.position(game.start)], Lookout(watch, (known,))
    expansions = 0
    while waiting:
        position = waiting.pop()
        if not any(position.depths):
            return None
        for depths, step in game.followers(position):
            if depths not in known:
                known[depths] = None
                waiting.append(game.after(position, depths, step))
        expansions += 1
        if lookout.due():
            lookout.look(None, f"depths, {expansions:,} expansions")
    return list(known)


def tops(beaker: Beaker) -> list[int]:
    """How many units lie below each run, the lowest first: tops((1, 1, 0)) == [0, 2]"""
    below = []
    while beaker:
        beaker = beaker[: -top_units(beaker)]
        below.append(len(beaker))
    return below[::-1]
