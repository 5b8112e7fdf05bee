"""Game About Squares as a constraint model: the plans of exactly so many clicks, deepened until there is one.

The horizon T bounds everything. In t clicks a block moves at most t cells, and a block whose circle is more than T - t
cells away comes too late; so each coordinate of each block has few values at each time, and a literal for each of them.
Whatever the rules say about two blocks they say about the differences of their coordinates.

The model is searched click by click. A conflict then forbids a position of the blocks at some time, with all ways to
get there; that is 6 to 8 times faster than CP-SAT's own search and presolve.

*No plan at all.* A shortest plan meets no position twice. So if no LONG clicks meet LONG + 1 different positions, then
a plan, if there is one, has fewer than LONG clicks (the recurrence diameter: Biere, Cimatti, Clarke, Zhu, Symbolic
model checking without BDDs, TACAS 1999). Where blocks can run away for ever there always are such clicks, and the model
cannot find out that there is no plan.

Clicks that do not touch each other can be made in either order; of such plans the model keeps the first in the order of
the blocks (see `clicks_in_order`), which spares a tenth to two fifths of the conflicts in refutations.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.deepening import deepen
from cpmodel.solving import Value
from cpmodel.solving import solve as cp_solve
from instances.harness.limits import LimitReached, Settings, Watch
from instances.harness.outcome import Result
from instances.squares.rules import OPPOSITE, STEP, Click, Direction, Level

X, Y = AXES = (0, 1)
LONG = 20  # clicks
Literal = cp_model.IntVar
Coordinate = dict[int, Literal]  # coordinate[3]: the block is at 3 on this axis
Pair = tuple[int, int]


@dataclass(frozen=True)
class Model:
    """The model for a horizon; times run from 0 to horizon, clicks from 0 to horizon - 1.

    place[block][time][axis][v]     the block is at v
    looks[block][time][direction]   the block looks this way
    clicked[time][block]            this click is on the block
    way[time][direction]            this click moves blocks this way
    goes[block][time][direction]    it moves the block, this way
    next_to[time][b, c][direction]  block c is on the next cell that way from block b
    """

    level: Level
    horizon: int
    cp: cp_model.CpModel
    place: list[list[tuple[Coordinate, Coordinate]]]
    looks: list[list[dict[Direction, Literal]]]
    clicked: list[list[Literal]]
    way: list[dict[Direction, Literal]]
    goes: list[list[dict[Direction, Literal]]]
    next_to: list[dict[Pair, dict[Direction, Literal]]]

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {
            "search_branching": cp_model.FIXED_SEARCH,
            "cp_model_presolve": False,
            "cp_model_probing_level": 0,
            "use_sat_inprocessing": False,
            "linearization_level": 0,
        }

    def read(self, value: Value) -> tuple[Click, ...]:
        """The colours of the clicked blocks."""
        colors = self.level.colors
        return tuple(next(colors[b] for b, literal in enumerate(now) if value(literal)) for now in self.clicked)


def build(level: Level, horizon: int) -> Model | None:
    """The model of the plans of exactly `horizon` clicks; None if some block cannot be in time."""
    model = lay_out(level, horizon)
    if model is not None:
        clicks_in_order(model)
        enough_clicks_each_way(model)
        click_by_click(model)
    return model


def lay_out(level: Level, horizon: int) -> Model | None:
    """The rules of the puzzle."""
    ranges = [
        [[values(level, b, axis, t, horizon) for axis in AXES] for t in range(horizon + 1)] for b in blocks(level)
    ]
    if not all(axis for block in ranges for time in block for axis in time):
        return None
    model = variables(level, horizon, ranges)
    one_click_at_a_time(model)
    the_clicked_block_moves_the_way_it_looks(model)
    blocks_move_one_cell(model)
    blocks_look_ahead_or_along_arrows(model)
    neighbours_are_one_cell_apart(model)
    blocks_push_the_next_one(model)
    what_moves_is_clicked_or_pushed(model)
    return model


def build_without_repetition(level: Level, horizon: int) -> Model | None:
    """So many clicks, to whatever end, that meet no position twice."""
    anywhere = replace(level, goals=(None,) * len(level.goals))
    model = lay_out(anywhere, horizon)
    if model is not None:
        no_position_comes_twice(model)
        click_by_click(model)
    return model


def blocks(level: Level) -> range:
    return range(len(level.blocks))


def values(level: Level, b: int, axis: int, t: int, horizon: int) -> range:
    """The coordinates that a block can have after t of so many clicks."""
    start, goal, left = level.blocks[b].position[axis], level.goals[b], horizon - t
    if goal is None:
        return range(start - t, start + t + 1)
    return range(max(start - t, goal[axis] - left), min(start + t, goal[axis] + left) + 1)


def variables(level: Level, horizon: int, ranges: list[list[list[range]]]) -> Model:
    """All the literals; each block has one place at each time and looks one way."""
    cp, times, clicks = cp_model.CpModel(), range(horizon + 1), range(horizon)

    def directions(name: str) -> dict[Direction, Literal]:
        return {direction: cp.new_bool_var(f"{name} {direction}") for direction in STEP}

    def coordinate(name: str, reach: range) -> Coordinate:
        literals = {v: cp.new_bool_var(f"{name} {v}") for v in reach}
        cp.add_exactly_one(literals.values())
        return literals

    place = [
        [
            (coordinate(f"block {b} time {t} x", x), coordinate(f"block {b} time {t} y", y))
            for t, (x, y) in enumerate(ranges[b])
        ]
        for b in blocks(level)
    ]
    looks = [[directions(f"block {b} time {t} looks") for t in times] for b in blocks(level)]
    for b, block in enumerate(level.blocks):
        for look in looks[b]:
            cp.add_exactly_one(look.values())
        cp.add_bool_or(looks[b][0][block.direction])
    clicked = [[cp.new_bool_var(f"click {t} on block {b}") for b in blocks(level)] for t in clicks]
    way = [directions(f"click {t} goes") for t in clicks]
    goes = [[directions(f"block {b} click {t} goes") for t in clicks] for b in blocks(level)]
    next_to: list[dict[Pair, dict[Direction, Literal]]] = [{} for _ in clicks]
    for t in clicks:
        for b, c in combinations(blocks(level), 2):
            next_to[t][b, c] = directions(f"time {t} from block {b} to block {c}")
            next_to[t][c, b] = {OPPOSITE[direction]: literal for direction, literal in next_to[t][b, c].items()}
    return Model(level, horizon, cp, place, looks, clicked, way, goes, next_to)


def one_click_at_a_time(model: Model) -> None:
    for t in range(model.horizon):
        model.cp.add_exactly_one(model.clicked[t])
        model.cp.add_exactly_one(model.way[t].values())


def the_clicked_block_moves_the_way_it_looks(model: Model) -> None:
    for t in range(model.horizon):
        for b in blocks(model.level):
            for direction in STEP:
                clicked, looks = model.clicked[t][b], model.looks[b][t][direction]
                model.cp.add_bool_or(~clicked, ~looks, model.goes[b][t][direction])
                model.cp.add_implication(model.goes[b][t][direction], model.way[t][direction])


def blocks_move_one_cell(model: Model) -> None:
    """A block that goes this way is one further on this axis, and one that does not is where it was."""
    for b in blocks(model.level):
        for t in range(model.horizon):
            for axis in AXES:
                here, there = model.place[b][t][axis], model.place[b][t + 1][axis]
                along = [(d, STEP[d][axis]) for d in STEP if STEP[d][axis]]
                for v, literal in here.items():
                    for direction, step in along:
                        model.cp.add_bool_or([~literal, ~model.goes[b][t][direction], *at(there, v + step)])
                    model.cp.add_bool_or([~literal, *(model.goes[b][t][d] for d, _ in along), *at(there, v)])


def at(coordinate: Coordinate, v: int) -> list[Literal]:
    """The literal of this value as a list; an empty one where the value is out of reach."""
    return [coordinate[v]] if v in coordinate else []


def blocks_look_ahead_or_along_arrows(model: Model) -> None:
    """On an arrow a block looks the arrow's way; elsewhere it looks as it did before."""
    cp, arrows = model.cp, model.level.arrows
    for b in blocks(model.level):
        for t in range(1, model.horizon + 1):
            turned: dict[Direction, list[Literal]] = {direction: [] for direction in STEP}
            xs, ys = model.place[b][t]
            for (x, y), direction in arrows.items():
                if x in xs and y in ys:
                    on = cp.new_bool_var(f"block {b} time {t} on arrow {x} {y}")
                    cp.add_bool_or(~xs[x], ~ys[y], on)
                    cp.add_implication(on, xs[x])
                    cp.add_implication(on, ys[y])
                    cp.add_implication(on, model.looks[b][t][direction])
                    turned[direction].append(on)
            for direction in STEP:
                others = [on for other in STEP if other != direction for on in turned[other]]
                before, now = model.looks[b][t - 1][direction], model.looks[b][t][direction]
                cp.add_bool_or([~before, now, *others])


