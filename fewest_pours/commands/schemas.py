"""JSON Schemas: of puzzle files, for editors, and of what the solvers print with --json.

They are generated from what is declared elsewhere, the puzzles' documents and the fields of an Answer, and from the
files beside this one.
"""

import json
from pathlib import Path

from msgspec.json import schema_components

from fewest_pours.files.validation import schema_of
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.solving.answer import Answer


def begun(name: str) -> Data:
    """The part of a schema that is written by hand."""
    schema: Data = json.loads(Path(__file__).with_name(f"{name}_schema.json").read_bytes())
    return schema


def instance_schema() -> Data:
    """The schema of all puzzle files. `puzzle` selects the rules, so that a message is about the right puzzle."""
    documents = {name: puzzle.Document for name, puzzle in PUZZLES.items()}
    references, definitions = schema_components(documents.values(), schema_hook=schema_of)
    choices = [
        {"if": {"properties": {"puzzle": {"const": name}}, "required": ["puzzle"]}, "then": reference}
        for name, reference in zip(documents, references, strict=True)
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["puzzle"],
        "properties": {"puzzle": {"enum": list(documents)}},
        "allOf": choices,
        "$defs": definitions,
    }


def pack_schema() -> Data:
    """The schema of packs, as `design --json` writes them: levels with their answers."""
    level = instance_schema()
    return begun("pack") | {"$defs": level.pop("$defs") | {"Level": level}}


def result_schema() -> Data:
    """The schema of a line: an answer, as --json and a program of --command print it; or one of --stream before it."""
    steps = [puzzle.Step for puzzle in PUZZLES.values() if puzzle.Step is not None]
    _, definitions = schema_components([Answer, *steps])
    schema = begun("result")
    answer = definitions.pop("Answer")["properties"]
    properties = answer | {"puzzle": {"enum": list(PUZZLES)}} | schema["properties"]
    return schema | {"properties": properties, "$defs": definitions}
