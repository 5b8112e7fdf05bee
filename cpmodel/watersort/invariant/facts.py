"""Facts, sets of literals that no reachable state satisfies, and how to guess them from states.

States are rows of atoms (depths/atoms.py).

    Fact (3, -7)        no reachable state has atom 3 and lacks atom 7

Facts guessed here hold for the states that were seen; one_step.py proves that they hold for all reachable ones.
"""

from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from fewest_pours.puzzles.watersort.depths.atoms import DepthAtoms
from fewest_pours.puzzles.watersort.depths.tables import Array

Fact = tuple[int, ...]


def broken(rows: Array, facts: Sequence[Fact]) -> Array:
    """[state, fact]: whether the state breaks the fact, that is, satisfies all its literals.

    A column for each literal, at its own number as an index: 0 always holds, 1, 2, ... are the atoms, and their
    negations are counted from the end, -1 the last column. Short facts are filled up with 0.
    """
    always = np.ones((len(rows), 1), dtype=bool)
    holds = np.concatenate([always, rows, ~rows[:, ::-1]], axis=1)
    satisfied = np.ones((len(rows), len(facts)), dtype=bool)
    for nth_literals in np.array(list(zip_longest(*facts, fillvalue=0)), dtype=np.intp):
        satisfied &= holds[:, nth_literals]
    return satisfied


class SeenStates:
    """States that were seen, as a column of bits for each literal: bit i is 1 if state i agrees with it."""

    def __init__(self, depths: DepthAtoms, rows: Array) -> None:
        self.depths = depths
        self.columns = self.packed(rows)
        self.keys = np.sort(depths.keys(rows))

    def add(self, rows: Array) -> None:
        self.columns = np.concatenate([self.columns, self.packed(rows)], axis=1)
        self.keys = np.sort(np.concatenate([self.keys, self.depths.keys(rows)]))

    def packed(self, rows: Array) -> Array:
        """The columns of some states.

        The last state is repeated up to a multiple of 64: zeros would count as states in the columns of negations.
        """
        full = np.concatenate([rows, np.repeat(rows[-1:], -len(rows) % 64, axis=0)])
        positive = np.ascontiguousarray(np.packbits(full.T, axis=1)).view(np.uint64)
        always = ~np.zeros_like(positive[:1])
        return np.concatenate([always, positive, ~positive[::-1]])

    def never(self, literals: Sequence[int]) -> bool:
        """Whether no state agrees with all of these literals."""
        return not np.bitwise_and.reduce(self.columns[literals]).any()

    def singles_and_pairs(self) -> list[Fact]:
        """All facts of one and two literals, except those that a fact with a weaker literal implies.

        No pair has two literals of one ladder, or a literal that no state satisfies. So none has 0: every state
        satisfies that, and (0, x) is a fact only if no state satisfies x.

        All arrays are tables by literals (depths/atoms.py), with an entry for each of 0, 1, ..., n, -n, ..., -1 for n
        atoms; those of pairs have a row for the first literal and a column for the second. So
        table[weaker] has, at the place of each literal, the entry of the next weaker one. For a single ladder of two
        atoms: every = [0, 1, 2, -2, -1], weaker = [0, 1, 1, -2, -2].
        """
        every = self.depths.every
        weaker = self.depths.weaker
        has_weaker = weaker != every

        never = np.array([not column.any() for column in self.columns])
        weaker_never = never[weaker] & has_weaker
        singles = every[never & ~weaker_never]

        never_both: Array = ~np.array([(self.columns & column).any(axis=1) for column in self.columns])
        ladder = np.r_[-1, self.depths.ladder, self.depths.ladder[::-1]]
        different_ladders = ladder[:, None] != ladder
        each_possible = ~never[:, None] & ~never
        is_fact = never_both & different_ladders & each_possible
        first_can_be_weaker = is_fact[weaker] & has_weaker[:, None]
        second_can_be_weaker = first_can_be_weaker.T  # as is_fact is symmetric
        minimal = np.triu(is_fact & ~first_can_be_weaker & ~second_can_be_weaker)  # each pair once
        pairs = np.sort(every[np.argwhere(minimal)])
        return [(x,) for x in singles.tolist()] + list(map(tuple, pairs.tolist()))

    def contains(self, rows: Array) -> Array:
        """Which of these states were seen; judged by keys, so wrong with negligible probability."""
        keys = self.depths.keys(rows)
        found: Array = self.keys.take(self.keys.searchsorted(keys), mode="clip") == keys
        return found

    def cut(self, literals: Sequence[int], random: np.random.Generator) -> Fact | None:
        """A fact of a few of these literals, chosen greedily at random; None if a state satisfies all of them."""
        left = self.columns[literals]  # [literal, word]: the states that agree with it and with all that are taken
        taken: list[int] = []
        while left.shape[1]:
            if len(taken) == len(literals):
                return None
            number = np.bitwise_count(left).sum(axis=1, dtype=np.int64)
            number[taken] = np.iinfo(np.int64).max
            taken.append(int(random.choice(np.nonzero(number == number.min())[0])))
            states = left[taken[-1]]
            words_in_use = states != 0
            left = left[:, words_in_use] & states[words_in_use]
        return self.weakened([literals[x] for x in taken])

    def weakened(self, literals: list[int]) -> Fact:
        """The fact without superfluous literals, the others weakened as far as possible."""
        for x in reversed(literals):
            rest = [y for y in literals if y != x]
            if rest and self.never(rest):
                literals = rest
        for i in range(len(literals)):
            while (weak := int(self.depths.weaker[literals[i]])) != literals[i]:
                if not self.never([*literals[:i], weak, *literals[i + 1 :]]):
                    break
                literals[i] = weak
        return tuple(sorted(literals))
