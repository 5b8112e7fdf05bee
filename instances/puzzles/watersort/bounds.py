"""The bottoms bound (a lower bound on the pours of every plan), the runs and beakers that it counts, the threshold.

    bottoms bound = (R - sum of m_c) + sum over colours c of max(0, m_c - b_c)

R is the number of runs, m_c the number of beakers that colour c fills at the end, b_c the number of beakers with c at
the bottom. Each pour lowers it by at most 1, so it is consistent and never above the truth (docs/theory.md, lemma 2).
The pours of a plan above it are its *excess*: pours into empty beakers that no missing bottom needs, and partial pours
(lemma 1).
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from instances.puzzles.watersort.rules import Deal, units_of

Beaker = tuple[int, ...]  # colours as numbers, bottom first: (1, 1, 0)


class PlacedRun(NamedTuple):
    """PlacedRun(color=3, units=2, beaker=0, below=1, level=1): two units on top of the one unit at the bottom."""

    color: int
    units: int
    beaker: int
    below: int  # units below it in its beaker
    level: int  # runs below it in its beaker: 0 at the bottom


def interned(deal: Deal) -> tuple[list[str], list[Beaker]]:
    """The deal with colours as numbers: (names, beakers bottom first); names[c] is the name of colour c."""
    names = list(units_of(deal))
    number = {name: c for c, name in enumerate(names)}
    return names, [tuple(number[color] for color in beaker) for beaker in deal.beakers]


def placed_runs(beakers: Sequence[Sequence[int]]) -> list[PlacedRun]:
    """All runs, beaker by beaker, bottom first, so that the run above run i is run i + 1."""
    runs = []
    for b, beaker in enumerate(beakers):
        below = 0
        for level, (color, stretch) in enumerate(groupby(beaker)):
            units = len(list(stretch))
            runs.append(PlacedRun(color, units, b, below, level))
            below += units
    return runs


def is_mono(beaker: Sequence[object]) -> bool:
    """Whether a beaker that is not empty holds one colour alone."""
    return beaker.count(beaker[0]) == len(beaker)


@lru_cache(1 << 16)
def run_count(beaker: Beaker) -> int:
    """run_count((1, 1, 0)) == 2"""
    return len(list(groupby(beaker)))


def filled_beakers(beakers: Sequence[Sequence[int]], capacity: int) -> dict[int, int]:
    """m_c: colour -> number of beakers that it fills at the end (rounded up if not whole), in order of appearance."""
    units = Counter(color for beaker in beakers for color in beaker)
    return {color: -(-count // capacity) for color, count in units.items()}


def filled_of(deal: Deal) -> list[int]:
    """m_c, indexed by the colour's number."""
    return list(filled_beakers(interned(deal)[1], deal.capacity).values())


def missing_bottoms(beakers: Sequence[Sequence[int]], capacity: int) -> dict[int, int]:
    """max(0, m_c - b_c): colour -> number of its pours into empty beakers in every plan, at least."""
    bottoms = Counter(beaker[0] for beaker in beakers if beaker)
    return {color: max(0, fills - bottoms[color]) for color, fills in filled_beakers(beakers, capacity).items()}


def bottoms_bound_of(beakers: Sequence[Beaker], filled: Sequence[int]) -> int:
    """The bottoms bound of a state; filled[c] is m_c.

    If every colour fills whole beakers (see unsolvable_by_counting), it is 0 if and only if the state is solved.
    """
    bottoms = Counter(beaker[0] for beaker in beakers if beaker)
    return sum(map(run_count, beakers)) - sum(filled) + sum(max(0, m - bottoms[c]) for c, m in enumerate(filled))


def bottoms_bound(deal: Deal) -> int:
    """The bottoms bound of a deal."""
    return bottoms_bound_of(interned(deal)[1], filled_of(deal))


def threshold(deal: Deal) -> int:
    """A number of pours within which a solvable deal has a plan (lemma 9).

    Proof. Take a plan and keep its M and E pours, in order. Replace each M from a place p by a streak: pour p onto
    the other uncovered places of its colour, one after the other, until it is empty. These are the same places as in
    the plan, since partial pours empty none, and together they hold the same units; in the plan all of these fitted
    into the places other than p, so they still do. Each M removes one run of its colour, which begins with r_c runs
    and ends with m_c, and a streak onto r - 1 others has at most r - 1 pours. Each E moves a different one of the N
    runs above bottoms.
    """
    _, beakers = interned(deal)
    runs = placed_runs(beakers)
    runs_of, filled = Counter(run.color for run in runs), filled_beakers(beakers, deal.capacity)
    streaks = sum(sum(range(filled[color], count)) for color, count in runs_of.items())
    return sum(run.level > 0 for run in runs) + streaks
