"""A deal in numbers, as every solver takes it: its colours and runs, and the constants of the cost identity.

    base = (R - sum of m_c) + sum over colours c of max(0, m_c - b_c)

R is the number of runs, m_c the number of beakers that colour c fills at the end, b_c the number of beakers with c at
the bottom. The pours of a plan above it are its *excess* (docs/theory.md, lemmas 1 and 2). What a better lower bound
raises is `lower_bound` in lower_bounds.py; models and searches count on the exact value of `base`.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from fewest_pours.puzzles.watersort.rules import Deal, units_of

Beaker = tuple[int, ...]  # colours as numbers, bottom first: (1, 1, 0)


class PlacedRun(NamedTuple):
    """PlacedRun(color=3, units=2, beaker=0, below=1, level=1): two units on top of the one unit at the bottom."""

    color: int
    units: int
    beaker: int
    below: int  # units below it in its beaker
    level: int  # runs below it in its beaker: 0 at the bottom


class Numbered(NamedTuple):
    """A deal whose colours are numbers: names[c] is the name of colour c, filled[c] is m_c."""

    capacity: int
    names: list[str]
    beakers: list[Beaker]
    filled: list[int]

    @property
    def missing(self) -> list[int]:
        """For each colour max(0, m_c - b_c): the number of its pours into empty beakers in every plan, at least."""
        bottoms = Counter(beaker[0] for beaker in self.beakers if beaker)
        return [max(0, fills - bottoms[color]) for color, fills in enumerate(self.filled)]


def numbered(deal: Deal) -> Numbered:
    """The deal with its colours numbered in order of appearance; m_c is rounded up if it is not whole."""
    units = units_of(deal)
    number = {name: c for c, name in enumerate(units)}
    beakers = [tuple(number[color] for color in beaker) for beaker in deal.beakers]
    return Numbered(deal.capacity, list(units), beakers, [-(-count // deal.capacity) for count in units.values()])


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
    """The number of runs of a beaker.

    >>> run_count((1, 1, 0))
    2
    """
    return len(list(groupby(beaker)))


def number_from_top(game: Numbered, run: PlacedRun) -> int:
    """1 for the run on top of its beaker."""
    return run_count(game.beakers[run.beaker]) - run.level


def run_in_words(game: Numbered, run: PlacedRun) -> str:
    """'the blue on top of beaker 3'"""
    number = number_from_top(game, run)
    where = "on top" if number == 1 else f"in run {number} from the top"
    return f"the {game.names[run.color]} {where} of beaker {run.beaker + 1}"


def base_of(beakers: Sequence[Beaker], filled: Sequence[int]) -> int:
    """The base of a state; filled[c] is m_c.

    If every colour fills whole beakers (see unsolvable_by_counting), it is 0 if and only if the state is solved.
    """
    bottoms = Counter(beaker[0] for beaker in beakers if beaker)
    runs = sum(map(run_count, beakers))
    missing = sum(max(0, fills - bottoms[color]) for color, fills in enumerate(filled))
    return runs - sum(filled) + missing


def base(deal: Deal) -> int:
    """The base of a deal, from which its excess counts. Never change it: a better bound goes into lower_bounds.py."""
    game = numbered(deal)
    return base_of(game.beakers, game.filled)


def threshold(deal: Deal) -> int:
    """A number of pours within which a solvable deal has a plan (lemma 9).

    *Proof.* Change a plan: leave out its partial pours, and replace each merge by a *streak*, which pours the run that
    merges onto the other runs of its colour that show, until it is gone. Whole runs poured into empty beakers stay as
    they are.

    After each pour of the plan that stays or is replaced, both plans have runs of the same colours in the same places.
    For a partial pour empties no place, and a streak empties only that of the run it pours. Nor do pours change what
    lies below the runs that show, so those of a colour have, together, the same units in both plans. So each streak can
    be made: after the merge, all these units lie in the places that are left; the changed plan has the same places, so
    they have room for the units. At the end each colour has m_c places for its units, so they are full, as in the plan.

    The pours are counted by kind. Each pour of a streak empties the source or fills its target. So a merge that leaves
    r runs of its colour is replaced by at most r pours, and r falls from r_c - 1 to m_c. Each pour into an empty beaker
    takes another run from its place above a bottom. (Pours of monos into empty beakers only rename beakers.)
    """
    game = numbered(deal)
    runs = placed_runs(game.beakers)
    runs_of = Counter(run.color for run in runs)
    into_empty = sum(run.level > 0 for run in runs)
    in_streaks = sum(sum(range(game.filled[color], count)) for color, count in runs_of.items())
    return into_empty + in_streaks