def neighbours_are_one_cell_apart(model: Model) -> None:
    """Blocks next to each other share one coordinate and differ by 1 in the other; no two blocks share both."""
    cp = model.cp
    for t in range(model.horizon):
        for b, c in combinations(blocks(model.level), 2):
            first, second = model.place[b][t], model.place[c][t]
            x = difference(cp, first[X], second[X], f"time {t} x of block {c} less x of block {b}")
            y = difference(cp, first[Y], second[Y], f"time {t} y of block {c} less y of block {b}")
            cp.add_bool_or(~x[0], ~y[0])
            for direction, (dx, dy) in STEP.items():
                literal = model.next_to[t][b, c][direction]
                cp.add_bool_or(~x[dx], ~y[dy], literal)
                cp.add_implication(literal, x[dx])
                cp.add_implication(literal, y[dy])


def difference(cp: cp_model.CpModel, first: Coordinate, second: Coordinate, name: str) -> Coordinate:
    """Literals d for: the second coordinate is the first one plus d, for d = -1, 0, 1."""
    literals = {d: cp.new_bool_var(f"{name} {d}") for d in (-1, 0, 1)}
    cp.add_at_most_one(literals.values())
    for d, literal in literals.items():
        for v, here in first.items():
            cp.add_bool_or([~literal, ~here, *at(second, v + d)])
            if v + d in second:
                cp.add_bool_or(~here, ~second[v + d], literal)
        for v, there in second.items():
            cp.add_bool_or([~literal, ~there, *at(first, v - d)])
    return literals


