"""The literals of a model of Game About Squares.

The horizon T bounds everything. In t clicks a block moves at most t cells, and a block whose circle is more than T - t
cells away comes too late; so each coordinate of each block has a range at each time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans
from cpmodel.solving import IN_ORDER, Parameters, Value
from cpmodel.squares.order_encoding import Number, Truth, new_number
from fewest_pours.puzzles.squares.rules import STEP, Click, Direction, Level

X = 0
Y = 1
AXES = (X, Y)


@dataclass(frozen=True)
class SquaresModel:
    """The model for a horizon T; times run from 0 to T, clicks from 0 to T - 1.

    place[block, time, axis]            the block's x or y
    looks[block, time][direction]       the block looks this way
    waits[time]                         this click does nothing: the plan has not begun yet
    way[time, direction]                the click goes this way
    clicked[block, time, direction]     the click is on this block, which looks this way
    goes[block, time, direction]        the click moves this block, this way
    """

    level: Level
    horizon: int
    cp: cp_model.CpModel
    place: dict[tuple[int, int, int], Number]
    looks: dict[tuple[int, int], dict[Direction, Boolean]]
    waits: dict[int, Boolean]
    way: dict[tuple[int, Direction], Boolean]
    clicked: dict[tuple[int, int, Direction], Boolean]  # time by time
    goes: dict[tuple[int, int, Direction], Boolean]
    parameters: ClassVar[Parameters] = IN_ORDER

    @property
    def blocks(self) -> range:
        return range(len(self.level.blocks))

    @property
    def clicks(self) -> range:
        return range(self.horizon)

    @property
    def directions(self) -> list[Direction]:
        """Those in which something can go."""
        return directions(self.level)

    def clicks_at(self, time: int, direction: Direction) -> list[Boolean]:
        """The literals of the clicks at this time that go this way."""
        keys = ((block, time, direction) for block in self.blocks)
        return [self.clicked[key] for key in keys if key in self.clicked]

    def goes_along(self, block: int, time: int, axis: int, step: int) -> Truth:
        """The block moves this far on this axis; False if nothing ever does."""
        return self.goes.get((block, time, direction_of(axis, step)), False)

    def read(self, value: Value) -> tuple[Click, ...]:
        """The colours of the clicked blocks."""
        return tuple(self.level.colors[b] for (b, _, _), literal in self.clicked.items() if value(literal))


def make_variables(level: Level, horizon: int) -> SquaresModel | None:
    """All the literals; None if some block cannot be on its circle in time."""
    cp = cp_model.CpModel()
    cp.name = f"squares, horizon {horizon}"
    blocks = range(len(level.blocks))
    times = range(horizon + 1)
    clicks = range(horizon)
    ranges = {key: coordinates(level, *key, horizon) for key in product(blocks, times, AXES)}
    if not all(ranges.values()):
        return None
    looks_of = [possible_looks(level, block) for block in blocks]
    return SquaresModel(
        level, horizon, cp,
        place={key: new_number(cp, "place", key, each[0], each[-1]) for key, each in ranges.items()},
        looks={(b, t): booleans(cp, f"looks[{b},{t}]", looks_of[b]) for b, t in product(blocks, times)},
        waits=booleans(cp, "waits", clicks),
        way=booleans(cp, "way", product(clicks, directions(level))),
        clicked=booleans(cp, "clicked", ((b, t, d) for t in clicks for b in blocks for d in looks_of[b])),
        goes=booleans(cp, "goes", product(blocks, clicks, directions(level))),
    )  # fmt: skip


def coordinates(level: Level, block: int, time: int, axis: int, horizon: int) -> range:
    """Where the block can be on this axis at this time, to be on its circle at the horizon."""
    start = level.blocks[block].position[axis]
    least = start - time
    most = start + time
    goal = level.goals[block]
    if goal is not None:
        clicks_left = horizon - time
        least = max(least, goal[axis] - clicks_left)
        most = min(most, goal[axis] + clicks_left)
    return range(least, most + 1)


def possible_looks(level: Level, block: int) -> list[Direction]:
    """A block looks where it looked at first, or where an arrow points."""
    return in_order({level.blocks[block].direction, *level.arrows.values()})


def directions(level: Level) -> list[Direction]:
    return in_order({*(block.direction for block in level.blocks), *level.arrows.values()})


def in_order(some: Iterable[Direction]) -> list[Direction]:
    return sorted(some, key=list(STEP).index)


def direction_of(axis: int, step: int) -> Direction:
    """
    >>> direction_of(X, -1)
    'left'
    """
    (direction,) = (each for each, steps in STEP.items() if steps[axis] == step)
    return direction
