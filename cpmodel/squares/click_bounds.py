"""Constraints on shortest plans of Game About Squares beyond the rules: bounds, and one of several equivalent plans."""

from itertools import combinations

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans
from cpmodel.squares.click_variables import AXES, Model, at, blocks
from instances.squares.rules import STEP, Level


def least_clicks(level: Level) -> int:
    """The largest displacement that any block needs in each direction, summed: a click goes one way only."""
    pairs = [(block.position, goal) for block, goal in zip(level.blocks, level.goals, strict=True) if goal is not None]
    return sum(max([0, *((g[0] - p[0]) * dx + (g[1] - p[1]) * dy for p, g in pairs)]) for dx, dy in STEP.values())


def enough_clicks_each_way(model: Model) -> None:
    """At least as many clicks in a direction are left as any block is cells away from its circle in that direction.

    A click goes one way only, so at each time these numbers add up to no more than the clicks that are left. As one sum
    this saves up to nine tenths of the conflicts, as clauses alone find it out later.
    """
    cp, horizon = model.cp, model.horizon
    needed: list[list[Boolean]] = [[] for _ in range(horizon)]
    for direction, delta in STEP.items():
        later: dict[int, Boolean] = {}
        for t in reversed(range(horizon)):
            left = booleans(cp, f"clicks {direction} from {t} on, at least", range(1, horizon - t + 1))
            for number, literal in left.items():
                if number > 1:
                    cp.add_implication(literal, left[number - 1])
                    cp.add_implication(literal, later[number - 1])
                cp.add_bool_or([~literal, model.way[t][direction], *at(later, number)])
            for b, goal in enumerate(model.level.goals):
                if goal is None:
                    continue
                for axis in AXES:
                    for v, literal in model.place[b][t][axis].items():
                        if (distance := (goal[axis] - v) * delta[axis]) > 0:
                            cp.add_implication(literal, left[distance])
            needed[t] += left.values()
            later = left
    for t, literals in enumerate(needed):
        cp.add(cp_model.LinearExpr.sum(literals) <= horizon - t)


def clicks_in_order(model: Model) -> None:
    """Two consecutive clicks that move only the clicked blocks, which are not neighbours, follow the file's order.

    Such clicks commute: neither block is in the way of the other before, between or after them, and no third block is
    in the way of either. Among the shortest plans, the first in the order of the blocks keeps this order.
    """
    cp = model.cp
    alone = [cp.new_bool_var(f"click {t} moves one block") for t in range(model.horizon)]
    for t, literal in enumerate(alone):
        cp.add_bool_or([literal, model.over[t], *model.pushed[t]])
    for t in range(model.horizon - 1):
        for b, c in combinations(blocks(model.level), 2):
            near = model.next_to[t][b, c].values()
            cp.add_bool_or([~model.clicked[t][c], ~model.clicked[t + 1][b], ~alone[t], ~alone[t + 1], *near])
