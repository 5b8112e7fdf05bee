"""Game About Squares by constraint programming: plans of growing length, and a proof where all long plans repeat.

The horizon T bounds everything. In t clicks a block moves at most t cells, and a block whose circle is more than T - t
cells away comes too late; so each coordinate of each block has few values at each time, and a literal for each of them.
Rules about two blocks are constraints on the differences of their coordinates.

CP-SAT decides click by click. A conflict then forbids a position of the blocks at some time, with all ways to reach it;
that is 6 to 8 times faster than CP-SAT's own search and presolve. So the work is about one conflict for each position
and time. A plan may end before the horizon: then one refutation holds for all shorter horizons too.

*No plan at all.* A shortest plan meets no position twice. So if no LONG clicks meet LONG + 1 positions, any plan
has fewer than LONG clicks (the recurrence diameter: Biere, Cimatti, Clarke, Zhu, Symbolic model checking without BDDs,
TACAS 1999). Where blocks can run away for ever there always are such clicks, and the model cannot prove that no plan
exists. As most plans are shorter, they are looked for first.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, product
from typing import Any, ClassVar

from ortools.sat.python import cp_model

from cpmodel.horizon_deepening import deepen
from cpmodel.jobs import run_apart
from cpmodel.literals import Boolean, booleans, is_all
from cpmodel.solving import IN_ORDER, Parameters, Status, Value, run
from fewest_pours.puzzles.squares.rules import STEP, Click, Direction, Level
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch

LONG = 20  # clicks
X, Y, LOOK = PARTS = (0, 1, 2)  # of a block's state
AXES = (X, Y)
Part = dict[Any, Boolean]  # part[3]: the block is at 3 on this axis; part["up"]: it looks up


@dataclass(frozen=True)
class SquaresModel:
    """The model for a horizon T; times run from 0 to T, clicks from 0 to T - 1.

    state[block, time, part][value]     the block is at this x or y, or looks this way
    clicked[time, block, direction]     this click is on the block, which looks this way
    over[time]                          there is no such click: the plan is shorter
    goes[block, time, direction]        this click moves the block, this way
    """

    level: Level
    cp: cp_model.CpModel
    state: dict[tuple[int, int, int], Part]
    clicked: dict[tuple[int, int, Direction], Boolean]
    over: dict[int, Boolean]
    goes: dict[tuple[int, int, Direction], Boolean]
    parameters: ClassVar[Parameters] = IN_ORDER

    @property
    def blocks(self) -> range:
        return range(len(self.level.blocks))

    def read(self, value: Value) -> tuple[Click, ...]:
        """The colours of the clicked blocks."""
        return tuple(self.level.colors[b] for (_, b, _), literal in self.clicked.items() if value(literal))


def build(level: Level, horizon: int) -> SquaresModel | None:
    """The model of the plans of at most `horizon` clicks; None if some block cannot be in time."""
    model = variables(level, horizon)
    if model is not None:
        one_click_at_a_time(model)
        blocks_move_one_cell(model)
        blocks_look_ahead_or_along_arrows(model)
        blocks_push_the_next_one(model)
        enough_clicks_each_way(model)
        click_by_click(model)
    return model


def without_repetition(level: Level) -> SquaresModel:
    """The model of LONG clicks that meet no position twice, whether they solve the level or not."""
    model = build(replace(level, goals=(None,) * len(level.goals)), LONG)
    assert model is not None, "without circles no block is late"
    no_position_comes_twice(model)
    return model


def variables(level: Level, horizon: int) -> SquaresModel | None:
    """All the literals; each block has one place at each time and looks one way. None if some block has no place."""
    cp = cp_model.CpModel()
    cp.name = f"squares, horizon {horizon}"
    blocks = range(len(level.blocks))
    clicks = range(horizon)
    reach = {key: values(level, *key, horizon) for key in product(blocks, range(horizon + 1), PARTS)}
    if not all(reach.values()):
        return None
    state = {key: booleans(cp, f"state {key}", reach[key]) for key in reach}
    for part in state.values():
        cp.add_exactly_one(part.values())
    for b, block in enumerate(level.blocks):
        cp.add_bool_or(state[b, 0, LOOK][block.direction])
    return SquaresModel(
        level, cp, state,
        clicked=booleans(cp, "clicked", product(clicks, blocks, STEP)),
        over=booleans(cp, "over", clicks),
        goes=booleans(cp, "goes", product(blocks, clicks, STEP)),
    )  # fmt: skip


def values(level: Level, b: int, t: int, part: int, horizon: int) -> Collection[Any]:
    """The values of this part of a block's state that are possible after t of `horizon` clicks."""
    if part == LOOK:
        return STEP
    start = level.blocks[b].position[part]
    goal = level.goals[b]
    left = horizon - t
    if goal is None:
        return range(start - t, start + t + 1)
    return range(max(start - t, goal[part] - left), min(start + t, goal[part] + left) + 1)


