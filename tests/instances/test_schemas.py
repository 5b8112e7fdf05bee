"""The JSON Schemas: what is right passes, and a message is about the right puzzle."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from helpers.commands import command
from helpers.paths import INSTANCES, ROOT
from instances.schemas import instance_schema, result_schema
from instances.solving.command_line.solve_command import main
from search_baseline.solvers import SIDE

jsonschema = pytest.importorskip("jsonschema")


def complaints(schema: dict[str, Any], data: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(data)]


def test_every_instance_file_fits() -> None:
    schema = instance_schema()
    for path in sorted(INSTANCES.glob("*/*.yaml")):
        if not path.stem.startswith("malformed"):
            assert complaints(schema, yaml.safe_load(path.read_text(encoding="utf-8"))) == [], path


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"puzzle": "watersort", "beakers": []}, ["'capacity' is a required property"]),
        ({"puzzle": "watersort", "capacity": 2, "beakers": [[" "]]}, ["' ' does not match '\\\\S'"]),
        ({"puzzle": "watersort", "capacity": 0, "beakers": []}, ["0 is less than the minimum of 1"]),
        ({"puzzle": "sudoku"}, ["'sudoku' is not one of ['watersort', 'squares', 'futoshiki', 'pipes']"]),
        ({}, ["'puzzle' is a required property"]),
    ],
)
def test_a_message_is_about_the_right_puzzle(wrong: dict[str, Any], said: list[str]) -> None:
    assert complaints(instance_schema(), wrong) == said


PLAYED = ["watersort/one-pour", "watersort/deal-6c1e4h-7005", "squares/level-01"]


@pytest.mark.parametrize("file", [*PLAYED, "futoshiki/seed-4x4-easy", "pipes/blog-5x5"])
def test_answers_fit(file: str) -> None:
    done = command("search_baseline", INSTANCES / f"{file}.yaml", "--json")
    assert complaints(result_schema(), json.loads(done.stdout)) == []
    assert complaints(result_schema(), {"outcome": "maybe"})
    assert complaints(result_schema(), {}) == ["'outcome' is a required property"]


@pytest.mark.parametrize(
    ("file", "options", "fields"),
    [
        ("sample-three-colours", ["--hint", "--moves", "3-4", "--review"], {"hint", "moves", "review"}),
        ("solved-empty", ["--hint"], {"hint"}),
        ("deal-6c1e4h-7008", ["--explain"], {"explanation", "reason"}),
        ("deal-6c1e4h-7008", ["--moves", ""], {"moves", "more_beakers"}),
        ("deal-6c1e4h-7005", ["--moves", "1-7 3-1"], {"moves", "lost", "more_beakers"}),
    ],
)
def test_what_is_told_of_a_game_fits_and_is_described(
    file: str, options: list[str], fields: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main("search_baseline", "", (SIDE,), [str(INSTANCES / "watersort" / f"{file}.yaml"), "--json", *options])
    told = json.loads(capsys.readouterr().out)
    assert complaints(result_schema(), told) == []
    assert fields <= told.keys() <= result_schema()["properties"].keys()
    page = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    assert {field for field in told if f"`{field}`" not in page} == set()


def test_the_page_s_examples_are_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    puzzle = page.partition("```yaml\n")[2].partition("```")[0]
    answer, improved = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert complaints(instance_schema(), yaml.safe_load(puzzle)) == []
    assert complaints(result_schema(), json.loads(answer)) == []
    assert complaints(result_schema(), json.loads(improved)) == []
