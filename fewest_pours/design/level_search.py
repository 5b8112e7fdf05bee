"""Levels to order: random instances whose measures meet the wishes, each with its proven answer."""

import random
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from typing import Any

from fewest_pours.design.curve import Curve
from fewest_pours.design.design_record import Design, Measured, Measures, Wishes, rated
from fewest_pours.running.forced_stop import enforced
from fewest_pours.running.solver_contract import Instance, LimitReached, Watch


@dataclass
class Order:
    """
    design   what instances are measured by
    options  options of the instances; with a curve, those of the next level
    wishes   measure -> its range; curve: what rises from level to level
    rate     whether levels are rated
    tries    instances to look at, at most
    seen     what is `alike` for levels that are not made again
    tried    instances looked at so far; values: of each measure among them
    """

    design: Design
    options: dict[str, Any]
    wishes: Wishes
    count: int
    seed: int
    tries: int
    rate: bool
    curve: Curve | None
    seen: set[Hashable] = field(default_factory=set)
    tried: int = 0
    values: defaultdict[str, set[float]] = field(default_factory=lambda: defaultdict(set))

    def levels(self, watch: Watch) -> Iterator[tuple[int, Measured]]:
        """Levels as ordered and their seeds, until there are enough, or too many tries.

        Raises LimitReached, and ValueError for options that make no instance.
        """
        if self.curve:
            return self.rising(watch, self.curve)
        return islice(((seed, level) for seed, level in self.candidates(watch) if level), self.count)

    def rising(self, watch: Watch, curve: Curve) -> Iterator[tuple[int, Measured]]:
        """Likewise along a curve, when it is complete, or as far as it goes when nothing more fits it."""
        idle, limit = 0, None
        try:
            for seed, level in self.candidates(watch):
                curve.note(self.options[self.design.rises], level and (seed, level))
                idle = 0 if level else idle + 1
                if idle > curve.patience(self.tries):
                    idle = 0
                    if not curve.narrow():
                        break
                if len(curve.found) == self.count:
                    break
                self.options[self.design.rises] = curve.option()
        except LimitReached as reached:
            limit = reached
        yield from (level for _, level in sorted(curve.found.values(), key=itemgetter(0)))
        if limit:
            raise limit

    def candidates(self, watch: Watch) -> Iterator[tuple[int, Measured | None]]:
        """New instances and their seeds, measured; None for one that misses a wish."""
        stream = random.Random(self.seed)
        while self.tried < self.tries:
            watch.check()
            self.tried += 1
            seed = int(stream.random() * 2**32)
            instance = self.design.generate(**self.options, seed=seed)
            if (key := self.design.alike(instance)) in self.seen:
                continue
            with enforced(watch):
                level = self.level(instance, watch)
            if level is not None:
                self.seen.add(key)
            yield seed, level

    def level(self, instance: Instance, watch: Watch) -> Measured | None:
        """The instance, measured; None if it misses a wish."""
        level = self.design.measure(instance, watch)
        if level is None or not self.fits(level.measures):
            return None
        if self.rate:
            level = rated(self.design, level, watch, self.fits)
        return level if level and self.wishes.keys() <= level.measures.keys() else None

    def fits(self, measures: Measures) -> bool:
        """Whether these measures lie within the wishes, and have a place on the curve; records them as seen."""
        for name, value in measures.items():
            self.values[name].add(value)
        if self.curve and self.curve.measure in measures:
            self.curve.value = measures[self.curve.measure]
            if self.curve.place(self.curve.value) is None:
                return False
        return all(low <= measures[name] <= high for name, (low, high) in self.wishes.items() if name in measures)
