"""Which units have the same colour: by likeness, and by counts, as each colour fills whole beakers."""

from typing import NamedTuple

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Lab, deviation

SAME_COLOR = 10.0  # distance of a cover's colour from that of the units it stands for
OTHER_COLOR = 18.0  # distance of different colours
WITHIN = 32.0  # distance that no colour's units have
FAR_APART = 40.0  # CIELAB distance: those beyond are all alike, and that of a colour alone
COUNTS = 3  # of margin, what right counts are worth, and that no colour needs a second beaker
TIGHT = 5.0  # CIELAB distance, a step inside a colour that is not held against a grouping


class Grouping(NamedTuple):
    """The colour of each unit, as a number. within: the largest step inside a colour; between: the least to another.

    whole: whether the counts are right.
    """

    groups: list[int]
    within: float
    between: float
    whole: bool

    @property
    def margin(self) -> float:
        return min(self.between, FAR_APART) / max(self.within, TIGHT)


def grouping(colors: list[Lab], capacity: int, hidden: int) -> Grouping:
    """The best of the groupings that joining the nearest groups step by step leads to."""
    groups = np.arange(len(colors))
    middles = np.array(colors, np.float64)
    tried: list[Grouping] = []
    within = 0.0
    while within <= WITHIN:
        far = deviation(middles[:, None], middles) + np.diag([np.inf] * len(middles))
        one, other = divmod(int(far.argmin()), len(middles))
        between = float(far[one, other]) if len(middles) > 1 else FAR_APART
        whole = is_whole(np.bincount(groups).tolist(), capacity, hidden)
        tried.append(Grouping(groups.tolist(), within, max(between, within), whole))
        if len(middles) == 1:
            break
        within = max(within, between)
        groups[groups == other] = one
        middles[one] = np.array(colors)[groups == one].mean(0)
        groups -= groups > other
        middles = np.delete(middles, other, 0)

    def merit(each: Grouping) -> float:
        needs_second_beaker = np.bincount(each.groups).max() > capacity
        return each.margin + COUNTS * (each.whole - float(needs_second_beaker))

    return max(tried, key=merit)


def is_whole(sizes: list[int], capacity: int, hidden: int) -> bool:
    """Whether units of these colours, and so many hidden ones, fill whole beakers."""
    if not hidden:
        return all(size % capacity == 0 for size in sizes)
    missing = sum(-size % capacity for size in sizes)
    return missing <= hidden and (hidden - missing) % capacity == 0
