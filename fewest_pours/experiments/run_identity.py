"""Runs: a *run* is one solver on one instance, with its limits and the version of the code; and which are the same."""

import platform
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from math import inf
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from fewest_pours.experiments.instance_sources import MOST, Source, digest
from fewest_pours.files.validation import OneOrMore
from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import Data
from fewest_pours.running.processes import cores
from fewest_pours.solving.outside_solvers import Outside


class Parameters(Struct, frozen=True):
    """Parameters(60.0, 4096, 2, 30.0): seconds, MiB, CP-SAT solves at once, seconds of processor time if limited."""

    time_limit: Annotated[float, Meta(gt=0, le=MOST)]
    memory_limit: OneOrMore
    workers: OneOrMore
    cpu_limit: Annotated[float, Meta(gt=0, le=MOST)] | None = None

    @property
    def most_cpu(self) -> float:
        return inf if self.cpu_limit is None else self.cpu_limit


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
        fields = msgspec.to_builtins(self)
        return digest([value for name, value in fields.items() if name != "source"])


def identity(task: Run) -> Data:
    """The fields of a row that do not depend on the result."""
    return {
        "key": task.key,
        **msgspec.to_builtins(task),
        "puzzle": task.source["puzzle"],
        "machine": machine(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


@cache
def machine() -> str:
    """'AMD EPYC 7763 64-Core Processor, 2 cores, 24 GiB, Python 3.11.7'"""
    import psutil

    try:
        described = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:  # not Linux
        described = ""
    found = re.search(r"^model name\s*: (.*)$", described, re.MULTILINE)
    processor = platform.processor() or platform.machine()
    if found:
        processor = found[1].strip()
    memory = psutil.virtual_memory().total / (1 << 30)
    return f"{processor}, {counted(cores(), 'cores')}, {memory:.0f} GiB, Python {platform.python_version()}"
