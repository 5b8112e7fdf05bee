"""Depths as rows of Boolean atoms, so that clauses can speak of them; and all of them, layer by layer (NumPy).

A state is the number of runs gone from each stack, and a step is a removal (tables.py). The states after n steps form a
*layer*: they have n runs gone, and no state is in two layers.

As a row of Boolean *atoms* a state has a *ladder* for each stack: the k-th atom of a ladder means that at least k runs
are gone, so it implies those before it. A *literal* is the number of an atom, from 1, negative if it is negated.

Unlike listing.py, it tells interchangeable beakers apart, as clauses do.
"""

from collections.abc import Iterator
from itertools import accumulate
from operator import mul

import numpy as np

from fewest_pours.puzzles.watersort.depths.tables import Array, DepthTables, Layer
from fewest_pours.puzzles.watersort.numbered_deal import Numbered


class DepthAtoms(DepthTables):
    """The states of a deal and the removals between them; removal i makes atom i + 1 true.

    ends    the first and the last atom of each ladder: [(1, 3), (4, 4)]
    ladder  the number, from 0, of each atom's ladder; rungs: its number there, from 0
    every   all literals, in the order of a table by literals: 0, which always holds, 1, 2, ..., then ..., -2, -1, so
            that NumPy finds the entry of literal -2 at index -2
    weaker  a table by literals: the next weaker literal of the same sign; itself if there is none
    numbers one for each atom: their sum over the true atoms is the key of a state
    exact   whether different states have different keys: mixed-radix numbers, which fit for most deals of 30 beakers
    """

    def __init__(self, game: Numbered) -> None:
        super().__init__(game)
        lengths: list[int] = self.cleared.tolist()
        self.atoms = len(self.removals)
        self.ends = [(last - length + 1, last) for last, length in zip(accumulate(lengths), lengths, strict=True)]
        self.ladder: Array = np.repeat(np.arange(len(lengths)), lengths)
        self.rungs = np.arange(self.atoms) - self.first[self.ladder]
        self.every: Array = np.r_[0 : self.atoms + 1, -self.atoms : 0]
        self.weaker: Array = self.every - 1  # k runs gone: k - 1 are; fewer than k gone: fewer than k + 1
        weakest = [0, *(first for first, _ in self.ends), *(-last for _, last in self.ends)]
        self.weaker[weakest] = weakest
        place_values = list(accumulate((length + 1 for length in lengths), mul, initial=1))  # of mixed-radix digits
        states = place_values.pop()
        self.exact = states <= 1 << 64
        if self.exact:
            self.numbers: Array = np.repeat(np.array(place_values, dtype=np.uint64), lengths)
        else:
            self.numbers = np.random.default_rng(0).integers(0, 1 << 63, size=self.atoms, dtype=np.uint64)

    @property
    def goal(self) -> list[int]:
        """The literals of the only goal, where all beakers are cleared: every atom is true."""
        return list(range(1, self.atoms + 1))

    def keys(self, rows: Array) -> Array:
        keys: Array = rows @ self.numbers
        return keys

    def strongest(self, row: Array) -> list[int]:
        """The literals of a state that imply all others: at most one of each sign for each ladder."""
        found = []
        for first, last in self.ends:
            height = int(row[first - 1 : last].sum())
            if height > 0:
                found.append(first + height - 1)
            if first + height <= last:
                found.append(-(first + height))
        return found

    def rung(self, literal: int) -> tuple[int, int]:
        """A literal's ladder, and its number there, from 1, with its sign."""
        number = int(self.rungs[abs(literal) - 1]) + 1
        return int(self.ladder[abs(literal) - 1]), number if literal > 0 else -number

    @property
    def start(self) -> Layer:
        gone = np.zeros((1, len(self.stacks)), self.number)
        return Layer(gone, self.start_loads[None], np.zeros(1, dtype=np.uint64))

    def layers(self, most: int, random: np.random.Generator) -> Iterator[Array]:
        """The `gone` of each layer's states; a layer of more than `most` states continues from a random choice."""
        layer = self.start
        while len(layer.gone):
            if len(layer.gone) > most:
                layer = layer.only(np.sort(random.choice(len(layer.gone), most, replace=False)))
            yield layer.gone
            layer, _ = self.after(layer)

    def after(self, layer: Layer) -> tuple[Layer, tuple[Array, Array]]:
        """The states one step further, each once; and the links: for each step the rows of both states."""
        before, stacks = self.possible(layer)
        atoms = self.first[stacks] + layer.gone[before, stacks]
        keys_of_steps = layer.keys[before] + self.numbers[atoms]
        keys, once, following = np.unique(keys_of_steps, return_index=True, return_inverse=True)
        # Of the steps that lead to the same state, the one at `once` makes it.
        origin = before[once]
        gone = layer.gone[origin]
        gone[np.arange(len(once)), stacks[once]] += 1
        loads = layer.loads[origin] + self.changes[atoms[once]]
        links = (before.astype(np.int32), following.astype(np.int32))
        return Layer(gone, loads, keys), links

    def rows(self, gone: Array) -> Array:
        """States as rows of atoms."""
        rows: Array = gone[:, self.ladder] > self.rungs
        return rows

    def gone(self, rows: Array) -> Array:
        """The number of runs gone from each stack, for rows of atoms: the inverse of rows."""
        return np.add.reduceat(rows, self.first, axis=1, dtype=self.number)

    def before(self, rows: Array) -> tuple[Array, Array]:
        """The states from which one removal leads to one of these, and the row of the latter."""
        gone_after = self.gone(rows)
        after, stacks = np.nonzero(gone_after)  # a candidate for each stack that has lost a run
        candidates = np.arange(len(after))
        gone = gone_after[after]
        gone[candidates, stacks] -= 1
        before = rows[after]
        before[candidates, self.first[stacks] + gone[candidates, stacks]] = False
        loads = self.start_loads + before @ self.changes
        allowed = self.allowed(gone, loads)[candidates, stacks]
        return before[allowed], after[allowed]

    def alive(self, widest: int) -> list[Array] | None:
        """The `gone` of all states on depth paths, layer by layer; empty if no path exists.

        None if a layer has more than `widest` states, or keys are not exact.
        """
        if not self.exact:
            return None
        layer = self.start
        layers = []
        links = []
        while width := len(layer.gone):
            if width > widest:
                return None
            layers.append(layer.gone)
            layer, steps = self.after(layer)
            links.append(steps)
        reaches_goal = len(layers) == self.atoms + 1
        if not reaches_goal:
            return []
        backwards = [layers.pop()]
        links.pop()  # none leads on from the goal
        alive = np.ones(1, dtype=bool)
        for gone, (before, following) in zip(reversed(layers), reversed(links), strict=True):
            leads_on = before[alive[following]]
            alive = np.zeros(len(gone), dtype=bool)
            alive[leads_on] = True
            backwards.append(gone[alive])
        return backwards[::-1]
