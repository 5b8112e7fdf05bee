"""What all formulations of water sort share: runs in their places, and the cost identity with the bottoms bound.

The words and the proofs are in docs/theory.md: M, E and P pours, runs R and beakers m_c with Lemma 1 (cost identity),
b_c with Lemma 2 (bottoms bound). What a plan has above the bound is its *excess*: E pours that no missing bottom asks
for, and P pours.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from instances.watersort.files import interned
from instances.watersort.rules import Deal


class PlacedRun(NamedTuple):
    """PlacedRun(color=3, units=2, beaker=0, below=1, level=1): two units on top of the one unit at the bottom."""

    color: int
    units: int
    beaker: int
    below: int  # units below it in its beaker
    level: int  # runs below it in its beaker: 0 at the bottom


def placed_runs(beakers: Sequence[Sequence[int]]) -> list[PlacedRun]:
    """Beaker by beaker, bottom first, so that the run above the run at position i is at i + 1."""
    runs = []
    for b, beaker in enumerate(beakers):
        below = 0
        for level, (color, stretch) in enumerate(groupby(beaker)):
            units = len(list(stretch))
            runs.append(PlacedRun(color, units, b, below, level))
            below += units
    return runs


def filled_beakers(beakers: Sequence[Sequence[int]], capacity: int) -> dict[int, int]:
    """m_c: colour -> beakers that it fills at the end (rounded up where no plan exists)."""
    units = Counter(color for beaker in beakers for color in beaker)
    return {color: -(-count // capacity) for color, count in units.items()}


def missing_bottoms(beakers: Sequence[Sequence[int]], capacity: int) -> dict[int, int]:
    """max(0, m_c - b_c): colour -> E pours that every plan makes with it."""
    bottoms = Counter(beaker[0] for beaker in beakers if beaker)
    return {color: max(0, fills - bottoms[color]) for color, fills in filled_beakers(beakers, capacity).items()}


def bottoms_bound_of(beakers: Sequence[Sequence[int]], capacity: int) -> int:
    """The bottoms bound of any state, colours as numbers.

    Where every colour fills whole beakers (unsolvable_by_counting), it is 0 if and only if the state is solved.
    """
    run_surplus = len(placed_runs(beakers)) - sum(filled_beakers(beakers, capacity).values())
    return run_surplus + sum(missing_bottoms(beakers, capacity).values())


def bottoms_bound(deal: Deal) -> int:
    """A lower bound on the pours of every plan of any deal; consistent along plans. Source: Lemma 2."""
    return bottoms_bound_of(interned(deal)[1], deal.capacity)
