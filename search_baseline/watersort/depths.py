"""The depth game: whether a deal has a plan at all, and which depths no plan passes.

Depths count the runs that are left of each beaker while it stands (two runs or more), and are 0 afterwards; a beaker
that does not stand never will again (docs/theory.md, lemma 3). By the depth theorem (theorem 7) a plan exists if and
only if steps that satisfy (*) lead from the depths of the deal to all depths 0. Each step takes one run, so the depths
after k steps form a layer: no layer meets an earlier one, only the last one is kept, as rows of arrays, and the number
of layers is known.

*Settled colours* (lemma 8). The load of a colour is a sum over the beakers. Its *floor* takes from each beaker the
least that it adds at any depth from now on. While the floor is above capacity * (filled - 1), the colour needs all the
beakers that it fills, whatever happens. Then an exposed run of it may go first, and no other step is tried.

*Dead depths* can be reached, but no steps lead from them to the end. If there is a plan, walking back from the end
finds them; no plan passes them (lemma 5), so other searches leave them out.

*A narrow listing* keeps only the depths of each layer that leave the fewest beakers in use, a random choice among
equals: it soon finds a depth path, and thus a plan (lemma 6), rarely a shortest one.
"""

from collections import Counter, deque
from collections.abc import Sequence
from itertools import chain
from math import comb, inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import Beaker, filled_of, interned, placed_runs
from instances.watersort.rules import Deal, unsolvable_by_counting
from search_baseline.lookout import Lookout

Array = NDArray[Any]
ROWS = 1 << 12  # worked on at once: their arrays fit into a processor's cache
WORD = 64  # bits of a word of a key; no sum of keys carries from one word into the next
STEPS_KEPT = 1 << 21  # for walking back from the end; with their layers 50 MiB
SET = 120  # bytes of a number in a set
WIDER = 16  # the widest layer has so many times the depths of that after as many steps as beakers are free
STEP = 64  # bytes of a step while a layer is made
MIX = 0x9E3779B97F4A7C15  # odd: combines the words of a key into one
NARROW = 32  # depths of each layer in a narrow listing


class Layer(NamedTuple):
    """Depths after equally many steps.

    depths: (rows, standing beakers). loads, floors: (rows, colours). keys: (rows, words), one for each multiset of what
    is left of the beakers.
    """

    depths: Array
    loads: Array
    floors: Array
    keys: Array

    @property
    def row_bytes(self) -> int:
        return sum(each[:1].nbytes for each in self)

    def only(self, rows: Any) -> "Layer":
        return Layer(*(each[rows] for each in self))


class Steps(NamedTuple):
    """From one layer to the next: the row that each step is from, its place, and the row that it leads to.

    first: for each row of the next layer the step that made it; others lead there up to the order of beakers.
    """

    rows: Array
    places: Array
    led: Array
    first: Array


class Tables:
    """What a standing beaker adds at each depth, and the change that a step makes there.

    places: of the standing beakers in the deal. color, room: (standing beakers, depths), of the top run. left: the
    depth after a step. load_change, floor_change, key_change: (standing beakers, depths, colours or words).
    all_but_one: for each colour, the most units that leave one of the beakers that it fills unneeded. start: the depths
    of the deal.
    """

    def __init__(self, deal: Deal) -> None:
        beakers, filled = interned(deal)[1], filled_of(deal)
        self.places = [place for place, beaker in enumerate(beakers) if len(tops(beaker)) > 1]
        standing = [beakers[place] for place in self.places]
        start = np.array([len(tops(beaker)) for beaker in standing], np.intp)
        # A colour's load is at most its units, and at least minus the room above as many tops.
        number = np.int8 if deal.capacity * (deal.capacity * max(filled, default=0) + 2) < 1 << 7 else np.int32
        shape = len(standing), max(start, default=0) + 1
        keys = depth_keys(beakers)
        words = 1 + max(keys.values(), default=0).bit_length() // WORD
        self.color, self.room = np.zeros(shape, np.intp), np.zeros(shape, number)
        loads, key = np.zeros((*shape, len(filled)), number), np.zeros((*shape, words), np.uint64)
        for row, beaker in enumerate(standing):
            np.add.at(loads[row, 0], list(beaker), 1)
            for depth, units in enumerate(tops(beaker), 1):
                self.color[row, depth], self.room[row, depth] = beaker[units], deal.capacity - units
                np.add.at(loads[row, depth], list(beaker[units:]), 1)
                loads[row, depth, beaker[units]] -= deal.capacity - units
                whole = keys.get(beaker[: units + 1], 0)
                key[row, depth] = [whole >> WORD * word & (1 << WORD) - 1 for word in range(words)]
        floors = loads.copy()
        self.left = np.arange(-1, shape[1] - 1).astype(number)
        self.left[:3] = 0
        for depth in range(2, shape[1]):
            np.minimum(floors[:, depth], floors[:, self.left[depth]], out=floors[:, depth])
        self.load_change, self.floor_change, self.key_change = (
            each[:, self.left] - each for each in (loads, floors, key)
        )
        self.all_but_one = np.array([deal.capacity * (fills - 1) for fills in filled], number)
        others = np.zeros(len(filled), number)
        np.add.at(others, [color for beaker in beakers if beaker not in standing for color in beaker], 1)
        rows = np.arange(len(standing))
        loads, floors = (others + each[rows, start].sum(0, number) for each in (loads, floors))
        self.start = Layer(*(each[None] for each in (start.astype(number), loads, floors, key[rows, start].sum(0))))


