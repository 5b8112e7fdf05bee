"""The model of all plans up to a horizon, which minimises the clicks.

A plan ends at the horizon, and waits before it begins. So the position with T - t clicks left is that at time t in
every plan, long or short, and what CP-SAT learns of it while it refutes plans of n clicks holds for n + 1 clicks too: a
model for each number of clicks takes up to 2.5 times as many conflicts.

CP-SAT decides how long the plan waits, as long as possible, and then click by click. So the first plan that it finds is
a shortest one. A conflict forbids positions of the blocks at some time, with all ways to reach them.
"""

from dataclasses import replace
from itertools import combinations, product

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans
from cpmodel.squares.order_encoding import Number, Truth, add_clause, is_all, no
from cpmodel.squares.pushes import (
    blocks_push_the_next_one,
    blocks_stand_apart,
    clicks_that_commute_are_in_order,
    make_offsets,
)
from cpmodel.squares.variables import AXES, SquaresModel, X, Y, make_variables
from fewest_pours.puzzles.squares.rules import STEP, Direction, Level


def build(level: Level, horizon: int, least: int = 0) -> SquaresModel | None:
    """The model of the plans of at most `horizon` clicks; None if some block cannot be in time.

    least: plans of fewer clicks are refuted already.
    """
    model = make_variables(level, horizon)
    if model is None:
        return None
    offsets = make_offsets(model)
    follow_the_rules(model)
    blocks_stand_apart(model, offsets)
    blocks_push_the_next_one(model, offsets)
    clicks_that_commute_are_in_order(model, offsets)
    enough_clicks_each_way(model)
    begin_in_time(model, least)
    decide_click_by_click(model)
    model.cp.minimize(cp_model.LinearExpr.sum([1 - waits for waits in model.waits.values()]))
    return model


def without_repetition(level: Level, clicks: int) -> SquaresModel:
    """The model of so many clicks that meet no position twice, whether they solve the level or not.

    A click that waits would meet one twice, so none does.
    """
    model = make_variables(replace(level, goals=(None,) * len(level.goals)), clicks)
    assert model is not None, "without circles no block is late"
    offsets = make_offsets(model)
    follow_the_rules(model)
    blocks_stand_apart(model, offsets)
    blocks_push_the_next_one(model, offsets)
    no_position_comes_twice(model)
    decide_click_by_click(model)
    model.cp.name = f"squares, {clicks} clicks without repetition"
    return model


def follow_the_rules(model: SquaresModel) -> None:
    """The rules about single blocks."""
    blocks_look_one_way(model)
    one_click_at_a_time(model)
    blocks_move_one_cell(model)
    blocks_look_ahead_or_along_arrows(model)


def blocks_look_one_way(model: SquaresModel) -> None:
    """Each block looks one way at each time; at first, the way of the level."""
    for looks in model.looks.values():
        model.cp.add_exactly_one(looks.values())
    for b, block in enumerate(model.level.blocks):
        model.cp.add_bool_or(model.looks[b, 0][block.direction])


def one_click_at_a_time(model: SquaresModel) -> None:
    """Either the plan still waits, or one block is clicked, which looks the way that the click goes."""
    cp = model.cp
    for t, waits in model.waits.items():
        if t > 0:
            cp.add_implication(waits, model.waits[t - 1])
        cp.add_exactly_one(waits, *(model.way[t, direction] for direction in model.directions))
        for direction in model.directions:
            cp.add_exactly_one(~model.way[t, direction], *model.clicks_at(t, direction))
    for (b, t, direction), clicked in model.clicked.items():
        cp.add_implication(clicked, model.looks[b, t][direction])
    for (_, t, direction), goes in model.goes.items():
        cp.add_implication(goes, model.way[t, direction])


def blocks_move_one_cell(model: SquaresModel) -> None:
    """A block that goes forward on an axis is one further, one that goes back one less, any other is where it was."""
    cp = model.cp
    for b, t, axis in product(model.blocks, model.clicks, AXES):
        here = model.place[b, t, axis]
        there = model.place[b, t + 1, axis]
        forward = model.goes_along(b, t, axis, 1)
        back = model.goes_along(b, t, axis, -1)
        for v in range(here.least, here.most + 2):
            reached = here.reaches(v)
            # From v or more it comes
            add_clause(cp, no(reached), there.reaches(v - 1))  # to v - 1 or more,
            add_clause(cp, no(reached), back, there.reaches(v))  # if it does not go back, to v or more,
            add_clause(cp, no(reached), no(forward), there.reaches(v + 1))  # if it goes forward, to v + 1 or more.
            # From less than v it comes
            add_clause(cp, reached, no(there.reaches(v + 1)))  # to less than v + 1,
            add_clause(cp, reached, forward, no(there.reaches(v)))  # if it does not go forward, to less than v,
            add_clause(cp, reached, no(back), no(there.reaches(v - 1)))  # if it goes back, to less than v - 1.


