"""Proofs for all deals of a size: they are covered by partial deals, each decided by its known units alone.

The proof starts from the partial deal of which nothing is known and reveals one unit after the other, branching over
its colour, only where a search needs it (docs/theory.md, sizes):

- If known units clear all beakers but as many as were empty, every completion is solvable (lemma 25).
- If no state that is reached shows an unknown unit, what is unknown plays no part: no completion is solvable.
- Otherwise reveal an unknown unit that shows in some state.

Decided partial deals exclude each other, and the numbers of their completions must add up to the number of all deals.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np

from fewest_pours.guarantees.known_part import COLORS_IN_A_BYTE, KnownPart, explore
from fewest_pours.guarantees.partial_deals import (
    Array,
    PartialDeals,
    completions,
    concatenated,
    merged,
    nothing_known,
    reveal,
)
from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import Limits

CELLS = 200_000  # states times deals that are explored at once: their arrays fit into a processor's cache
DEALS_TO_DIVIDE = 100  # partial deals for each share when they are divided: enough for the shares to take similar times


@dataclass
class Tally:
    """
    solvable, unsolvable  deals that are covered, where names of colours and order of beakers count
    looked_at             partial deals
    example               an unsolvable partial deal, if there is one: [beaker][place] from the top
    """

    solvable: int = 0
    unsolvable: int = 0
    looked_at: int = 0
    example: list[list[int]] = field(default_factory=list)

    @property
    def covered(self) -> int:
        return self.solvable + self.unsolvable


class Share(NamedTuple):
    """Share(number=2, of=3): the second of three shares of a proof."""

    number: int = 1
    of: int = 1


@dataclass
class Covering:
    """
    size      of the deals
    share     of the proof, which is made here
    deals     the partial deals that are not decided yet, all with the same number of known units
    divided   whether the partial deals of other shares were removed
    tally     what is decided
    """

    size: Size
    share: Share
    deals: PartialDeals
    divided: bool
    tally: Tally

    @classmethod
    def start(cls, size: Size, share: Share) -> "Covering":
        """Raises ValueError for more colours than it can count."""
        if size.colors > COLORS_IN_A_BYTE:
            raise ValueError(f"{size.colors} colours, expected at most {COLORS_IN_A_BYTE}")
        return cls(size, share, nothing_known(size), False, Tally())

    def run(self, watch: Limits, after_step: Callable[[], None] = lambda: None) -> None:
        """Decide or reveal until nothing is left.

        Raises LimitReached; then this covering is not whole, and only what after_step kept can be continued.
        """
        while len(self.deals.units):
            are_enough = len(self.deals.units) >= DEALS_TO_DIVIDE * self.share.of
            if are_enough and not self.divided:
                self.divide()
            revealed: list[PartialDeals] = []
            for batch, known in batches(self.deals):
                watch.check()
                revealed += self.step(batch, known)
            self.deals = merged(concatenated(revealed)) if revealed else self.deals.only(slice(0))
            after_step()
        if not self.divided:  # a small proof belongs to the first share as a whole
            self.divide()

    def divide(self) -> None:
        """Keep only what belongs to this share; what was decided before belongs to the first one."""
        self.divided = True
        every_nth = slice(self.share.number - 1, None, self.share.of)
        self.deals = self.deals.only(every_nth)
        if self.share.number > 1:
            self.tally = Tally()

    def step(self, deals: PartialDeals, known: list[int]) -> Iterator[PartialDeals]:
        """Count what is decided; yield the rest with one more unit known."""
        part = explore(deals.units, known, self.size.empties)
        is_won = part.cleared >= self.size.colors - self.size.empties
        solvable = np.any(part.reached[is_won], axis=0)
        values = values_of_unknown(part, known, self.size.capacity)
        needs_unknown = values.max(axis=0) > 0
        unsolvable = ~solvable & ~needs_unknown
        self.tally.looked_at += len(deals.units)
        self.tally.solvable += count(deals.only(solvable))
        self.tally.unsolvable += count(deals.only(unsolvable))
        if unsolvable.any() and not self.tally.example:
            self.tally.example = deals.units[unsolvable][0].tolist()
        undecided = ~solvable & needs_unknown
        best_beaker = values.argmax(axis=0)
        for beaker in range(self.size.colors):
            rows = np.flatnonzero(undecided & (best_beaker == beaker))
            if len(rows):
                yield reveal(deals.only(rows), beaker, known[beaker])


def count(deals: PartialDeals) -> int:
    """The number of deals that they stand for."""
    if not len(deals.units):
        return 0
    return int((completions(deals.units) * deals.weights).sum())


def values_of_unknown(part: KnownPart, known: list[int], capacity: int) -> Array:
    """[beaker, deal]: what it is worth to reveal the next unit of a beaker; 0 if no state needs it.

    A state in which the unit shows counts 1 + its cleared beakers. Counting every state once takes 1.4 times as many
    partial deals with five colours of capacity 4 on two empty beakers.
    """
    values = np.zeros((len(known), part.reached.shape[1]), np.int32)
    for beaker, count_known in enumerate(known):
        if count_known < capacity:
            shows = part.gone[:, beaker] == count_known  # the states in which the next unit does
            worth = 1 + part.cleared[shows]
            values[beaker] = worth @ part.reached[shows]
    return values


def batches(deals: PartialDeals) -> Iterator[tuple[PartialDeals, list[int]]]:
    """Parts of at most CELLS, alike in the number of known units in each beaker, and these numbers."""
    known = deals.known
    order = np.lexsort(known.T)
    deals = deals.only(order)
    known = known[order]
    differs_from_next = (known[1:] != known[:-1]).any(axis=1)
    begins = np.flatnonzero(differs_from_next) + 1
    for first, end in pairwise([0, *begins.tolist(), len(known)]):
        numbers = known[first].tolist()
        states = prod(min(number, deals.units.shape[2] - 1) + 1 for number in numbers)
        rows = max(1, CELLS // states)
        for start in range(first, end, rows):
            yield deals.only(slice(start, min(end, start + rows))), numbers
