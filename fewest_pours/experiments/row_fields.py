"""Rows describe runs (run_identity.py) of instances (instance_sources.py): plain data, a line of JSON each.

Its shape is checked once, when a results file is read; further fields are kept and ignored.

    key                       identifies the run: rows with the same key are of the same run
    source, puzzle, digest    where the instance comes from, and the digest of its content
    solver, seed, repeat      what ran on it
    parameters                time_limit in seconds, memory_limit in MiB, workers
    outside                   where the solver comes from, if it is not ours (fewest_pours/solving/outside_solvers.py)
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
    calibration               seconds that a fixed loop took in the worker, shortly before the run
    pinned                    the processor cores that the run was kept to; absent if it was free to move
    traceback                 of a solver that raised an exception; absent otherwise
    contradiction             how the answer contradicts the instance's `known`; absent if it does not
    broken                    true if the answer breaks a rule; absent otherwise
    killed                    true if the run did not end by itself
    solvable                  only in kept rows, which have neither plan nor solutions
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from fewest_pours.experiments.instance_sources import MOST, SourceShape
from fewest_pours.experiments.run_identity import Parameters
from fewest_pours.files.validation import Count, OneOrMore
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.loading import NAMES, PUZZLES
from fewest_pours.solving.answer import Answer

Row = Data
Seconds = Annotated[float, Meta(ge=0, le=MOST)]


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
    calibration: Seconds | None = None
    pinned: list[Count] = []
    outside: Data | None = None
    traceback: str = ""
    solvable: bool | None = None


def row_from(line: bytes) -> Row:
    """The row in a line of JSON. Raises ValueError."""
    try:
        row: Row = msgspec.json.decode(line)
        shape = msgspec.convert(row, RowShape)
    except RecursionError:
        raise ValueError("nested too deep") from None
    source = shape.source
    if source.deal is not UNSET:
        fits = {"seed"} <= source.deal.keys() <= {"seed", *PUZZLES[shape.puzzle].options}
    else:
        fits = UNSET not in (source.file, source.document)
    if not fits:
        raise ValueError("a source that is neither a deal nor a file")
    return row
