"""Depths as arrays: what each removal of a run changes, and which removals are allowed.

By the depth theorem (docs/theory.md, theorem 7) a plan exists if and only if removals, each allowed by (*), lead from
the deal, where no run is gone, to the state where all standing beakers are cleared. Here a state is the number of runs
gone from each standing beaker, its *stack*. The constraint models and the search list such states by these tables, each
in its own way.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.numbered_deal import Numbered, PlacedRun, placed_runs

Array = NDArray[Any]


class Layer(NamedTuple):
    """States with the same number of runs gone, one a row.

    gone: (rows, stacks). loads: (rows, colours). keys: what tells the states apart; the search has (rows, words).
    """

    gone: Array
    loads: Array
    keys: Array

    @property
    def row_bytes(self) -> int:
        return sum(each[:1].nbytes for each in self)

    def only(self, rows: Any) -> "Layer":
        return Layer(*(each[rows] for each in self))


class DepthTables:
    """
    stacks          the runs, topmost first, of each beaker that has a run to remove
    removals        stack by stack, the run that is removed and the run below it
    first, cleared  index of the first removal of each stack; number of runs to remove from it
    colors, rooms   for each removal the colour of the run, and the units of it that fit above what lies below it
    changes         [removal, colour]: what the removal adds to the load of a colour
    start_loads     load_c of the deal, for each colour
    number          a type that holds any of these numbers, and any load
    """

    def __init__(self, game: Numbered) -> None:
        runs = placed_runs(game.beakers)
        every = [[run for run in reversed(runs) if run.beaker == b] for b in range(len(game.beakers))]
        self.game = game
        # A colour's load is at most its units, and at least minus the room above that many tops.
        small = game.capacity * (game.capacity * max(game.filled, default=0) + 2) < 1 << 7
        self.number = np.dtype(np.int8 if small else np.int32)
        self.stacks = [stack for stack in every if len(stack) > 1]
        self.removals = [pair for stack in self.stacks for pair in pairwise(stack)]
        self.cleared = np.array([len(stack) - 1 for stack in self.stacks], self.number)
        self.first = np.cumsum(self.cleared, dtype=np.intp) - self.cleared
        self.colors = np.array([run.color for run, _ in self.removals], np.intp)
        self.rooms = np.array([self.room(run) for run, _ in self.removals], self.number)
        self.start_loads = np.zeros(len(game.filled), self.number)
        for top, *below in filter(None, every):
            self.start_loads[top.color] += top.units - (self.room(top) if below else 0)
        # A removed run is loose, and its colour loses the room above what lay below it. The run below is exposed; or,
        # if it is a bottom, counts as gone.
        self.changes = np.zeros((len(self.removals), len(game.filled)), self.number)
        for x, (run, under) in enumerate(self.removals):
            self.changes[x, run.color] += self.room(run)
            self.changes[x, under.color] += under.units - (self.room(under) if under.level else 0)

    def room(self, run: PlacedRun) -> int:
        """Units of its colour that fit above what lies below the run."""
        return self.game.capacity - run.below

    def needs(self, loads: Array) -> Array:
        """The beakers that each load needs (need_c)."""
        beakers: Array = np.maximum((loads + (self.game.capacity - 1)) // self.game.capacity, 0)
        return beakers

    def free(self, gone: Array, loads: Array) -> Array:
        """For each state, the number of beakers that neither stand nor are needed."""
        free: Array = len(self.game.beakers) - (gone < self.cleared).sum(axis=1) - self.needs(loads).sum(axis=1)
        return free

    def allowed(self, gone: Array, loads: Array) -> Array:
        """[state, stack]: whether (*) allows removing the exposed run of the stack; it needs one beaker more, or none.

        gone: [state, stack]. loads: [state, colour].
        """
        exposed = self.first + gone  # removals; arbitrary where the stack is cleared
        load = self.colors.take(exposed, mode="clip") + len(self.game.filled) * np.arange(len(gone))[:, None]
        room = (self.needs(loads) * self.game.capacity - loads).take(load)
        fits = self.rooms.take(exposed, mode="clip") <= room
        allowed: Array = (gone < self.cleared) & (self.free(gone, loads)[:, None] >= ~fits)
        return allowed

    def possible(self, layer: Layer) -> tuple[Array, Array]:
        """Row and stack of each removal from a layer that `allowed` keeps; several times as fast as np.nonzero."""
        allowed = self.allowed(layer.gone, layer.loads)
        row, stack = np.divmod(np.flatnonzero(allowed), max(1, allowed.shape[1]))
        return row, stack
