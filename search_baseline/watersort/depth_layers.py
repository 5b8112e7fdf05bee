"""Whether there is a plan at all: all depths with equally many runs gone at once, as the rows of arrays.

By the depth theorem (docs/theory.md, theorem 7) a plan exists if and only if steps that satisfy (*) lead from the
depths of the deal to depths 0. Each step takes one run, so the depths after k steps are a layer: no layer meets an
earlier one, nothing but the last layer is kept, and how many layers there are is known.

*Settled colours* (lemma 8). The load of a colour is a sum over the beakers. Its *floor* takes from each beaker the
least that it adds at any depth from now on. While the floor is above capacity * (filled - 1), the colour needs all the
beakers that it fills, whatever happens. Then an exposed run of it may go first, and no other step is looked at.

*Dead depths* are met, but no steps lead from them to the end. If there is a plan, the way back from the end shows them;
no plan passes one (lemma 5), so other searches leave them out.
"""

from collections import deque
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from instances.solving.outcome import Outcome
from instances.watersort.bounds import filled_of
from instances.watersort.rules import Deal, units_of
from search_baseline.lookout import Lookout
from search_baseline.watersort.depth_keys import WORD, depth_keys
from search_baseline.watersort.reachable_depths import DepthGame

Array = NDArray[Any]
ROWS = 1 << 12  # worked on at once: their arrays fit into a processor's cache
WIDEST = 1 << 20  # rows; a layer of more would take longer than a time limit allows between two looks
MOST = 1 << 14  # units in all, up to which sums and differences of them fit into 16 bits
KEPT = 1 << 21  # steps to walk back from the end, with their layers 50 MiB
SET = 120  # bytes of a number in a set
LARGEST = 1 << 22  # units times colours, up to which the tables are small


class Layer(NamedTuple):
    """Depths after equally many steps.

    depths: (rows, standing beakers). loads, floors: (rows, colours). keys: (rows, words), those of depth_keys.py in
    words of 64 bits.
    """

    depths: Array
    loads: Array
    floors: Array
    keys: Array

    @property
    def bytes(self) -> int:
        return sum(each.nbytes for each in self)


