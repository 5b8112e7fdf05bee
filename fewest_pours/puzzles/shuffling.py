"""A shuffle that gives the same order for a seed in every version of Python."""

import random
from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Iterable[Item], stream: random.Random) -> list[Item]:
    """The items in a random order (Fisher and Yates).

    Python guarantees that Random(seed).random() never changes, but not shuffle(), so only random() is used.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        pick = int(stream.random() * (last + 1))
        order[last], order[pick] = order[pick], order[last]
    return order
