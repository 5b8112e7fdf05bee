"""A curve of difficulty: levels whose measure rises evenly, found in any order."""

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

# What a curve lacks is rare after this part of the tries without a new level: at first, and once it is narrowed
PATIENCE = Fraction(1, 20)
PATIENCE_ONCE_NARROWED = Fraction(1, 4)
PARTS = 20  # of the range: a level lies at most one of them off the aim of its place
HALF_UNIT = 0.5  # for measures that are whole numbers
HALF_HUNDREDTH = 0.005  # for shares, which have two digits
ROUNDING = 1e-9
SMALLEST = 2  # of the rising option: no instances are made with less
NEW_SHARE = 0.5  # of an option that was not tried: it is chosen if the shares of all others are less

Range = tuple[float, float]
Level = TypeVar("Level")


@dataclass
class Curve(Generic[Level]):
    """
    measure        what rises, over this range, in `count` places
    found          place -> value of the measure, and the level
    value_at_hand  of the measure, of the instance at hand; None as long as it is not known
    is_repetition  whether the instance at hand is alike to a level that is there
    narrowed       whether the range was narrowed to what there is
    tried          value of the rising option -> values of the measure among the instances (None: no level)
    repeated       the same -> instances that are alike to levels that are there; their values are not known
    """

    measure: str
    range: Range
    count: int
    found: dict[int, tuple[float, Level]] = field(default_factory=dict)
    value_at_hand: float | None = None
    is_repetition: bool = False
    narrowed: bool = False
    tried: defaultdict[float, Counter[float | None]] = field(default_factory=lambda: defaultdict(Counter))
    repeated: Counter[float] = field(default_factory=Counter)

    def aim(self, place: int) -> float:
        low, high = self.range
        return low + (high - low) * place / max(1, self.count - 1)

    def free_places(self) -> list[int]:
        return [place for place in range(self.count) if place not in self.found]

    def place_for(self, value: float | None) -> int | None:
        """The nearest free place; None if the aim of none is near the value.

        Near are values up to half a step off, but never more than a 20th of the range. A half of the last digit is
        always near, so that 0 to 3 pours fill 11 places.
        """
        low, high = self.range
        if value is None or not low <= value <= high:
            return None
        half_step = (high - low) / 2 / max(1, self.count - 1)
        half_digit = HALF_UNIT if isinstance(value, int) else HALF_HUNDREDTH
        farthest = max(min(half_step, (high - low) / PARTS), half_digit) + ROUNDING
        distance = {place: abs(self.aim(place) - value) for place in self.free_places()}
        near = [place for place in distance if distance[place] <= farthest]
        return min(near, key=distance.__getitem__, default=None)

    def note_value(self, value: float) -> None:
        """Keep the value of the measure that the instance at hand has, for `note`."""
        self.value_at_hand = value

    def note_repetition(self) -> None:
        """Keep that the instance at hand is alike to a level that is there, for `note`."""
        self.is_repetition = True

    def note(self, option: float, level: Level | None) -> None:
        """Count the instance at hand, made with this option, and go on to the next one.

        level: the instance, which takes its place; None if it has no plan, misses a wish, or has no place.
        """
        value = self.value_at_hand
        values = self.tried[option]
        if self.is_repetition:
            self.repeated[option] += 1
        else:
            values[value] += 1
        self.value_at_hand = None
        self.is_repetition = False
        if level is not None:
            self.put(value, level)

    def put(self, value: float | None, level: Level) -> None:
        """Put a level into its place, if there is one."""
        place = self.place_for(value)
        if place is not None and value is not None:
            self.found[place] = value, level

    def next_option(self) -> float:
        """The option to make the next instance with: that of which the greatest share has values with a free place.

        An option that was not tried competes too, with NEW_SHARE: one below all others if the usual value of the least
        one is above some aim that is left, or most of its instances are not levels, as deals of many colours have no
        plan; and one above all others if the usual value of the greatest one is below some aim. Both if most instances
        are repetitions.
        """
        shares = self.fitting_shares()
        aims_left = [self.aim(place) for place in self.free_places()]
        least = min(self.tried)
        usual = self.usual_value(least)
        needs_less = self.mostly_repeats(least) or usual is None or usual > min(aims_left)
        if needs_less and least > SMALLEST:
            shares[least - 1] = NEW_SHARE
        most = max(self.tried)
        usual = self.usual_value(most)
        needs_more = self.mostly_repeats(most) or (usual is not None and usual < max(aims_left))
        if needs_more:
            shares[most + 1] = NEW_SHARE
        return max(shares, key=shares.__getitem__)

    def fitting_shares(self) -> dict[float, float]:
        """For each option that was tried, the share of its instances whose values have a free place.

        Each option has one such instance on credit, so that an unlucky one is tried again.
        """
        free = {value for values in self.tried.values() for value in values if self.place_for(value) is not None}
        shares: dict[float, float] = {}
        for option, values in self.tried.items():
            hits = sum(values[value] for value in free)
            shares[option] = (1 + hits) / (1 + values.total() + self.repeated[option])
        return shares

    def mostly_repeats(self, option: float) -> bool:
        """Whether at least half of the instances with this option are alike to levels that are there."""
        return self.repeated[option] >= self.tried[option].total()

    def usual_value(self, option: float) -> float | None:
        """The value that most instances with this option have, repetitions apart; None: they are not levels."""
        values = self.tried[option]
        return max(values, key=values.__getitem__, default=None)

    def patience(self, tries: int) -> int:
        """The tries without a new level after which what is left is rare."""
        return int(tries * (PATIENCE_ONCE_NARROWED if self.narrowed else PATIENCE))

    def narrow(self) -> bool:
        """Rise over the part of the range that instances have instead; False if that is all of it, or nothing."""
        values = [value for counts in self.tried.values() for value in counts if value is not None]
        if not values:
            return False
        low, high = self.range
        least = max(low, min(values))
        most = min(high, max(values))
        has_all = (least, most) == self.range
        has_nothing = least > most
        if has_all or has_nothing:
            return False
        print(f"{self.measure} beyond {least:g} to {most:g} are too rare for the curve", file=sys.stderr, flush=True)
        levels = self.found.values()
        self.range = least, most
        self.narrowed = True
        self.found = {}
        for value, level in levels:
            self.put(value, level)
        return True
