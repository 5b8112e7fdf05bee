"""A run: one solver on one instance, under limits. An experiment: all runs of a command, in their order."""

import itertools
import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from pathlib import Path

import msgspec
import psutil

from instances.report import Row
from instances.report.rows.origin import Source, content, digest
from instances.report.rows.row import Parameters
from instances.solving.outside import Outside


@dataclass(frozen=True)
class Run:
    """One solver on one instance. digest: of the instance's content; version: of the code that shall run."""

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
        """What makes two runs the same run: all but what the instance is called and where it comes from."""
        what = msgspec.to_builtins(self)
        return digest([what[name] for name in what if name != "source"])


@dataclass(frozen=True)
class Experiment:
    """
    sources   the instances
    solvers   puzzle -> the solvers by name, each with its origin if it is not ours
    jobs      runs at once, on this machine; cluster: address of a Dask cluster that runs them instead
    out       the results file, or a folder/ in which every client writes a file of its own
    command   what was typed
    """

    sources: Sequence[Source]
    solvers: Mapping[str, Mapping[str, Outside | None]]
    seeds: Sequence[int]
    repeat: int
    parameters: Parameters
    version: str
    jobs: int
    cluster: str | None
    out: str
    command: str

    @property
    def total(self) -> int:
        """The number of runs."""
        return sum(len(self.solvers[source["puzzle"]]) for source in self.sources) * len(self.seeds) * self.repeat

    def runs(self) -> Iterator[Run]:
        """Solvers take turns on each instance, repeats come last: the machine's drift hits all solvers alike."""
        for repeat, source in itertools.product(range(self.repeat), self.sources):
            mark = content(source)
            for seed, (solver, outside) in itertools.product(self.seeds, self.solvers[source["puzzle"]].items()):
                yield Run(source, mark, solver, seed, repeat, self.parameters, self.version, outside)


def identity(task: Run) -> Row:
    """What a row says of its run, whatever came out."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    what = {"puzzle": task.source["puzzle"], "machine": machine(), "date": date}
    return {"key": task.key, **msgspec.to_builtins(task), **what}


@cache
def machine() -> str:
    """'AMD EPYC 7763 64-Core Processor, 2 cores, 24 GiB, Python 3.11.7'"""
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    processor = found[1].strip() if found else platform.machine()
    memory = psutil.virtual_memory().total / (1 << 30)
    return f"{processor}, {cores()} cores, {memory:.0f} GiB, Python {platform.python_version()}"


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0))
