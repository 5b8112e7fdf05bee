"""Keys of depths: the same number for depths that differ only in which beaker has which stump."""

from collections import Counter
from collections.abc import Sequence

from fewest_pours.puzzles.watersort.numbered_deal import Beaker, placed_runs

WORD = 64  # bits of a word of a key


def stumps(beaker: Beaker) -> list[Beaker]:
    """What can be left of a beaker while it stands: its lowest runs, of the top one a single unit to show its colour.

    >>> stumps((0, 1, 1, 2, 2))
    [(0, 1), (0, 1, 1, 2)]
    """
    return [beaker[: run.below + 1] for run in placed_runs([beaker])[1:]]


def depth_keys(beakers: Sequence[Beaker]) -> dict[Beaker, int]:
    """What each stump of the beakers adds to the key of depths.

    A stump determines which runs its beaker may still lose. How many units the top run has does not matter, as no load
    depends on it: the load of c is the number of all its units, less those that lie below tops, less the places above
    what lies below each top of c. So beakers with the same stump are interchangeable, and depths are a multiset of
    stumps. A key consists of bit fields, none of which lies in two words:

    - for each stump that several beakers have, a field that counts the beakers with this stump now;
    - for each beaker, a field that says which of its other stumps it has now: 0 for none of them.

    Two equal beakers share (0, 1), counted in bits 0 and 1. The third has two other stumps, numbered in bits 2 and 3:

    >>> depth_keys([(0, 1), (0, 1), (1, 0, 1)])
    {(0, 1): 1, (1, 0): 4, (1, 0, 1): 8}
    """
    count = Counter(stump for beaker in beakers for stump in stumps(beaker))
    # For each field, the stumps that give it its values (the first 1, the second 2, ...), and its largest value.
    fields = [([stump], number) for stump, number in count.items() if number > 1]
    for beaker in beakers:
        alone = [stump for stump in stumps(beaker) if count[stump] == 1]
        fields.append((alone, len(alone)))
    keys: dict[Beaker, int] = {}
    low = 0  # the lowest bit of the next field
    for alternatives, largest in fields:
        bits = largest.bit_length()
        fits_into_word = low % WORD + bits <= WORD
        if not fits_into_word:  # it begins with the next word
            low += -low % WORD
        for number, stump in enumerate(alternatives, 1):
            keys[stump] = number << low
        low += bits
    return keys


def key_of_state(keys: dict[Beaker, int], beakers: Sequence[Beaker]) -> int:
    """The key of the depths of a state."""
    return sum(keys[stump] for beaker in beakers for stump in stumps(beaker)[-1:])
