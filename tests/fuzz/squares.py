"""Forged certificates of Game About Squares, of random levels with a plan: the clicks that put the circles there.

Plans and states are by the rules that the solvers have, not by those that the checker restates.
"""

import random
from typing import Any

from fuzz.forgeries import Forgery, certificate, no_shorter, spoilt
from fuzz.small_deals import Lines
from instances.certificates.certificate_files import seen
from instances.checker import squares as checker
from instances.puzzles import PUZZLES
from instances.squares.rules import STEP, Block, Direction, Level, Position, State, after, run, solved

SIZES = [(2, 2), (3, 3), (3, 3), (4, 4), (4, 1), (6, 1), (1, 5), (5, 2)]  # columns and rows that blocks start in
LARGEST = 150  # states of a list


def forged_states(rng: random.Random) -> Forgery:
    """Unsolvable, or too high a bound, by the states within the plan's length, or without a witness at all."""
    level, plan = solvable(rng)
    instance = seen(PUZZLES["squares"], level)
    claim: dict[str, Any] = rng.choice([{}, no_shorter(len(plan) + rng.choice([1, 1, 2, 10**6]), rng)])
    answers: list[str] = []
    lines: Lines = []
    match rng.randrange(8):
        case 0:  # shorter than the shortest
            answers = [rng.choice(level.colors) for _ in range(rng.randint(0, fewest(level, plan) - 1))]
            claim = {"outcome": "optimal", "answers": len(answers), "bound": len(answers)}
        case 1 | 2:
            pass
        case 3 | 4:
            clicks = fewest(level, plan)
            claim, lines = no_shorter(clicks + 1, rng), blind(level, clicks, rng)
        case _:
            lines = reached(level, rng.randint(0, len(plan)))
            if rng.random() < 0.2:
                lines = by_the_checker(instance, len(plan))
            unsolved = [each for each in lines if not on_circles(level, each)]
            others = [line(level.blocks, 0), line(solvable(rng)[0].blocks, 1)]
            lines = rng.choice([lines, unsolved, unsolved, [each | {"after": 0} for each in lines]])
            lines = spoilt(lines, others, rng)
    return certificate("squares", instance, claim, answers, lines, f"which {plan} solves")


def solvable(rng: random.Random) -> tuple[Level, list[str]]:
    """A level of up to four blocks that is not solved, some of them without a circle, and a plan for it."""
    if rng.random() < 0.15:
        return fetched(rng)
    while True:
        columns, rows = rng.choice(SIZES)
        cells = [(x, y) for x in range(columns) for y in range(rows)]
        ways = [*STEP, *["left", "right"] * (6 if rows == 1 else 0), *["up", "down"] * (6 if columns == 1 else 0)]
        number = rng.randint(1, min(4, len(cells)))
        arrows = {cell: rng.choice(ways) for cell in rng.sample(cells, rng.randint(0, min(4, len(cells))))}
        blocks = tuple(Block(cell, arrows.get(cell, rng.choice(ways))) for cell in rng.sample(cells, number))
        level = Level("", tuple("abcd"[:number]), blocks, (None,) * number, arrows)
        plan, state = [], blocks
        for _ in range(rng.choice([1, 2, 3, 4, 5, 6, 8])):
            plan.append(rng.choice(level.colors))
            state = after(level, state, level.colors.index(plan[-1]))
        goals = tuple(block.position if rng.random() < 0.7 else None for block in state)
        level = Level("", level.colors, blocks, goals, arrows)
        if not solved(level, blocks):
            return level, plan


def fetched(rng: random.Random) -> tuple[Level, list[str]]:
    """A block that has run too far: another one is pushed beyond it, comes into its row and pushes it back.

    The pusher looks ahead, or is turned so by an arrow.
    """
    far, back, row, start = rng.randint(2, 4), rng.randint(1, 3), rng.choice([1, 1, 2]), rng.choice([0, -1])
    first, plan, arrows = Block((start, row), "right"), ["p"] * (far - start), dict[Position, Direction]()
    if rng.random() < 0.4:
        first, plan, arrows = Block((start, row - 1), "up"), ["p", *plan], {(start, row): "right"}
    plan += ["d"] * row + ["q"] * back
    astray, down = Block((far, 0), rng.choice(list(STEP))), Block((far + 1, row + 1), "down")
    blocks, goals = (first, Block((start + 1, row), "left"), astray, down), (None, None, (far - back, 0), None)
    return turned_about(Level("", ("p", "q", "a", "d"), blocks, goals, arrows), plan, rng)


