"""JSON Schemas: of puzzle files, for editors, and of what the solvers print with --json."""

from typing import Any

from instances.puzzles import PUZZLES
from instances.reading.fields import schema_of
from instances.solving.outcome import Outcome

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


COUNT: dict[str, Any] = {"type": ["integer", "null"], "minimum": 0}
TEXT = {"type": "string"}
BEAKER = {"type": "integer", "minimum": 1}
GAME: dict[str, Any] = {  # what is told of a game under way
    "moves": {
        "type": "integer",
        "minimum": 0,
        "description": "how many --moves were played before this answer",
    },
    "hint": {
        "description": "the next pour of a plan, and how many are left after it",
        "oneOf": [
            {
                "allOf": [{"$ref": "#/$defs/pour"}],
                "required": ["left", "proven"],
                "properties": {"left": {"type": "integer", "minimum": 0}, "proven": {"type": "boolean"}},
            },
            {"const": {"left": 0, "proven": True}, "description": "it is solved"},
        ],
    },
    "review": {"type": "array", "items": {"$ref": "#/$defs/reviewed"}},
    "lost": {
        "type": "object",
        "description": "the move since which there is no plan; 0: from the start; two: one of those between",
        "required": ["move"],
        "properties": {
            "move": {"type": ["integer", "array"], "minimum": 0, "items": {"type": "integer", "minimum": 1}},
            "from": BEAKER,
            "to": BEAKER,
            "fewest_before": COUNT,
        },
    },
    "more_beakers": {
        "type": "object",
        "description": "how many more empty beakers make it solvable, and in how many pours then",
        "required": ["beakers", "pours", "proven"],
        "properties": {"beakers": BEAKER, "pours": {"type": "integer"}, "proven": {"type": "boolean"}},
    },
}


def result_schema() -> dict[str, Any]:
    """Of a line: an answer, as --json and a program of --command print it; or one of --stream before it."""
    return {
        "$schema": DRAFT,
        "$id": RESULT,
        "title": "an answer, or a line of --stream before it",
        "type": "object",
        "if": {"required": ["what"]},
        "then": {"required": ["lower_bound", "upper_bound", "seconds"], "not": {"required": ["outcome"]}},
        "else": {"required": ["outcome"]},
        "properties": {
            "file": TEXT,
            "puzzle": {"enum": list(PUZZLES)},
            "name": TEXT,
            "solver": TEXT,
            "outcome": {"enum": [outcome.value for outcome in Outcome]},
            "contradiction": {"type": "string", "description": "what is proven against the file's `known`"},
            "broken": {"const": True, "description": "the solver failed, as its plan breaks a rule"},
            "reason": {"type": "string", "description": "why it is unsolvable, or why the solver failed"},
            "length": COUNT | {"description": "steps of the plan"},
            "lower_bound": COUNT | {"description": "no plan is shorter"},
            "upper_bound": COUNT | {"description": "some plan is that short"},
            "lower_bound_by": TEXT,
            "upper_bound_by": TEXT,
            "plan": {
                "type": ["array", "null"],
                "items": {"anyOf": [{"$ref": "#/$defs/pour"}, {"$ref": "#/$defs/click"}]},
            },
            "unique": {
                "type": ["boolean", "null"],
                "description": "whether there is no other solution; null: not known",
            },
            "solutions": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/grid"}},
            **GAME,
            "explanation": {"type": "array", "items": TEXT, "description": "why there is no plan, as sentences"},
            "what": {"type": "string", "description": "what runs; only of lines before the answer"},
            "seconds": {"type": "number", "minimum": 0},
            "statistics": {"type": "object"},
        },
        "$defs": {
            "pour": {
                "type": "object",
                "required": ["from", "to", "color", "units"],
                "properties": {
                    "from": BEAKER,
                    "to": BEAKER,
                    "color": {"type": "string", "pattern": r"^\S+$"},
                    "units": {"type": "integer", "minimum": 1},
                },
            },
            "reviewed": {
                "type": "object",
                "description": "a move, the fewest pours before and after it (null: not proven), and what it cost",
                "required": ["from", "to", "before", "after", "cost", "lost"],
                "properties": {
                    "from": BEAKER,
                    "to": BEAKER,
                    "before": COUNT,
                    "after": COUNT,
                    "cost": COUNT,
                    "lost": {"type": "boolean", "description": "whether there is no plan since this move"},
                },
            },
            "click": {"type": "string", "description": "the colour of the block"},
            "grid": {"type": "array", "items": {"type": ["array", "string"]}},
        },
    }
