"""Keys of depths: the same number for depths that differ only in beakers with the same content."""

from collections import Counter
from collections.abc import Sequence

from fewest_pours.puzzles.watersort.numbered_deal import Beaker, placed_runs

WORD = 64  # bits of a word of a key


def stumps(beaker: Beaker) -> list[Beaker]:
    """What can be left of a beaker while it stands, with one unit of the top run.

    >>> stumps((1, 1, 0))
    [(1, 1, 0)]
    """
    return [beaker[: run.below + 1] for run in placed_runs([beaker])[1:]]


def depth_keys(beakers: Sequence[Beaker]) -> dict[Beaker, int]:
    """What each stump of the beakers adds to the key of depths.

    A stump determines what may follow in its beaker, and beakers with the same stump are interchangeable. So depths are
    a multiset of stumps. A key consists of bit fields, each in one word: one for each stump that several beakers share,
    which counts it, and one for each beaker, which numbers its other stumps.
    """
    count = Counter(stump for beaker in beakers for stump in stumps(beaker))
    # Of each field the stumps that it tells apart, numbered from 1, and its largest value.
    fields = [([stump], number) for stump, number in count.items() if number > 1]
    for beaker in beakers:
        alone = [stump for stump in stumps(beaker) if count[stump] == 1]
        fields.append((alone, len(alone)))
    keys: dict[Beaker, int] = {}
    low = 0  # the lowest bit of the next field
    for alternatives, largest in fields:
        bits = largest.bit_length()
        if low % WORD + bits > WORD:  # it goes into the next word
            low += -low % WORD
        for number, stump in enumerate(alternatives, 1):
            keys[stump] = number << low
        low += bits
    return keys


def key_of_state(keys: dict[Beaker, int], beakers: Sequence[Beaker]) -> int:
    """The key of the depths of a state."""
    return sum(keys[stump] for beaker in beakers for stump in stumps(beaker)[-1:])
