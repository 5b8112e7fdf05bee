"""Depth paths of a filled deal (docs/theory.md, theorem 7), by steps that are made and taken back in place.

The checker's depths.py states the same steps one by one. Here loads and needs change with each step, which is faster
by the number of runs; a hint asks for thousands of paths.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from instances.checker.watersort.deal import Run
from instances.checker.watersort.depths import Depths


class DepthPaths:
    """The depths of beakers while they are dug. decided: depths -> whether a path leads from them to the end."""

    def __init__(self, beakers: Sequence[Sequence[Run]], capacity: int) -> None:
        self.beakers, self.capacity = beakers, capacity
        self.decided: dict[Depths, bool] = {(0,) * len(beakers): True}

    def exists(self, start: Depths) -> bool:
        """Whether a path leads from these depths to the end, where no beaker stands."""
        if start not in self.decided:
            self.decided[start] = self.search(start)
        return self.decided[start]

    def search(self, start: Depths) -> bool:
        """A depth-first search for a path."""
        self.depths, self.loads, self.taken = list(start), Counter[str](), sum(map(bool, start))
        for beaker, depth in zip(self.beakers, start, strict=True):
            for number, run in enumerate(beaker[max(0, depth - 1) :], max(1, depth)):
                self.add(run.color, run.units - (self.capacity - run.below if number == depth else 0))
        states, dug, rest = [start], list[tuple[int, int]](), [self.order()]
        while states:
            for place in rest[-1]:
                depth = self.depths[place]
                if not self.dig(place):
                    continue
                state = tuple(self.depths)
                known = self.decided.get(state)
                if known:
                    self.decided.update(dict.fromkeys(states, True))
                    return True
                dug.append((place, depth))
                if known is None:
                    states.append(state)
                    rest.append(self.order())
                    break
                self.fill_in(*dug.pop())
            else:
                self.decided[states.pop()] = False
                rest.pop()
                if dug:
                    self.fill_in(*dug.pop())
        return False

    def dig(self, beaker: int) -> bool:
        """Take the top run off a standing beaker, if the inequality of the step allows it."""
        run = self.beakers[beaker][self.depths[beaker] - 1]
        load, room = self.loads[run.color], self.capacity - run.below
        if self.taken + self.need(load + room) - self.need(load) > len(self.beakers):
            return False  # the beaker itself still counts as standing
        self.add(run.color, room)
        self.bare(beaker, 1)
        self.depths[beaker] -= 1
        if self.depths[beaker] == 1:
            self.depths[beaker], self.taken = 0, self.taken - 1
        return True

    def fill_in(self, beaker: int, depth: int) -> None:
        """Take a dig back: the beaker has this depth again."""
        self.taken += self.depths[beaker] == 0
        self.depths[beaker] = depth
        self.bare(beaker, -1)
        run = self.beakers[beaker][depth - 1]
        self.add(run.color, run.below - self.capacity)

    def bare(self, beaker: int, sign: int) -> None:
        """Add the run below the top of a beaker to the loads, or take it off, before the depth changes."""
        depth = self.depths[beaker]
        run = self.beakers[beaker][depth - 2]
        self.add(run.color, sign * (run.units - (self.capacity - run.below if depth > 2 else 0)))

    def add(self, color: str, units: int) -> None:
        """Add units to the load of a colour; `taken` counts the beakers that stand or are needed."""
        load = self.loads[color]
        self.loads[color] = load + units
        self.taken += self.need(load + units) - self.need(load)

    def need(self, load: int) -> int:
        """How many beakers that do not stand hold a colour with this load, at least."""
        return -(-load // self.capacity) if load > 0 else 0

    def order(self) -> Iterator[int]:
        """The standing beakers, those first whose top run is highest: it adds least to the load of its colour."""
        standing = [beaker for beaker, depth in enumerate(self.depths) if depth]
        standing.sort(key=lambda beaker: -self.beakers[beaker][self.depths[beaker] - 1].below)
        return iter(standing)
