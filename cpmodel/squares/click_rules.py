"""The rules of Game About Squares as constraints."""

from itertools import combinations, product

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans, is_all
from cpmodel.squares.click_variables import AXES, Coordinate, Model, X, Y, at
from instances.squares.rules import STEP, Direction


def follow_the_rules(model: Model) -> None:
    one_click_at_a_time(model)
    the_clicked_block_moves_the_way_it_looks(model)
    blocks_move_one_cell(model)
    blocks_look_ahead_or_along_arrows(model)
    neighbours_are_one_cell_apart(model)
    blocks_push_the_next_one(model)
    what_moves_is_clicked_or_pushed(model)


def one_click_at_a_time(model: Model) -> None:
    """Until it is over, which it can be only where the level is solved."""
    cp = model.cp
    for t, over in model.over.items():
        cp.add_exactly_one(over, *(model.clicked[t, b] for b in model.blocks))
        cp.add_exactly_one(over, *(model.way[t, direction] for direction in STEP))
        if t:
            cp.add_implication(model.over[t - 1], over)
        for b, goal in enumerate(model.level.goals):
            if goal is not None:
                for axis in AXES:
                    cp.add_bool_or(~over, *at(model.place[b, t, axis], goal[axis]))


def the_clicked_block_moves_the_way_it_looks(model: Model) -> None:
    for (b, t, direction), goes in model.goes.items():
        model.cp.add_bool_or(~model.clicked[t, b], ~model.looks[b, t][direction], goes)
        model.cp.add_implication(goes, model.way[t, direction])


def blocks_move_one_cell(model: Model) -> None:
    """A block that goes this way is one further on this axis, and one that does not is where it was."""
    for b, t, axis in product(model.blocks, model.clicks, AXES):
        there = model.place[b, t + 1, axis]
        along = [(model.goes[b, t, d], step[axis]) for d, step in STEP.items() if step[axis]]
        for v, here in model.place[b, t, axis].items():
            for goes, step in along:
                model.cp.add_bool_or(~here, ~goes, *at(there, v + step))
            model.cp.add_bool_or(~here, *(goes for goes, _ in along), *at(there, v))


def blocks_look_ahead_or_along_arrows(model: Model) -> None:
    """On an arrow a block looks the arrow's way; elsewhere it looks as it did before."""
    cp = model.cp
    for b, t in product(model.blocks, model.clicks):
        turned: list[tuple[Direction, Boolean]] = []
        xs, ys = model.place[b, t + 1, X], model.place[b, t + 1, Y]
        for (x, y), direction in model.level.arrows.items():
            if x in xs and y in ys:
                on = cp.new_bool_var(f"block {b} time {t + 1} on arrow {x} {y}")
                is_all(cp, on, [xs[x], ys[y]])
                cp.add_implication(on, model.looks[b, t + 1][direction])
                turned.append((direction, on))
        for direction in STEP:
            others = [on for other, on in turned if other != direction]
            cp.add_bool_or(~model.looks[b, t][direction], model.looks[b, t + 1][direction], *others)


def neighbours_are_one_cell_apart(model: Model) -> None:
    """Blocks next to each other share one coordinate and differ by 1 in the other; no two blocks share both."""
    cp = model.cp
    for t, (b, c) in product(model.clicks, combinations(model.blocks, 2)):
        x, y = (
            difference(cp, model.place[b, t, axis], model.place[c, t, axis], f"time {t} axis {axis} from {b} to {c}")
            for axis in AXES
        )
        cp.add_bool_or(~x[0], ~y[0])
        for direction, (dx, dy) in STEP.items():
            is_all(cp, model.next_to[t, b, c, direction], [x[dx], y[dy]])


def difference(cp: cp_model.CpModel, first: Coordinate, second: Coordinate, name: str) -> Coordinate:
    """Literals d for: the second coordinate is the first one plus d, for d = -1, 0, 1."""
    literals = booleans(cp, name, (-1, 0, 1))
    for d, literal in literals.items():
        for v, here in first.items():
            cp.add_bool_or(~literal, ~here, *at(second, v + d))
            if v + d in second:
                cp.add_bool_or(~here, ~second[v + d], literal)
    return literals


def blocks_push_the_next_one(model: Model) -> None:
    for (t, b, c, direction), next_to in model.next_to.items():
        model.cp.add_bool_or(~next_to, ~model.goes[b, t, direction], model.goes[c, t, direction])


def what_moves_is_clicked_or_pushed(model: Model) -> None:
    """A block that goes somewhere is clicked, or the block behind it goes the same way."""
    cp = model.cp
    for (c, t, direction), goes in model.goes.items():
        causes = [model.clicked[t, c]]
        for b in model.blocks:
            if b != c:
                causes.append(pushes := cp.new_bool_var(f"click {t} {b} pushes {c} {direction}"))
                cp.add_implication(pushes, model.goes[b, t, direction])
                cp.add_implication(pushes, model.next_to[t, b, c, direction])
        cp.add_bool_or(~goes, *causes)
