"""A curve of difficulty: levels whose measure rises evenly, found in any order."""

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

# What a curve lacks is rare after this part of the tries without a new level: at first, and once it is narrowed
IDLE = 20
IDLE_ONCE_NARROWED = 4
NARROWEST_STEPS = 10  # a level takes a place within half a step; steps count as a tenth of the range at most
HALF_UNIT = 0.5  # for measures that are whole numbers
HALF_HUNDREDTH = 0.005  # for shares, which have two digits
ROUNDING = 1e-9
SMALLEST = 2  # of the rising option: no instances are made with less
NEW_SHARE = 0.5  # what an option that was not tried is expected to yield, at least

Range = tuple[float, float]
Level = TypeVar("Level")


@dataclass
class Curve(Generic[Level]):
    """
    measure  what rises, over this range, in `count` places
    found    place -> value of the measure, and the level; value: that of the instance at hand, if it is known
    tried    value of the rising option -> values of the measure among the instances (None: no level)
    """

    measure: str
    range: Range
    count: int
    found: dict[int, tuple[float, Level]] = field(default_factory=dict)
    value: float | None = None
    narrowed: bool = False
    tried: defaultdict[float, Counter[float | None]] = field(default_factory=lambda: defaultdict(Counter))

    def aim(self, place: int) -> float:
        low, high = self.range
        return low + (high - low) * place / max(1, self.count - 1)

    def place(self, value: float | None) -> int | None:
        """The nearest place that is not taken, within half a step and a 20th of the range (or half a unit)."""
        if value is None or not self.range[0] <= value <= self.range[1]:
            return None
        low, high = self.range
        half_step = (high - low) / 2 / max(NARROWEST_STEPS, self.count - 1)
        half_digit = HALF_UNIT if isinstance(value, int) else HALF_HUNDREDTH
        farthest = max(half_step, half_digit) + ROUNDING
        distance = {place: abs(self.aim(place) - value) for place in range(self.count) if place not in self.found}
        near = [place for place in distance if distance[place] <= farthest]
        return min(near, key=distance.__getitem__, default=None)

    def note(self, option: float, level: Level | None) -> None:
        """Count the instance at hand, made with this option; it takes its place if it is a level (else None)."""
        self.tried[option][self.value] += 1
        if level is not None and self.value is not None:
            place = self.place(self.value)
            if place is not None:
                self.found[place] = self.value, level
        self.value = None

    def option(self) -> float:
        """The option to make the next instance with: that of which the greatest share has values with a free place.

        If the usual value of the least option is above some aim that is left, one less competes too; so does one more
        at the other end.
        """
        shares = self.fitting_shares()
        aims_left = [self.aim(place) for place in range(self.count) if place not in self.found]
        least = min(self.tried)
        low = self.usual_value(least)
        is_too_high = low is None or low > min(aims_left)
        if least > SMALLEST and is_too_high:
            shares[least - 1] = max(shares[least], NEW_SHARE)
        most = max(self.tried)
        high = self.usual_value(most)
        is_too_low = high is not None and high < max(aims_left)
        if is_too_low:
            shares[most + 1] = max(shares[most], NEW_SHARE)
        return max(shares, key=shares.__getitem__)

    def fitting_shares(self) -> dict[float, float]:
        """For each option that was tried, the share of its instances whose values have a free place.

        Each option has one such instance on credit, so that an unlucky one is tried again.
        """
        free = {value for values in self.tried.values() for value in values if self.place(value) is not None}
        shares: dict[float, float] = {}
        for option, values in self.tried.items():
            hits = sum(values[value] for value in free)
            shares[option] = (1 + hits) / (1 + values.total())
        return shares

    def usual_value(self, option: float) -> float | None:
        """The value that most instances with this option have; None: they are not levels."""
        [(value, _)] = self.tried[option].most_common(1)
        return value

    def patience(self, tries: int) -> int:
        """The tries without a new level after which what is left is rare."""
        return tries // (IDLE_ONCE_NARROWED if self.narrowed else IDLE)

    def narrow(self) -> bool:
        """Rise over the values that there are instead; False if they are as wide as the curve, or out of it."""
        values = [value for counts in self.tried.values() for value in counts if value is not None]
        low, high = self.range
        least = max(low, min(values, default=high))
        most = min(high, max(values, default=low))
        if (least, most) == self.range or least > most:
            return False
        print(f"{self.measure} beyond {least:g} to {most:g} are too rare for the curve", file=sys.stderr, flush=True)
        levels = self.found.values()
        self.range = least, most
        self.narrowed = True
        self.found = {}
        for value, level in levels:
            place = self.place(value)
            if place is not None:
                self.found[place] = value, level
        return True
