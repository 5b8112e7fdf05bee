"""The shape of a row, checked once, when a results file is read. Further fields are kept and ignored."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from instances.experiments.report import Row
from instances.puzzles.loading import NAMES, PUZZLES
from instances.reading.yaml_files import Data
from instances.solving.answer import Answer

MOST = 10**9  # of every number
Count = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]
Seconds = Annotated[float, Meta(ge=0, le=MOST)]
Number = Annotated[float, Meta(ge=-MOST, le=MOST)]


class SourceShape(Struct):
    """Where an instance comes from (see origin.py): a deal's options and seed, or a file and its content."""

    puzzle: Literal[NAMES]  # type: ignore[valid-type]
    deal: dict[str, Number] | None = None
    file: str | None = None
    document: Data | None = None


class Parameters(Struct, frozen=True):
    """Parameters(60.0, 4096, 2): seconds, MiB, CP-SAT solves at once."""

    time_limit: Annotated[float, Meta(gt=0, le=MOST)]
    memory_limit: Positive
    workers: Positive


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
    bounds_over_time: list[tuple[Seconds, Count | None, Count | None]] = field(default_factory=list)
    command: str = ""
    jobs: Positive = 1
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