class DepthLayers:
    """The search; run() drives it.

    states: the depths met so far; too_wide: it has given up. places: in the deal, of the beakers that stand. taken: for
    the last layers that are done their keys, and for each step from there its row and the row in the next layer.
    """

    def __init__(self, deal: Deal) -> None:
        self.states, self.steps_left = 1, 1
        self.taken, self.kept = deque[tuple[Array, Array, Array]](), 0
        units = len(deal.beakers) * deal.capacity
        self.too_wide = units > MOST or units * len(units_of(deal)) > LARGEST
        if not self.too_wide:
            self.start(deal)

    def start(self, deal: Deal) -> None:
        """The tables, and the layer of the deal."""
        game = DepthGame(deal)
        self.capacity, self.beakers = deal.capacity, len(deal.beakers)
        self.all_but_one = (np.array(filled_of(deal), np.int16) - 1) * deal.capacity
        standing = [place for place, depth in enumerate(game.start) if depth]
        self.places = standing
        start = [game.start[place] for place in standing]
        self.steps_left = sum(start) - len(start)
        height = max(start, default=0) + 1
        shape = (len(standing), height)
        self.color, self.room = np.zeros(shape, np.intp), np.zeros(shape, np.int16)
        loads = np.zeros((*shape, game.colors), np.int16)
        sums = np.zeros(game.colors, np.int16)  # of the beakers that do not stand
        for place, depth in enumerate(game.start):
            if not depth:
                for color, units in game.loads(place, 0).items():
                    sums[color] += units
        for row, place in enumerate(standing):
            for depth in (0, *game.steps[place]):
                for color, units in game.loads(place, depth).items():
                    loads[row, depth, color] = units
            self.color[row, 1] = game.beakers[place][0]
            for depth, step in game.steps[place].items():
                self.color[row, depth], self.room[row, depth] = step.color, step.room
        self.left = np.array([0, 0, 0, *range(2, height)][:height], np.int16)  # depth -> that after a step
        floor = loads.copy()
        for depth in range(2, height):
            np.minimum(floor[:, depth], floor[:, self.left[depth]], out=floor[:, depth])
        keys = depth_keys(game.beakers)
        words = 1 + max(keys.values(), default=0).bit_length() // WORD
        key = np.zeros((*shape, words), np.uint64)
        for row, place in enumerate(standing):
            for depth in game.steps[place]:
                whole = keys[game.beakers[place][: game.below[place][depth - 1] + 1]]
                key[row, depth] = [whole >> WORD * word & (1 << WORD) - 1 for word in range(words)]
        self.load_change, self.floor_change, self.key_change = (
            each[:, self.left] - each for each in (loads, floor, key)
        )
        rows = np.arange(len(standing))
        self.layer = Layer(
            np.array([start], np.int16),
            (sums + loads[rows, start].sum(0, np.int16))[None],
            (sums + floor[rows, start].sum(0, np.int16))[None],
            key[rows, start].sum(0)[None],
        )

    def run(self, lookout: Lookout, budget: int) -> Outcome | None:
        """UNSOLVABLE, or SOLVED if there is a plan, which is not shown. None after so many depths more, or if too wide.

        Raises LimitReached.
        """
        last = self.states + budget
        while self.states <= last and not self.too_wide:
            if not self.steps_left:
                return Outcome.SOLVED
            if not len(self.layer.depths):
                return Outcome.UNSOLVABLE
            self.step(lookout)
        return None

    def step(self, lookout: Lookout) -> None:
        """From one layer to the next."""
        found, count = [], 0
        for first in range(0, len(self.layer.depths), ROWS):
            if lookout.due():
                lookout.look(None, f"depths, {self.states:,} met, {self.steps_left} steps from the end")
            rows, places = self.steps(Layer(*(each[first : first + ROWS] for each in self.layer)))
            found.append((rows + first, places))
            count += len(rows)
            if count > WIDEST:
                self.too_wide = True
                self.taken.clear()
                return
        lookout.ask(3 * count * self.layer.bytes // len(self.layer.depths))
        rows, places = map(np.concatenate, zip(*found, strict=True))
        keys = self.layer.keys
        self.layer, _, led = self.after(self.layer, rows, places)
        self.taken.append((keys, rows.astype(np.int32), led.astype(np.int32)))
        self.kept += count
        while self.kept > KEPT:
            self.kept -= len(self.taken.popleft()[1])
        self.states += len(self.layer.depths)
        self.steps_left -= 1

    def after(self, layer: Layer, rows: Array, places: Array) -> tuple[Layer, Array, Array]:
        """The depths after these steps, each once; for each of them the number of a step that leads there; for each
        step the row that it leads to."""
        before = layer.depths[rows, places]
        keys = layer.keys[rows] + self.key_change[places, before]
        order = np.argsort(keys[:, 0]) if keys.shape[1] == 1 else np.lexsort(keys.T)
        keys = keys[order]
        fresh = np.ones(len(order), bool)
        fresh[1:] = (keys[1:] != keys[:-1]).any(1)
        led = np.empty(len(order), np.intp)
        led[order] = np.cumsum(fresh) - 1
        order = order[fresh]
        rows, places, before = rows[order], places[order], before[order]
        depths = layer.depths[rows]
        depths[np.arange(len(rows)), places] = self.left[before]
        loads = layer.loads[rows] + self.load_change[places, before]
        floor = layer.floors[rows] + self.floor_change[places, before]
        return Layer(depths, loads, floor, keys[fresh]), order, led

    def dead(self, lookout: Lookout) -> set[int]:
        """The keys of the dead depths, as far back as steps are kept. After SOLVED. Raises LimitReached."""
        lookout.ask(SET * sum(len(keys) for keys, _, _ in self.taken))
        dead, alive = set[int](), np.ones(len(self.layer.depths), bool)
        for keys, rows, led in reversed(self.taken):
            lives = np.zeros(len(keys), bool)
            lives[rows[alive[led]]] = True
            low, *high = keys[~lives].T.tolist()
            for number, words in enumerate(high, 1):
                low = [whole + (word << WORD * number) for whole, word in zip(low, words, strict=True)]
            dead.update(low)
            alive = lives
        return dead

    def need(self, loads: Array) -> Array:
        """How many beakers so many units need."""
        beakers: Array = np.maximum((loads + (self.capacity - 1)) // self.capacity, 0)
        return beakers

    def steps(self, layer: Layer) -> tuple[Array, Array]:
        """Row and place of each step that satisfies (*); of a settled colour just one."""
        depths, loads, floor, _ = layer
        each, places = np.arange(len(depths))[:, None], np.arange(depths.shape[1])
        need = self.need(loads)
        standing = depths > 0
        free = self.beakers - standing.sum(1) - need.sum(1)
        color = self.color[places, depths]
        fits = self.room[places, depths] <= (need * self.capacity - loads)[each, color]
        allowed = standing & (fits | (free > 0)[:, None])
        settled = standing & (floor > self.all_but_one)[each, color]
        forced = settled.any(1)
        allowed[forced] = False
        allowed[forced, settled.argmax(1)[forced]] = True
        row, place = np.nonzero(allowed)
        return row, place
