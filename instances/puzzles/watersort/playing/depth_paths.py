"""Depth paths of a filled deal (docs/theory.md, theorem 7), by steps that change the loads of two colours.

The checker's depths.py states the same steps, and computes all loads anew for each; a hint asks for thousands of paths.
"""

from collections.abc import Iterator, Sequence

from instances.checker.watersort.deal import Run
from instances.checker.watersort.depths import Depths

Loads = dict[str, int]  # of each colour: its units above the room for them


class DepthPaths:
    """The runs of each beaker, the lowest first. decided: depths -> whether a path leads from them to the end."""

    def __init__(self, beakers: Sequence[Sequence[Run]], capacity: int) -> None:
        self.beakers, self.capacity = beakers, capacity
        self.decided: dict[Depths, bool] = {(0,) * len(beakers): True}

    def exists(self, start: Depths) -> bool:
        """Whether a path leads from these depths to the end, where no beaker stands: a depth-first search."""
        trail = [(start, self.steps(start, self.loads(start)))]
        while start not in self.decided:
            here, steps = trail[-1]
            later, loads = next(steps, (here, None))
            if loads is None:
                self.decided[here] = False
                trail.pop()
            elif later not in self.decided:
                trail.append((later, self.steps(later, loads)))
            elif self.decided[later]:
                self.decided.update((state, True) for state, _ in trail)
        return self.decided[start]

    def loads(self, depths: Depths) -> Loads:
        loads = {run.color: 0 for beaker in self.beakers for run in beaker}
        for beaker, depth in zip(self.beakers, depths, strict=True):
            for number, run in enumerate(beaker[max(0, depth - 1) :], max(1, depth)):
                loads[run.color] += self.share(run, number == depth)
        return loads

    def share(self, run: Run, shows: bool) -> int:
        """What a run adds to the load of its colour once nothing lies on it; shows: whether its beaker stands."""
        return run.units - (self.capacity - run.below) * shows

    def need(self, load: int) -> int:
        """How many beakers that do not stand hold a colour with this load, at least."""
        return -(-load // self.capacity) if load > 0 else 0

    def steps(self, depths: Depths, loads: Loads) -> Iterator[tuple[Depths, Loads]]:
        """The depths after each step that the inequality allows, and their loads.

        The highest top run goes first, as it adds least to the load of its colour.
        """
        standing = [beaker for beaker, depth in enumerate(depths) if depth]
        free = len(depths) - len(standing) - sum(map(self.need, loads.values()))
        for i in sorted(standing, key=lambda i: -self.beakers[i][depths[i] - 1].below):
            depth = depths[i]
            under, run = self.beakers[i][depth - 2 : depth]
            more = loads[run.color] + self.capacity - run.below
            if self.need(more) - self.need(loads[run.color]) <= free:
                after = loads | {run.color: more}
                after[under.color] += self.share(under, depth > 2)
                yield (*depths[:i], depth - 1 if depth > 2 else 0, *depths[i + 1 :]), after
