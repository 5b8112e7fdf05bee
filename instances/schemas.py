"""JSON Schemas: of puzzle files, for editors, and of what the solvers print with --json."""

from typing import Any

from instances import PUZZLES
from instances.fields import schema_of
from instances.harness.outcome import Outcome

DRAFT = "https://json-schema.org/draft/2020-12/schema"
INSTANCE, RESULT = "urn:fewest-pours:instance", "urn:fewest-pours:result"


def instance_schema() -> dict[str, Any]:
    """Of all puzzle files. `puzzle` decides which rules hold, so that a message is about the right puzzle."""
    from msgspec.json import schema_components

    documents = {name: puzzle.Document for name, puzzle in PUZZLES.items()}
    references, definitions = schema_components(documents.values(), schema_hook=schema_of)
    choices = [
        {"if": {"properties": {"puzzle": {"const": name}}, "required": ["puzzle"]}, "then": reference}
        for name, reference in zip(documents, references, strict=True)
    ]
    return {
        "$schema": DRAFT,
        "$id": INSTANCE,
        "title": "a puzzle",
        "type": "object",
        "required": ["puzzle"],
        "properties": {"puzzle": {"enum": list(documents), "description": "which puzzle it is"}},
        "allOf": choices,
        "$defs": definitions,
    }


def result_schema() -> dict[str, Any]:
    """Of a line: an answer, as --json and a program of --command print it; or one of --stream before it."""
    count = {"type": ["integer", "null"], "minimum": 0}
    text = {"type": "string"}
    return {
        "$schema": DRAFT,
        "$id": RESULT,
        "title": "an answer, or a line of --stream before it",
        "type": "object",
        "if": {"required": ["what"]},
        "then": {"required": ["lower_bound", "upper_bound", "seconds"], "not": {"required": ["outcome"]}},
        "else": {"required": ["outcome"]},
        "properties": {
            "file": text,
            "puzzle": {"enum": list(PUZZLES)},
            "name": text,
            "solver": text,
            "outcome": {"enum": [outcome.value for outcome in Outcome]},
            "reason": {"type": "string", "description": "why it is unsolvable, or why the solver failed"},
            "length": count | {"description": "steps of the plan"},
            "lower_bound": count | {"description": "no plan is shorter"},
            "upper_bound": count | {"description": "some plan is that short"},
            "lower_bound_by": text,
            "upper_bound_by": text,
            "plan": {
                "type": ["array", "null"],
                "items": {"anyOf": [{"$ref": "#/$defs/pour"}, {"$ref": "#/$defs/click"}]},
            },
            "unique": {
                "type": ["boolean", "null"],
                "description": "whether there is no other solution; null: not known",
            },
            "solutions": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/grid"}},
            "what": {"type": "string", "description": "what runs; only of lines before the answer"},
            "seconds": {"type": "number", "minimum": 0},
            "statistics": {"type": "object"},
        },
        "$defs": {
            "pour": {
                "type": "object",
                "required": ["from", "to", "color", "units"],
                "properties": {
                    "from": {"type": "integer", "minimum": 1},
                    "to": {"type": "integer", "minimum": 1},
                    "color": {"type": "string", "pattern": r"^\S+$"},
                    "units": {"type": "integer", "minimum": 1},
                },
            },
            "click": {"type": "string", "description": "the colour of the block"},
            "grid": {"type": "array", "items": {"type": ["array", "string"]}},
        },
    }


def step(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}
