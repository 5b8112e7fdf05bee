"""The constructive half of the depth theorem: turns the order in which runs leave their places into pours.

Theorem 7 of docs/theory.md: a deal has a plan if and only if it has a depth path, which removes one exposed run after
the other, each time as the inequality (*) of removals.py allows.

*Proof of Lemma 6*, which `plan_of_path` follows. Let the run whose turn it is be of colour c, and let the step lead
from depths e to f. Write h for the capacity, and monos_d for the number of monos of colour d.

1. If the other beakers that show c have room for the whole run, pour it out over them: each pour but the last fills its
   target (a streak of partial pours, P...PM).
2. Otherwise monos_c < need_c(f). For after the step the monos and the standing tops of c have to hold gone_c(f) units
   besides the tops' own, and have places for room_c(f) + h * monos_c. If monos_c >= need_c(f), these are enough, as
   gone_c(f) = room_c(f) + load_c(f) <= room_c(f) + h * need_c(f). Pour the run into an empty beaker.
3. If no beaker is empty then, each stands or is a mono: (standing beakers) + (sum of all monos_d) = beakers. By (*),
   need_c(f) + (sum of need_d(e) over the other colours d) is at most the sum of all monos_d. As monos_c < need_c(f),
   some other colour d has monos_d > need_d(e). So all but one of its monos and its standing tops have places for all
   its units, as in step 2. First pour that mono out over them, which empties it.

At the end, while a colour has more monos than beakers to fill, pour one out over the others.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.puzzles.watersort.numbered_deal import is_mono
from fewest_pours.puzzles.watersort.rules import Color, Deal, Plan, Pour, State, after, poured, top_run, verify


def plan_of_path(deal: Deal, path: Iterable[int]) -> Plan:
    """The plan for a depth path, given as the beakers whose exposed run goes next; rarely a shortest plan.

    Raises RuleBroken if the removals are not a depth path, which is a fault of the caller.
    """
    game = Pouring(deal.beakers, deal.capacity)
    for source in path:
        if game.fits_elsewhere(source):
            game.pour_out(source)
        else:
            if () not in game.beakers:
                color = game.beakers[source][-1]
                spare = game.spare_mono(color)
                if spare is None:
                    raise RuleBroken(f"{color} needs an empty beaker, and none can be emptied")
                game.pour_out(spare)
            game.pour(source, game.beakers.index(()))
    while (spare := game.spare_mono()) is not None:
        game.pour_out(spare)
    verify(deal, tuple(game.plan))
    return tuple(game.plan)


@dataclass
class Pouring:
    """The beakers, the pours so far, and which beakers show each colour."""

    beakers: State
    capacity: int
    plan: list[Pour] = field(default_factory=list)
    shown: defaultdict[Color, set[int]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for i, beaker in enumerate(self.beakers):
            for top in beaker[-1:]:
                self.shown[top].add(i)

    def rooms(self, source: int) -> dict[int, int]:
        """The room in each of the other beakers that show the source's top colour."""
        top = self.beakers[source][-1]
        return {i: self.capacity - len(self.beakers[i]) for i in sorted(self.shown[top]) if i != source}

    def fits_elsewhere(self, source: int) -> bool:
        return sum(self.rooms(source).values()) >= top_run(self.beakers[source])

    def spare_mono(self, unless: Color | None = None) -> int | None:
        """The mono with the fewest units among those that can be poured out over others of their colour.

        unless: a colour to leave out, as it needs room itself.
        """
        monos = [i for i, beaker in enumerate(self.beakers) if beaker and beaker[-1] != unless and is_mono(beaker)]
        return min(filter(self.fits_elsewhere, monos), key=lambda i: len(self.beakers[i]), default=None)

    def pour_out(self, source: int) -> None:
        """Pour the top run over beakers of its colour, in one pour if possible, into monos rather than elsewhere."""
        left = top_run(self.beakers[source])
        while left:
            rooms = self.rooms(source)
            target = max(rooms, key=lambda i: (min(rooms[i], left), is_mono(self.beakers[i]), -rooms[i]))
            left -= self.pour(source, target)

    def pour(self, source: int, target: int) -> int:
        """Make a pour; returns the units that it moves."""
        beaker = self.beakers[source]
        pour = Pour(source, target, beaker[-1], poured(beaker, self.beakers[target], self.capacity))
        self.plan.append(pour)
        self.beakers = after(self.beakers, pour)
        self.shown[pour.color].add(target)
        self.shown[pour.color].discard(source)
        for top in self.beakers[source][-1:]:
            self.shown[top].add(source)
        return pour.units
