"""Levels to order: random instances whose measures meet the wishes, each with its proven answer.

`search_baseline/design/designs.py` names the record of each puzzle.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from instances.puzzles.puzzle import Options
from instances.running.limits import Watch

Measures = dict[str, float]  # {'pours': 39, 'excess': 1}
Range = tuple[float, float]
Wishes = dict[str, Range]  # {'pours': (38, 42)}


class Measured(NamedTuple):
    """An instance with its proven answer in `known`, its measures, and the plan or the solutions (None: no plan)."""

    instance: Any
    measures: Measures
    answer: tuple[Any, ...] | None = None


@dataclass(frozen=True)
class Design:
    """
    options    the options of random instances; generate: these and a seed -> an instance, ValueError if impossible
    measure    instance, watch -> Measured; None for what is no level. Raises LimitReached
    measures   name of a measure -> what it counts
    alike      equal for two instances that differ only in names, or in the order of what has no order
    ratings    name of a measure that takes longer -> what it counts
    rate       Measured, seed, watch -> these, the cheapest first; rated: instance, these -> the instance with them
    unsolvable the measure of instances without a plan, where these can be ordered
    impossible options, wishes -> why no instance meets the wishes, by proof; None if that is not known
    rises      the measure of a curve of difficulty, and the option by which it rises
    hide       data of a file, number of units, seed -> the data with that many units hidden; ValueError for too many
    """

    options: Options
    generate: Callable[..., Any]
    measure: Callable[[Any, Watch], Measured | None]
    measures: Mapping[str, str]
    alike: Callable[[Any], Hashable]
    ratings: Mapping[str, str] = field(default_factory=dict)
    rate: Callable[[Measured, int, Watch], Iterator[tuple[str, float]]] = lambda level, seed, watch: iter(())
    rated: Callable[[Any, Measures], Any] = lambda instance, measures: instance
    unsolvable: Callable[[Any, Watch], Measured | None] | None = None
    impossible: Callable[[Mapping[str, Any], Wishes], str | None] | None = None
    rises: tuple[str, str] | None = None
    hide: Callable[[dict[str, Any], int, int], dict[str, Any]] | None = None


@dataclass
class Order:
    """
    design   what instances are measured by
    options  options of the instances; with a curve, those of the next level
    wishes   measure -> its range; curve: the range in which the design's rising measure rises from level to level
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
    rate: bool = False
    curve: Range | None = None
    seen: set[Hashable] = field(default_factory=set)
    tried: int = 0
    values: defaultdict[str, set[float]] = field(default_factory=lambda: defaultdict(set))

    def levels(self, watch: Watch) -> Iterator[tuple[int, Measured]]:
        """Levels as ordered and their seeds, until there are enough, or too many tries.

        Raises LimitReached, and ValueError for options that make no instance.
        """
        stream, found = random.Random(self.seed), 0
        while found < self.count and self.tried < self.tries:
            watch.check()
            self.tried += 1
            seed = int(stream.random() * 2**32)
            instance = self.design.generate(**self.options, seed=seed)
            if (key := self.design.alike(instance)) in self.seen:
                continue
            with watch.enforced():
                level = self.level(instance, found, watch)
            if level is not None:
                self.seen.add(key)
                found += 1
                yield seed, level

    def level(self, instance: Any, number: int, watch: Watch) -> Measured | None:
        """The instance, measured; None if it misses a wish."""
        level = self.design.measure(instance, watch)
        if level is None or not self.fits(level.measures) or not self.climbs(level.measures, number):
            return None
        if self.rate:
            level = rated(self.design, level, watch, self.fits)
        return level if level and self.wishes.keys() <= level.measures.keys() else None

    def fits(self, measures: Measures) -> bool:
        """Whether these measures lie within the wishes; records them as seen."""
        for name, value in measures.items():
            self.values[name].add(value)
        return all(low <= measures[name] <= high for name, (low, high) in self.wishes.items() if name in measures)

    def climbs(self, measures: Measures, number: int) -> bool:
        """Whether a level is the next of the curve; if it is not, the next instances are made larger or smaller."""
        if self.curve is None or self.design.rises is None:
            return True
        measure, option = self.design.rises
        low, high = self.curve
        aim = round(low + (high - low) * number / max(1, self.count - 1))
        if measures[measure] != aim:
            self.options[option] = max(2, self.options[option] + (1 if measures[measure] < aim else -1))
        return measures[measure] == aim


def rated(
    design: Design, level: Measured, watch: Watch, fits: Callable[[Measures], bool] = lambda _: True, seed: int = 0
) -> Measured | None:
    """The level with its ratings; None as soon as one of them does not fit. Raises LimitReached."""
    ratings: Measures = {}
    for name, value in design.rate(level, seed, watch):
        if not fits({name: value}):
            return None
        ratings[name] = value
    return level._replace(instance=design.rated(level.instance, ratings), measures=level.measures | ratings)
