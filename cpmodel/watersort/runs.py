"""A deal after its obvious pours and without finished colours, from which the schedule model starts."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fewest_pours.puzzles.watersort.numbered_deal import Numbered, PlacedRun, is_mono, numbered, placed_runs
from fewest_pours.puzzles.watersort.rules import Deal, Plan, Pour, State, after, units_of


@dataclass(frozen=True)
class Runs:
    """What is left of a deal, and its runs, numbered as placed_runs lists them: i + 1 lies above i, or in a new beaker.

    joined, state  the pours that join beakers of one colour alone, where the colour fills one beaker; and the state
                   after them
    game           that state in numbers
    beakers        those of the game; beakers of finished colours appear as empty
    empties        number of beakers that are really empty
    """

    deal: Deal
    joined: Plan
    state: State
    game: Numbered
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
        """The runs that leave their places: all but bottoms."""
        return [i for i, run in enumerate(self.all) if run.level]

    def above(self, i: int) -> int | None:
        """The run above it, if there is one."""
        return i + 1 if i + 1 < len(self.all) and self.all[i + 1].level else None

    def below(self, i: int) -> int:
        """The run directly below one that is not a bottom."""
        return i - 1

    def is_bottom(self, i: int) -> bool:
        return self.all[i].level == 0

    def covered_bottoms(self, color: int) -> list[tuple[int, int]]:
        """The bottoms of a colour with something above them, each with the run directly above it."""
        return [(i, above) for i in self.of_color[color] if self.is_bottom(i) and (above := self.above(i)) is not None]

    @property
    def usable(self) -> int:
        """The beakers that do not hold a finished colour."""
        return sum(map(bool, self.beakers)) + self.empties

    @property
    def unsupported(self) -> str | None:
        """Why there are no schedules (docs/theory.md, schedules): a colour that does not fill exactly one beaker."""
        units = Counter(color for beaker in self.beakers for color in beaker)
        others = [self.game.names[color] for color, count in units.items() if count != self.deal.capacity]
        return f"{others[0]} does not fill exactly one beaker" if others else None

    def room(self, i: int) -> int:
        """Units that fit on top of run i in its place."""
        return self.deal.capacity - self.all[i].below - self.all[i].units


def simplified(deal: Deal) -> Runs:
    """The runs of a deal, after the pours that join monos, and without finished colours.

    A colour is finished once every beaker that holds it is full of it: more pours of it would only rename beakers. A
    full beaker of a colour that is not finished stays, as it may have to be poured out: (aaaa)(abcb)(accc)(ba)(ba),
    bottom first, takes 9 pours, but without its first beaker it is unsolvable.
    """
    joined = tuple(joining_pours(deal))
    state = deal.beakers
    for pour in joined:
        state = after(state, pour)
    game = numbered(Deal(deal.name, deal.capacity, state))
    to_sort = [beaker for beaker in game.beakers if not is_full_of_one_color(beaker, deal.capacity)]
    unfinished = {color for beaker in to_sort for color in beaker}
    beakers = [beaker if unfinished.intersection(beaker) else () for beaker in game.beakers]
    return Runs(deal, joined, state, game, beakers, state.count(()))


def is_full_of_one_color(beaker: Sequence[object], capacity: int) -> bool:
    return len(beaker) == capacity and is_mono(beaker)


def joining_pours(deal: Deal) -> list[Pour]:
    """Pours that join the beakers of one colour alone in the first of them, for colours that fill one beaker."""
    units = units_of(deal)
    alone: defaultdict[str, list[int]] = defaultdict(list)  # colour -> the beakers that hold nothing else
    for b, beaker in enumerate(deal.beakers):
        if beaker and is_mono(beaker) and units[beaker[0]] == deal.capacity:
            alone[beaker[0]].append(b)
    pours = []
    for color, (first, *others) in alone.items():
        pours += [Pour(b, first, color, len(deal.beakers[b])) for b in others]
    return pours