def at(part: Part, value: Any) -> list[Boolean]:
    """The literal of this value in a list; an empty list if the value is out of reach."""
    return [part[value]] if value in part else []


def one_click_at_a_time(model: SquaresModel) -> None:
    """The clicked block goes the way it looks. Once the plan is over it stays so, with the level solved."""
    cp = model.cp
    for t, over in model.over.items():
        cp.add_exactly_one(over, *(model.clicked[t, b, direction] for b, direction in product(model.blocks, STEP)))
        if t:
            cp.add_implication(model.over[t - 1], over)
        for (b, goal), axis in product(enumerate(model.level.goals), AXES):
            if goal is not None:
                cp.add_bool_or(~over, *at(model.state[b, t, axis], goal[axis]))
    for (t, b, direction), clicked in model.clicked.items():
        cp.add_implication(clicked, model.state[b, t, LOOK][direction])
        cp.add_implication(clicked, model.goes[b, t, direction])


def blocks_move_one_cell(model: SquaresModel) -> None:
    """A block that goes this way is one further on this axis, and one that does not is where it was."""
    for b, t, axis in product(model.blocks, model.over, AXES):
        there = model.state[b, t + 1, axis]
        along = [(model.goes[b, t, d], step[axis]) for d, step in STEP.items() if step[axis]]
        for v, here in model.state[b, t, axis].items():
            for goes, step in along:
                model.cp.add_bool_or(~here, ~goes, *at(there, v + step))
            model.cp.add_bool_or(~here, *(goes for goes, _ in along), *at(there, v))


def blocks_look_ahead_or_along_arrows(model: SquaresModel) -> None:
    """On an arrow a block looks the arrow's way; elsewhere it looks as it did before."""
    cp = model.cp
    for b, t in product(model.blocks, model.over):
        xs, ys, looks = (model.state[b, t + 1, part] for part in PARTS)
        before = model.state[b, t, LOOK]
        turned: list[tuple[Direction, Boolean]] = []
        for (x, y), direction in model.level.arrows.items():
            if x in xs and y in ys:
                on = cp.new_bool_var(f"block {b} time {t + 1} on arrow {x} {y}")
                is_all(cp, on, [xs[x], ys[y]])
                cp.add_implication(on, looks[direction])
                turned.append((direction, on))
        for direction in STEP:
            cp.add_bool_or(~before[direction], looks[direction], *(on for other, on in turned if other != direction))


def blocks_push_the_next_one(model: SquaresModel) -> None:
    """A block that goes somewhere is clicked, or pushed by the block behind it; no two blocks share a cell."""
    cp = model.cp
    causes = {(b, t, direction): [clicked] for (t, b, direction), clicked in model.clicked.items()}
    for t, (b, c) in product(model.over, combinations(model.blocks, 2)):
        x, y = (difference(model, b, c, t, axis) for axis in AXES)  # how far c is from b
        cp.add_bool_or(~x[0], ~y[0])
        for direction, (dx, dy) in STEP.items():
            c_is_ahead = [x[dx], y[dy]]
            b_is_ahead = [x[-dx], y[-dy]]
            for pusher, pushed, is_ahead in ((b, c, c_is_ahead), (c, b, b_is_ahead)):
                pushes = cp.new_bool_var(f"click {t} {pusher} pushes {pushed} {direction}")
                is_all(cp, pushes, [model.goes[pusher, t, direction], *is_ahead])
                cp.add_implication(pushes, model.goes[pushed, t, direction])
                causes[pushed, t, direction].append(pushes)
    for key, goes in model.goes.items():
        cp.add_bool_or(~goes, *causes[key])


