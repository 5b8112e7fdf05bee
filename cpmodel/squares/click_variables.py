"""The variables of the model of Game About Squares (see click_model.py)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans
from cpmodel.solving import IN_ORDER, Value
from instances.squares.rules import OPPOSITE, STEP, Click, Direction, Level

X, Y = AXES = (0, 1)
Coordinate = dict[int, Boolean]  # coordinate[3]: the block is at 3 on this axis


@dataclass(frozen=True)
class Model:
    """The model for a horizon; times run from 0 to horizon, clicks from 0 to horizon - 1.

    place[block, time, axis][v]          the block is at v
    looks[block, time][direction]        the block looks this way
    clicked[time, block]                 this click is on the block
    over[time]                           there is no such click: the plan is shorter
    way[time, direction]                 this click moves blocks this way
    goes[block, time, direction]         it moves the block, this way
    next_to[time, b, c, direction]       block c is on the next cell that way from block b
    """

    level: Level
    horizon: int
    cp: cp_model.CpModel
    place: dict[tuple[int, int, int], Coordinate]
    looks: dict[tuple[int, int], dict[Direction, Boolean]]
    clicked: dict[tuple[int, int], Boolean]
    over: dict[int, Boolean]
    way: dict[tuple[int, Direction], Boolean]
    goes: dict[tuple[int, int, Direction], Boolean]
    next_to: dict[tuple[int, int, int, Direction], Boolean]

    @property
    def blocks(self) -> range:
        return range(len(self.level.blocks))

    @property
    def clicks(self) -> range:
        return range(self.horizon)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return IN_ORDER

    def read(self, value: Value) -> tuple[Click, ...]:
        """The colours of the clicked blocks."""
        return tuple(self.level.colors[b] for (_, b), literal in self.clicked.items() if value(literal))


def at(coordinate: Coordinate, v: int) -> list[Boolean]:
    """The literal of this value in a list; an empty list if the value is out of reach."""
    return [coordinate[v]] if v in coordinate else []


def values(level: Level, b: int, t: int, axis: int, horizon: int) -> range:
    """The coordinates that a block can have after t of so many clicks."""
    start, goal, left = level.blocks[b].position[axis], level.goals[b], horizon - t
    if goal is None:
        return range(start - t, start + t + 1)
    return range(max(start - t, goal[axis] - left), min(start + t, goal[axis] + left) + 1)


def variables(level: Level, horizon: int) -> Model | None:
    """All the literals; each block has one place at each time and looks one way. None if some block has no place."""
    cp, blocks, times, clicks = cp_model.CpModel(), range(len(level.blocks)), range(horizon + 1), range(horizon)
    reach = {key: values(level, *key, horizon) for key in product(blocks, times, AXES)}
    if not all(reach.values()):
        return None
    place = {(b, t, axis): booleans(cp, f"block {b} time {t} {'xy'[axis]}", reach[b, t, axis]) for b, t, axis in reach}
    looks = {(b, t): booleans(cp, f"block {b} time {t} looks", STEP) for b, t in product(blocks, times)}
    for coordinate in place.values():
        cp.add_exactly_one(coordinate.values())
    for look in looks.values():
        cp.add_exactly_one(look.values())
    for b, block in enumerate(level.blocks):
        cp.add_bool_or(looks[b, 0][block.direction])
    pairs = [(t, b, c, direction) for t in clicks for b, c in combinations(blocks, 2) for direction in STEP]
    next_to = booleans(cp, "next_to", pairs)
    return Model(
        level, horizon, cp, place, looks,
        clicked=booleans(cp, "clicked", product(clicks, blocks)),
        over=booleans(cp, "over", clicks),
        way=booleans(cp, "way", product(clicks, STEP)),
        goes=booleans(cp, "goes", product(blocks, clicks, STEP)),
        next_to=next_to | {(t, c, b, OPPOSITE[direction]): next_to[t, b, c, direction] for t, b, c, direction in pairs},
    )  # fmt: skip
