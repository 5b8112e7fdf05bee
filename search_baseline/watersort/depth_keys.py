"""Depths as one integer, the sum of what each beaker that stands adds to it.

What lies below the top run of a beaker, and that run's colour, say all about it; two beakers of which the same is left
may change places. So depths are the multiset of what is left of the beakers, and different ones have different keys.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from instances.watersort.bounds import Beaker
from search_baseline.watersort.reachable_depths import tops

WORD = 64  # bits; no sum of keys carries from one word into the next


def depth_keys(beakers: Sequence[Beaker]) -> dict[Beaker, int]:
    """For each beaker that may be left, of its top run one unit, what it adds to the key."""
    stages = [[beaker[: below + 1] for below in tops(beaker)[1:]] for beaker in beakers]
    count = Counter(chain.from_iterable(stages))
    digits = [{stage: 1} for stage in count if count[stage] > 1]
    radices = [1 + count[stage] for digit in digits for stage in digit]
    for each in stages:  # what only this beaker can be: one of these at a time
        alone = [stage for stage in each if count[stage] == 1]
        digits.append({stage: number for number, stage in enumerate(alone, 1)})
        radices.append(1 + len(alone))
    return {
        stage: number * value
        for digit, value in zip(digits, place_values(radices), strict=True)
        for stage, number in digit.items()
    }


def place_values(radices: Sequence[int]) -> Iterator[int]:
    """Of the digits of a number, none of which lies in two words: [4, 4] gives 1, 4"""
    word, value = 0, 1
    for radix in radices:
        if value * radix >= 1 << WORD:
            word, value = word + 1, 1
        yield value << WORD * word
        value *= radix