def difference(model: SquaresModel, b: int, c: int, t: int, axis: int) -> Part:
    """Literals d for: on this axis block c is at the place of block b plus d, for d = -1, 0, 1."""
    first, second = model.state[b, t, axis], model.state[c, t, axis]
    literals = booleans(model.cp, f"time {t} axis {axis} from {b} to {c}", (-1, 0, 1))
    for d, literal in literals.items():
        for v, here in first.items():
            model.cp.add_bool_or(~literal, ~here, *at(second, v + d))
            if v + d in second:
                model.cp.add_bool_or(~here, ~second[v + d], literal)
    return literals


def enough_clicks_each_way(model: SquaresModel) -> None:
    """As many clicks are left as the blocks need in the four directions together.

    A block that is n cells left of its circle needs n more clicks to the right, and a click goes one way. The rules
    imply this, but propagation alone finds it out much later: up to nine tenths of the conflicts are saved.
    """
    cp = model.cp
    horizon = len(model.over)
    later: dict[tuple[Direction, int], Boolean] = {}  # needs at time t + 1
    for t in reversed(model.over):
        needs = booleans(cp, f"time {t} needs", product(STEP, range(1, horizon - t + 1)))  # at least n clicks this way
        for (direction, n), needed in needs.items():
            # Click t goes this way, or n clicks are still needed after it.
            ways = [model.clicked[t, b, direction] for b in model.blocks]
            if (direction, n) in later:
                ways.append(later[direction, n])
            cp.add_bool_or(~needed, *ways)
            if n > 1:  # who needs n clicks needs n - 1, and needs them after any click
                cp.add_implication(needed, needs[direction, n - 1])
                cp.add_implication(needed, later[direction, n - 1])
        # A block that is n cells from its circle needs n clicks.
        for (b, goal), axis, (direction, step) in product(enumerate(model.level.goals), AXES, STEP.items()):
            if goal is not None:
                for v, here in model.state[b, t, axis].items():
                    n = (goal[axis] - v) * step[axis]
                    if n > 0:
                        cp.add_implication(here, needs[direction, n])
        # Of each direction as many literals are true as it needs clicks.
        cp.add(sum(needs.values()) <= horizon - t)
        later = needs


def no_position_comes_twice(model: SquaresModel) -> None:
    """At any two times some part of some block's state differs."""
    cp = model.cp
    for before, now in combinations(range(len(model.over) + 1), 2):
        differences = []
        for b, part in product(model.blocks, PARTS):
            differs = cp.new_bool_var(f"part {part} of block {b} differs at times {before} and {now}")
            differences.append(differs)
            first, second = model.state[b, before, part], model.state[b, now, part]
            for value in first:
                if value in second:
                    cp.add_bool_or(~differs, ~first[value], ~second[value])
        cp.add_bool_or(differences)


def click_by_click(model: SquaresModel) -> None:
    choices = [
        [over, *(model.clicked[t, b, d] for b, d in product(model.blocks, STEP))] for t, over in model.over.items()
    ]
    model.cp.add_decision_strategy(list(chain(*choices)), cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none if every long sequence of clicks repeats a position."""
    least = least_clicks(level)
    horizon = LONG - 1 if settings.horizon is None else min(LONG - 1, settings.horizon)
    result = deepen(partial(build, level), least, replace(settings, horizon=horizon), watch)
    if result.outcome is not Outcome.NO_PLAN_WITHIN_HORIZON or horizon == settings.horizon:
        return result
    try:
        repeats = run_apart("repetition", partial(run, partial(without_repetition, level)), settings, watch)
    except LimitReached as limit:
        return replace(result, outcome=limit.outcome)
    statistics = Counter(result.statistics) + Counter(repeats.statistics)
    if repeats.status is Status.INFEASIBLE:
        reason = f"no plan has {LONG - 1} clicks or fewer, and {LONG} clicks always repeat a position"
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="cp", statistics=dict(statistics))
    result = deepen(partial(build, level), max(least, LONG), settings, watch)
    return replace(result, statistics=dict(statistics + Counter(result.statistics)))


def least_clicks(level: Level) -> int:
    """The largest displacement that any block needs in each direction, summed: a click goes one way only."""
    placed = zip(level.blocks, level.goals, strict=True)
    needed = [(0, 0), *((goal[X] - x, goal[Y] - y) for ((x, y), _), goal in placed if goal)]
    return sum(max(axis) - min(axis) for axis in zip(*needed, strict=True))
