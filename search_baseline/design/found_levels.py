"""Levels as wished among random instances."""

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from instances.solving.limits import Watch
from search_baseline.design import Design, Measured, Measures, Range, Wishes


@dataclass(frozen=True)
class Order:
    """
    design   what instances are measured by, and rated unless its `rate` is None
    options  what instances are made from
    wishes   measure -> its range; curve: the range in which the design's rising measure rises from level to level
    tries    instances to look at, at most
    """

    design: Design
    options: Mapping[str, Any]
    wishes: Wishes
    count: int
    seed: int
    tries: int
    curve: Range | None = None


@dataclass
class Tally:
    """tried: instances looked at so far; seen: the range of each measure among them."""

    tried: int = 0
    seen: dict[str, Range] = field(default_factory=dict)

    def fits(self, measures: Measures, wishes: Wishes) -> bool:
        """Whether no wish for one of these measures, which are counted as seen, is missed."""
        for name, value in measures.items():
            low, high = self.seen.get(name, (value, value))
            self.seen[name] = min(low, value), max(high, value)
        return all(low <= measures[name] <= high for name, (low, high) in wishes.items() if name in measures)

    def ranges(self, wishes: Wishes) -> str:
        """'; seen: pours 27 to 34'"""
        seen = [f"{name} {low:g} to {high:g}" for name, (low, high) in self.seen.items() if name in wishes]
        return f"; seen: {', '.join(seen)}" if seen else ""


def found_levels(order: Order, watch: Watch, tally: Tally, seen: set[Hashable]) -> Iterator[tuple[int, Measured]]:
    """Levels as ordered and their seeds, none like those seen, until there are enough, or too many tries.

    Raises LimitReached, and ValueError for options that make no instance.
    """
    stream, options, design = random.Random(order.seed), dict(order.options), order.design
    found = 0
    while found < order.count and tally.tried < order.tries:
        watch.check()
        tally.tried += 1
        seed = int(stream.random() * 2**32)
        with watch.enforced():
            level = design.measure(design.generate(**options, seed=seed), watch)
            if level is None:
                continue
            as_wished = tally.fits(level.measures, order.wishes)
            if not climbs(order, options, found, level) or not as_wished:
                continue
            if design.rate is not None:
                level = design.rate(level, order.wishes, seed, watch)
                if not tally.fits(level.measures, order.wishes):
                    continue
        if (key := design.alike(level.instance)) not in seen:
            seen.add(key)
            found += 1
            yield seed, level


def climbs(order: Order, options: dict[str, Any], number: int, level: Measured) -> bool:
    """Whether a level is the next of the curve; if it is not, the next instances are made larger or smaller."""
    if order.curve is None or order.design.rises is None:
        return True
    measure, option = order.design.rises
    low, high = order.curve
    aim = round(low + (high - low) * number / max(1, order.count - 1))
    if level.measures[measure] != aim:
        options[option] = max(2, options[option] + (1 if level.measures[measure] < aim else -1))
    return level.measures[measure] == aim
