"""Runs, and the rows that describe them: a *run* is one solver on one instance, a *row* is plain data, a line of JSON.

Its shape is checked once, when a results file is read; further fields are kept and ignored.

    key                       identifies the run: rows with the same key are of the same run
    source, puzzle, digest    where the instance comes from, and the digest of its content
    solver, seed, repeat      what ran on it
    parameters                time_limit in seconds, memory_limit in MiB, workers
    outside                   where the solver comes from, if it is not ours (see instances/solving/outside_solvers.py)
    version, machine          of the code and its libraries; processor, cores, memory, Python
    command, date             the command as it was typed, and when the run ended (UTC)
    jobs                      how many runs were executed at once
    outcome, plan, length, solutions, unique, lower_bound, upper_bound, reason, statistics
                              the answer, as `--json` prints it
    lower_bound_by, upper_bound_by
                              what proved the lower bound; what found the best plan
    bounds_over_time          [seconds, lower bound, length of the best plan], whenever one improved
    seconds, cpu_seconds, peak_mib
                              wall time; processor time, ended children included; resident memory with children
    contradiction             how the answer contradicts the instance's `known`; absent if it does not
    broken                    true if the answer breaks a rule; absent otherwise
    killed                    true if the run did not end by itself
    solvable                  only in kept rows, which have neither plan nor solutions

A *source* is a file, or a puzzle's generator with its options, so that any machine can build the instance from it:

    {'puzzle': 'watersort', 'deal': {'colors': 5, 'empties': 1, 'seed': 0}}
    {'puzzle': 'watersort', 'file': 'levels/one.yaml', 'document': {...}}
"""

import hashlib
import json
import platform
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from instances.puzzles.loading import NAMES, PUZZLES
from instances.puzzles.puzzle import Puzzle
from instances.reading.validation import Count, OneOrMore, checked
from instances.reading.yaml_files import Data
from instances.running.processes import cores
from instances.running.solver_contract import Instance
from instances.solving.answer import Answer
from instances.solving.outside_solvers import Outside

Row = Data
Source = Data
REMARKS = ("name", "source", "known", "rating")  # keys of a file that do not change the instance
MOST = 10**9  # of every number
Seconds = Annotated[float, Meta(ge=0, le=MOST)]
Number = Annotated[float, Meta(ge=-MOST, le=MOST)]


class SourceShape(Struct):
    """Where an instance comes from: a deal's options and seed, or a file and its content."""

    puzzle: Literal[NAMES]  # type: ignore[valid-type]
    deal: dict[str, Number] | None = None
    file: str | None = None
    document: Data | None = None


class Parameters(Struct, frozen=True):
    """Parameters(60.0, 4096, 2): seconds, MiB, CP-SAT solves at once."""

    time_limit: Annotated[float, Meta(gt=0, le=MOST)]
    memory_limit: OneOrMore
    workers: OneOrMore


class RowShape(Answer, kw_only=True):
    """An answer, and the other fields that reports read."""

    key: str
    digest: str
    puzzle: Literal[NAMES]  # type: ignore[valid-type]
    source: SourceShape
    solver: str
    parameters: Parameters
    machine: str
    version: str
    seconds: Seconds
    date: str
    cpu_seconds: Seconds | None = None
    peak_mib: Count | None = None
    bounds_over_time: list[tuple[Seconds, Count | None, Count | None]] = []
    command: str = ""
    jobs: OneOrMore = 1
    solvable: bool | None = None


def row_from(line: bytes) -> Row:
    """The row in a line of JSON. Raises ValueError."""
    try:
        row: Row = msgspec.json.decode(line)
        shape = msgspec.convert(row, RowShape)
    except RecursionError:
        raise ValueError("nested too deep") from None
    source = shape.source
    if source.deal is not None:
        fits = {"seed"} <= source.deal.keys() <= {"seed", *PUZZLES[shape.puzzle].options}
    else:
        fits = source.file is not None and source.document is not None
    if not fits:
        raise ValueError("a source that is neither a deal nor a file")
    return row


# ------------------------------------------------------------------------------------------------------------ sources


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


# ---------------------------------------------------------------------------------------------------------------- runs


@dataclass(frozen=True)
class Run:
    """One solver on one instance. digest: of the instance's content; version: of the code that must run it."""

    source: Source
    digest: str
    solver: str
    seed: int
    repeat: int
    parameters: Parameters
    version: str
    outside: Outside | None = None  # where the solver comes from, if it is not ours

    @cached_property
    def key(self) -> str:
        """Equal for runs that are the same: of everything but the instance's name and origin."""
        what = msgspec.to_builtins(self)
        return digest([what[name] for name in what if name != "source"])


def identity(task: Run) -> Row:
    """The fields of a row that do not depend on the result."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    what = {"puzzle": task.source["puzzle"], "machine": machine(), "date": date}
    return {"key": task.key, **msgspec.to_builtins(task), **what}


@cache
def machine() -> str:
    """'AMD EPYC 7763 64-Core Processor, 2 cores, 24 GiB, Python 3.11.7'"""
    import psutil

    try:
        described = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:  # not Linux
        described = ""
    found = re.search(r"^model name\s*: (.*)$", described, re.MULTILINE)
    processor = found[1].strip() if found else platform.processor() or platform.machine()
    memory = psutil.virtual_memory().total / (1 << 30)
    return f"{processor}, {cores()} cores, {memory:.0f} GiB, Python {platform.python_version()}"
