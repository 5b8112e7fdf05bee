"""The removals of a deal: what each of them changes, and which are allowed.

    (standing beakers) + sum over the colours of need_c  <=  beakers                                             (*)

The *load* of a colour is what standing beakers have no room for. All its units count, except those below the top run
of a standing beaker. From their number goes, for each standing beaker that shows the colour, the room above what lies
below its top run. need_c is load_c / capacity, rounded up: at least so many beakers that do not stand hold c (lemma 4).
The need of the colour removed counts after the removal, the others before it (lemma 5).

Example, capacity 4, bottom first: in the beakers (0, 1, 1) and (1,), only the first stands. All three units of colour 1
count, and there is room for three above the 0. So load_1 is 0, and no other beaker needs to hold colour 1.
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
        """Units of its colour that fit above what lies below the run."""
        return self.game.capacity - run.below

    def loads_at_start(self) -> Loads:
        """The load of each colour in the deal, where no run is gone."""
        loads = [0] * len(self.game.filled)
        for top, *below in self.beakers_with_runs:
            loads[top.color] += top.units
            if below:
                loads[top.color] -= self.room(top)
        return tuple(loads)

    def loosened(self, removal: Removal) -> int:
        """What a removal adds to the load of its colour, which loses the room above what lay below the run."""
        return self.room(removal.run)

    def exposed(self, removal: Removal) -> int:
        """What a removal adds to the load of the colour below; a bottom counts as gone: its beaker no longer stands."""
        under = removal.under
        return under.units - self.room(under) if under.level else under.units

    def need(self, load: int) -> int:
        """How many beakers that do not stand hold a colour with this load, at least."""
        return -(-load // self.game.capacity) if load > 0 else 0
