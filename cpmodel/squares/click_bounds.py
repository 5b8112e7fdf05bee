"""What shortest plans of Game About Squares obey beyond the rules: bounds, and plans that stand for others."""

from collections.abc import Iterator
from itertools import combinations, product

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans
from cpmodel.squares.click_variables import AXES, Model, at, blocks
from instances.squares.rules import STEP, Direction, Level, Position

Turn = tuple[Position, Position]  # the rows of a matrix: ((0, -1), (1, 0)) is a quarter turn


def least_clicks(level: Level) -> int:
    """For each direction the largest displacement that a block needs that way, summed: a click goes one way only."""
    pairs = [(block.position, goal) for block, goal in zip(level.blocks, level.goals, strict=True) if goal is not None]
    return sum(max([0, *((g[0] - p[0]) * dx + (g[1] - p[1]) * dy for p, g in pairs)]) for dx, dy in STEP.values())


def enough_clicks_each_way(model: Model) -> None:
    """As many clicks that go a way are left as a block is cells away from its circle, that way.

    A click goes one way only, so at each time these numbers add up to no more than the clicks that are left. Clauses
    alone would find this out only later; said in one sum, it spares up to nine tenths of the conflicts.
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
    """Of two clicks in a row that move nothing but the clicked blocks, which are not next to each other, the block
    that comes first in the file is clicked first.

    Such clicks can change places: neither block is in the way of the other before, between or after them, and no third
    one is in the way of either. Among the shortest plans, the first in the order of the blocks keeps this order.
    """
    cp = model.cp
    alone = [cp.new_bool_var(f"click {t} moves one block") for t in range(model.horizon)]
    for t, literal in enumerate(alone):
        cp.add_bool_or([literal, model.over[t], *model.pushed[t]])
    for t in range(model.horizon - 1):
        for b, c in combinations(blocks(model.level), 2):
            near = model.next_to[t][b, c].values()
            cp.add_bool_or([~model.clicked[t][c], ~model.clicked[t + 1][b], ~alone[t], ~alone[t + 1], *near])


def first_of_its_kind(model: Model) -> None:
    """Where the level can be turned or reflected into itself, the first click is on the first of the blocks that take
    each other's place.

    So does the image of any plan, and among the shortest plans, the first in the order of the blocks.
    """
    if model.horizon:
        for image in symmetries(model.level):
            for b, c in enumerate(image):
                if c < b:
                    model.cp.add_bool_or(~model.clicked[0][b])


def symmetries(level: Level) -> Iterator[tuple[int, ...]]:
    """The turns and reflections of the board that leave the level as it is, each as the blocks that take the places.

    (1, 0) is among those of a level whose two blocks a half turn exchanges, and (0, 1) among those of any such level.
    """
    numbers = {block.position: b for b, block in enumerate(level.blocks)}
    for turn, onto in product(TURNS, level.blocks):
        first_x, first_y = turned(level.blocks[0].position, turn)
        shift = onto.position[0] - first_x, onto.position[1] - first_y
        image = tuple(numbers.get(turned(block.position, turn, shift), -1) for block in level.blocks)
        arrows = {turned(cell, turn, shift): TURNS[turn][way] for cell, way in level.arrows.items()}
        if (
            -1 not in image
            and arrows == level.arrows
            and all(
                level.blocks[c].direction == TURNS[turn][level.blocks[b].direction]
                and level.goals[c] == (None if (goal := level.goals[b]) is None else turned(goal, turn, shift))
                for b, c in enumerate(image)
            )
        ):
            yield image


def turned(cell: Position, turn: Turn, shift: Position = (0, 0)) -> Position:
    (a, b), (c, d) = turn
    return a * cell[0] + b * cell[1] + shift[0], c * cell[0] + d * cell[1] + shift[1]


WAYS = {step: way for way, step in STEP.items()}
TURNS: dict[Turn, dict[Direction, Direction]] = {  # each with what becomes of the ways
    turn: {way: WAYS[turned(step, turn)] for way, step in STEP.items()}
    for i, j in product((1, -1), repeat=2)
    for turn in (((i, 0), (0, j)), ((0, i), (j, 0)))
}
