"""All depths of a deal, layer by layer; and walking back from the end.

Each removal takes one run, so the depths after k removals form a *layer*. Layers are disjoint and their number is
known; only the last one is kept whole, as arrays. Depths that differ only in beakers with the same content are listed
once (stumps.py).

*Dead depths* can be reached, but no depth path leads from them to the end. Walking back from the end finds them; no
plan passes them (lemma 5).
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fewest_pours.puzzles.watersort.depths.stumps import WORD, depth_keys
from fewest_pours.puzzles.watersort.depths.tables import Array, DepthTables, Layer
from fewest_pours.puzzles.watersort.numbered_deal import Numbered, PlacedRun

MIX = 0x9E3779B97F4A7C15  # an odd number that combines the words of a key into one
STEPS_KEPT = 1 << 21  # for walking back from the end; 50 MiB with their layers


class LayerSteps(NamedTuple):
    """The steps from a layer to the next.

    keys            those of the layer
    rows, stacks    for each step, its row in the layer and the stack that loses a run
    led             for each step, the row of the next layer that it leads to
    makers          for each row of the next layer, the number of the step that made it; other steps may lead to the
                    same depths, or to depths that differ only in the order of beakers
    """

    keys: Array
    rows: Array
    stacks: Array
    led: Array
    makers: Array


class Merged(NamedTuple):
    """The depths that steps lead to, each once: their keys; and `led`, `makers` as in LayerSteps."""

    keys: Array
    led: Array
    makers: Array


class DepthListing(DepthTables):
    """
    layer       the last layer
    layers      the number of layers done; steps: of those to do in all
    states      the number of depths met so far
    taken       the steps from the last layers, STEPS_KEPT at most
    key_changes for each removal, what it adds to the key of depths
    colors_below for each removal the colour of the run below
    mix         combines the words of a key into one number: an odd factor for each word

    A key is that of a multiset of stumps, in words. No field of a key lies in two words (depth_keys), and no sum of
    keys leaves a field. So none carries into the next word, or beyond the last word of the highest key of a stump.
    """

    def __init__(self, game: Numbered) -> None:
        super().__init__(game)
        self.colors_below = np.array([under.color for _, under in self.removals], np.intp)
        stump_keys = depth_keys(game.beakers)
        words = 1 + max(stump_keys.values(), default=0).bit_length() // WORD

        def key(run: PlacedRun) -> Array:
            """What the stump with this run on top adds to keys, in words; nothing for a bottom."""
            number = stump_keys.get(game.beakers[run.beaker][: run.below + 1], 0)
            return np.frombuffer(number.to_bytes(WORD // 8 * words, "little"), np.uint64)

        # Unsigned words, so a difference may wrap round; adding it to a key wraps back.
        self.key_changes = np.array([key(under) - key(run) for run, under in self.removals])
        self.mix = np.array([pow(MIX, word, 1 << WORD) for word in range(words)], np.uint64)
        gone = np.zeros((1, len(self.stacks)), self.number)
        start = sum((key(stack[0]) for stack in self.stacks), np.zeros(words, np.uint64))
        self.layer = Layer(gone, self.start_loads[None], start[None])
        self.layers = 0
        self.steps = len(self.removals)
        self.states = 1
        self.taken: deque[LayerSteps] = deque()

    @property
    def at_end(self) -> bool:
        """Whether the last layer is the end, where no beaker stands."""
        return self.layers == self.steps

    def merge(self, rows: Array, stacks: Array) -> Merged:
        """The depths that these steps from the layer lead to, each once."""
        removal = self.first[stacks] + self.layer.gone[rows, stacks]
        keys = self.layer.keys[rows] + self.key_changes[removal]
        # Sorted by one mixed number for each key, equal keys are neighbours. Only where another key has the same mixed
        # number may it come between; then the same depths are listed twice, which costs time and nothing else.
        order: Array = np.argsort(keys @ self.mix)
        keys = keys[order]
        is_new = np.ones(len(order), bool)  # unlike its neighbour in front
        is_new[1:] = (keys[1:] != keys[:-1]).any(1)
        led: Array = np.empty(len(order), np.int32)
        led[order] = np.cumsum(is_new) - 1
        return Merged(keys[is_new], led, makers=order[is_new])

    def advance(self, rows: Array, stacks: Array, merged: Merged) -> None:
        """Go on to the next layer by these steps."""
        layer = self.layer
        # For each row of the next layer, the row and the stack of the step that makes it.
        origin = rows[merged.makers]
        stack = stacks[merged.makers]
        each = np.arange(len(origin))
        gone = layer.gone[origin]
        removal = self.first[stack] + gone[each, stack]
        gone[each, stack] += 1
        loads = layer.loads[origin] + self.changes[removal]
        self.layer = Layer(gone, loads, merged.keys)
        rows_kept = rows.astype(np.int32)
        stacks_kept = stacks.astype(np.int32)
        self.taken.append(LayerSteps(layer.keys, rows_kept, stacks_kept, merged.led, merged.makers))
        while sum(len(steps.rows) for steps in self.taken) > STEPS_KEPT:
            self.taken.popleft()
        self.layers += 1
        self.states += len(gone)

    def keep_only(self, chosen: Array) -> None:
        """Keep only these rows of the last layer, each with the one step that made it.

        Then `path` still works; `alive` does not, as a row may lead on by a step, or to a row, that was left out.
        """
        steps = self.taken.pop()
        makers = steps.makers[chosen]
        each = np.arange(len(chosen), dtype=np.int32)  # step i leads to row i, and made it
        self.taken.append(LayerSteps(steps.keys, steps.rows[makers], steps.stacks[makers], led=each, makers=each))
        self.states += len(chosen) - len(self.layer.gone)
        self.layer = self.layer.only(chosen)

    def path(self) -> list[int] | None:
        """A depth path, as the beakers whose top run goes next; None if its steps were not kept. Call at the end."""
        if len(self.taken) < self.layers:
            return None
        row = 0
        backwards = []
        for steps in reversed(self.taken):
            step = steps.makers[row]
            backwards.append(self.stacks[steps.stacks[step]][0].beaker)
            row = steps.rows[step]
        return backwards[::-1]

    def alive(self) -> Iterator[tuple[Array, Array]]:
        """For each layer whose steps were kept, the last but one first: its keys, and which of its rows are not dead.

        Call at the end, of a listing from which `keep_only` left nothing out.
        """
        alive = np.ones(len(self.layer.gone), bool)
        for steps in reversed(self.taken):
            leads_to_alive = alive[steps.led]
            lives = np.zeros(len(steps.keys), bool)
            lives[steps.rows[leads_to_alive]] = True
            yield steps.keys, lives
            alive = lives


def whole(keys: Array) -> Array:
    """Each row of words as one number."""
    numbers: Array = keys.astype(object) @ [1 << WORD * word for word in range(keys.shape[1])]
    return numbers