def blocks_look_ahead_or_along_arrows(model: SquaresModel) -> None:
    """On an arrow a block looks the arrow's way; elsewhere it looks as it did before."""
    cp = model.cp
    for b, t in product(model.blocks, model.clicks):
        before = model.looks[b, t]
        after = model.looks[b, t + 1]
        turned: list[tuple[Direction, Boolean]] = []
        for (x, y), direction in model.level.arrows.items():
            on = cp.new_bool_var(f"on[{b},{t + 1},{x},{y}]")
            is_on = [*model.place[b, t + 1, X].conditions(x), *model.place[b, t + 1, Y].conditions(y)]
            is_all(cp, on, is_on)
            cp.add_implication(on, after[direction])
            turned.append((direction, on))
        for direction, looks in before.items():
            cp.add_bool_or(~looks, after[direction], *(on for other, on in turned if other != direction))


def enough_clicks_each_way(model: SquaresModel) -> None:
    """As many clicks are left as the blocks need in the four directions together.

    A block that is n cells left of its circle needs n more clicks to the right, and a click goes one way. The rules
    imply this, but propagation alone finds it out later: level 24 takes 30 percent less of CP-SAT's deterministic time
    with it; levels whose blocks start near their circles take a tenth more.

    needs[direction, n] at time t: at least n clicks this way are needed. It is true wherever some block needs so many;
    it may be true elsewhere, too, which only asks for more clicks. False stands for what has no literal, as it is never
    true: way[t, direction] where nothing ever goes this way; needs of more clicks than are left at t + 1.
    """
    cp = model.cp
    later: dict[tuple[Direction, int], Boolean] = {}  # needs at time t + 1
    for t in reversed(model.clicks):
        clicks_left = model.horizon - t
        needs = booleans(cp, f"needs[{t}]", product(STEP, range(1, clicks_left + 1)))
        for (direction, n), needed in needs.items():
            # Click t goes this way, or n clicks are still needed after it.
            add_clause(cp, ~needed, model.way.get((t, direction), False), later.get((direction, n), False))
            if n > 1:  # who needs n clicks needs n - 1, and still does after click t, whatever that is
                cp.add_implication(needed, needs[direction, n - 1])
                cp.add_implication(needed, later[direction, n - 1])
        for (b, goal), axis, (direction, step) in product(enumerate(model.level.goals), AXES, STEP.items()):
            if goal is not None and step[axis] != 0:
                for n in range(1, clicks_left + 1):
                    short = is_short_by(model.place[b, t, axis], goal[axis], step[axis] * n)
                    add_clause(cp, no(short), needs[direction, n])
        # Of each direction as many literals are true as it needs clicks.
        cp.add(cp_model.LinearExpr.sum(list(needs.values())) <= clicks_left)
        later = needs


def is_short_by(place: Number, goal: int, cells: int) -> Truth:
    """The goal is at least place + cells; if cells < 0, at most place + cells."""
    if cells > 0:
        return no(place.reaches(goal - cells + 1))
    return place.reaches(goal - cells)


def begin_in_time(model: SquaresModel, least: int) -> None:
    """The plan has at least so many clicks."""
    if least > 0:
        model.cp.add_bool_or(~model.waits[model.horizon - least])


def no_position_comes_twice(model: SquaresModel) -> None:
    """At any two times some block is elsewhere or looks elsewhere."""
    cp = model.cp
    for before, now in combinations(range(model.horizon + 1), 2):
        differences: list[Boolean] = []
        for b in model.blocks:
            turned = cp.new_bool_var(f"turned[{b},{before},{now}]")
            differences.append(turned)
            for direction, looked in model.looks[b, before].items():
                cp.add_bool_or(~turned, ~looked, ~model.looks[b, now][direction])
            for axis in AXES:
                first = model.place[b, before, axis]
                second = model.place[b, now, axis]
                for less, more in ((first, second), (second, first)):
                    differs = cp.new_bool_var(f"differs[{b},{axis},{before},{now},{less is second}]")
                    differences.append(differs)
                    for v in range(less.least, less.most + 1):
                        add_clause(cp, ~differs, no(less.reaches(v)), more.reaches(v + 1))
        cp.add_bool_or(differences)


def decide_click_by_click(model: SquaresModel) -> None:
    """First how long to wait, as long as possible; then each click."""
    in_order = [*reversed(model.waits.values()), *model.clicked.values()]
    model.cp.add_decision_strategy(in_order, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
