"""--stream: bounds and plans that only get better, and the answer at the end."""

import json
from typing import Any

import pytest

from cpmodel.watersort.timeline.timeline_model import solve as solve_timeline
from helpers.commands import command
from helpers.paths import INSTANCES
from instances.puzzle import RuleBroken
from instances.puzzles import load
from instances.schemas import result_schema
from instances.solving.command_line import json_lines as streaming
from instances.solving.command_line.json_lines import Stream
from instances.solving.limits import Settings, Watch
from instances.solving.running import run
from instances.watersort.rules import Pour
from search_baseline.watersort.default_solver import solve_fast

PUZZLE, LEVEL = load(INSTANCES / "watersort" / "level-133.yaml")
SAMPLE = load(INSTANCES / "watersort" / "sample-three-colours.yaml")[1]


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("module", ["cpmodel", "search_baseline", "compare solve"])
def test_the_answer_is_the_last_line(module: str) -> None:
    done = command(module, INSTANCES / "watersort" / "level-133.yaml", "--stream")
    *improved, answer = [json.loads(line) for line in done.stdout.splitlines()]
    assert answer["outcome"] == "optimal"
    lower = [line["lower_bound"] for line in improved if line["lower_bound"] is not None]
    assert lower == sorted(lower)
    assert lower[-1] <= answer["lower_bound"] == 39
    plans = [line for line in improved if "plan" in line]
    assert plans
    for line in plans:
        PUZZLE.verify(LEVEL, PUZZLE.read_answer(LEVEL, line["plan"]))
        assert line["upper_bound"] == len(line["plan"])
    lengths = [len(line["plan"]) for line in plans]
    assert lengths == sorted(set(lengths), reverse=True)
    jsonschema = pytest.importorskip("jsonschema")
    for line in [*improved, answer]:
        jsonschema.validate(line, result_schema())


def test_a_hint_tells_no_plan() -> None:
    done = command("search_baseline", INSTANCES / "watersort" / "level-133.yaml", "--stream", "--hint")
    assert done.returncode == 0
    assert '"upper_bound": 39' in done.stdout
    assert '"plan"' not in done.stdout


@pytest.mark.parametrize("solve", [solve_timeline, solve_fast])
def test_every_plan_on_the_way_is_one(solve: Any) -> None:
    plans: list[tuple[Pour, ...]] = []
    run(PUZZLE, SAMPLE, solve, Settings(), Watch(60, plans=plans.append))
    assert plans
    for plan in plans:
        PUZZLE.verify(SAMPLE, plan)


def test_only_what_got_better_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    heard = []
    stream = Stream("f", PUZZLE, LEVEL, lambda *said: heard.append(said))
    for lower, upper in [(None, None), (3, None), (3, None), (2, 9), (5, 9), (5, 12), (7, 7)]:
        stream.report(lower, upper, "x")
    assert [(line["lower_bound"], line["upper_bound"]) for line in lines(capsys)] == [(3, None), (3, 9), (5, 9), (7, 7)]
    assert len(heard) == 7


def test_plans_that_are_none_or_too_long_in_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = run(PUZZLE, SAMPLE, solve_fast, Settings(), Watch(60)).plan
    assert plan is not None
    stream = Stream("f", PUZZLE, SAMPLE, lambda *said: None)
    with pytest.raises(RuleBroken):
        stream.plan(plan[:-1])
    stream.plan(plan)
    stream.plan(plan)
    monkeypatch.setattr(streaming, "MOST", 10)
    stream.upper = None
    stream.plan(plan)
    first, second = lines(capsys)
    assert len(first["plan"]) == first["upper_bound"] == second["upper_bound"]
    assert "plan" not in second
