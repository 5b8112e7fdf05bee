"""The depth game: whether a deal has a plan at all, and which depths no plan passes.

Depths count the runs that are left of each beaker while it stands (two runs or more), and are 0 afterwards; a beaker
that does not stand never will again (docs/theory.md, lemma 3). By the depth theorem (theorem 7) a plan exists if and
only if steps that satisfy (*) lead from the depths of the deal to all depths 0. Each step takes one run, so the depths
after k steps form a layer. Layers are disjoint and their number is known; only the last one is kept, as arrays, which
count the runs gone instead of those left (depth_tables.py).

*Dead depths* can be reached, but no steps lead from them to the end. If there is a plan, walking back from the end
finds them; no plan passes them (lemma 5), so other searches leave them out.

*A narrow listing* keeps only the depths of each layer that leave the fewest beakers in use, a random choice among
equals: it quickly finds a depth path, and thus a plan (lemma 6), rarely a shortest one.
"""

from collections import deque
from collections.abc import Iterator
from math import comb, inf
from typing import NamedTuple

import numpy as np

from fewest_pours.puzzles.watersort.depth_tables import Array, DepthTables, Layer
from fewest_pours.puzzles.watersort.depth_theorem import plan_of_path
from fewest_pours.puzzles.watersort.numbered_deal import PlacedRun, numbered
from fewest_pours.puzzles.watersort.rules import Deal, Plan, unsolvable_by_counting
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Watch
from search_baseline.watersort.beakers import WORD, depth_keys

ROWS = 1 << 12  # processed at once: their arrays fit into a processor's cache
STEPS_KEPT = 1 << 21  # for walking back from the end; 50 MiB with their layers
SET = 120  # bytes of a number in a set
WIDER = 16  # estimate: the widest layer has this many times the depths of the layer after one step per free beaker
STEP = 64  # bytes of a step while a layer is made
MIX = 0x9E3779B97F4A7C15  # an odd number that combines the words of a key into one
NARROW = 32  # depths kept of each layer in a narrow listing
SPARE = 4  # steps for each of them, as several lead to the same depths


class Steps(NamedTuple):
    """The steps from a layer: for each its row there, its stack, and the row of the next layer that it leads to.

    keys: those of the layer. first: for each row of the next layer the step that made it; others lead there up to the
    order of beakers.
    """

    keys: Array
    rows: Array
    stacks: Array
    led: Array
    first: Array


