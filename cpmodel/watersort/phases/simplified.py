"""A deal without what needs no thought, for the phase formulation to start from."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from instances.watersort.bounds import PlacedRun, interned, placed_runs
from instances.watersort.rules import Deal, Pour, State, after, top_run, units_of


@dataclass(frozen=True)
class Runs:
    """What is left of a deal, and its runs, numbered as placed_runs lists them: i + 1 lies above i in the same beaker.

    names[c]       the word for colour c
    joined, state  the pours that put beakers of one colour alone together, where the colour fills one beaker; and what
                   they lead to
    beakers        the same, colours as numbers; beakers of finished colours stand there as empty,
    empties        but only so many of them are
    """

    deal: Deal
    names: list[str]
    joined: tuple[Pour, ...]
    state: State
    beakers: list[tuple[int, ...]]
    empties: int

    @cached_property
    def all(self) -> list[PlacedRun]:
        return placed_runs(self.beakers)

    @cached_property
    def of_color(self) -> dict[int, list[int]]:
        runs: dict[int, list[int]] = {}
        for i, run in enumerate(self.all):
            runs.setdefault(run.color, []).append(i)
        return runs

    @cached_property
    def leaving(self) -> list[int]:
        """Those that leave their places: all but bottoms."""
        return [i for i, run in enumerate(self.all) if run.level]

    def above(self, i: int) -> int | None:
        """The run above it, if there is one."""
        return i + 1 if i + 1 < len(self.all) and self.all[i + 1].level else None

    def is_bottom(self, i: int) -> bool:
        return self.all[i].level == 0

    def covered_bottoms(self, color: int) -> list[tuple[int, int]]:
        """The bottoms of a colour that have something above them, each with the run that lies on it."""
        return [(i, above) for i in self.of_color[color] if self.is_bottom(i) and (above := self.above(i)) is not None]

    def room(self, i: int) -> int:
        """Units that fit on top of run i in its place."""
        return self.deal.capacity - self.all[i].below - self.all[i].units


def simplified(deal: Deal, apart: Collection[str] = ()) -> Runs:
    """apart: colours whose beakers are not joined."""
    joined = tuple(pour for pour in joining_pours(deal) if pour.color not in apart)
    state = deal.beakers
    for pour in joined:
        state = after(state, pour)
    names, beakers = interned(Deal(deal.name, deal.capacity, state))
    unfinished = {color for beaker in beakers if not is_finished(beaker, deal.capacity) for color in beaker}
    standing = [beaker if unfinished.intersection(beaker) else () for beaker in beakers]
    return Runs(deal, names, joined, state, standing, state.count(()))


def is_finished(beaker: Sequence[object], capacity: int) -> bool:
    """Full of one colour. Where all beakers of a colour are, it is finished too: its pours would only rename beakers.

    Before that, a finished beaker can be worth pouring out: (aaaa)(abcb)(accc)(ba)(ba), bottom first, takes 9 pours,
    and no plan keeps the first beaker as it is.
    """
    return len(beaker) == capacity and len(set(beaker)) == 1


def joining_pours(deal: Deal) -> list[Pour]:
    """Beakers of one colour alone onto the first of them, for colours that fill one beaker."""
    units, alone = units_of(deal), defaultdict[str, list[int]](list)
    for i, beaker in enumerate(deal.beakers):
        if beaker and top_run(beaker) == len(beaker) and units[beaker[0]] == deal.capacity:
            alone[beaker[0]].append(i)
    return [Pour(i, first, color, len(deal.beakers[i])) for color, (first, *others) in alone.items() for i in others]
