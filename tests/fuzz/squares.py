"""Forged certificates of Game About Squares, of random levels with a plan: the clicks that put the circles there."""

import random
from typing import Any

from fuzz.claims import Lines, certificate, no_shorter, spoilt
from fuzz.forgery import Forgery
from instances.checker.squares import WAYS, Level, State, clicked, solved


def forged_states(rng: random.Random) -> Forgery:
    """Unsolvable, or too high a bound, by the states within the plan's length, or without a witness at all."""
    level, plan = solvable(rng)
    claim: dict[str, Any] = rng.choice([{}, no_shorter(len(plan) + rng.choice([1, 1, 2, 10**6]), rng)])
    answers: list[str] = []
    if rng.random() < 0.2:  # shorter than the shortest
        answers = [rng.choice(level.colors) for _ in range(rng.randint(0, fewest(level, plan) - 1))]
        claim = {"outcome": "optimal", "answers": len(answers), "bound": len(answers)}
    lines = reached(level, rng.randint(0, len(plan)))
    unsolved = [line for line in lines if not solved(level, line["state"])]
    lines = rng.choice([[], lines, unsolved, unsolved, [line | {"after": 0} for line in lines]])
    others = reached(solvable(rng)[0], 1)
    return certificate("squares", level, claim, answers, spoilt(lines, others, rng), f"which {plan} solves")


def solvable(rng: random.Random) -> tuple[Level, list[str]]:
    """A level of up to three blocks that is not solved, some of them without a circle, and a plan for it."""
    while True:
        size, number = rng.randint(2, 4), rng.randint(1, 3)
        cells = [(x, y) for x in range(size) for y in range(size)]
        arrows = tuple(sorted((*cell, rng.choice(list(WAYS))) for cell in rng.sample(cells, rng.randint(0, 4))))
        turned = {(x, y): way for x, y, way in arrows}
        blocks = tuple((*cell, turned.get(cell, rng.choice(list(WAYS)))) for cell in rng.sample(cells, number))
        level = Level(tuple("abc"[:number]), blocks, (None,) * number, arrows)
        plan = [rng.choice(level.colors) for _ in range(rng.randint(1, 5))]
        state = blocks
        for color in plan:
            state = clicked(level, state, level.colors.index(color))
        level = level._replace(circles=tuple(block[:2] if rng.random() < 0.7 else None for block in state))
        if not solved(level, blocks):
            return level, plan


def fewest(level: Level, plan: list[str]) -> int:
    """The fewest clicks that solve the level."""
    layer: set[State] = {level.blocks}
    for clicks in range(len(plan)):
        if any(solved(level, state) for state in layer):
            return clicks
        layer = {clicked(level, state, i) for state in layer for i in range(len(state))}
    return len(plan)


def reached(level: Level, clicks: int) -> Lines:
    """The states within so many clicks, the solved ones last."""
    after, layer = {level.blocks: 0}, [level.blocks]
    for so_far in range(1, clicks + 1):
        further = dict.fromkeys(clicked(level, state, i) for state in layer for i in range(len(state)))
        layer = [state for state in further if state not in after]
        after |= dict.fromkeys(layer, so_far)
    ordered = sorted(after, key=lambda state: solved(level, state))
    return [{"state": state, "after": after[state]} for state in ordered]
