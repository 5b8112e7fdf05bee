"""A size of deals, and how many deals it has."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import factorial, prod
from typing import NamedTuple


class Size(NamedTuple):
    """Size(capacity=4, empties=2, colors=5): five full beakers of four units, and two empty beakers."""

    capacity: int
    empties: int
    colors: int

    @property
    def units(self) -> int:
        return self.capacity * self.colors

    @property
    def arrangements(self) -> int:
        """The number of deals, where the names of the colours and the order of the beakers count."""
        return factorial(self.units) // prod([factorial(self.capacity)] * self.colors)

    @property
    def deals(self) -> int:
        """The number of deals up to the names of the colours and the order of the beakers, by Burnside's lemma.

        >>> Size(capacity=4, empties=2, colors=4).deals
        111383
        """
        pairs = [(beakers, names) for beakers in partitions(self.colors) for names in partitions(self.colors)]
        fixed = sum(
            class_size(beakers) * class_size(names) * fixed_deals(beakers, names, self.capacity)
            for beakers, names in pairs
        )
        return fixed // factorial(self.colors) ** 2


def partitions(total: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """The lengths of the cycles of every kind of permutation.

    >>> list(partitions(3))
    [(3,), (2, 1), (1, 1, 1)]
    """
    if not total:
        yield ()
    for first in range(min(total, largest or total), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def class_size(cycles: tuple[int, ...]) -> int:
    """The number of permutations with cycles of these lengths.

    A permutation can be written in several ways: each cycle from any of its elements, cycles of a length in any order.

    >>> class_size((2, 1))
    3
    """
    ways_to_write: int = prod(length**count * factorial(count) for length, count in Counter(cycles).items())
    return factorial(sum(cycles)) // ways_to_write


def fixed_deals(beakers: tuple[int, ...], names: tuple[int, ...], capacity: int) -> int:
    """The number of deals that stay the same under a permutation of beakers and one of names, by their cycles.

    A cycle of beakers is determined by its first beaker. The colour in a place of that beaker comes back after a turn
    of the cycle, so the length of its own cycle divides that of the beakers, and each colour of its cycle gets an equal
    share of this place in all beakers of the cycle.
    """
    turns = tuple(length for length in beakers for _ in range(capacity))  # for each place of each first beaker

    @cache
    def ways(place: int, missing: tuple[int, ...]) -> int:
        """The ways to fill the places from this one on. missing: the units that a colour of each cycle still lacks."""
        if place == len(turns):
            return int(not any(missing))
        found = 0
        for cycle, length in enumerate(names):
            share, remainder = divmod(turns[place], length)
            if remainder == 0 and share <= missing[cycle]:
                left = (*missing[:cycle], missing[cycle] - share, *missing[cycle + 1 :])
                colors = length  # each of the cycle may be in this place; the others then follow in the other beakers
                found += colors * ways(place + 1, left)
        return found

    return ways(0, (capacity,) * len(names))
