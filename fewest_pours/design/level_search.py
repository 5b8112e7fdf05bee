"""Levels to order: random instances whose measures meet the wishes, each with its proven answer."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from operator import itemgetter
from statistics import fmean

from fewest_pours.design.curve import Curve, Range
from fewest_pours.design.design_record import Design, Measured, Measures, Wishes, rate_level
from fewest_pours.running.forced_stop import enforced
from fewest_pours.running.solver_contract import Instance, LimitReached, Watch

LOOKED_AT = 10  # values after which a wish may be out of reach
DEVIATIONS = 6  # standard deviations from the mean of many values, beyond which a wish is out of reach
LEAST_DEVIATION = 0.5  # of values that are all alike
MORE = "more"
FEWER = "fewer"
SEEDS = 1 << 32  # that random instances are made from
MILLION = 1_000_000  # larger figures are printed as "more than 1,000,000"


def value_in_words(value: float) -> str:
    """'39', '0.4', 'more than 1,000,000'"""
    return f"{value:,.7g}" if value <= MILLION else f"more than {MILLION:,}"


def where_beyond(wish: Range, values: Counter[float]) -> str:
    """Whether a wish is for far MORE or far FEWER than these values; '' for neither."""
    if values.total() < LOOKED_AT:
        return ""
    numbers = list(values.values())  # of instances with each value
    mean = fmean(values, numbers)
    deviation = sqrt(fmean([(value - mean) ** 2 for value in values], numbers))
    margin = 1 + LOOKED_AT / values.total()  # 2 for ten values, whose deviation is an estimate, and 1.1 for a hundred
    reach = DEVIATIONS * margin * max(deviation, LEAST_DEVIATION)
    low, high = wish
    if high < mean - reach:
        return FEWER
    return MORE if low > mean + reach else ""


@dataclass
class Order:
    """
    design   what instances are measured by
    options  options of the instances; with a curve, those of the next level
    wishes   measure -> its range; curve: what rises from level to level
    rate     whether levels are rated
    tries    instances to look at, at most
    hidden   units hidden from players, in each
    climb    seconds to climb to a hard level, for each; 0 for random levels
    seen     what is `alike` for levels that are not made again
    tried    instances looked at so far
    values   of each measure of these instances, and how often each value was seen
    bounds   on each measure of these instances, and how often each bound was seen
    show     receives what is being done, in a few words
    """

    design: Design
    options: dict[str, float]
    wishes: Wishes
    count: int
    seed: int
    tries: int
    rate: bool
    curve: Curve[tuple[int, Measured]] | None
    hidden: int = 0
    climb: float = 0
    seen: set[Hashable] = field(default_factory=set)
    tried: int = 0
    values: defaultdict[str, Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    bounds: defaultdict[str, Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    show: Callable[[str], None] = lambda text: None

    def levels(self, watch: Watch) -> Iterator[tuple[int, Measured]]:
        """Levels as ordered and their seeds, until there are enough, or too many tries.

        Raises LimitReached, and ValueError for options that make no instance.
        """
        if self.curve:
            return self.rising_levels(watch, self.curve)
        if self.climb:
            return self.climbed_levels(watch)
        fitting = ((seed, level) for seed, level in self.candidates(watch) if level)
        return islice(fitting, self.count)

    def rising_levels(self, watch: Watch, curve: Curve[tuple[int, Measured]]) -> Iterator[tuple[int, Measured]]:
        """The levels of a curve and their seeds, once it is complete, or as far as it goes if nothing more fits it."""
        idle = 0
        limit = None
        try:
            for seed, level in self.candidates(watch):
                curve.note(self.options[self.design.rises], (seed, level) if level else None)
                idle = 0 if level else idle + 1
                if idle > curve.patience(self.tries):  # what is left is too rare
                    if not curve.narrow():
                        break
                    idle = 0
                if len(curve.found) == self.count:
                    break
                self.options[self.design.rises] = curve.next_option()
        except LimitReached as reached:
            limit = reached
        for _, seed_and_level in sorted(curve.found.values(), key=itemgetter(0)):
            yield seed_and_level
        if limit:
            raise limit

    def climbed_levels(self, watch: Watch) -> Iterator[tuple[int, Measured]]:
        """Hard levels that were not seen, each found by climbing from a random one.

        Raises LimitReached after the last one.
        """
        assert self.design.climb is not None
        stream = random.Random(self.seed)
        for _ in range(min(self.count, self.tries)):
            watch.check()
            self.tried += 1
            seed = int(stream.random() * SEEDS)
            instance = self.instance(seed)
            level = self.design.climb(instance, self.climb, self.is_new, watch)
            if level is not None and self.rate:
                with enforced(watch):
                    level = rate_level(self.design, level, watch)
            if level is not None:
                self.seen.add(self.design.alike(level.instance))
                yield seed, level

    def is_new(self, instance: Instance) -> bool:
        return self.design.alike(instance) not in self.seen

    def out_of_reach(self) -> str | None:
        """A sentence if a wish lies so far from the values or bounds seen that more tries would hardly meet it."""
        if self.curve:
            return None
        for name, wish in self.wishes.items():
            direction, seen = self.where_out_of_reach(name, wish)
            if direction:
                wished = " to ".join(map(value_in_words, wish))
                hint = f"; {direction} --{self.design.rises}?" if self.design.rises and name == "pours" else ""
                return f"of {self.tried:,} instances none had {wished} {name}: {seen}{hint}"
        return None

    def where_out_of_reach(self, name: str, wish: Range) -> tuple[str, str]:
        """As in where_beyond, for a measure; and what was seen of it."""
        values = self.values[name]
        direction = where_beyond(wish, values)
        if direction:
            return direction, f"seen {value_in_words(min(values))} to {value_in_words(max(values))}"
        bounds = self.bounds[name]  # lower ones: they only rule out a wish for fewer
        if where_beyond(wish, bounds) == FEWER:
            return FEWER, f"each has {value_in_words(min(bounds))} or more"
        return "", ""

    def candidates(self, watch: Watch) -> Iterator[tuple[int, Measured | None]]:
        """New instances and their seeds, measured; None for one that misses a wish."""
        stream = random.Random(self.seed)
        while self.tried < self.tries:
            watch.check()
            if self.out_of_reach():
                break
            self.tried += 1
            self.show(f"instance {self.tried:,}")
            seed = int(stream.random() * SEEDS)
            curve = self.curve
            try:
                instance = self.instance(seed)
            except ValueError:
                if curve is None or not curve.tried:
                    raise
                yield seed, None  # the curve's own choice of an option makes no instance, such as one with many covers
                continue
            key = self.design.alike(instance)
            if key in self.seen:
                if curve is not None:
                    curve.note_repetition()
                    yield seed, None
                continue
            bounds = self.design.bounds(instance)
            count_values(self.bounds, bounds)
            level = None
            if self.leaves_room(bounds):
                with enforced(watch):
                    level = self.fitting_level(instance, watch)
            if level is not None:
                self.seen.add(key)
            yield seed, level

    def instance(self, seed: int) -> Instance:
        """A random instance. Raises ValueError for options that make none."""
        instance: Instance = self.design.generate(**self.options, seed=seed)
        if self.hidden and self.design.hide is not None:
            instance = self.design.hide(instance, self.hidden, seed)
        return instance

    def leaves_room(self, bounds: Measures) -> bool:
        """Whether these lower bounds on measures leave room for the wishes."""
        most = {name: high for name, (_, high) in self.wishes.items()}
        return all(bounds[name] <= most[name] for name in bounds.keys() & most.keys())

    def fitting_level(self, instance: Instance, watch: Watch) -> Measured | None:
        """The instance, measured; None if it misses a wish."""
        level = self.design.measure(instance, watch)
        if level is None or not self.note_and_fits(level.measures):
            return None
        if self.rate:
            level = rate_level(self.design, level, watch, self.note_and_fits)
        if level is None:
            return None
        has_all_measures = self.wishes.keys() <= level.measures.keys()  # plans, say, are not always counted
        return level if has_all_measures else None

    def note_and_fits(self, measures: Measures) -> bool:
        """Note the measures as seen; whether they meet the wishes, as far as they are wished for, and fit the curve."""
        count_values(self.values, measures)
        curve = self.curve
        if curve and curve.measure in measures:
            value = measures[curve.measure]
            curve.note_value(value)
            if curve.place_for(value) is None:
                return False
        return all(low <= measures[name] <= high for name, (low, high) in self.wishes.items() if name in measures)


def count_values(counts: Mapping[str, Counter[float]], values: Measures) -> None:
    """Count one more instance with these values."""
    for name, value in values.items():
        counts[name][value] += 1
