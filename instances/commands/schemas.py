"""JSON Schemas: of puzzle files, for editors, and of what the solvers print with --json.

Both are generated from what is declared elsewhere: the puzzles' documents, and the fields of an Answer.
"""

import json
from pathlib import Path

from msgspec.json import schema_components

from instances.puzzles.loading import PUZZLES
from instances.puzzles.watersort.files import PourAnswer
from instances.reading.validation import schema_of
from instances.reading.yaml_files import Data
from instances.running.contract import Outcome
from instances.solving.answer import Answer

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def instance_schema() -> Data:
    """The schema of all puzzle files. `puzzle` selects the rules, so that a message is about the right puzzle."""
    documents = {name: puzzle.Document for name, puzzle in PUZZLES.items()}
    references, definitions = schema_components(documents.values(), schema_hook=schema_of)
    choices = [
        {"if": {"properties": {"puzzle": {"const": name}}, "required": ["puzzle"]}, "then": reference}
        for name, reference in zip(documents, references, strict=True)
    ]
    return {
        "$schema": DRAFT,
        "type": "object",
        "required": ["puzzle"],
        "properties": {"puzzle": {"enum": list(documents)}},
        "allOf": choices,
        "$defs": definitions,
    }


def pack_schema() -> Data:
    """The schema of packs, as `design --json` writes them: levels with their answers."""
    pack: Data = json.loads(Path(__file__).with_name("pack_schema.json").read_bytes())
    level = instance_schema()
    return pack | {"$defs": level.pop("$defs") | {"Level": level}}


def result_schema() -> Data:
    """The schema of a line: an answer, as --json and a program of --command print it; or one of --stream before it."""
    (_, pour), definitions = schema_components([Answer, PourAnswer])
    properties = definitions.pop("Answer")["properties"] | {
        "puzzle": {"enum": list(PUZZLES)},
        "outcome": {"enum": [outcome.value for outcome in Outcome]},
        "plan": {"type": ["array", "null"], "items": {"anyOf": [pour, {"type": "string"}]}},
        "what": {"type": "string", "description": "what runs; only of lines before the answer"},
    }
    return {
        "$schema": DRAFT,
        "type": "object",
        "if": {"required": ["what"]},
        "then": {"required": ["lower_bound", "upper_bound", "seconds"], "not": {"required": ["outcome"]}},
        "else": {"required": ["outcome"]},
        "properties": properties,
        "$defs": definitions,
    }
