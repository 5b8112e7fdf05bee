"""Water sort where only depths and beakers of one colour count: a game with far fewer states, and no longer plans.

{"depths": [2, 3, 0], "monos": [0, 1, 2], "after": 5}     No plan is shorter than p

Standing beakers, depths and need(c, e) are told in watersort.py. A *mono* is a beaker that holds one colour alone. The
*pooled state* of a state of the game is its depths e, and for each colour, as the letters, the number of its monos,
mono(c). A pour changes the pooled state in one of three ways, or not at all:

    merge   a standing beaker loses its top run to beakers that show this colour
    park    a standing beaker loses its top run to an empty one, which so becomes a mono of this colour. Before it,
            standing beakers and monos together are fewer than the beakers
    out     a mono is poured out over beakers that show its colour

By a merge or a park the depth of the beaker falls; a beaker that does not stand any more is a mono of its bottom
colour. After each of them need(c) <= mono(c) for the colour c that was poured, as in every state: those beakers that do
not stand and hold c are its monos. Pours of a part of a run, and those that only rename beakers, change nothing.

The *pooled game* has all steps that fit this description, from any pooled state. So every plan is a plan of the pooled
game, with some pours left out, and if the pooled game has no plan of fewer than p steps, then nor has the game
(docs/theory.md, lemma 28). The bottoms bound (watersort.py) sees only the pooled state: the runs are those in standing
beakers and the monos, and the beakers with c at the bottom are mono(c) and those that stand on c. A merge takes one run
away and no bottom; a park gives at most one bottom and keeps the runs; an out takes one of each: so the bound falls by
at most 1 a step here too, and it is 0 for the pooled state of a solved state. Lists are checked as told in
distance_bound.py.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from instances.checker.lines import Line, natural
from instances.checker.lrat import Run


class Pooled(NamedTuple):
    """Pooled(depths=(2, 3, 0), monos=(0, 1, 2)): beakers in the order of the file, colours in that of the letters."""

    depths: tuple[int, ...]
    monos: tuple[int, ...]


class Level(NamedTuple):
    """A beaker at one depth. Colours by their place.

    color, below: of the top run, and the units below it; the bottom is the colour of the lowest run. pooled: for each
    colour the units that are not below the top run, less, for the colour on top, the room above what lies below it.
    """

    color: int
    below: int
    bottom: int
    pooled: dict[int, int]


class PooledGame:
    """levels[beaker][depth]; goal: how many beakers each colour fills at the end."""

    def __init__(self, capacity: int, beakers: Sequence[Sequence[Run]], goal: Mapping[str, int]) -> None:
        self.capacity, self.colors = capacity, sorted(goal)
        self.levels = [[self.level(beaker, depth) for depth in range(len(beaker) + 1)] for beaker in beakers]
        self.goal = [goal[color] for color in self.colors]
        alone = Counter(beaker[0].color for beaker in beakers if len(beaker) == 1)
        self.start = Pooled(
            tuple(len(beaker) if len(beaker) > 1 else 0 for beaker in beakers),
            tuple(alone[color] for color in self.colors),
        )

    def level(self, beaker: Sequence[Run], depth: int) -> Level:
        place, pooled = self.colors.index, Counter[int]()
        for run in beaker[max(0, depth - 1) :]:
            pooled[place(run.color)] += run.units
        if not depth:
            return Level(-1, 0, -1, pooled)
        top = beaker[depth - 1]
        pooled[place(top.color)] -= self.capacity - top.below
        return Level(place(top.color), top.below, place(beaker[0].color), pooled)

    def state_of(self, line: Line) -> Pooled:
        """The pooled state that a line names; Refused if it is none."""
        for key, expected in (("depths", len(self.levels)), ("monos", len(self.colors))):
            numbers = line.data[key]
            if not isinstance(numbers, list) or len(numbers) != expected:
                raise line.wrong(f"{key} is no list of {expected} numbers")
            for number in numbers:
                natural(line, key, number)
        for levels, depth in zip(self.levels, line.data["depths"], strict=True):
            if depth == 1 or depth >= len(levels):
                raise line.wrong(f"no depth of a beaker with {len(levels) - 1} runs")
        return Pooled(tuple(line.data["depths"]), tuple(line.data["monos"]))

    def bound(self, state: Pooled) -> int:
        """The bottoms bound; 0 when solved."""
        bottoms = list(state.monos)
        for levels, depth in zip(self.levels, state.depths, strict=True):
            if depth:
                bottoms[levels[depth].bottom] += 1
        missing = sum(max(0, wanted - there) for wanted, there in zip(self.goal, bottoms, strict=True))
        return sum(state.depths) + sum(state.monos) - sum(self.goal) + missing

    def successors(self, state: Pooled) -> Iterator[Pooled]:
        """The pooled states that one step leads to: for each beaker a merge and a park, then for each colour an out."""
        depths, monos = state
        pooled = [0] * len(monos)
        for levels, depth in zip(self.levels, depths, strict=True):
            for color, units in levels[depth].pooled.items():
                pooled[color] += units
        full = sum(map(bool, depths)) + sum(monos) >= len(depths)
        for i, depth in enumerate(depths):
            if depth:
                color, below, bottom, _ = self.levels[i][depth]
                lower = changed(depths, i, -1 if depth > 2 else -2)
                bared = monos if depth > 2 else changed(monos, bottom, 1)
                if pooled[color] + self.capacity - below <= self.capacity * monos[color]:
                    yield Pooled(lower, bared)
                if not full:
                    yield Pooled(lower, changed(bared, color, 1))
        for color, number in enumerate(monos):
            if number and pooled[color] <= self.capacity * (number - 1):
                yield Pooled(depths, changed(monos, color, -1))


def changed(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The same with another number at one place."""
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])
