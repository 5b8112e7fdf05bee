"""The JSON Schemas: correct files and answers pass; and a wrong answer, shown up to its first fault."""

import json
import re

import jsonschema
import pytest
import yaml

from fewest_pours.commands import puzzle_commands
from fewest_pours.commands.schemas import instance_schema, result_schema
from fewest_pours.commands.solve_command import main
from helpers.paths import INSTANCES, text_of
from search_baseline.solvers import SIDE

PAGE = text_of("docs/format.md")


def complaints(schema, data):
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(data)]


def test_every_instance_file_fits():
    schema = instance_schema()
    assert json.loads((INSTANCES / "schema.json").read_text()) == schema
    for path in INSTANCES.glob("*/*.yaml"):
        assert complaints(schema, yaml.safe_load(path.read_text(encoding="utf-8"))) == [], path


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"puzzle": "watersort", "beakers": []}, "'capacity' is a required property"),
        ({"puzzle": "watersort", "capacity": 2, "beakers": [[" "]]}, "' ' does not match '\\\\S'"),
        ({"puzzle": "sudoku"}, "'sudoku' is not one of ['watersort', 'squares', 'futoshiki', 'pipes']"),
    ],
)
def test_schema_messages_are_about_the_right_puzzle(wrong, message):
    assert complaints(instance_schema(), wrong) == [message]


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("deal-6c1e4h-7005", {"plan", "lower_bound_by"}),
        ("level-01", {"plan"}),
        ("seed-4x4-easy", {"solutions", "unique"}),
        ("blog-5x5", {"solutions", "unique"}),
        ("sample-three-colours --hint --moves 3-4 --review", {"hint", "moves", "review"}),
        ("deal-9c1e4h-7015 --explain", {"explanation"}),
        ("deal-6c1e4h-7005 --moves 1-7,3-1", {"moves", "lost", "more_beakers"}),
    ],
)
def test_answers_fit_and_are_described(words, fields, capsys):
    main("search_baseline", "", (SIDE,), [*words.split(), "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert complaints(result_schema(), printed) == []
    assert fields <= printed.keys() <= result_schema()["properties"].keys()
    assert {field for field in printed if f"`{field}`" not in PAGE} == set()


def test_the_examples_of_the_page_fit():
    puzzle = PAGE.partition("```yaml\n")[2].partition("```")[0]
    assert complaints(instance_schema(), yaml.safe_load(puzzle)) == []
    for line in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        assert complaints(result_schema(), json.loads(line)) == []
    assert complaints(result_schema(), {}) == ["'outcome' is a required property"]


def test_a_wrong_plan_is_shown_up_to_the_step_that_breaks_a_rule(tmp_path, capsys):
    answer = tmp_path / "a"
    right = [{"from": 3, "to": 4, "color": "blue", "units": 2}, {"from": 2, "to": 4, "color": "blue", "units": 1}]
    wrong = {"from": 2, "to": 1, "color": "green", "units": 1}
    answer.write_text(json.dumps({"outcome": "optimal", "plan": [*right, wrong]}), encoding="utf-8")
    assert puzzle_commands.main(["show", "sample-three-colours", "--answer", str(answer)]) == 31
    out, err = capsys.readouterr()
    assert "step 2 of 3: 2 -> 4" in out
    assert "step 3" not in out
    assert err == f"{answer}:1:1: expected an answer to this puzzle: pour 3: beaker 1 is full\n"
