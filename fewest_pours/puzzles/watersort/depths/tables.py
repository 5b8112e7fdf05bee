"""The removals of a deal as arrays: what each of them changes, and which are allowed, for many depths at once."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.depths.removals import Removals
from fewest_pours.puzzles.watersort.numbered_deal import Numbered

Array = NDArray[Any]


class Layer(NamedTuple):
    """Depths with the same number of runs gone, one a row.

    gone: (rows, stacks). loads: (rows, colours). keys: what tells the depths apart; listing.py has (rows, words).
    """

    gone: Array
    loads: Array
    keys: Array

    @property
    def row_bytes(self) -> int:
        return sum(each[:1].nbytes for each in self)

    def only(self, rows: Array | slice) -> "Layer":
        return Layer(*(each[rows] for each in self))


class DepthTables(Removals):
    """
    first, cleared  index of the first removal of each stack; number of runs to remove from it
    colors, gains   for each removal the colour of the run, and what the removal adds to the load of this colour
    changes         [removal, colour]: what the removal adds to the load of any colour; it changes only two
    start_loads     load_c of the deal, for each colour
    number          a type that holds any of these numbers, and any load
    """

    def __init__(self, game: Numbered) -> None:
        super().__init__(game)
        # A load is at most the units of its colour, and above -capacity * units: each unit may be a top, whose room is
        # less than the capacity. What `needs` and `allowed` compute from a load is larger by less than the capacity.
        most_units = game.capacity * max(game.filled, default=0)
        most = game.capacity * most_units + game.capacity
        self.number = np.dtype(np.int8 if most <= np.iinfo(np.int8).max else np.int32)
        self.cleared = np.array([len(stack) - 1 for stack in self.stacks], self.number)
        self.first = np.cumsum(self.cleared, dtype=np.intp) - self.cleared
        self.colors = np.array([run.color for run, _ in self.removals], np.intp)
        self.gains = np.array([self.load_gain_of_run(removal) for removal in self.removals], self.number)
        self.start_loads = np.array(self.loads_at_start(), self.number)
        self.changes = np.zeros((len(self.removals), len(game.filled)), self.number)
        for number, removal in enumerate(self.removals):
            self.changes[number, removal.run.color] = self.gains[number]
            self.changes[number, removal.under.color] = self.load_gain_below(removal)

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
        removals = self.first + gone  # [state, stack]: the next one; arbitrary where the stack is cleared
        colors = self.colors.take(removals, mode="clip")
        gains = self.gains.take(removals, mode="clip")
        spare = self.needs(loads) * self.game.capacity - loads  # [state, colour]: load that adds no need
        states = np.arange(len(gone))[:, None]
        place_in_spare = states * len(self.game.filled) + colors  # of [state, colour], once `spare` is flattened
        needs_one_more = gains > spare.take(place_in_spare)  # never two more, as a gain is at most the capacity
        is_standing = gone < self.cleared
        # True counts as 1: a removal that needs one more beaker wants one that is free.
        allowed: Array = is_standing & (self.free(gone, loads)[:, None] >= needs_one_more)
        return allowed

    def possible(self, layer: Layer) -> tuple[Array, Array]:
        """Row and stack of each removal from a layer that `allowed` keeps; several times as fast as np.nonzero."""
        allowed = self.allowed(layer.gone, layer.loads)
        row, stack = np.divmod(np.flatnonzero(allowed), max(1, allowed.shape[1]))
        return row, stack
