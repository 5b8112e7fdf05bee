"""Forged certificates of Game About Squares, of random levels with a plan: the clicks that put the circles there.

Plans and states are by the rules that the solvers have, not by those that the checker restates.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from fuzz.forgeries import Game, Step, certificate, no_shorter, spoilt
from fuzz.runner import Trial
from instances.certificates.certificate_files import seen
from instances.puzzles import PUZZLES
from instances.squares.rules import STEP, Block, Level, State, after, run, solved

SIZES = [(2, 2), (3, 3), (3, 3), (4, 4), (4, 1), (6, 1), (1, 5), (5, 2)]  # columns and rows that blocks start in


def forged_states(rng: Random) -> Trial:
    """Unsolvable, or too high a bound, by the states within the plan's length; a plan that is too short."""
    level, plan = solvable(rng)
    game = Game(level.blocks, lambda state: clicks(level, state), lambda state: solved(level, state), line)
    fewest = min([len(plan), *(so_far for state, so_far in game.nearest() if solved(level, state))])
    claim: dict[str, Any] = rng.choice([{}, no_shorter(fewest + rng.choice([1, 1, 2, 10**6]), rng)])
    answers: list[str] = []
    farthest = rng.randint(0, len(plan))
    lines = [each for each in game.listed() if each["after"] <= farthest]
    match rng.randrange(6):
        case 0:
            answers = [rng.choice(level.colors) for _ in range(rng.randint(0, fewest - 1))]
            claim = {"outcome": "optimal", "answers": len(answers), "bound": len(answers)}
        case 1 | 2:  # what would prove that so many clicks are too few, if some were overlooked
            claim, lines = no_shorter(fewest + 1, rng), game.blind(rng)[1]
        case 3:
            lines = [each | {"after": 0} for each in lines]
    lines = spoilt(lines, [line(level.blocks, 0), line(solvable(rng)[0].blocks, 1)], rng)
    return certificate("squares", seen(PUZZLES["squares"], level), claim, answers, lines, f"which {plan} solves")


def line(state: State, so_far: int) -> dict[str, Any]:
    return {"state": [(*block.position, block.direction) for block in state], "after": so_far}


def clicks(level: Level, state: State) -> Iterator[Step[State]]:
    for i, color in enumerate(level.colors):
        moved, further = run(state, i), after(level, state, i)
        turned = {j for j in moved if further[j].direction != state[j].direction}
        kinds = set(enumerate((color, state[i].direction, len(moved), i in turned, len(turned))))
        yield color, kinds, further


def solvable(rng: Random) -> tuple[Level, list[str]]:
    """A level of up to four blocks that is not solved, some of them without a circle, and a plan for it."""
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
