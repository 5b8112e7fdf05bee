"""The variables of the model of Game About Squares (see click_model.py)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean
from cpmodel.solving import IN_ORDER, Value
from instances.squares.rules import OPPOSITE, STEP, Click, Direction, Level

X, Y = AXES = (0, 1)
Coordinate = dict[int, Boolean]  # coordinate[3]: the block is at 3 on this axis
Pair = tuple[int, int]


@dataclass(frozen=True)
class Model:
    """The model for a horizon; times run from 0 to horizon, clicks from 0 to horizon - 1.

    place[block][time][axis][v]     the block is at v
    looks[block][time][direction]   the block looks this way
    clicked[time][block]            this click is on the block
    over[time]                      there is no such click: the plan is shorter
    way[time][direction]            this click moves blocks this way
    goes[block][time][direction]    it moves the block, this way
    pushed[time][block]             if true: it moves the block, and is not on it
    next_to[time][b, c][direction]  block c is on the next cell that way from block b
    """

    level: Level
    horizon: int
    cp: cp_model.CpModel
    place: list[list[tuple[Coordinate, Coordinate]]]
    looks: list[list[dict[Direction, Boolean]]]
    clicked: list[list[Boolean]]
    over: list[Boolean]
    way: list[dict[Direction, Boolean]]
    goes: list[list[dict[Direction, Boolean]]]
    pushed: list[list[Boolean]]
    next_to: list[dict[Pair, dict[Direction, Boolean]]]

    @property
    def parameters(self) -> Mapping[str, Any]:
        return IN_ORDER

    def read(self, value: Value) -> tuple[Click, ...]:
        """The colours of the clicked blocks."""
        colors = self.level.colors
        return tuple(colors[b] for now in self.clicked for b, literal in enumerate(now) if value(literal))


def blocks(level: Level) -> range:
    return range(len(level.blocks))


def at(coordinate: Coordinate, v: int) -> list[Boolean]:
    """The literal of this value in a list; an empty list if the value is out of reach."""
    return [coordinate[v]] if v in coordinate else []


def values(level: Level, b: int, axis: int, t: int, horizon: int) -> range:
    """The coordinates that a block can have after t of so many clicks."""
    start, goal, left = level.blocks[b].position[axis], level.goals[b], horizon - t
    if goal is None:
        return range(start - t, start + t + 1)
    return range(max(start - t, goal[axis] - left), min(start + t, goal[axis] + left) + 1)


def variables(level: Level, horizon: int) -> Model | None:
    """All the literals; each block has one place at each time and looks one way. None if some block has no place."""
    cp, times, clicks = cp_model.CpModel(), range(horizon + 1), range(horizon)
    reach = {key: values(level, *key, horizon) for key in product(blocks(level), AXES, times)}
    if not all(reach.values()):
        return None

    def directions(name: str) -> dict[Direction, Boolean]:
        return {direction: cp.new_bool_var(f"{name} {direction}") for direction in STEP}

    def coordinate(b: int, axis: int, t: int) -> Coordinate:
        literals = {v: cp.new_bool_var(f"block {b} time {t} {'xy'[axis]} {v}") for v in reach[b, axis, t]}
        cp.add_exactly_one(literals.values())
        return literals

    place = [[(coordinate(b, X, t), coordinate(b, Y, t)) for t in times] for b in blocks(level)]
    looks = [[directions(f"block {b} time {t} looks") for t in times] for b in blocks(level)]
    for b, block in enumerate(level.blocks):
        for look in looks[b]:
            cp.add_exactly_one(look.values())
        cp.add_bool_or(looks[b][0][block.direction])
    clicked = [[cp.new_bool_var(f"click {t} on block {b}") for b in blocks(level)] for t in clicks]
    over = [cp.new_bool_var(f"over before click {t}") for t in clicks]
    way = [directions(f"click {t} goes") for t in clicks]
    goes = [[directions(f"block {b} click {t} goes") for t in clicks] for b in blocks(level)]
    pushed = [[cp.new_bool_var(f"click {t} pushes block {b}") for b in blocks(level)] for t in clicks]
    next_to: list[dict[Pair, dict[Direction, Boolean]]] = [{} for _ in clicks]
    for t in clicks:
        for b, c in combinations(blocks(level), 2):
            next_to[t][b, c] = directions(f"time {t} from block {b} to block {c}")
            next_to[t][c, b] = {OPPOSITE[direction]: literal for direction, literal in next_to[t][b, c].items()}
    return Model(level, horizon, cp, place, looks, clicked, over, way, goes, pushed, next_to)
