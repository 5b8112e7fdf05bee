"""The project from Python."""

from typing import Any

import pytest

import cpmodel
import search_baseline
from helpers.paths import INSTANCES
from instances.api import Outcome, RuleBroken, load, replay
from instances.watersort.files import generate

SIDES = pytest.mark.parametrize("solve", [cpmodel.solve, search_baseline.solve], ids=["cpmodel", "search_baseline"])


@SIDES
@pytest.mark.parametrize("file", ["watersort/sample-three-colours", "squares/level-01", "futoshiki/seed-4x4-easy"])
def test_loaded_solved_and_replayed(solve: Any, file: str) -> None:
    puzzle, instance = load(INSTANCES / f"{file}.yaml")
    result = solve(puzzle, instance, seconds=30)
    assert result.outcome is Outcome.OPTIMAL
    answer = result.plan if puzzle.steps else result.solutions
    assert len(replay(puzzle, instance, answer)) == len(answer)


@SIDES
def test_limits_and_settings(solve: Any) -> None:
    puzzle, _ = load(INSTANCES / "watersort" / "one-pour.yaml")
    assert solve(puzzle, generate(60, 4), seconds=0.3).outcome is Outcome.OUT_OF_TIME
    assert solve(puzzle, generate(5, 2), horizon=3).outcome is Outcome.NO_PLAN_WITHIN_HORIZON
    with pytest.raises(KeyError):
        solve(puzzle, generate(3, 1), "nobody")
    for workers in (0, 65):
        with pytest.raises(ValueError, match="workers, expected 1 to 64"):
            solve(puzzle, generate(3, 1), workers=workers)


def test_a_plan_that_solves_nothing_is_refused() -> None:
    puzzle, deal = load(INSTANCES / "watersort" / "one-pour.yaml")
    with pytest.raises(RuleBroken):
        replay(puzzle, deal, ())
