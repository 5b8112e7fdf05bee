"""Where an instance comes from: a file, or a puzzle's generator with its options.

A source is plain data, so that a row can tell it and any machine can build the instance from it:

    {'puzzle': 'watersort', 'deal': {'colors': 5, 'empties': 1, 'seed': 0}}
    {'puzzle': 'watersort', 'file': 'levels/one.yaml', 'document': {...}}
"""

import hashlib
import itertools
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from instances import PUZZLES, load
from instances.document import puzzle_files
from instances.puzzle import Puzzle
from instances.validation import checked

Source = dict[str, Any]
REMARKS = ("name", "source", "known", "rating")  # keys of a file that make no other instance


def from_files(paths: Sequence[str]) -> list[Source]:
    """Files, and the puzzle files of folders; raises BadInput."""
    sources = []
    for path in paths:
        for file in puzzle_files(path):
            puzzle, instance = load(file)
            sources.append({"puzzle": puzzle.name, "file": str(file), "document": puzzle.document(instance)})
    return sources


def from_specs(
    puzzle: str, specs: Sequence[str], count: int, first_seed: int, generate: Callable[..., Any] | None = None
) -> list[Source]:
    """Generated deals: '5..7x1' stands for 5x1, 6x1 and 7x1, the puzzle's options in their order; ValueError.

    generate: for a puzzle that cannot make its instances by itself; then the sources hold the instances.
    """
    names = [name for name, (kind, _, _) in PUZZLES[puzzle].options.items() if kind is int]
    sources = []
    for spec in specs:
        ranges = [re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", part) for part in spec.split("x")]
        if None in ranges or len(ranges) > len(names):
            shape = "x".join(name.upper() for name in names)
            raise ValueError(f"--deals {spec}: expected {shape}, numbers or ranges a..b, for example 5..16x1..3")
        spans = [range(int(found[1]), int(found[2] or found[1]) + 1) for found in ranges if found]
        if not all(spans):
            raise ValueError(f"--deals {spec}: a range that ends before it starts")
        for cell, seed in itertools.product(itertools.product(*spans), range(first_seed, first_seed + count)):
            deal = dict(zip(names, cell, strict=False)) | {"seed": seed}
            made = {} if generate is None else {"document": PUZZLES[puzzle].document(generate(**deal))}
            sources.append({"puzzle": puzzle, "deal": deal} | made)
    return sources


def build(source: Source) -> tuple[Puzzle, Any]:
    """The puzzle and the instance that a source describes."""
    puzzle = PUZZLES[source["puzzle"]]
    if "document" in source:
        return puzzle, puzzle.parse(checked(source["document"], puzzle.Document))
    assert puzzle.generate is not None, "what another program makes is in the source"
    return puzzle, puzzle.generate(**source["deal"])


def content(source: Source) -> str:
    """The digest of an instance, whatever it is called, wherever it comes from and whatever is known of it."""
    puzzle, instance = build(source)
    document = puzzle.document(instance)
    return digest({name: value for name, value in document.items() if name not in REMARKS})


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def group(source: Source) -> str:
    """The instances that are summed up together: '5 x 1', or a folder."""
    if "deal" in source:
        return " x ".join(str(value) for name, value in source["deal"].items() if name != "seed")
    return Path(source["file"]).parent.name or str(source["puzzle"])


def title(source: Source) -> str:
    return f"{group(source)} seed {source['deal']['seed']}" if "deal" in source else Path(source["file"]).stem
