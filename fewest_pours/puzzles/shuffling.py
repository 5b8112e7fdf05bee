"""Random choices that are the same for a seed in every version of Python.

Python guarantees that Random(seed).random() never changes, but not shuffle() or choices(), so only random() is used.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Iterable[Item], stream: random.Random) -> list[Item]:
    """The items in a random order (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = number_below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return order


def one_of(items: Sequence[Item], stream: random.Random) -> Item:
    return items[number_below(len(items), stream)]


def number_below(limit: int, stream: random.Random) -> int:
    """A random number from 0 to limit - 1."""
    return int(stream.random() * limit)
