"""The removals of a deal: what each of them changes, and which are allowed.

    (standing beakers) + sum over the colours of need_c  <=  beakers                                             (*)

As in docs/theory.md, the *room* of a run is the capacity less its units and those below it, and for each colour c

    gone_c  units of the runs of c that are gone; the bottom of a beaker that does not stand counts as gone
    room_c  sum of the rooms of the runs of c that are tops of standing beakers
    load_c = gone_c - room_c: what has no room in standing beakers
    need_c = load_c / capacity, rounded up, but at least 0: so many monos hold c, at least (lemma 4).

In (*) the need of the colour removed is that after the removal, and the others are those before it (lemma 5).

Example, capacity 4, bottom first: of the beakers (0, 1, 1) and (1,), only the first stands. So gone_1 = 1, for the unit
of the second beaker; room_1 = 4 - 2 - 1 = 1, load_1 = 0 and need_1 = 0: the first beaker has room for that unit.
"""

from itertools import pairwise
from typing import NamedTuple

from fewest_pours.puzzles.watersort.numbered_deal import Numbered, PlacedRun, placed_runs

Gone = tuple[int, ...]  # (1, 0, 2): depths, as the number of runs removed from each stack
Loads = tuple[int, ...]  # by colour


class Removal(NamedTuple):
    """The run that is removed, and the run below it."""

    run: PlacedRun
    under: PlacedRun


class Removals:
    """
    stacks          the runs, topmost first, of each beaker that stands in the deal
    removals        all removals, stack by stack, from the top
    """

    def __init__(self, game: Numbered) -> None:
        runs = placed_runs(game.beakers)
        every = [[run for run in reversed(runs) if run.beaker == beaker] for beaker in range(len(game.beakers))]
        self.game = game
        self.beakers_with_runs = [stack for stack in every if stack]
        self.stacks = [stack for stack in every if len(stack) > 1]
        self.removals = [Removal(*pair) for stack in self.stacks for pair in pairwise(stack)]

    def room(self, run: PlacedRun) -> int:
        return self.game.capacity - run.units - run.below

    def loads_at_start(self) -> Loads:
        """The load of each colour in the deal, where no run is gone."""
        loads = [0] * len(self.game.filled)
        for top, *below in self.beakers_with_runs:
            if below:
                loads[top.color] -= self.room(top)
            else:  # a mono, which does not stand
                loads[top.color] += top.units
        return tuple(loads)

    def load_gain_of_run(self, removal: Removal) -> int:
        """What a removal adds to the load of the run's colour: its units are gone, and its room no longer counts."""
        return removal.run.units + self.room(removal.run)

    def load_gain_below(self, removal: Removal) -> int:
        """What a removal adds to the load of the colour below, which comes to show."""
        under = removal.under
        if under.level == 0:  # the beaker no longer stands, so its bottom counts as gone
            return under.units
        return -self.room(under)

    def need(self, load: int) -> int:
        """How many monos hold a colour with this load, at least."""
        return -(-load // self.game.capacity) if load > 0 else 0
