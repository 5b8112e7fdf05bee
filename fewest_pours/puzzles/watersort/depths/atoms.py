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

    ends    the first and the last atom of each ladder
    ladder  the number, from 0, of each atom's ladder; rungs: its number there, from 0
    every   all literals, in the order of a table by literals: the entry of literal -2 is at index -2, as NumPy counts
            from the end. Literal 0 always holds
    weaker  a table by literals: the next weaker literal of the same sign; itself if there is none
    numbers one for each atom: their sum over the true atoms is the key of a state
    exact   whether different states have different keys: mixed-radix numbers, which fit for most deals of 30 beakers

    Example: one ladder of three runs and one of one, so that atom 3 means that three runs are gone from stack 0.

        ends    [(1, 3), (4, 4)]
        ladder  [0, 0, 0, 1]
        rungs   [0, 1, 2, 0]
        every   [0, 1, 2, 3, 4, -4, -3, -2, -1]
        weaker  [0, 1, 1, 2, 4, -4, -3, -3, -2]   3 implies 2, and -1 implies -2
    """

    def __init__(self, game: Numbered) -> None:
        super().__init__(game)
        lengths: list[int] = self.cleared.tolist()
        self.atoms = len(self.removals)
        self.ends = [(last - length + 1, last) for last, length in zip(accumulate(lengths), lengths, strict=True)]
        self.ladder: Array = np.repeat(np.arange(len(lengths)), lengths)
        self.rungs = np.arange(self.atoms) - self.first[self.ladder]
        self.every: Array = np.r_[0 : self.atoms + 1, -self.atoms : 0]
        self.weaker: Array = self.every.copy()
        for first, last in self.ends:
            for atom in range(first, last):
                self.weaker[atom + 1] = atom  # at least k + 1 runs gone: at least k
                self.weaker[-atom] = -(atom + 1)  # fewer than k gone: fewer than k + 1
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
        removal = self.first[stacks] + layer.gone[before, stacks]
        keys_of_steps = layer.keys[before] + self.numbers[removal]
        # Of the steps that lead to the same state, the first is its maker.
        keys, makers, following = np.unique(keys_of_steps, return_index=True, return_inverse=True)
        origin = before[makers]
        gone = layer.gone[origin]
        gone[np.arange(len(makers)), stacks[makers]] += 1
        loads = layer.loads[origin] + self.changes[removal[makers]]
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
        """The states from which one removal leads to one of these, as rows of atoms, and the row of the latter."""
        gone_after = self.gone(rows)
        row_after, stacks = np.nonzero(gone_after)  # a candidate for each stack that has lost a run
        candidates = np.arange(len(row_after))
        gone_before = gone_after[row_after]
        gone_before[candidates, stacks] -= 1
        removal = self.first[stacks] + gone_before[candidates, stacks]  # number i makes the atom in column i
        atoms_before = rows[row_after]
        atoms_before[candidates, removal] = False
        loads = self.start_loads + atoms_before @ self.changes
        allowed = self.allowed(gone_before, loads)[candidates, stacks]
        return atoms_before[allowed], row_after[allowed]

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
        links.pop()  # it is empty, as no step leads on from the goal
        alive = np.ones(1, dtype=bool)
        for gone, (before, following) in zip(reversed(layers), reversed(links), strict=True):
            leads_on = before[alive[following]]
            alive = np.zeros(len(gone), dtype=bool)
            alive[leads_on] = True
            backwards.append(gone[alive])
        return backwards[::-1]
