"""A run: one solver on one instance, under limits; and in which order runs follow each other."""

import argparse
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property

from instances.experiments.machine import machine
from instances.report import Row
from instances.report.rows.origin import Source, build, content, digest, title
from instances.solving.outside import Outside


@dataclass(frozen=True)
class Parameters:
    """Parameters(60.0, 4096, 2, False): seconds, MiB, CP-SAT solves side by side, whether any plan will do."""

    time_limit: float
    memory_limit: int
    workers: int
    any_plan: bool


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
        """What makes two runs the same run."""
        outside = [] if self.outside is None else [vars(self.outside)]
        what = [self.digest, self.solver, self.seed, self.repeat, vars(self.parameters), self.version, *outside]
        return digest(what)

    @property
    def module(self) -> Outside | None:
        """The module that the solver comes from."""
        return self.outside if self.outside is not None and self.outside.kind == "module" else None

    @property
    def kind(self) -> tuple[str, str, Outside | None]:
        """Runs of a kind have the same solver."""
        return self.source["puzzle"], self.solver, self.outside

    def __str__(self) -> str:
        return f"{self.solver} on {title(self.source)}"


def all_runs(sources: Sequence[Source], options: argparse.Namespace, version: str) -> Iterator[Run]:
    """Solvers take turns on each instance, repeats come last: the machine's drift hits all solvers alike."""
    limits = Parameters(options.time_limit, options.memory_limit, options.workers, options.any_plan)
    for repeat, source in itertools.product(range(options.repeat), sources):
        mark = content(source)
        for seed, solver in itertools.product(options.seed, options.solvers):
            if solver in (here := options.chosen[source["puzzle"]]):
                yield Run(source, mark, solver, seed, repeat, limits, version, here[solver])


def identity(task: Run) -> Row:
    """What a row says of its run, whatever came out."""
    row = asdict(task)
    date = datetime.now(UTC).isoformat(timespec="seconds")
    puzzle, instance = build(task.source)
    what = {"puzzle": puzzle.name, "size": puzzle.size(instance)}
    return {"key": task.key, **row, **what, "machine": machine(), "date": date}
