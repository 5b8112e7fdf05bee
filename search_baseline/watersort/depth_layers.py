"""Whether there is a plan at all: all depths with equally many runs gone at once, as the rows of arrays.

By the depth theorem (docs/theory.md, theorem 7) a plan exists if and only if steps that satisfy (*) lead from the
depths of the deal to depths 0. Each step takes one run, so the depths after k steps are a layer: no layer meets an
earlier one, nothing but the last layer is kept, and how many layers there are is known.

*Settled colours* (lemma 8). The excess of a colour is a sum over the beakers. Its *floor* takes from each beaker the
least that it adds at any depth from now on. While the floor is above capacity * (filled - 1), the colour needs all the
beakers that it fills, whatever happens. Then an exposed run of it may go first, and no other step is looked at.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from instances.harness.outcome import Outcome
from instances.watersort.rules import Deal, units_of
from search_baseline.search_limits import Lookout
from search_baseline.watersort.plain_astar import filled_beakers
from search_baseline.watersort.reachable_depths import DepthGame

Array = NDArray[Any]
ROWS = 1 << 12  # worked on at once: their arrays fit into a processor's cache
WIDEST = 1 << 20  # rows; a layer of more would take longer than a time limit allows between two looks
MOST = 1 << 14  # units in all, up to which sums and differences of them fit into 16 bits
LARGEST = 1 << 22  # units times colours, up to which the tables are small


class Layer(NamedTuple):
    """Depths after equally many steps.

    depths: (rows, standing beakers). excess, floor: (rows, colours). keys: (rows, words), integers of 64 bits each;
    different depths have different keys.
    """

    depths: Array
    excess: Array
    floor: Array
    keys: Array

    @property
    def bytes(self) -> int:
        return sum(each.nbytes for each in self)


class DepthLayers:
    """The search; run() drives it.

    states: the depths met so far; too_wide: it has given up. places: in the deal, of the beakers that stand.
    """

    def __init__(self, deal: Deal) -> None:
        self.states, self.steps_left = 1, 1
        units = len(deal.beakers) * deal.capacity
        self.too_wide = units > MOST or units * len(units_of(deal)) > LARGEST
        if not self.too_wide:
            self.start(deal)

    def start(self, deal: Deal) -> None:
        """The tables, and the layer of the deal."""
        game = DepthGame(deal)
        self.capacity, self.beakers = deal.capacity, len(deal.beakers)
        self.all_needed = (np.array(filled_beakers(deal), np.int16) - 1) * deal.capacity
        standing = [place for place, depth in enumerate(game.start) if depth]
        self.places = standing
        start = [game.start[place] for place in standing]
        self.steps_left = sum(start) - len(start)
        height = max(start, default=0) + 1
        shape = (len(standing), height)
        self.color, self.room = np.zeros(shape, np.intp), np.zeros(shape, np.int16)
        excess = np.zeros((*shape, game.colors), np.int16)
        sums = np.zeros(game.colors, np.int16)  # of the beakers that do not stand
        for place, depth in enumerate(game.start):
            if not depth:
                for color, units in game.excess(place, 0).items():
                    sums[color] += units
        for row, place in enumerate(standing):
            for depth in (0, *game.steps[place]):
                for color, units in game.excess(place, depth).items():
                    excess[row, depth, color] = units
            self.color[row, 1] = game.beakers[place][0]
            for depth, step in game.steps[place].items():
                self.color[row, depth], self.room[row, depth] = step.color, step.room
        self.left = np.array([0, 0, 0, *range(2, height)][:height], np.int16)  # depth -> that after a step
        floor = excess.copy()
        for depth in range(2, height):
            np.minimum(floor[:, depth], floor[:, self.left[depth]], out=floor[:, depth])
        places = list(place_values([depth + 1 for depth in start]))
        self.key_place = np.zeros((len(standing), 1 + max((word for word, _ in places), default=0)), np.uint64)
        for row, (word, value) in enumerate(places):
            self.key_place[row, word] = value
        self.excess_change, self.floor_change = (each[:, self.left] - each for each in (excess, floor))
        rows = np.arange(len(standing))
        self.layer = Layer(
            np.array([start], np.int16),
            (sums + excess[rows, start].sum(0, np.int16))[None],
            (sums + floor[rows, start].sum(0, np.int16))[None],
            (self.key_place * np.array(start, np.uint64)[:, None]).sum(0)[None],
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
                return
        lookout.ask(3 * count * self.layer.bytes // len(self.layer.depths))
        rows, places = map(np.concatenate, zip(*found, strict=True))
        self.layer, _ = self.after(self.layer, rows, places)
        self.states += len(self.layer.depths)
        self.steps_left -= 1

    def after(self, layer: Layer, rows: Array, places: Array) -> tuple[Layer, Array]:
        """The depths after these steps, each once, and for each of them the number of a step that leads there."""
        before = layer.depths[rows, places]
        less = (before - self.left[before]).astype(np.uint64)[:, None]
        keys = layer.keys[rows] - self.key_place[places] * less
        order = np.lexsort(keys.T)
        keys = keys[order]
        fresh = np.ones(len(order), bool)
        fresh[1:] = (keys[1:] != keys[:-1]).any(1)
        order = order[fresh]
        rows, places, before = rows[order], places[order], before[order]
        depths = layer.depths[rows]
        depths[np.arange(len(rows)), places] = self.left[before]
        excess = layer.excess[rows] + self.excess_change[places, before]
        floor = layer.floor[rows] + self.floor_change[places, before]
        return Layer(depths, excess, floor, keys[fresh]), order

    def needed(self, excess: Array) -> Array:
        """How many beakers so many units need."""
        beakers: Array = np.maximum((excess + (self.capacity - 1)) // self.capacity, 0)
        return beakers

    def steps(self, layer: Layer) -> tuple[Array, Array]:
        """Row and place of each step that satisfies (*); of a settled colour just one."""
        depths, excess, floor, _ = layer
        each, places = np.arange(len(depths))[:, None], np.arange(depths.shape[1])
        needed = self.needed(excess)
        standing = depths > 0
        free = self.beakers - standing.sum(1) - needed.sum(1)
        color = self.color[places, depths]
        fits = self.room[places, depths] <= (needed * self.capacity - excess)[each, color]
        allowed = standing & (fits | (free > 0)[:, None])
        settled = standing & (floor > self.all_needed)[each, color]
        forced = settled.any(1)
        allowed[forced] = False
        allowed[forced, settled.argmax(1)[forced]] = True
        row, place = np.nonzero(allowed)
        return row, place


def place_values(radices: list[int]) -> Iterator[tuple[int, int]]:
    """Word of 64 bits and value in it for each digit of a number: [4, 4] gives (0, 1), (0, 4)."""
    word, value = 0, 1
    for radix in radices:
        if value * radix >= 1 << 64:
            word, value = word + 1, 1
        yield word, value
        value *= radix
