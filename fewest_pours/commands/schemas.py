"""JSON Schemas: of puzzle files, for editors, and of what the solvers print with --json.

They are generated from what is declared elsewhere, the puzzles' documents and the fields of an Answer, and from the
files beside this one.
"""

import inspect
import json
from pathlib import Path

from msgspec.json import schema_components

from fewest_pours.files.validation import schema_of
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.solving.answer import Answer


def handwritten_part(name: str) -> Data:
    """The part of a schema that no declaration says, from the file beside this one."""
    schema: Data = json.loads(Path(__file__).with_name(f"{name}_schema.json").read_bytes())
    return schema


def instance_schema() -> Data:
    """The schema of all puzzle files. `puzzle` selects the rules, so that a message is about the right puzzle."""
    documents = {name: puzzle.Document for name, puzzle in PUZZLES.items()}
    references, definitions = schema_components(documents.values(), schema_hook=schema_of)
    for definition in definitions.values():
        # Python before 3.13 leaves the indentation of docstrings in, and so did msgspec before 0.23.
        definition["description"] = inspect.cleandoc(definition["description"])
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
    definitions = level.pop("$defs")
    return handwritten_part("pack") | {"$defs": definitions | {"Level": level}}


ANSWER_FIELDS = {
    "file": "the puzzle file",
    "puzzle": "its kind",
    "name": "the instance's name",
    "solver": "what answered",
    "outcome": "how the run ended; docs/format.md lists all outcomes",
    "length": "the steps of the plan; null: no plan",
    "lower_bound": "no plan is shorter",
    "upper_bound": "some plan is this short",
    "plan": "pours, beakers counted from 1; of squares the colours of the blocks to click; null: none",
    "unique": "of futoshiki and pipes, whether there is one solution; null: not known",
    "solutions": "of futoshiki and pipes, one, or two different ones, each as its rows; null: not known",
    "lower_bound_by": "what proved the lower bound",
    "upper_bound_by": "what found the plan",
    "reason": "why it is unsolvable, or the solver failed",
    "broken": "true if the solver failed because its answer breaks a rule",
    "seconds": "wall time",
    "statistics": "the solver's counters: expansions, conflicts, nodes",
    "moves": "how many --moves were played",
    "review": "of each move: the fewest pours `before` and `after` (null: not proven, or no plan), `cost`, and `lost`",
    "hint": "the next pour, those `then`, how many are `left`, whether fewer are `proven` impossible; over hidden "
    "units in how many of the `ways` judged it `wins`, and the `limit` that ended the judging",
    "explanation": "sentences: why no plan exists, or which runs leave before others",
    "lost": "the `move` that lost the game (0: the deal has no plan; two numbers: one of these), `fewest_before`, and "
    "`instead`, a better pour",
    "more_beakers": "with so many more empty `beakers` a lost game takes `pours`, `proven` fewest or not",
    "contradiction": "what is proven against the file's known answer",
    "claims": "how the answer compares with what the file claims to be the fewest pours",
    "notes": "guesses made in reading the file, and likely slips in it",
    "other_reading": "the answer to what the file may also mean: on which `condition`, `outcome`, `length`, and what "
    "would `settle` it",
}


def result_schema() -> Data:
    """The schema of a line: an answer, as --json and a program of --command print it; or one of --stream before it."""
    steps = [puzzle.Step for puzzle in PUZZLES.values() if puzzle.Step is not None]
    _, definitions = schema_components([Answer, *steps])
    fields = definitions.pop("Answer")["properties"]
    described = {name: field | {"description": ANSWER_FIELDS[name]} for name, field in fields.items()}
    described["puzzle"] = {"enum": list(PUZZLES), "description": ANSWER_FIELDS["puzzle"]}
    rest = handwritten_part("result")
    return rest | {"properties": described | rest["properties"], "$defs": definitions}
