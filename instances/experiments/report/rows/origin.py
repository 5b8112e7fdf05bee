"""Where an instance comes from: a file, or a puzzle's generator with its options.

A source is plain data that is part of a row, so that any machine can build the instance from it:

    {'puzzle': 'watersort', 'deal': {'colors': 5, 'empties': 1, 'seed': 0}}
    {'puzzle': 'watersort', 'file': 'levels/one.yaml', 'document': {...}}
"""

import hashlib
import json
from pathlib import Path

from instances.puzzles.loading import PUZZLES
from instances.puzzles.puzzle import Puzzle
from instances.reading.validation import checked
from instances.reading.yaml_files import Data
from instances.running.contract import Instance

Source = Data
REMARKS = ("name", "source", "known", "rating")  # keys of a file that do not change the instance


def build(source: Source) -> tuple[Puzzle, Instance]:
    """The puzzle and the instance that a source describes."""
    puzzle = PUZZLES[source["puzzle"]]
    if "document" in source:
        return puzzle, puzzle.parse(checked(source["document"], puzzle.Document))
    assert puzzle.generate is not None, "an instance that its puzzle cannot generate is in the source"
    return puzzle, puzzle.generate(**source["deal"])


def content(source: Source) -> str:
    """The digest of an instance, independent of its name, its origin and what is known of it."""
    puzzle, instance = build(source)
    document = puzzle.document(instance)
    return digest({name: value for name, value in document.items() if name not in REMARKS})


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def group(source: Source) -> str:
    """The group of instances that a table summarizes in one line: '5 x 1', or a folder."""
    if "deal" in source:
        return " x ".join(str(value) for name, value in source["deal"].items() if name != "seed")
    return Path(source["file"]).parent.name or str(source["puzzle"])


def title(source: Source) -> str:
    return f"{group(source)} seed {source['deal']['seed']}" if "deal" in source else Path(source["file"]).stem
