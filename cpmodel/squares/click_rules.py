"""The rules of Game About Squares as constraints."""

from itertools import combinations

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, is_all
from cpmodel.squares.click_variables import AXES, Coordinate, Model, X, Y, at, blocks
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
    for t, over in enumerate(model.over):
        cp.add_exactly_one([over, *model.clicked[t]])
        cp.add_exactly_one([over, *model.way[t].values()])
        if t:
            cp.add_implication(model.over[t - 1], over)
        for b, goal in enumerate(model.level.goals):
            if goal is not None:
                for axis in AXES:
                    cp.add_bool_or([~over, *at(model.place[b][t][axis], goal[axis])])


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


def blocks_look_ahead_or_along_arrows(model: Model) -> None:
    """On an arrow a block looks the arrow's way; elsewhere it looks as it did before."""
    cp, arrows = model.cp, model.level.arrows
    for b in blocks(model.level):
        for t in range(1, model.horizon + 1):
            turned: dict[Direction, list[Boolean]] = {direction: [] for direction in STEP}
            xs, ys = model.place[b][t]
            for (x, y), direction in arrows.items():
                if x in xs and y in ys:
                    on = cp.new_bool_var(f"block {b} time {t} on arrow {x} {y}")
                    is_all(cp, on, [xs[x], ys[y]])
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
                is_all(cp, model.next_to[t][b, c][direction], [x[dx], y[dy]])


def difference(cp: cp_model.CpModel, first: Coordinate, second: Coordinate, name: str) -> Coordinate:
    """Literals d for: the second coordinate is the first one plus d, for d = -1, 0, 1."""
    literals = {d: cp.new_bool_var(f"{name} {d}") for d in (-1, 0, 1)}
    for d, literal in literals.items():
        for v, here in first.items():
            cp.add_bool_or([~literal, ~here, *at(second, v + d)])
            if v + d in second:
                cp.add_bool_or(~here, ~second[v + d], literal)
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
            cp.add_implication(model.pushed[t][c], ~model.clicked[t][c])
            cp.add_bool_or([~model.pushed[t][c], *model.goes[c][t].values()])
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
