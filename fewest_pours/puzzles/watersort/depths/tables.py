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
    colors, rooms   for each removal the colour of the run, and the units of it that fit above what lies below it
    changes         [removal, colour]: what the removal adds to the load of a colour
    start_loads     load_c of the deal, for each colour
    number          a type that holds any of these numbers, and any load
    """

    def __init__(self, game: Numbered) -> None:
        super().__init__(game)
        # A colour's load is at most its units, and at least minus the room above that many tops.
        most = game.capacity * (game.capacity * max(game.filled, default=0) + 2)
        self.number = np.dtype(np.int8 if most <= np.iinfo(np.int8).max else np.int32)
        self.cleared = np.array([len(stack) - 1 for stack in self.stacks], self.number)
        self.first = np.cumsum(self.cleared, dtype=np.intp) - self.cleared
        self.colors = np.array([run.color for run, _ in self.removals], np.intp)
        self.rooms = np.array([self.room(run) for run, _ in self.removals], self.number)
        self.start_loads = np.array(self.loads_at_start(), self.number)
        self.changes = np.zeros((len(self.removals), len(game.filled)), self.number)
        for number, removal in enumerate(self.removals):
            self.changes[number, removal.run.color] += self.loosened(removal)
            self.changes[number, removal.under.color] += self.exposed(removal)

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
        states = np.arange(len(gone))[:, None]
        spare = self.needs(loads) * self.game.capacity - loads  # [state, colour]: load that adds no need
        place = states * len(self.game.filled) + self.colors.take(exposed, mode="clip")  # in `spare`, flattened
        needs_one_more = self.rooms.take(exposed, mode="clip") > spare.take(place)
        is_standing = gone < self.cleared
        allowed: Array = is_standing & (self.free(gone, loads)[:, None] >= needs_one_more)  # True counts as 1
        return allowed

    def possible(self, layer: Layer) -> tuple[Array, Array]:
        """Row and stack of each removal from a layer that `allowed` keeps; several times as fast as np.nonzero."""
        allowed = self.allowed(layer.gone, layer.loads)
        row, stack = np.divmod(np.flatnonzero(allowed), max(1, allowed.shape[1]))
        return row, stack
