"""Forged certificates of Game About Squares, of random levels with a plan: the clicks that put the circles there.

Plans and states are by the rules that the solvers have, not by those that the checker restates.
"""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from fuzz.forgeries import Forgery, certificate, no_shorter, spoilt
from fuzz.small_deals import LARGEST, Lines, Step, paths
from instances.certificates.certificate_files import seen
from instances.puzzles import PUZZLES
from instances.squares.rules import STEP, Block, Direction, Level, Position, State, after, run, solved

SIZES = [(2, 2), (3, 3), (3, 3), (4, 4), (4, 1), (6, 1), (1, 5), (5, 2)]  # columns and rows that blocks start in


def forged_states(rng: random.Random) -> Forgery:
    """Unsolvable, or too high a bound, by the states within the plan's length, or without a witness at all."""
    level, plan = fetched(rng) if rng.random() < 0.15 else solvable(rng)
    found = within(level)
    fewest = min([len(plan), *(so_far for state, so_far in found.items() if solved(level, state))])
    claim: dict[str, Any] = rng.choice([{}, no_shorter(fewest + rng.choice([1, 1, 2, 10**6]), rng)])
    answers: list[str] = []
    lines: Lines = []
    match rng.randrange(8):
        case 0:  # shorter than the shortest
            answers = [rng.choice(level.colors) for _ in range(rng.randint(0, fewest - 1))]
            claim = {"outcome": "optimal", "answers": len(answers), "bound": len(answers)}
        case 1 | 2:
            pass
        case 3 | 4:  # what would prove that so many clicks are too few, if some were overlooked
            kinds = set().union(*(kinds for _, kinds, _ in clicks(level, level.blocks)))
            near = nearest(within(level, rng.choice(sorted(kinds))), fewest)
            claim = no_shorter(fewest + 1, rng)
            lines = [] if any(solved(level, state) for state in near) else listed(near)
        case _:
            near = nearest(found, rng.randint(0, len(plan)))
            unsolved = {state: so_far for state, so_far in near.items() if not solved(level, state)}
            others = listed({level.blocks: 0, solvable(rng)[0].blocks: 1})
            lines = spoilt(listed(rng.choice([near, unsolved, unsolved, dict.fromkeys(near, 0)])), others, rng)
    return certificate("squares", seen(PUZZLES["squares"], level), claim, answers, lines, f"which {plan} solves")


def within(level: Level, overlooked: str = "") -> dict[State, int]:
    """The nearest states and the fewest clicks to them, without clicks of an overlooked kind."""
    reached = paths(level.blocks, lambda state: clicks(level, state), overlooked)
    return {state: len(path) for state, path in islice(reached, LARGEST)}


def nearest(found: dict[State, int], most: int) -> dict[State, int]:
    return {state: so_far for state, so_far in found.items() if so_far <= most}


def listed(states: dict[State, int]) -> Lines:
    return [
        {"state": [(*block.position, block.direction) for block in state], "after": so_far}
        for state, so_far in states.items()
    ]


def clicks(level: Level, state: State) -> Iterator[Step[State]]:
    for i, color in enumerate(level.colors):
        moved, further = run(state, i), after(level, state, i)
        turned = {j for j in moved if further[j].direction != state[j].direction}
        kinds = {
            color,
            state[i].direction,
            f"moves {len(moved)}",
            f"turns itself: {i in turned}",
            f"turns {len(turned)}",
        }
        yield color, kinds, further


def solvable(rng: random.Random) -> tuple[Level, list[str]]:
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


def fetched(rng: random.Random) -> tuple[Level, list[str]]:
    """A block that has run too far: another one is pushed beyond it, comes into its row and pushes it back.

    The pusher looks ahead, or is turned so by an arrow; and the whole is seen from any side.
    """
    far, back, row, start = rng.randint(2, 4), rng.randint(1, 3), rng.choice([1, 1, 2]), rng.choice([0, -1])
    first, plan, arrows = Block((start, row), "right"), ["p"] * (far - start), dict[Position, Direction]()
    if rng.random() < 0.4:
        first, plan, arrows = Block((start, row - 1), "up"), ["p", *plan], {(start, row): "right"}
    plan += ["d"] * row + ["q"] * back
    astray, down = Block((far, 0), rng.choice(list(STEP))), Block((far + 1, row + 1), "down")
    turn = 1j ** rng.randrange(4)

    def cell(position: Position) -> Position:
        place = complex(*position) * turn
        return round(place.real), round(place.imag)

    ways = {way: next(other for other in STEP if STEP[other] == cell(step)) for way, step in STEP.items()}
    blocks = [first, Block((start + 1, row), "left"), astray, down]
    turned = tuple(Block(cell(block.position), ways[block.direction]) for block in blocks)
    goals = (None, None, cell((far - back, 0)), None)
    return Level("", ("p", "q", "a", "d"), turned, goals, {cell(at): ways[way] for at, way in arrows.items()}), plan
