"""Whether a deal has a plan at all, and which depths no plan passes: a listing of all depths, or a narrow one.

By the depth theorem (docs/theory.md, theorem 7) a plan exists if and only if the listing reaches the end. If there is
one, walking back finds the dead depths, which other searches leave out.

*A narrow listing* keeps only the depths of each layer that leave the fewest beakers in use, a random choice among
equals: it quickly finds a depth path, and thus a plan (lemma 6), rarely a shortest one.
"""

from collections.abc import Iterator
from math import comb, inf

import numpy as np

from fewest_pours.puzzles.watersort.depths.listing import DepthListing, whole
from fewest_pours.puzzles.watersort.depths.path_plans import plan_of_path
from fewest_pours.puzzles.watersort.depths.tables import Array
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal, Plan, unsolvable_by_counting
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Watch

ROWS = 1 << 12  # processed at once: their arrays fit into a processor's cache
BYTES_IN_SET = 120  # of a number in a set
WIDER = 16  # estimate: the widest layer has this many times the rows of the one that `expected_bytes` counts
STEP_BYTES = 64  # of a step while a layer is made, besides three keys
LAYERS_HELD = 2  # of the size of the next one, while it is made: itself, and what it is copied from
NARROW = 32  # depths kept of each layer in a narrow listing
SPARE = 4  # steps followed for each row that a narrow listing will keep: several of them lead to the same depths


class DepthSearch(DepthListing):
    """The listing within limits; run() drives it, a layer at a time.

    width: the number of rows to keep of each layer, None for all. too_wide: memory does not suffice.

    Of DepthListing (depths/listing.py) it uses `layer`, the last one; `layers`, how many it has made from the start;
    `steps`, how many a depth path takes; `states`, the depths met in all; `at_end`; and `merge`, `advance` and
    `keep_only`, which make the next layer. Tables of removals, such as `first`, are those of DepthTables
    (depths/tables.py).
    """

    def __init__(self, deal: Deal, width: int | None = None) -> None:
        super().__init__(numbered(deal))
        self.deal = deal
        self.width = width
        self.stream = np.random.default_rng(width)  # used by narrow listings; those of different widths choose anew
        self.too_wide = False

    def run(self, lookout: Lookout, most: float = inf) -> Outcome | None:
        """UNSOLVABLE, or SOLVED if there is a plan. None after `most` depths in all, or if memory does not suffice.

        A narrow listing that runs dry proves nothing: None. Raises LimitReached.
        """
        if not self.layers and self.width is None:
            self.too_wide = self.expected_bytes() > lookout.room()
        while self.states <= most and not self.too_wide:
            if self.at_end:
                return Outcome.SOLVED
            if not len(self.layer.gone):
                return Outcome.UNSOLVABLE if self.width is None else None
            self.list_next_layer(lookout)
        return None

    def expected_bytes(self) -> int:
        """A rough estimate for the widest layer, before the first step.

        If n beakers are free at the start, each of the first n steps may take a run off another stack. So the layer
        after them has a row for every choice of n stacks.
        """
        free = self.free(self.layer.gone, self.layer.loads)[0]
        early_rows = comb(len(self.stacks), max(0, free))
        return WIDER * early_rows * self.layer.row_bytes

    def list_next_layer(self, lookout: Lookout) -> None:
        """Go from one layer to the next, or give up if memory does not suffice for it."""
        rows, stacks = self.allowed_steps(lookout)
        if self.width is not None:
            best = self.best_of(self.free_after(rows, stacks), SPARE * self.width)
            rows = rows[best]
            stacks = stacks[best]
        room = lookout.room()
        key_bytes = self.layer.keys[:1].nbytes
        if len(rows) * (STEP_BYTES + 3 * key_bytes) > room:
            self.too_wide = True
            return
        merged = self.merge(rows, stacks)
        if LAYERS_HELD * len(merged.keys) * self.layer.row_bytes > room:
            self.too_wide = True
            return
        self.advance(rows, stacks, merged)
        if self.width is not None:
            self.keep_only(self.best_of(self.free(self.layer.gone, self.layer.loads), self.width))

    def best_of(self, free: Array, most: int) -> Array:
        """The indices of those with the most free beakers, a random choice among equals."""
        chance = self.stream.random(len(free))  # below 1, so that it decides among equals only
        best: Array = np.argsort(chance - free)[:most]
        return best

    def allowed_steps(self, lookout: Lookout) -> tuple[Array, Array]:
        """Row and stack of each step from the last layer."""
        layer = self.layer
        found = []
        for first in range(0, len(layer.gone), ROWS):
            if lookout.due():
                lookout.look(None, f"depths, {self.states:,} met, {self.steps - self.layers} steps from the end")
            rows, stacks = self.possible(layer.only(slice(first, first + ROWS)))
            found.append((rows + first, stacks))
        rows = np.concatenate([rows for rows, _ in found])
        stacks = np.concatenate([stacks for _, stacks in found])
        return rows, stacks

    def free_after(self, rows: Array, stacks: Array) -> Array:
        """`free` after each of these steps: a step changes the loads of two colours."""
        layer = self.layer
        gone = layer.gone[rows, stacks]
        removal = self.first[stacks] + gone
        clears_beaker = gone + 1 == self.cleared[stacks]
        free: Array = self.free(layer.gone, layer.loads)[rows] + clears_beaker
        for color in (self.colors[removal], self.colors_below[removal]):  # of the run, and of the one that it bares
            load_before = layer.loads[rows, color]
            load_after = load_before + self.changes[removal, color]
            free -= self.needs(load_after) - self.needs(load_before)
        return free

    def plan(self) -> Plan | None:
        """The plan of a depth path, rarely a shortest one; None if its steps were not kept. Call after SOLVED."""
        path = self.path()
        return None if path is None else plan_of_path(self.deal, path)

    def alive_if_room(self, lookout: Lookout) -> Iterator[tuple[Array, Array]]:
        """`alive`; nothing if there is no room for a set of all keys, as one can do without it. Call after SOLVED."""
        set_of_all_keys = BYTES_IN_SET * sum(len(steps.keys) for steps in self.taken)
        return self.alive() if set_of_all_keys <= lookout.room() else iter(())

    def dead(self, lookout: Lookout) -> set[int]:
        """The keys of dead depths, as far back as steps were kept, and as memory allows. Call after SOLVED."""
        return {key for keys, lives in self.alive_if_room(lookout) for key in whole(keys[~lives])}


def is_solvable_by_depths(deal: Deal, watch: Watch) -> bool:
    """Whether a deal has a plan; a narrow listing quickly finds one for most deals that have. Raises LimitReached."""
    if unsolvable_by_counting(deal):
        return False
    for width in (NARROW, None):
        outcome = DepthSearch(deal, width).run(Lookout(watch))
        if outcome is not None:
            return outcome is Outcome.SOLVED
    raise LimitReached(Outcome.OUT_OF_MEMORY)
