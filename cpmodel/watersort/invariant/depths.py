"""How deep the beakers are dug out, and the removals that lead from one state to the next.

By the depth theorem (docs/theory.md, theorem 7) a plan exists exactly if removals, each allowed by (*), lead from the
deal, where no run is gone, to where all beakers are cleared. So here a state says how many runs are gone from each
beaker, and a step is a removal. The states that n steps lead to, a *layer*, have n runs gone, and no state is in two
layers.

As a row of Boolean atoms (see facts.py) a state has a ladder for each beaker with a run to remove; its atom number k,
from 1, says that at least k runs are gone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import prod
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from cpmodel.watersort.invariant.facts import Ladders, Rows
from instances.watersort.bounds import PlacedRun, filled_beakers, interned, placed_runs
from instances.watersort.rules import Deal

CHUNK = 50_000  # states whose steps are looked at together


class Layer(NamedTuple):
    """Some states of a layer, one a row: how many runs are gone from each beaker; the loads; a number of the state."""

    gone: Rows
    loads: Rows
    keys: Rows

    def only(self, chosen: Any) -> "Layer":
        return Layer(self.gone[chosen], self.loads[chosen], self.keys[chosen])


@dataclass(frozen=True)
class Depths:
    """The states of a deal and the removals between them.

    stacks: of each beaker that has a run to remove, its runs, topmost first. lying: units of each colour in beakers of
    one run. filled: beakers that each colour fills at the end.
    """

    deal: Deal
    stacks: list[list[PlacedRun]]
    lying: list[int]
    filled: dict[int, int]

    @cached_property
    def ladders(self) -> Ladders:
        return Ladders([len(runs) - 1 for runs in self.stacks])

    @property
    def goal(self) -> list[int]:
        """All beakers are cleared: every atom is true."""
        return list(range(1, self.ladders.atoms + 1))

    @cached_property
    def cleared(self) -> Rows:
        return np.array([len(runs) - 1 for runs in self.stacks], dtype=np.uint16)

    @property
    def start(self) -> Layer:
        gone = np.zeros((1, len(self.stacks)), dtype=np.uint16)
        return Layer(gone, self.start_loads[None], np.zeros(1, dtype=np.uint64))

    @cached_property
    def start_loads(self) -> Rows:
        """load_c of the deal, for each colour."""
        loads = np.array(self.lying, dtype=np.int32)
        for top, *_ in self.stacks:
            loads[top.color] += top.units - self.room(top)
        return loads

    @cached_property
    def changes(self) -> Rows:
        """[atom, colour]: what the removal that makes an atom true adds to the load of a colour.

        The run is loose from then on, and the room above what lies below it is no room for its colour any more. The run
        that it lay on is exposed; or it is a bottom, which then counts as gone.
        """
        changes = np.zeros((self.ladders.atoms, len(self.filled)), dtype=np.int32)
        for x, (run, below) in enumerate(self.removals):
            changes[x, run.color] += self.room(run)
            changes[x, below.color] += below.units - (self.room(below) if below.level else 0)
        return changes

    @property
    def removals(self) -> list[tuple[PlacedRun, PlacedRun]]:
        """For each atom the run that is removed and the run below it."""
        return [pair for runs in self.stacks for pair in pairwise(runs)]

    def room(self, run: PlacedRun) -> int:
        """Units of its colour that fit above what lies below the run."""
        return self.deal.capacity - run.below

    def layers(self, most: int, random: np.random.Generator) -> Iterator[Rows]:
        """How many runs are gone, layer by layer; of one with more than `most` states a random choice, and so on."""
        layer = self.start
        if not self.stacks:
            yield layer.gone
            return
        while len(layer.gone):
            if len(layer.gone) > most:
                layer = layer.only(np.sort(random.choice(len(layer.gone), most, replace=False)))
            yield layer.gone
            layer = self.after(layer)

    def walks_on(self, rows: Rows, most: int, random: np.random.Generator) -> Rows:
        """These states and those that further removals lead to; at each removal at random if more than `most`."""
        layer = Layer(self.gone(rows), self.start_loads + rows @ self.changes, self.keys(rows))
        found = [rows]
        while len(layer.gone):
            layer = self.after(layer.only(random.permutation(len(layer.gone))[:most]))
            found.append(self.rows(layer.gone))
        return np.concatenate(found)

    def after(self, layer: Layer) -> Layer:
        """The states one step further, each once."""
        chunks = [slice(i, i + CHUNK) for i in range(0, len(layer.gone), CHUNK)]
        found = [self.after_some(layer.only(chunk)) for chunk in chunks]
        if len(found) == 1:
            return found[0]
        joined = Layer(*map(np.concatenate, zip(*found, strict=True)))
        return joined.only(np.unique(joined.keys, return_index=True)[1])

    def after_some(self, layer: Layer) -> Layer:
        state, stack = np.nonzero(self.allowed(layer.gone, layer.loads))
        atom = self.first[stack] + layer.gone[state, stack]
        keys, once = np.unique(layer.keys[state] + self.numbers[atom], return_index=True)
        state, stack, atom = state[once], stack[once], atom[once]
        gone = layer.gone[state]
        gone[np.arange(len(state)), stack] += 1
        return Layer(gone, layer.loads[state] + self.changes[atom], keys)

    def allowed(self, gone: Rows, loads: Rows) -> Rows:
        """[state, stack]: whether the exposed run of the stack may go, by (*)."""
        standing = gone < self.cleared
        free = len(self.deal.beakers) - standing.sum(axis=1) - self.homes(loads).sum(axis=1)
        atom = np.minimum(self.first + gone, self.ladders.atoms - 1)
        load = np.take_along_axis(loads, self.colors[atom], axis=1)
        allowed: Rows = standing & (self.homes(load + self.rooms[atom]) - self.homes(load) <= free[:, None])
        return allowed

    def homes(self, loads: Rows) -> Rows:
        """homes_c of each load."""
        homes: Rows = np.maximum(0, -(-loads // self.deal.capacity))
        return homes

    @cached_property
    def first(self) -> Rows:
        """The first atom of each stack."""
        return np.array([start - 1 for start, _ in self.ladders.ends], dtype=np.intp)

    @cached_property
    def colors(self) -> Rows:
        return np.array([run.color for run, _ in self.removals], dtype=np.intp)

    @cached_property
    def uncovered(self) -> Rows:
        """The colour that the removal of each atom uncovers."""
        return np.array([below.color for _, below in self.removals], dtype=np.intp)

    @cached_property
    def rooms(self) -> Rows:
        return np.array([self.room(run) for run, _ in self.removals], dtype=np.int32)

    @cached_property
    def exact(self) -> bool:
        """Whether no two states have one key: as mixed-radix numbers, keys of most deals of 30 beakers fit 64 bits."""
        return prod(length + 1 for length in self.ladders.lengths) <= 1 << 64

    @cached_property
    def numbers(self) -> Rows:
        """A number for each atom; the key of a state is the sum over its atoms."""
        if not self.exact:
            return np.random.default_rng(0).integers(0, 1 << 63, size=self.ladders.atoms, dtype=np.uint64)
        weights = accumulate((length + 1 for length in self.ladders.lengths[:-1]), mul, initial=1)
        return np.repeat(np.array(list(weights), dtype=np.uint64), self.ladders.lengths)

    def rows(self, gone: Rows) -> Rows:
        """States as rows of atoms."""
        steps = np.concatenate([np.arange(1, length + 1) for length in self.ladders.lengths])
        return gone[:, np.repeat(np.arange(len(self.stacks)), self.ladders.lengths)] >= steps

    def gone(self, rows: Rows) -> Rows:
        """Rows of atoms as how many runs are gone, the inverse of rows."""
        return np.add.reduceat(rows, self.first, axis=1, dtype=np.uint16)

    def keys(self, rows: Rows) -> Rows:
        keys: Rows = rows @ self.numbers
        return keys

    def before(self, row: Rows) -> Rows:
        """The states from which one removal leads to this one."""
        return self.before_some(row[None])[0]

    def before_some(self, rows: Rows) -> tuple[Rows, Rows]:
        """The states from which one removal leads to one of these, and to which of them, by its place."""
        gone = self.gone(rows)
        after, stack = np.nonzero(gone)
        gone, before, each = gone[after], rows[after], np.arange(len(after))
        gone[each, stack] -= 1
        before[each, self.first[stack] + gone[each, stack]] = False
        allowed = self.allowed(gone, self.start_loads + before @ self.changes)[each, stack]
        return before[allowed], after[allowed]

    def alive(self, widest: int) -> list[Rows] | None:
        """How many runs are gone in all states on depth paths, layer by layer; empty if no path exists.

        None if a layer has more than `widest` states, all of them more than 32 times as many, or two states one key.
        """
        if not self.exact or not self.stacks:
            return None
        layers, left = [self.start], 32 * widest
        while len((layer := layers[-1]).gone):
            steps = np.count_nonzero(self.allowed(layer.gone, layer.loads))
            left -= len(layer.gone)
            if min(left, widest) < steps // min(len(layers), len(self.stacks)):  # so many steps at most lead to a state
                return None
            layers.append(self.after(layer))
            if len(layers[-1].gone) > widest:
                return None
        if len(layers) < self.ladders.atoms + 2:
            return []
        found = [layers[-2]]
        for layer in layers[-3::-1]:
            state, stack = np.nonzero(self.allowed(layer.gone, layer.loads))
            after = layer.keys[state] + self.numbers[self.first[stack] + layer.gone[state, stack]]
            alive = found[-1].keys
            leads = alive[np.searchsorted(alive[:-1], after)] == after
            found.append(layer.only(np.unique(state[leads])))
        return [layer.gone for layer in reversed(found)]

    def way(self, layers: Sequence[Rows]) -> list[int]:
        """The beakers whose runs go, one after the other, on a way through all layers to the goal."""
        row, beakers = np.ones(self.ladders.atoms, dtype=bool), list[int]()
        for layer in reversed(layers[:-1]):
            before = self.before(row)
            gone = self.gone(before)
            listed = next(i for i, state in enumerate(gone) if (layer == state).all(axis=1).any())
            beakers.append(self.removals[int(np.nonzero(row & ~before[listed])[0][0])][0].beaker)
            row = before[listed]
        return beakers[::-1]


def depths_of(deal: Deal) -> Depths:
    """The system of a deal."""
    _, beakers = interned(deal)
    runs = placed_runs(beakers)
    stacks = [[run for run in reversed(runs) if run.beaker == b] for b in range(len(beakers))]
    filled = filled_beakers(beakers, deal.capacity)
    alone = [each[0] for each in stacks if len(each) == 1]
    lying = [sum(run.units for run in alone if run.color == color) for color in range(len(filled))]
    return Depths(deal, [each for each in stacks if len(each) > 1], lying, filled)