class DepthSearch:
    """The listing; run() drives it.

    width: the number of rows to keep of each layer, None for all. states: the depths met so far. too_wide: it has given
    up. layers: how many are done. taken: for the last of them their keys and the steps from them.
    """

    def __init__(self, deal: Deal, width: int | None = None) -> None:
        self.capacity, self.beakers, self.width = deal.capacity, len(deal.beakers), width
        self.tables = Tables(deal)
        self.layer = self.tables.start
        self.steps = int(self.layer.depths.sum()) - len(self.tables.places)
        self.states, self.layers, self.kept, self.too_wide = 1, 0, 0, False
        self.taken = deque[tuple[Array, Steps]]()
        self.stream = np.random.default_rng(width)

    def run(self, lookout: Lookout, most: float = inf) -> Outcome | None:
        """UNSOLVABLE, or SOLVED if there is a plan. None after `most` depths in all, or if memory does not suffice.

        A narrow listing that runs dry proves nothing: None. Raises LimitReached.
        """
        if not self.layers and self.width is None:
            standing = self.layer.depths.shape[1]
            free = self.beakers - standing - int(self.need(self.layer.loads).sum())
            self.too_wide = WIDER * comb(standing, max(0, free)) * self.layer.row_bytes > lookout.room()
        while self.states <= most and not self.too_wide:
            if self.layers == self.steps:
                return Outcome.SOLVED
            if not len(self.layer.depths):
                return Outcome.UNSOLVABLE if self.width is None else None
            if not self.step(lookout):
                self.too_wide = True
                self.taken.clear()
        return None

    def step(self, lookout: Lookout) -> bool:
        """Go from one layer to the next; False if there is not enough memory for it."""
        layer = self.layer
        rows, places = self.steps_from(layer, lookout)
        room = lookout.room()
        if len(rows) * (STEP + 3 * layer.keys[:1].nbytes) > room:
            return False
        keys = layer.keys[rows] + self.tables.key_change[places, layer.depths[rows, places]]
        words = np.array([pow(MIX, word, 1 << WORD) for word in range(keys.shape[1])], np.uint64)
        order: Array = np.argsort(keys @ words)
        keys = keys[order]
        fresh = np.ones(len(order), bool)
        fresh[1:] = (keys[1:] != keys[:-1]).any(1)
        led: Array = np.empty(len(order), np.int32)
        led[order] = np.cumsum(fresh) - 1
        order = order[fresh]
        if 2 * len(order) * layer.row_bytes > room:
            return False
        self.layer = self.after(rows[order], places[order], keys[fresh])
        if self.width is not None:
            in_use = (self.layer.depths > 0).sum(1) + self.need(self.layer.loads).sum(1)
            best = np.argsort(in_use + self.stream.random(len(order)))[: self.width]
            self.layer, rows, places = self.layer.only(best), rows[order[best]], places[order[best]]
            led = order = np.arange(len(best), dtype=np.int32)
        self.taken.append((layer.keys, Steps(rows.astype(np.int32), places.astype(np.int32), led, order)))
        self.kept += len(rows)
        while self.kept > STEPS_KEPT:
            self.kept -= len(self.taken.popleft()[1].rows)
        self.states += len(self.layer.depths)
        self.layers += 1
        return True

    def steps_from(self, layer: Layer, lookout: Lookout) -> tuple[Array, Array]:
        """Row and place of each step that is tried from a layer."""
        found = []
        for first in range(0, len(layer.depths), ROWS):
            if lookout.due():
                lookout.look(None, f"depths, {self.states:,} met, {self.steps - self.layers} steps from the end")
            rows, places = self.allowed(layer.only(slice(first, first + ROWS)))
            found.append((rows + first, places))
        rows, places = map(np.concatenate, zip(*found, strict=True))
        return rows, places

    def allowed(self, layer: Layer) -> tuple[Array, Array]:
        """Row and place of each step that satisfies (*); of a settled colour just one."""
        depths, loads, floors, _ = layer
        need, standing = self.need(loads), depths > 0
        free = self.beakers - standing.sum(1) - need.sum(1)
        at = depths + self.tables.color.shape[1] * np.arange(depths.shape[1])  # in the tables of places and depths
        color = self.tables.color.take(at) + loads.shape[1] * np.arange(len(depths))[:, None]  # in rows and colours
        fits = self.tables.room.take(at) <= (need * self.capacity - loads).take(color)
        allowed = standing & (fits | (free > 0)[:, None])
        settled = standing & (floors > self.tables.all_but_one).take(color)
        forced = settled.any(1)
        allowed[forced] = False
        allowed[forced, settled.argmax(1)[forced]] = True
        row, place = np.divmod(np.flatnonzero(allowed), allowed.shape[1])
        return row, place

    def after(self, rows: Array, places: Array, keys: Array) -> Layer:
        """The depths after these steps, with these keys."""
        layer, tables = self.layer, self.tables
        depths, before = layer.depths[rows], layer.depths[rows, places]
        depths[np.arange(len(rows)), places] = tables.left[before]
        loads = layer.loads[rows] + tables.load_change[places, before]
        return Layer(depths, loads, layer.floors[rows] + tables.floor_change[places, before], keys)

    def need(self, loads: Array) -> Array:
        """The number of beakers that so many units need."""
        beakers: Array = np.maximum((loads + (self.capacity - 1)) // self.capacity, 0)
        return beakers

    def path(self) -> list[int] | None:
        """The beakers in the order in which they lose their top runs, to the end; None if that is forgotten.

        After SOLVED.
        """
        if len(self.taken) < self.layers:
            return None
        row, path = 0, []
        for _, steps in reversed(self.taken):
            step = steps.first[row]
            path.append(self.tables.places[steps.places[step]])
            row = steps.rows[step]
        return path[::-1]

    def dead(self, lookout: Lookout) -> set[int]:
        """The keys of the dead depths, as far back as steps are kept. After SOLVED. Raises LimitReached."""
        lookout.ask(SET * sum(len(keys) for keys, _ in self.taken))
        dead, alive = set[int](), np.ones(len(self.layer.depths), bool)
        for keys, (rows, _, led, _) in reversed(self.taken):
            lives = np.zeros(len(keys), bool)
            lives[rows[alive[led]]] = True
            low, *high = keys[~lives].T.tolist()
            for number, words in enumerate(high, 1):
                low = [whole + (word << WORD * number) for whole, word in zip(low, words, strict=True)]
            dead.update(low)
            alive = lives
        return dead


def solvable(deal: Deal, watch: Watch) -> bool:
    """Whether a deal has a plan: for most deals a narrow listing soon finds one. Raises LimitReached."""
    if unsolvable_by_counting(deal):
        return False
    for width in (NARROW, None):
        if (outcome := DepthSearch(deal, width).run(Lookout(watch))) is not None:
            return outcome is Outcome.SOLVED
    raise LimitReached(Outcome.OUT_OF_MEMORY)


def tops(beaker: Beaker) -> list[int]:
    """How many units lie below each run, the lowest first: tops((1, 1, 0)) == [0, 2]"""
    return [run.below for run in placed_runs([beaker])]


def depth_keys(beakers: Sequence[Beaker]) -> dict[Beaker, int]:
    """For each content that may be left of a beaker, with one unit of its top run, what it adds to the key of depths.

    What lies below the top run of a beaker, and that run's colour, determine all that follows; two beakers with the
    same left may change places. So depths are the multiset of what is left of the beakers. A key consists of fields of
    bits, each in one word: one counts how often the same is left of several beakers, another numbers what can be left
    of one beaker only.
    """
    lefts = [[beaker[: below + 1] for below in tops(beaker)[1:]] for beaker in beakers]
    count = Counter(chain.from_iterable(lefts))
    fields = [([left], number) for left, number in count.items() if number > 1]
    for each in lefts:
        alone = [left for left in each if count[left] == 1]
        fields.append((alone, len(alone)))
    keys, low = dict[Beaker, int](), 0
    for contents, most in fields:
        if low % WORD + most.bit_length() > WORD:
            low += -low % WORD
        keys |= {left: number << low for number, left in enumerate(contents, 1)}
        low += most.bit_length()
    return keys
