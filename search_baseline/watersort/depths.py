"""The depth game: whether a deal has a plan at all, and which depths no plan passes.

Depths say how many runs of each beaker are left, as long as it stands (two runs or more), else 0; a beaker that does
not stand never will (docs/theory.md, lemma 3). By the depth theorem (theorem 7) a plan exists if and only if steps that
satisfy (*) lead from the depths of the deal to all depths 0. Each step takes one run, so the depths after k steps are a
layer: no layer meets an earlier one, only the last one is kept, as rows of arrays, and the number of layers is known.

*Settled colours* (lemma 8). The load of a colour is a sum over the beakers. Its *floor* takes from each beaker the
least that it adds at any depth from now on. While the floor is above capacity * (filled - 1), the colour needs all the
beakers that it fills, whatever happens. Then an exposed run of it may go first, and no other step is tried.

*Dead depths* are met, but no steps lead from them to the end. If there is a plan, the way back from the end finds them;
no plan passes them (lemma 5), so other searches leave them out.

*A narrow listing* keeps only the depths of each layer that leave the fewest beakers in use, a random choice among
equals: soon a depth path, and thus a plan (lemma 6), rarely a shortest one.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, groupby
from math import comb, inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import Beaker, filled_of, interned
from instances.watersort.rules import Deal, unsolvable_by_counting
from search_baseline.lookout import Lookout

Array = NDArray[Any]
ROWS = 1 << 12  # worked on at once: their arrays fit into a processor's cache
WORD = 64  # bits of a key's words; no sum of keys carries from one word into the next
STEPS_KEPT = 1 << 21  # to walk back from the end, with their layers 50 MiB
SET = 120  # bytes of a number in a set
WIDER = 16  # times: the widest layer against that after as many steps as beakers are free
STEP = 64  # bytes of a step while a layer is made
MIX = 0x9E3779B97F4A7C15  # odd: makes one word of the words of a key
NARROW = 32  # depths of each layer in a narrow listing
SPARE = 2  # steps for each one that a narrow listing keeps: some lead to the same depths


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
    def bytes(self) -> int:
        """Of a row."""
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


class TooWide(Exception):
    """The next layer takes more memory than there is for it."""


class DepthSearch:
    """The listing; run() drives it.

    states: the depths met so far. width: rows to keep of each layer, None for all. too_wide: it has given up.
    places: in the deal, of the standing beakers. taken: for the last layers that are done their keys, and the steps
    from them. layers: how many were done.
    """

    def __init__(self, deal: Deal, width: int | None = None) -> None:
        self.width, self.stream = width, np.random.default_rng(width)
        self.states, self.layers, self.kept, self.too_wide = 1, 0, 0, False
        self.taken = deque[tuple[Array, Steps]]()
        beakers, filled = interned(deal)[1], np.array(filled_of(deal), np.int32)
        self.capacity, self.beakers = deal.capacity, len(beakers)
        below = [tops(beaker) for beaker in beakers]
        self.places = [place for place, units in enumerate(below) if len(units) > 1]
        start = [len(below[place]) for place in self.places]
        self.steps = sum(start) - len(start)
        height = max(start, default=0) + 1
        rows, shape = np.arange(len(start)), (len(start), height)
        self.color, self.room = np.zeros(shape, np.intp), np.zeros(shape, np.int32)  # of the top run
        loads = np.zeros((*shape, len(filled)), np.int32)  # what a beaker adds to the load of each colour
        keys = depth_keys(beakers)
        words = 1 + max(keys.values(), default=0).bit_length() // WORD
        key = np.zeros((*shape, words), np.uint64)
        for row, place in enumerate(self.places):
            beaker = beakers[place]
            np.add.at(loads[row, 0], list(beaker), 1)
            for depth, units in enumerate(below[place], 1):
                self.color[row, depth], self.room[row, depth] = beaker[units], self.capacity - units
                if depth > 1:
                    np.add.at(loads[row, depth], list(beaker[units:]), 1)
                    loads[row, depth, beaker[units]] -= self.capacity - units
                    whole = keys[beaker[: units + 1]]
                    key[row, depth] = [whole >> WORD * word & (1 << WORD) - 1 for word in range(words)]
        others = np.zeros(len(filled), np.int32)  # what those beakers add that do not stand
        for place in set(range(self.beakers)) - set(self.places):
            np.add.at(others, list(beakers[place]), 1)
        most = self.capacity + (others + np.abs(loads).max(1, initial=0).sum(0)).max(initial=height)
        number = np.int8 if most < 1 << 7 else np.int32  # that all sums of loads fit into
        loads, self.room, others = loads.astype(number), self.room.astype(number), others.astype(number)
        self.left = np.array([0, 0, 0, *range(2, height)][:height], number)  # depth -> that after a step
        self.all_but_one = ((filled - 1) * self.capacity).astype(number)
        floors = loads.copy()
        for depth in range(2, height):
            np.minimum(floors[:, depth], floors[:, self.left[depth]], out=floors[:, depth])
        self.load_change, self.floor_change, self.key_change = (
            each[:, self.left] - each for each in (loads, floors, key)
        )
        self.layer = Layer(
            np.array([start], number),
            (others + loads[rows, start].sum(0, number))[None],
            (others + floors[rows, start].sum(0, number))[None],
            key[rows, start].sum(0)[None],
        )
        self.mix = np.array([pow(MIX, word, 1 << WORD) for word in range(words)], np.uint64)

    def run(self, lookout: Lookout, most: float = inf) -> Outcome | None:
        """UNSOLVABLE, or SOLVED if there is a plan. None after `most` depths in all, or if there is no room for more.

        A narrow listing that runs dry proves nothing: None. Raises LimitReached.
        """
        if not self.layers and self.width is None:
            free = self.beakers - self.layer.depths.shape[1] - int(self.need(self.layer.loads).sum())
            self.too_wide = WIDER * comb(len(self.places), max(0, free)) * self.layer.bytes > lookout.room()
        while self.states <= most and not self.too_wide:
            if self.layers == self.steps:
                return Outcome.SOLVED
            if not len(self.layer.depths):
                return Outcome.UNSOLVABLE if self.width is None else None
            try:
                self.step(lookout)
            except TooWide:
                self.too_wide = True
                self.taken.clear()
        return None

    def step(self, lookout: Lookout) -> None:
        """From one layer to the next. Raises TooWide."""
        found, count, layer = [], 0, self.layer
        for first in range(0, len(layer.depths), ROWS):
            if lookout.due():
                lookout.look(None, f"depths, {self.states:,} met, {self.steps - self.layers} steps from the end")
            rows, places = self.allowed(layer.only(slice(first, first + ROWS)))
            found.append((rows + first, places))
            count += len(rows)
        room = lookout.room()
        if count * (STEP + 3 * layer.keys.itemsize * layer.keys.shape[1]) > room:
            raise TooWide
        rows, places = map(np.concatenate, zip(*found, strict=True))
        if self.width is not None:
            rows, places = self.narrowed(rows, places, self.width)
        keys = layer.keys[rows] + self.key_change[places, layer.depths[rows, places]]
        order = np.argsort(keys @ self.mix)
        keys = keys[order]
        fresh = np.ones(len(order), bool)
        fresh[1:] = (keys[1:] != keys[:-1]).any(1)
        led = np.empty(len(order), np.int32)
        led[order] = np.cumsum(fresh) - 1
        order = order[fresh]
        if 2 * len(order) * layer.bytes > room:
            raise TooWide
        self.layer = self.after(rows[order], places[order], keys[fresh])
        self.taken.append((layer.keys, Steps(rows.astype(np.int32), places.astype(np.int32), led, order)))
        self.kept += count
        while self.kept > STEPS_KEPT:
            self.kept -= len(self.taken.popleft()[1].rows)
        self.states += len(order)
        self.layers += 1

    def after(self, rows: Array, places: Array, keys: Array) -> Layer:
        """The depths after these steps, with these keys."""
        layer = self.layer
        depths, before = layer.depths[rows], layer.depths[rows, places]
        depths[np.arange(len(rows)), places] = self.left[before]
        loads = layer.loads[rows] + self.load_change[places, before]
        return Layer(depths, loads, layer.floors[rows] + self.floor_change[places, before], keys)

    def allowed(self, layer: Layer) -> tuple[Array, Array]:
        """Row and place of each step that satisfies (*); of a settled colour just one."""
        depths, loads, floors, _ = layer
        need, standing = self.need(loads), depths > 0
        free = self.beakers - standing.sum(1) - need.sum(1)
        at = depths + self.color.shape[1] * np.arange(depths.shape[1])  # in the tables of places and depths
        of_color = (
            self.color.take(at) + loads.shape[1] * np.arange(len(depths))[:, None]
        )  # in those of rows and colours
        fits = self.room.take(at) <= (need * self.capacity - loads).take(of_color)
        allowed = standing & (fits | (free > 0)[:, None])
        settled = standing & (floors > self.all_but_one).take(of_color)
        forced = settled.any(1)
        allowed[forced] = False
        allowed[forced, settled.argmax(1)[forced]] = True
        row, place = np.divmod(np.flatnonzero(allowed), allowed.shape[1])
        return row, place

    def need(self, loads: Array) -> Array:
        """How many beakers so many units need."""
        beakers: Array = np.maximum((loads + (self.capacity - 1)) // self.capacity, 0)
        return beakers

    def narrowed(self, rows: Array, places: Array, width: int) -> tuple[Array, Array]:
        """The steps after which the fewest beakers stand or are needed; no two of them lead to the same depths."""
        depths, loads, _, keys = self.layer
        before = depths[rows, places]
        in_use = ((depths > 0).sum(1) + self.need(loads).sum(1))[rows] - (before == 2)
        for color in (self.color[places, before], self.color[places, before - 1]):
            units = loads[rows, color]
            in_use += self.need(units + self.load_change[places, before, color]) - self.need(units)
        best = np.argsort(in_use + self.stream.random(len(rows)))[: SPARE * width]
        names = (keys[rows[best]] + self.key_change[places[best], before[best]]) @ self.mix
        best = best[np.sort(np.unique(names, return_index=True)[1])[:width]]
        return rows[best], places[best]

    def path(self) -> list[int] | None:
        """The beakers in the order in which they lose their top runs, to the end; None if that is forgotten.

        After SOLVED.
        """
        if len(self.taken) < self.layers:
            return None
        row, path = 0, []
        for _, steps in reversed(self.taken):
            step = steps.first[row]
            path.append(self.places[steps.places[step]])
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
    """Whether a deal has a plan: a narrow listing soon finds most of them. Raises LimitReached."""
    if unsolvable_by_counting(deal):
        return False
    for width in (NARROW, None):
        if (outcome := DepthSearch(deal, width).run(Lookout(watch))) is not None:
            return outcome is Outcome.SOLVED
    raise LimitReached(Outcome.OUT_OF_MEMORY)


def tops(beaker: Beaker) -> list[int]:
    """How many units lie below each run, the lowest first: tops((1, 1, 0)) == [0, 2]"""
    return [0, *accumulate(len(list(units)) for _, units in groupby(beaker))][:-1]


def depth_keys(beakers: Sequence[Beaker]) -> dict[Beaker, int]:
    """For each beaker that may be left, of its top run one unit, what it adds to the key of depths.

    What lies below the top run of a beaker, and that run's colour, say all about it; two beakers of which the same is
    left may change places. So depths are the multiset of what is left of the beakers; different ones have different
    sums.
    """
    stages = [[beaker[: below + 1] for below in tops(beaker)[1:]] for beaker in beakers]
    count = Counter(chain.from_iterable(stages))
    digits = [{stage: 1} for stage in count if count[stage] > 1]
    radices = [1 + count[stage] for digit in digits for stage in digit]
    for each in stages:  # what only this beaker can be: one of these at a time
        alone = [stage for stage in each if count[stage] == 1]
        digits.append({stage: number for number, stage in enumerate(alone, 1)})
        radices.append(1 + len(alone))
    return {
        stage: number * value
        for digit, value in zip(digits, place_values(radices), strict=True)
        for stage, number in digit.items()
    }


def place_values(radices: Sequence[int]) -> Iterator[int]:
    """Of the digits of a number, none of which lies in two words: [4, 4] gives 1, 4"""
    word, value = 0, 1
    for radix in radices:
        if value * radix >= 1 << WORD:
            word, value = word + 1, 1
        yield value << WORD * word
        value *= radix
