"""The pours of the beakers that show one colour, and one dominance rule.

*The home rule* (docs/theory.md, lemma 20), for a colour c that fills one beaker: when c has a mono (a beaker of c
alone), no bottom of c lies under another colour, and c shows on a further beaker, *pour that onto a mono now*. A plan
that does not may pour out all monos of c some time, at a price of 1. That is the promise (lemma 22). There is no
promise where the units of c can never all lie in beakers of several colours (lemma 21).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from instances.watersort.bounds import Beaker
from search_baseline.watersort.beakers import Chain, bottoms_in, chains, is_mono, shortened, top_units, without
from search_baseline.watersort.layers.color_excess import color_excess
from search_baseline.watersort.placing import Step
from search_baseline.watersort.plain_astar import State, successors


class Shown(NamedTuple):
    """The beakers that show one colour, sorted, and what decides the cost of their pours.

    hidden: the chains of its runs that do not show. promise: to pour all monos out.
    """

    beakers: tuple[Beaker, ...]
    hidden: tuple[Chain, ...]
    promise: bool = False

    @property
    def monos(self) -> int:
        return sum(map(is_mono, self.beakers))

    @property
    def bottoms(self) -> int:
        """Number of beakers with this colour at the bottom, wherever they are."""
        return self.monos + bottoms_in(self.hidden)

    def standing(self) -> Iterator[Beaker]:
        """What is left of the beakers that hold other colours too, with one unit of their top runs."""
        return (beaker[: len(beaker) - top_units(beaker) + 1] for beaker in self.beakers if not is_mono(beaker))

    def with_(self, rest: Beaker) -> "Shown":
        """After one more beaker shows the colour."""
        beakers = tuple(sorted((*self.beakers, rest)))
        return self._replace(beakers=beakers, hidden=shortened(self.hidden, rest))


class Pour(NamedTuple):
    """after: what shows the colour afterwards. rest: what is left of the source if it shows another colour, else ()."""

    after: Shown
    bound: int  # change of the bottoms bound
    empties: int  # change of the number of empty beakers
    rest: Beaker = ()
    promises: int = 0  # change of the number of promises


class Choice(NamedTuple):
    """The pours of a colour. forced: the only one; promise: what shows by promising, if that exempts from forced.

    fewer: the same without its promise, if it has one.
    """

    pours: Sequence[Pour] = ()
    forced: Pour | None = None
    promise: Shown | None = None
    fewer: Shown | None = None


class Game:
    """filled_beakers: the number of beakers that each colour fills at the end."""

    def __init__(self, capacity: int, filled_beakers: list[int]) -> None:
        self.capacity, self.filled_beakers = capacity, filled_beakers

    def start(self, beakers: Sequence[Beaker]) -> list[Shown]:
        """For each colour, the beakers that show it."""
        start = [Shown((), chains(beakers, color)) for color in range(len(self.filled_beakers))]
        for beaker in filter(None, beakers):
            start[beaker[-1]] = start[beaker[-1]].with_(beaker)
        return start

    def excess(self, color: int, group: Shown) -> int:
        """What the colour must pay (color_excess.py)."""
        if self.filled_beakers[color] > 1 or group.monos or not group.bottoms:
            return 0
        tops = [top_units(beaker) for beaker in group.beakers]
        below = tuple(beaker[:-units] for beaker, units in zip(group.beakers, tops, strict=True))
        return color_excess(self.capacity, color, sum(tops), below, group.hidden)

    def choice(self, color: int, group: Shown) -> Choice:
        fills = self.filled_beakers[color]
        onto_monos = [pour for mono in group.beakers if is_mono(mono) for pour in self.merges(group, mono, fills)]
        if fills == 1 and group.monos and not bottoms_in(group.hidden) and onto_monos and not group.promise:
            promise = group._replace(promise=True) if self.may_leave(group) else None
            return Choice(forced=onto_monos[0], promise=promise)
        others = [mixed for mixed in group.beakers if not is_mono(mixed)]
        merges = onto_monos + [pour for mixed in others for pour in self.merges(group, mixed, fills)]
        pours = list(dict.fromkeys((*merges, *self.parks(group, fills), *self.partial(group))))
        return Choice(pours, fewer=group._replace(promise=False) if group.promise else None)

    def may_leave(self, group: Shown) -> bool:
        """Whether all units of a colour that fills one beaker may at some time lie in mixed beakers (lemma 21)."""
        places = [len(beaker) - top_units(beaker) for beaker in group.beakers if not is_mono(beaker)]
        return (
            sum(self.capacity - units for units in (*places, *(below for each in group.hidden for below, _ in each)))
            >= self.capacity
        )

    def merges(self, group: Shown, target: Beaker, fills: int) -> list[Pour]:
        """Whole runs onto one beaker; free, except for a mono that its colour needs as a bottom."""
        pours = []
        others = without(group.beakers, target)
        for source in dict.fromkeys(others):
            units = top_units(source)
            if units > self.capacity - len(target):
                continue
            beakers = tuple(sorted((*without(others, source), target + source[-units:])))
            if units < len(source):
                pours.append(Pour(group._replace(beakers=beakers), -1, 0, source[:-units]))
            elif group.bottoms > fills:
                pours.append(Pour(group._replace(beakers=beakers), -1, 1))
            else:
                after = group._replace(beakers=beakers, promise=False)
                pours.append(Pour(after, -group.promise, 1, promises=-group.promise))
        return pours

    def parks(self, group: Shown, fills: int) -> list[Pour]:
        """A whole run from a beaker of several colours to an empty one; free while its colour lacks bottoms."""
        pours = []
        for source in dict.fromkeys(group.beakers):
            if not is_mono(source):
                units = top_units(source)
                beakers = tuple(sorted((*without(group.beakers, source), source[-units:])))
                bound = -1 if group.bottoms < fills else 0
                pours.append(Pour(group._replace(beakers=beakers), bound, -1, source[:-units]))
        return pours

    def partial(self, group: Shown) -> list[Pour]:
        """The target fills up and a part stays behind."""
        pours = []
        for source in dict.fromkeys(group.beakers):
            others = without(group.beakers, source)
            for target in dict.fromkeys(others):
                room = self.capacity - len(target)
                if 0 < room < top_units(source):
                    beakers = (*without(others, target), source[:-room], target + source[-room:])
                    pours.append(Pour(group._replace(beakers=tuple(sorted(beakers))), 0, 0))
        return pours


def steps_along(path: Sequence[Sequence[Shown]], beakers: int, capacity: int) -> list[Step]:
    """The pours between the states of a path; promises are no pours."""
    states: list[State] = []
    for groups in path:
        filled = [beaker for group in groups for beaker in group.beakers]
        states.append(tuple(sorted(filled + [()] * (beakers - len(filled)))))
    return [
        next(step for step, state in successors(before, capacity) if state == after)
        for before, after in pairwise(states)
        if before != after
    ]
