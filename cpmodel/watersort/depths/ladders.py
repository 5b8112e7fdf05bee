"""Array of Boolean atoms, grouped in ladders that count.

A *state* is a row of *atoms*. Each atom of a *ladder* implies those before it, so a ladder of k atoms is a number from
0 to k. A *literal* is the number of an atom, from 1, negative if it is negated.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

import numpy as np

from instances.puzzles.watersort.depth_tables import Array


class Ladders:
    """Ladders([3, 1]): atoms 1, 2, 3 count up to three, atom 4 stands alone.

    ends    the first and the last atom of each ladder: [(1, 3), (4, 4)]
    ladder  the number, from 0, of each atom's ladder
    every   the indices of a table by literals: 0, which always holds, 1, 2, ..., and the negations ..., -2, -1
    weaker  for each of these the next weaker literal of the same sign; itself if there is none
    numbers one for each atom: their sum over the true atoms is the key of a state
    exact   whether different states have different keys: mixed-radix numbers, which fit for most deals of 30 beakers
    """

    def __init__(self, lengths: Sequence[int]) -> None:
        self.lengths, self.atoms = lengths, sum(lengths)
        self.ends = [(last - length + 1, last) for last, length in zip(accumulate(lengths), lengths, strict=True)]
        self.ladder: Array = np.repeat(np.arange(len(lengths)), lengths)
        self.every: Array = np.r_[0 : self.atoms + 1, -self.atoms : 0]
        self.weaker: Array = self.every - 1
        for first, last in self.ends:
            self.weaker[[0, first, -last]] = 0, first, -last
        *weights, states = accumulate((length + 1 for length in lengths), mul, initial=1)
        self.exact = states <= 1 << 64
        if self.exact:
            self.numbers: Array = np.repeat(np.array(weights, dtype=np.uint64), lengths)
        else:
            self.numbers = np.random.default_rng(0).integers(0, 1 << 63, size=self.atoms, dtype=np.uint64)

    def keys(self, rows: Array) -> Array:
        keys: Array = rows @ self.numbers
        return keys

    def strongest(self, row: Array) -> list[int]:
        """The literals of a state that imply all others: at most one of each sign for each ladder."""
        found = []
        for first, last in self.ends:
            height = int(row[first - 1 : last].sum())
            found += [first + height - 1] * (height > 0) + [-(first + height)] * (first + height <= last)
        return found

    def rung(self, literal: int) -> tuple[int, int]:
        """A literal's ladder, and its number there, from 1, with its sign."""
        ladder = int(self.ladder[abs(literal) - 1])
        number = abs(literal) - self.ends[ladder][0] + 1
        return ladder, number if literal > 0 else -number
