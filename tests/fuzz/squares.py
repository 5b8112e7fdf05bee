"""Forged certificates of Game About Squares, of random levels with a plan.

The fewest clicks and the states are by the rules that the solvers have, not by those that the checker restates.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from fuzz.forgeries import Game, Step, certificate, no_shorter, spoilt
from fuzz.runner import Trial
from helpers.squares import number_of_clicks
from instances.puzzles.loading import PUZZLES
from instances.puzzles.squares.files import generate
from instances.puzzles.squares.rules import Blocks, Level, after, run, solved
from instances.solving.certificates import seen


def forged_states(rng: Random) -> Trial:
    """Unsolvable, or too high a bound, by the states within the fewest clicks; a plan that is too short."""
    level, fewest = solvable(rng)
    game = Game(level.blocks, lambda state: clicks(level, state), lambda state: solved(level, state), line)
    claim: dict[str, Any] = rng.choice([{}, no_shorter(fewest + rng.choice([1, 1, 2, 10**6]), rng)])
    answers: list[str] = []
    farthest = rng.randint(0, fewest)
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
    return certificate(
        "squares", seen(PUZZLES["squares"], level), claim, answers, lines, f"which {fewest} clicks solve"
    )


def line(state: Blocks, so_far: int) -> dict[str, Any]:
    return {"state": [(*block.position, block.direction) for block in state], "after": so_far}


def clicks(level: Level, state: Blocks) -> Iterator[Step]:
    for i, color in enumerate(level.colors):
        moved, further = run(state, i), after(level, state, i)
        turned = {j for j in moved if further[j].direction != state[j].direction}
        kinds = set(enumerate((color, state[i].direction, len(moved), i in turned, len(turned))))
        yield kinds, further


def solvable(rng: Random) -> tuple[Level, int]:
    """A level of up to four blocks that is not solved, some of them without a circle, and its fewest clicks."""
    while True:
        dealt = generate(*(rng.randint(*each) for each in ((1, 4), (2, 4), (0, 4), (1, 6))), rng.randrange(10**6))
        level = replace(dealt, goals=tuple(goal if rng.random() < 0.7 else None for goal in dealt.goals))
        if fewest := number_of_clicks(level, 6):
            return level, fewest
