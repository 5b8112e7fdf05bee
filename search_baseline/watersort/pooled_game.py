"""The pooled game: where the loose units of a colour lie is left open. A relaxation with fewer states.

Of the beakers that show a colour c only this is kept: what lies below the top run of each beaker that holds other
colours too; how many hold c alone (mono); and how many units of c all of them show together. A run of c may leave its
beaker for its own colour while the units still fit,

    units <= sum over the beakers of several colours of (capacity - what lies below) + capacity * mono,

whichever beakers they lie in. Partial pours change nothing here, and cost nothing.

*It is a relaxation*: every plan of the game maps to a pooled plan that is not longer (docs/theory.md, section 8, lemmas
12 and 18). So the pooled optimum is a lower bound over all plans, and if there is no pooled plan there is no plan.

*Dominance*, for a colour that fills one beaker:
- Two monos: pour one out now. One mono: no pour of the colour onto an empty beaker (lemma 14).
- One mono, no other beaker with the colour at the bottom, and a run of it shows elsewhere: pour that now, or promise to
  pour the mono out, at a payment of 1 (lemma 19; lemma 22 and layered_astar.py tell what becomes of promises).
- No promise where the mono can never be poured out again (lemma 21).
"""

from collections.abc import Iterator
from typing import NamedTuple

from instances.watersort.bounds import Beaker
from search_baseline.watersort.beakers import Chain, bottoms_in, shortened, top_units, without
from search_baseline.watersort.layers.color_excess import color_excess
from search_baseline.watersort.layers.groups import Choice, Pour


class Pool(NamedTuple):
    """What is kept of the beakers that show one colour, and what decides the cost of their pours.

    below: what lies below their top runs, in beakers of several colours, sorted. mono: number of beakers of this colour
    alone. units: in the top runs of all of these. hidden: the chains of its runs that do not show. promise: to pour the
    mono out.
    """

    below: tuple[Beaker, ...]
    mono: int
    units: int
    hidden: tuple[Chain, ...]
    promise: bool = False

    @property
    def bottoms(self) -> int:
        """Number of beakers with this colour at the bottom, wherever they are."""
        return self.mono + bottoms_in(self.hidden)


class Pooled:
    """filled_beakers: the number of beakers that each colour fills in the end."""

    def __init__(self, capacity: int, filled_beakers: list[int]) -> None:
        self.capacity, self.filled_beakers = capacity, filled_beakers

    def concealed(self, hidden: tuple[Chain, ...]) -> Pool:
        return Pool((), 0, 0, hidden)

    def shown(self, pool: Pool, rest: Beaker) -> Pool:
        units = top_units(rest)
        below = rest[:-units]
        pool = pool._replace(units=pool.units + units, hidden=shortened(pool.hidden, rest))
        if not below:
            return pool._replace(mono=pool.mono + 1)
        return pool._replace(below=tuple(sorted((*pool.below, below))))

    def standing(self, color: int, pool: Pool) -> Iterator[Beaker]:
        return ((*below, color) for below in pool.below)

    def excess(self, color: int, pool: Pool) -> int:
        """What the colour must pay (color_excess.py)."""
        if self.filled_beakers[color] > 1 or pool.mono or not pool.bottoms:
            return 0
        return color_excess(self.capacity, color, pool.units, pool.below, pool.hidden)

    def choice(self, color: int, pool: Pool) -> Choice:
        fills = self.filled_beakers[color]
        merges, outs = self.merges(pool), self.outs(pool, fills)
        if fills == 1 and pool.mono > 1:
            return Choice(forced=outs[0])
        if fills == pool.mono == pool.bottoms == 1 and merges and not pool.promise:
            return Choice(forced=merges[0], promise=pool._replace(promise=True) if self.may_leave(pool) else None)
        parks = self.parks(pool, fills) if fills > 1 or not pool.mono else []
        return Choice(
            (*merges, *parks, *outs),
            fewer=pool._replace(promise=False) if pool.promise else None,
        )

    def room(self, below: tuple[Beaker, ...], mono: int) -> int:
        """Units of their colour that beakers can show."""
        return sum(self.capacity - len(beaker) for beaker in below) + self.capacity * mono

    def may_leave(self, pool: Pool) -> bool:
        """Whether all units of a colour of one beaker may some time lie elsewhere than in a mono (lemma 21)."""
        rooms = sum(self.capacity - below for each in pool.hidden for below, _ in each)
        return self.room(pool.below, 0) + rooms >= self.capacity

    def merges(self, pool: Pool) -> list[Pour]:
        """A whole run from a beaker of several colours onto its own."""
        pours = []
        for below in dict.fromkeys(pool.below):
            others = without(pool.below, below)
            if pool.units <= self.room(others, pool.mono):
                pours.append(Pour(pool._replace(below=others), -1, 0, below))
        return pours

    def parks(self, pool: Pool, fills: int) -> list[Pour]:
        """A whole run from a beaker of several colours to an empty one; free while its colour lacks bottoms."""
        bound = -1 if pool.bottoms < fills else 0
        return [
            Pour(pool._replace(below=without(pool.below, below), mono=pool.mono + 1), bound, -1, below)
            for below in dict.fromkeys(pool.below)
        ]

    def outs(self, pool: Pool, fills: int) -> list[Pour]:
        """A mono poured onto its colour; free if it was promised, or if its colour has bottoms to spare."""
        if not pool.mono or pool.units > self.room(pool.below, pool.mono - 1):
            return []
        after = pool._replace(mono=pool.mono - 1, promise=False)
        return [Pour(after, -1 if pool.promise or pool.bottoms > fills else 0, 1, promises=-pool.promise)]
