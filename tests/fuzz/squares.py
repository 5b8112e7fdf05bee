"""Forged certificates of Game About Squares, of random levels with a plan.

The fewest clicks and the states are by the rules that the solvers have, not by those that the checker restates.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from fewest_pours.puzzles.squares.generator import generate
from fewest_pours.puzzles.squares.rules import Blocks, Level, after, moved_by, solved
from fewest_pours.running.solver_contract import Watch
from fewest_pours.solving.certificates import states
from fuzz.forgeries import Case, Game, Step, forged_states
from fuzz.runner import Trial
from helpers.certificates import as_checked
from helpers.squares import number_of_clicks


def forged(rng: Random) -> Trial:
    """Unsolvable, or too high a bound, by states; or a plan that is too short."""
    case = solvable(rng)
    if rng.random() < 1 / 6:
        answers = [rng.choice(case.instance.colors) for _ in range(rng.randint(0, case.fewest - 1))]
        return case.certificate({"outcome": "optimal", "answers": len(answers), "bound": len(answers)}, answers, [])
    return forged_states(case, solvable(rng), rng)


def line(state: Blocks, so_far: int) -> dict[str, Any]:
    return {"state": [(*block.position, block.direction) for block in state], "after": so_far}


def clicks(level: Level, state: Blocks) -> Iterator[Step]:
    for i, color in enumerate(level.colors):
        moved, further = moved_by(state, i), after(level, state, i)
        turned = {j for j in moved if further[j].direction != state[j].direction}
        kinds = set(enumerate((color, state[i].direction, len(moved), i in turned, len(turned))))
        yield kinds, further


def solvable(rng: Random) -> Case:
    """A level of up to four blocks that is not solved, some of them without a circle."""
    while True:
        dealt = generate(*(rng.randint(*each) for each in ((1, 4), (2, 4), (0, 4), (1, 6))), rng.randrange(10**6))
        level = replace(dealt, goals=tuple(goal if rng.random() < 0.7 else None for goal in dealt.goals))
        if fewest := number_of_clicks(level, 6):
            instance = as_checked(level)
            game = Game(level.blocks, partial(clicks, level), partial(solved, level), line)
            return Case("squares", instance, fewest, list(states(instance, fewest, Watch())), game)
