"""Deals made backwards from the solved position: solvable by construction, however few of the random ones are.

A deal has a plan if it has a depth path (docs/theory.md, theorem 7). So we build one from its end. At first no run is
in its place, and all units are loose. Then one run after the other is laid onto a beaker, as long as the step that
takes it off again satisfies the inequality (*) of lemma 5. When all beakers are full the deal is made, and its runs in
the opposite order are a depth path.

The first run on a beaker comes with the bottom under it, as a beaker with one run does not stand. Where no run can be
laid any more the last ones are taken back, depth first; after NODES runs we begin again.

Runs of one unit or two are laid, of one at the two lowest places of a beaker: random deals also have longer ones.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from instances.drawing.colors import color_name
from instances.shuffling import shuffled
from instances.watersort.rules import Deal

NODES = 200
ATTEMPTS = 1_000


class Laid(NamedTuple):
    """A run for a beaker: Laid(3, (2, 2)); for an empty one a bottom and a run, Laid(3, (0, 2)): 2 on top of 0."""

    place: int
    units: tuple[int, ...]


class Beakers:
    """What is laid so far; the colours of each beaker, bottom first.

    loose: by colour, the units that are not in their place. room: by colour, above the tops that show it.
    """

    def __init__(self, colors: int, empties: int, capacity: int) -> None:
        self.capacity, self.number = capacity, colors + empties
        self.contents: list[tuple[int, ...]] = [()] * colors
        self.loose, self.room = [capacity] * colors, [0] * colors

    def need(self, color: int) -> int:
        """The monos that hold the colour, at least."""
        return -(-max(0, self.loose[color] - self.room[color]) // self.capacity)

    def put(self, place: int, content: tuple[int, ...]) -> None:
        """Let this be what the beaker holds."""
        for old, sign in ((self.contents[place], -1), (content, 1)):
            for color in old:
                self.loose[color] -= sign
            if old:
                self.room[old[-1]] += sign * (self.capacity - len(old))
        self.contents[place] = content

    def moves(self, stream: random.Random) -> Iterator[Laid]:
        """What can be laid, in a random order; one empty beaker represents all."""
        open_places = [i for i, content in enumerate(self.contents) if 0 < len(content) < self.capacity]
        colors = [color for color, units in enumerate(self.loose) for _ in range(units)]
        pairs = [color for color, units in enumerate(self.loose) if units > 1]
        tops = [Laid(i, (color,)) for i in open_places for color in colors]
        roomy = [i for i in open_places if len(self.contents[i]) + 2 <= self.capacity]
        tops += [Laid(i, (color, color)) for i in roomy for color in pairs]
        tops = [laid for laid in tops if laid.units[0] != self.contents[laid.place][-1]]
        if () in self.contents:
            first = self.contents.index(())
            tops += [Laid(first, (bottom, top)) for bottom in colors for top in colors if bottom != top]
        yield from dict.fromkeys(shuffled(tops, stream))

    def may_come_off(self, laid: Laid) -> bool:
        """Whether the step that takes the run off again satisfies (*)."""
        before, top = self.contents[laid.place], laid.units[-1]
        need_after_step = self.need(top)
        self.put(laid.place, before + laid.units)
        standing = sum(map(bool, self.contents))
        needs = sum(self.need(color) for color in range(len(self.loose)) if color != top)
        self.put(laid.place, before)
        return standing + needs + need_after_step <= self.number


def regress(colors: int = 12, empties: int = 2, capacity: int = 4, seed: int = 0) -> Deal:
    """A full deal that has a plan, no beaker of one colour. The same arguments give the same deal for ever.

    Raises ValueError for sizes that make no deal.
    """
    if colors < 2 or capacity < 2 or empties < 0:
        raise ValueError(f"no mixed deal of {colors} colours, {empties} empty beakers and capacity {capacity}")
    stream = random.Random(seed)
    for _ in range(ATTEMPTS):
        beakers = Beakers(colors, empties, capacity)
        if fill(beakers, stream, iter(range(NODES))):
            named = [tuple(color_name(color) for color in content) for content in beakers.contents]
            name = f"{colors} colours, {empties} empty, capacity {capacity}, backwards, seed {seed}"
            return Deal(name, capacity, (*shuffled(named, stream), *[()] * empties))
    raise ValueError(f"{ATTEMPTS:,} attempts made no deal of {colors} colours, {empties} empty, capacity {capacity}")


def fill(beakers: Beakers, stream: random.Random, nodes: Iterator[int]) -> bool:
    """Lay runs until all beakers are full, depth first; False if not so many nodes are enough."""
    if not any(beakers.loose):
        return True
    for move in beakers.moves(stream):
        if beakers.may_come_off(move):
            if next(nodes, None) is None:
                return False
            before = beakers.contents[move.place]
            beakers.put(move.place, before + move.units)
            if fill(beakers, stream, nodes):
                return True
            beakers.put(move.place, before)
    return False