def turned_about(level: Level, plan: list[str], rng: random.Random) -> tuple[Level, list[str]]:
    """The same seen from another side."""
    (xx, xy), (yx, yy) = rng.choice([((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))])

    def cell(position: Position) -> Position:
        x, y = position
        return x * xx + y * yx, x * xy + y * yy

    ways = {step: way for way, step in STEP.items()}
    turn = {way: ways[cell(step)] for way, step in STEP.items()}
    blocks = tuple(Block(cell(block.position), turn[block.direction]) for block in level.blocks)
    goals = tuple(None if goal is None else cell(goal) for goal in level.goals)
    arrows = {cell(position): turn[way] for position, way in level.arrows.items()}
    return Level("", level.colors, blocks, goals, arrows), plan


def fewest(level: Level, plan: list[str]) -> int:
    """The fewest clicks that solve the level."""
    layer = {level.blocks}
    for clicks in range(len(plan)):
        if any(solved(level, state) for state in layer):
            return clicks
        layer = {after(level, state, i) for state in layer for i in range(len(state))}
    return len(plan)


def reached(level: Level, clicks: int, overlooked: str = "") -> Lines:
    """The states within so many clicks, solved ones last, at LARGEST; without the clicks of which this is said."""
    found, layer = {level.blocks: 0}, [level.blocks]
    for so_far in range(1, clicks + 1):
        steps = ((state, i) for state in layer for i in range(len(state)))
        further = [after(level, state, i) for state, i in steps if overlooked not in said(level, state, i)]
        layer = [state for state in dict.fromkeys(further) if state not in found]
        found |= dict.fromkeys(layer, so_far)
        if len(found) > LARGEST:
            break
    ordered = sorted(found, key=lambda state: solved(level, state))
    return [line(state, found[state]) for state in ordered]


def by_the_checker(instance: checker.Level, clicks: int) -> Lines:
    """The states within so many clicks as the checker itself sees them."""
    found, layer = {instance.blocks: 0}, [instance.blocks]
    for so_far in range(1, clicks + 1):
        further = {checker.clicked(instance, state, i): so_far for state in layer for i in range(len(state))}
        layer = [state for state in further if state not in found]
        found |= dict.fromkeys(layer, so_far)
        if len(found) > LARGEST:
            break
    return [{"state": state, "after": so_far} for state, so_far in found.items()]


def said(level: Level, state: State, i: int) -> set[str]:
    """Words on a click."""
    moved, further = run(state, i), after(level, state, i)
    turned = [j for j in moved if further[j].direction != state[j].direction]
    words = {
        f"block {i}": True,
        state[i].direction: True,
        "moves one": len(moved) == 1,
        "moves two": len(moved) == 2,
        "moves more": len(moved) > 2,
        "turns itself": i in turned,
        "turns another": bool(set(turned) - {i}),
        "turns nothing": not turned,
        "the last": i == len(state) - 1,
    }
    return {word for word, true in words.items() if true}


def blind(level: Level, clicks: int, rng: random.Random) -> Lines:
    """What would prove that so many clicks are too few, if some were overlooked; nothing if those do not matter."""
    words = set().union(*(said(level, level.blocks, i) for i in range(len(level.blocks))))
    lines = reached(level, clicks, rng.choice(sorted(words)))
    return [] if on_circles(level, lines[-1]) else lines


def line(state: State, clicks: int) -> dict[str, Any]:
    return {"state": [(*block.position, block.direction) for block in state], "after": clicks}


def on_circles(level: Level, listed: dict[str, Any]) -> bool:
    """Whether the state of a line is solved."""
    return all(goal in (None, (x, y)) for (x, y, _), goal in zip(listed["state"], level.goals, strict=True))
