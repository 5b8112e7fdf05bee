"""Sources: where an instance comes from, and those of files and --deals.

A *source* is a file, or a puzzle's generator with its options, so that any machine can build the instance from it:

    {'puzzle': 'watersort', 'deal': {'colors': 5, 'empties': 1, 'seed': 0}}
    {'puzzle': 'watersort', 'file': 'levels/one.yaml', 'document': {...}}
"""

import hashlib
import itertools
import json
import re
from collections.abc import Callable, Sequence
from math import prod
from pathlib import Path
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from fewest_pours.files.input_files import puzzle_files
from fewest_pours.files.validation import checked
from fewest_pours.files.wording import printable
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.loading import NAMES, PUZZLES, load_and_show_notes
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import read_within
from fewest_pours.running.solver_contract import Instance

Source = Data
REMARKS = ("name", "source", "known", "rating", "looks", "y")  # keys of a file that do not change the instance
DEALT = NAMES[0]  # the puzzle of --deals
MOST = 10**9  # of every number
MOST_DEALS = 1_000_000  # of --deals in one comparison: each is listed before the first run
Number = Annotated[float, Meta(ge=-MOST, le=MOST)]


class SourceShape(Struct):
    """Where an instance comes from: a deal's options and seed, or a file and its content."""

    puzzle: Literal[NAMES]  # type: ignore[valid-type]
    deal: dict[str, Number] | UnsetType = UNSET
    file: str | UnsetType = UNSET
    document: Data | UnsetType = UNSET


def instance_from(source: Source) -> tuple[Puzzle, Instance]:
    """The puzzle and the instance that a source describes."""
    puzzle = PUZZLES[source["puzzle"]]
    if "document" in source:
        return puzzle, puzzle.parse(checked(source["document"], puzzle.Document))
    assert puzzle.generate is not None, "an instance that its puzzle cannot generate is in the source"
    return puzzle, puzzle.generate(**source["deal"])


def content_digest(source: Source) -> str:
    """The digest of an instance, independent of its name, its origin and what is known of it."""
    puzzle, instance = instance_from(source)
    document = puzzle.document(instance)
    return digest({name: value for name, value in document.items() if name not in REMARKS})


def digest(value: object) -> str:
    """Sixteen digits that differ for different JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def group_of(source: Source) -> str:
    """The group of instances that a table summarizes in one line: '5 x 1' for deals of a size, or a folder's name."""
    if "deal" in source:
        size = [str(value) for option, value in source["deal"].items() if option != "seed"]
        return " x ".join(size)
    folder = Path(source["file"]).parent.name
    return folder or str(source["puzzle"])


def title_of(source: Source) -> str:
    """'5 x 1 seed 3', or the name of a file: 'level-133'"""
    if "deal" in source:
        return f"{group_of(source)} seed {source['deal']['seed']}"
    return Path(source["file"]).stem


def from_files(paths: Sequence[str], limits: Callable[[], Limits] = Limits) -> list[Source]:
    """The sources of puzzle files, and of all puzzle files in folders. Raises BadInput, NotRead.

    limits: new ones for each file.
    """
    if not paths:
        return []
    with read_within(limits(), paths[0], "while its levels were listed"):
        files = puzzle_files(paths)
    sources = []
    for file in files:
        with read_within(limits(), file):
            puzzle, instance = load_and_show_notes(file)
        sources.append({"puzzle": puzzle.name, "file": printable(file), "document": puzzle.document(instance)})
    return sources


def from_specs(specs: Sequence[str], count: int, first_seed: int) -> list[Source]:
    """The sources of --deals: '5..7x1' stands for 5x1, 6x1 and 7x1. Raises ValueError."""
    sources: list[Source] = []
    for spec in specs:
        try:
            sources += from_spec(spec, range(first_seed, first_seed + count), MOST_DEALS - len(sources))
        except ValueError as error:
            raise ValueError(f"--deals {spec}: {error}") from None
    return sources


def from_spec(spec: str, seeds: range, most: int) -> list[Source]:
    """The sources of one SPEC, at most so many: of each size one deal for each seed. Raises ValueError."""
    puzzle = PUZZLES[DEALT]
    spans = [span(part) for part in spec.split("x")]
    if len(spans) > len(puzzle.options):
        raise ValueError(f"expected {'x'.join(puzzle.options)}")
    if len(seeds) * prod(map(len, spans)) > most or seeds.stop > MOST:
        raise ValueError(f"expected at most {MOST_DEALS:,} deals, with seeds up to {MOST:,}")
    sources: list[Source] = []
    for size in itertools.product(*spans):
        options = dict(zip(puzzle.options, size, strict=False))  # those that the SPEC leaves out have defaults
        of_size = [{"puzzle": puzzle.name, "deal": options | {"seed": seed}} for seed in seeds]
        instance_from(of_size[0])  # raises if the options are out of range
        sources += of_size
    return sources


def span(text: str) -> range:
    """A range of numbers.

    >>> span('5..7')
    range(5, 8)
    >>> span('5')
    range(5, 6)
    """
    found = re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", text)
    if found:
        first = int(found[1])
        last = int(found[2] or found[1])
        if first <= last:
            return range(first, last + 1)
    raise ValueError("expected numbers or rising ranges a..b, for example 5..16x1..3")