def blocks_push_the_next_one(model: Model) -> None:
    for t in range(model.horizon):
        for (b, c), next_to in model.next_to[t].items():
            for direction, literal in next_to.items():
                model.cp.add_bool_or(~literal, ~model.goes[b][t][direction], model.goes[c][t][direction])


def what_moves_is_clicked_or_pushed(model: Model) -> None:
    """A block that goes somewhere is clicked, or the block behind it goes the same way."""
    cp = model.cp
    for t in range(model.horizon):
        for c in blocks(model.level):
            for direction in STEP:
                goes = model.goes[c][t][direction]
                causes = [model.clicked[t][c]]
                for b in blocks(model.level):
                    if b != c:
                        pushes = cp.new_bool_var(f"click {t} {b} pushes {c} {direction}")
                        cp.add_implication(pushes, model.goes[b][t][direction])
                        cp.add_implication(pushes, model.next_to[t][b, c][direction])
                        causes.append(pushes)
                cp.add_bool_or([~goes, *causes])
                cp.add_bool_or(~goes, ~model.clicked[t][c], model.looks[c][t][direction])


def clicks_in_order(model: Model) -> None:
    """Of two clicks in a row that move nothing but the clicked blocks, which are not next to each other, the block
    that comes first in the file is clicked first.

    Such clicks can change places: neither block is in the way of the other before, between or after them, and no third
    one is in the way of either. Among the shortest plans, the first in the order of the blocks keeps this order.
    """
    cp = model.cp
    alone = [cp.new_bool_var(f"click {t} moves one block") for t in range(model.horizon)]
    for t, literal in enumerate(alone):
        moves = [goes for b in blocks(model.level) for goes in model.goes[b][t].values()]
        cp.add(cp_model.LinearExpr.sum(moves) >= 2).only_enforce_if(~literal)
    for t in range(model.horizon - 1):
        for b, c in combinations(blocks(model.level), 2):
            near = model.next_to[t][b, c].values()
            cp.add_bool_or([~model.clicked[t][c], ~model.clicked[t + 1][b], ~alone[t], ~alone[t + 1], *near])


def enough_clicks_each_way(model: Model) -> None:
    """As many clicks that go a way are left as a block is cells away from its circle, that way.

    A click goes one way only, so at each time these numbers add up to no more than the clicks that are left.
    """
    cp, horizon = model.cp, model.horizon
    for direction, delta in STEP.items():
        left = cp.new_constant(0)
        for t in reversed(range(horizon)):
            later, left = left, cp.new_int_var(0, horizon - t, f"clicks {direction} from {t} on")
            cp.add(left == later + model.way[t][direction])
            for b, goal in enumerate(model.level.goals):
                if goal is None:
                    continue
                for axis in AXES:
                    for v, literal in model.place[b][t][axis].items():
                        if (needed := (goal[axis] - v) * delta[axis]) > 0:
                            cp.add(left >= needed).only_enforce_if(literal)


def no_position_comes_twice(model: Model) -> None:
    """At any two times some block is in another place, or looks another way."""
    cp = model.cp
    for before, now in combinations(range(model.horizon + 1), 2):
        differences = []
        for b in blocks(model.level):
            values_at: list[tuple[dict[Any, Literal], dict[Any, Literal]]]
            values_at = [(model.place[b][before][axis], model.place[b][now][axis]) for axis in AXES]
            for first, second in [*values_at, (model.looks[b][before], model.looks[b][now])]:
                differs = cp.new_bool_var(f"block {b} differs at times {before} and {now}")
                for value, literal in first.items():
                    cp.add_bool_or([~differs, ~literal, *([~second[value]] if value in second else [])])
                differences.append(differs)
        cp.add_bool_or(differences)


def click_by_click(model: Model) -> None:
    choices = [clicked for now in model.clicked for clicked in now]
    model.cp.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)


def least_clicks(level: Level) -> int:
    """For each direction the largest displacement that a block needs that way, summed: a click goes one way only."""
    pairs = [(block.position, goal) for block, goal in zip(level.blocks, level.goals, strict=True) if goal is not None]
    return sum(max([0, *((g[0] - p[0]) * dx + (g[1] - p[1]) * dy for p, g in pairs)]) for dx, dy in STEP.values())


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none where no click sequence is long without repetition."""
    try:
        repeats = cp_solve("repetition", partial(build_without_repetition, level, LONG), settings, watch)
    except LimitReached as limit:
        return Result(limit.outcome, lower_bound=least_clicks(level), lower_bound_by="displacements")
    threshold = LONG - 1 if repeats.status == "infeasible" else None
    return deepen("cp", partial(build, level), least_clicks(level), settings, watch, threshold)
