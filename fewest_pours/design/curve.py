"""A curve of difficulty: levels whose measure rises evenly, found in any order."""

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

IDLE, AGAIN = 20, 4  # parts of the tries after which what a curve lacks is rare: at first, and once it is narrowed

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
        near = (self.range[1] - self.range[0]) / 2 / max(10, self.count - 1)
        most = max(near, 0.5 if isinstance(value, int) else 0.005) + 1e-9
        far = {place: abs(self.aim(place) - value) for place in range(self.count) if place not in self.found}
        return min((place for place in far if far[place] <= most), key=far.__getitem__, default=None)

    def note(self, option: float, level: Level | None) -> None:
        """Count the instance at hand, made with this option; it takes its place if it is a level (else None)."""
        self.tried[option][self.value] += 1
        if level is not None and (place := self.place(self.value)) is not None and self.value is not None:
            self.found[place] = self.value, level
        self.value = None

    def option(self) -> float:
        """The option whose instances took the most places that are left, with one on credit; at its ends, a new one."""
        free = {value for values in self.tried.values() for value in values if self.place(value) is not None}
        shares = {
            option: (1 + sum(values[value] for value in free)) / (1 + values.total())
            for option, values in self.tried.items()
        }
        left = [self.aim(place) for place in range(self.count) if place not in self.found]
        usual = {option: values.most_common(1)[0][0] for option, values in self.tried.items()}
        least, most = min(usual), max(usual)
        if least > 2 and ((low := usual[least]) is None or low > min(left)):
            shares[least - 1] = max(shares[least], 0.5)
        if (high := usual[most]) is not None and high < max(left):
            shares[most + 1] = max(shares[most], 0.5)
        return max(shares, key=shares.__getitem__)

    def patience(self, tries: int) -> int:
        """The tries without a new level after which what is left is rare."""
        return tries // (AGAIN if self.narrowed else IDLE)

    def narrow(self) -> bool:
        """Rise over the values that there are instead; False if they are as wide as the curve, or out of it."""
        values = [value for counts in self.tried.values() for value in counts if value is not None]
        low, high = self.range
        seen = max(low, min(values, default=high)), min(high, max(values, default=low))
        if seen == self.range or seen[0] > seen[1]:
            return False
        print(
            f"{self.measure} beyond {seen[0]:g} to {seen[1]:g} are too rare for the curve", file=sys.stderr, flush=True
        )
        levels, self.range, self.found, self.narrowed = self.found, seen, {}, True
        for value, level in levels.values():
            if (place := self.place(value)) is not None:
                self.found[place] = value, level
        return True
