"""The JSON Schemas: correct files and answers pass; and a wrong answer, shown up to its first fault."""

import json
import re

import jsonschema
import pytest
import yaml

from fewest_pours.commands.schemas import instance_schema, result_schema
from helpers.paths import INSTANCES, text_of

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


def test_the_examples_of_the_page_fit():
    puzzle = PAGE.partition("```yaml\n")[2].partition("```")[0]
    assert complaints(instance_schema(), yaml.safe_load(puzzle)) == []
    for line in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        assert complaints(result_schema(), json.loads(line)) == []
    assert complaints(result_schema(), {}) == ["'outcome' is a required property"]