class DepthSearch(DepthTables):
    """The listing; run() drives it.

    width: the number of rows to keep of each layer, None for all. states: the number of depths met so far. too_wide:
    memory does not suffice. layers: the number of layers done. taken: the steps from the last of them.

    For each removal: key_changes, what it adds to keys; colors_below, the colour of the run below. A key is that of a
    multiset of stumps (depth_keys), in words; no sum of keys carries from one word into the next.
    """

    def __init__(self, deal: Deal, width: int | None = None) -> None:
        super().__init__(game := numbered(deal))
        self.deal, self.width = deal, width
        self.colors_below = np.array([under.color for _, under in self.removals], np.intp)
        stump_keys = depth_keys(game.beakers)
        words = 1 + max(stump_keys.values(), default=0).bit_length() // WORD

        def key(run: PlacedRun) -> Array:
            """What the stump with this run on top adds to keys, in words; nothing for a bottom."""
            number = stump_keys.get(game.beakers[run.beaker][: run.below + 1], 0)
            return np.frombuffer(number.to_bytes(8 * words, "little"), np.uint64)

        self.key_changes = np.array([key(under) - key(run) for run, under in self.removals])
        start = sum((key(stack[0]) for stack in self.stacks), np.zeros(words, np.uint64))
        gone = np.zeros((1, len(self.stacks)), self.number)
        self.layer = Layer(gone, self.start_loads[None], start[None])
        self.steps = len(self.removals)
        self.states, self.layers = 1, 0
        self.taken = deque[Steps]()
        self.stream = np.random.default_rng(width)
        self.too_wide = False

    def run(self, lookout: Lookout, most: float = inf) -> Outcome | None:
        """UNSOLVABLE, or SOLVED if there is a plan. None after `most` depths in all, or if memory does not suffice.

        A narrow listing that runs dry proves nothing: None. Raises LimitReached.
        """
        if not self.layers and self.width is None:
            free, standing = self.free(self.layer.gone, self.layer.loads)[0], len(self.stacks)
            self.too_wide = WIDER * comb(standing, max(0, free)) * self.layer.row_bytes > lookout.room()
        while self.states <= most and not self.too_wide:
            if self.layers == self.steps:
                return Outcome.SOLVED
            if not len(self.layer.gone):
                return Outcome.UNSOLVABLE if self.width is None else None
            self.step(lookout)
        return None

    def step(self, lookout: Lookout) -> None:
        """Go from one layer to the next, or give up if memory does not suffice for it."""
        layer = self.layer
        rows, stacks = self.steps_from(layer, lookout)
        if self.width is not None:
            best = np.argsort(self.stream.random(len(rows)) - self.free_after(layer, rows, stacks))
            best = best[: SPARE * self.width]
            rows, stacks = rows[best], stacks[best]
        room = lookout.room()
        if len(rows) * (STEP + 3 * layer.keys[:1].nbytes) > room:
            self.too_wide = True
            return
        removal = self.first[stacks] + layer.gone[rows, stacks]
        keys = layer.keys[rows] + self.key_changes[removal]
        words = np.array([pow(MIX, word, 1 << WORD) for word in range(keys.shape[1])], np.uint64)
        order: Array = np.argsort(keys @ words)
        keys = keys[order]
        fresh = np.ones(len(order), bool)
        fresh[1:] = (keys[1:] != keys[:-1]).any(1)
        led: Array = np.empty(len(order), np.int32)
        led[order] = np.cumsum(fresh) - 1
        order = order[fresh]
        if 2 * len(order) * layer.row_bytes > room:
            self.too_wide = True
            return
        gone = layer.gone[rows[order]]
        gone[np.arange(len(order)), stacks[order]] += 1
        loads = layer.loads[rows[order]] + self.changes[removal[order]]
        self.layer = Layer(gone, loads, keys[fresh])
        if self.width is not None:
            free = self.free(self.layer.gone, self.layer.loads)
            best = np.argsort(self.stream.random(len(order)) - free)[: self.width]
            self.layer, rows, stacks = self.layer.only(best), rows[order[best]], stacks[order[best]]
            led = order = np.arange(len(best), dtype=np.int32)
        self.taken.append(Steps(layer.keys, rows.astype(np.int32), stacks.astype(np.int32), led, order))
        while sum(len(steps.rows) for steps in self.taken) > STEPS_KEPT:
            self.taken.popleft()
        self.states += len(self.layer.gone)
        self.layers += 1

    def steps_from(self, layer: Layer, lookout: Lookout) -> tuple[Array, Array]:
        """Row and stack of each step to take from a layer."""
        found = []
        for first in range(0, len(layer.gone), ROWS):
            if lookout.due():
                lookout.look(None, f"depths, {self.states:,} met, {self.steps - self.layers} steps from the end")
            rows, stacks = self.possible(layer.only(slice(first, first + ROWS)))
            found.append((rows + first, stacks))
        rows, stacks = map(np.concatenate, zip(*found, strict=True))
        return rows, stacks

    def free_after(self, layer: Layer, rows: Array, stacks: Array) -> Array:
        """`free` after each of these steps: a step changes the loads of two colours."""
        gone = layer.gone[rows, stacks]
        removal = self.first[stacks] + gone
        free: Array = self.free(layer.gone, layer.loads)[rows] + (gone + 1 == self.cleared[stacks])
        for color in (self.colors[removal], self.colors_below[removal]):
            load = layer.loads[rows, color]
            free -= self.needs(load + self.changes[removal, color]) - self.needs(load)
        return free

    def plan(self) -> Plan | None:
        """The plan of a depth path, rarely a shortest one; None if its steps were not kept. Call after SOLVED."""
        if len(self.taken) < self.layers:
            return None
        row, path = 0, []
        for steps in reversed(self.taken):
            step = steps.first[row]
            path.append(self.stacks[steps.stacks[step]][0].beaker)
            row = steps.rows[step]
        return plan_of_path(self.deal, reversed(path))

    def dead(self, lookout: Lookout) -> set[int]:
        """The keys of the dead depths, as far back as steps were kept. Call after SOLVED. Raises LimitReached."""
        return {key for keys, lives in self.alive(lookout) for key in whole(keys[~lives])}

    def alive(self, lookout: Lookout) -> Iterator[tuple[Array, Array]]:
        """For each layer, the last but one first: its keys, and which of its rows are not dead. Likewise."""
        lookout.ensure_room(SET * sum(len(steps.keys) for steps in self.taken))
        alive = np.ones(len(self.layer.gone), bool)
        for keys, rows, _, led, _ in reversed(self.taken):
            lives = np.zeros(len(keys), bool)
            lives[rows[alive[led]]] = True
            yield keys, lives
            alive = lives


def whole(keys: Array) -> Array:
    """Each row of words as one number."""
    numbers: Array = keys.astype(object) @ [1 << WORD * word for word in range(keys.shape[1])]
    return numbers


def solvable(deal: Deal, watch: Watch) -> bool:
    """Whether a deal has a plan; a narrow listing quickly finds one for most deals that have. Raises LimitReached."""
    if unsolvable_by_counting(deal):
        return False
    for width in (NARROW, None):
        if (outcome := DepthSearch(deal, width).run(Lookout(watch))) is not None:
            return outcome is Outcome.SOLVED
    raise LimitReached(Outcome.OUT_OF_MEMORY)
