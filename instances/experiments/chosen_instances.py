"""The instances of `compare.py FILE... --deals SPEC...`, as sources."""

import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

from instances.puzzles import PUZZLES, load
from instances.reading.yaml_files import puzzle_files
from instances.report.rows.origin import Source, build, content
from instances.text import printable


def from_files(paths: Sequence[str]) -> list[Source]:
    """Files, and the puzzle files of folders; raises BadInput."""
    sources = []
    for path in paths:
        for file in puzzle_files(path):
            puzzle, instance = load(file)
            sources.append({"puzzle": puzzle.name, "file": printable(str(file)), "document": puzzle.document(instance)})
    return sources


def without_twins(sources: Sequence[Source]) -> tuple[list[Source], list[str]]:
    """Of files of the same instance the first one only; and what is left out, as sentences."""
    first: dict[str, Source] = {}
    sentences = []
    for source in sources:
        if (same := first.setdefault(content(source), source)) is not source:
            sentences.append(f"{source['file']} is the same instance as {same['file']}, and left out")
    return list(first.values()), sentences


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
        try:
            for cell in itertools.product(*spans):
                options = dict(zip(names, cell, strict=False))
                if generate is None:
                    build({"puzzle": puzzle, "deal": options | {"seed": first_seed}})  # what makes no instance says so
                for seed in range(first_seed, first_seed + count):
                    deal = options | {"seed": seed}
                    made = {} if generate is None else {"document": PUZZLES[puzzle].document(generate(**deal))}
                    sources.append({"puzzle": puzzle, "deal": deal} | made)
        except ValueError as error:
            raise ValueError(f"--deals {spec}: {error}") from None
    return sources
