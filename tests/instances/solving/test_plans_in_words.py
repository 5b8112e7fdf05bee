"""Answers in sentences, and plans line by line."""

import pytest

from helpers.paths import INSTANCES
from instances.puzzles import load
from instances.solving.command_line.output import plan_text, sentence
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from search_baseline.solvers import SIDE


def test_every_outcome_has_words_of_its_own() -> None:
    puzzle, _ = load(INSTANCES / "watersort" / "level-133.yaml")
    plan = {"plan": (), "lower_bound": 0, "upper_bound": 0}
    answered = {Outcome.OPTIMAL: plan, Outcome.SOLVED: plan | {"lower_bound": None}}
    words = [sentence(puzzle, Result(outcome, seconds=1.0, **answered.get(outcome, {}))) for outcome in Outcome]
    assert len(set(words)) == len(Outcome)
    assert min(len(text) for text in words) > len("   (1.00 s)")


@pytest.mark.parametrize("name", ["watersort/level-133", "squares/level-12"])
def test_a_plan_is_aligned_and_the_colour_of_each_step_is_painted(name: str) -> None:
    puzzle, instance = load(INSTANCES / f"{name}.yaml")
    plan = SIDE.solver(puzzle.name).load()(instance, Settings(), Watch(60)).plan
    assert plan is not None
    text = plan_text(puzzle, instance, plan)
    assert len({line.find("->") for line in str(text).splitlines()}) == 1
    colors = [getattr(step, "color", step) for step in plan]  # a click is the colour of its block
    assert [str(text)[start:end] for start, end, _ in text.spans] == colors
