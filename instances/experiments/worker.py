"""Runs, isolated: a worker loads solvers, and forks the processes that run them.

Short runs of the same solver of ours, which keeps no state, share a process for a while. Each run of any other solver
has a process of its own: what the solver caches or patches ends with the run. A worker has no threads, and no children
but these processes, so whatever is below it after them is a remnant, and is ended.
"""

import gc
import multiprocessing
import os
import platform
import resource
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from instances.experiments.runs import Kind, Run, identity
from instances.puzzles import PUZZLES
from instances.report import Row
from instances.report.rows.origin import build
from instances.report.rows.row import row_from
from instances.solving.answer import answer_of, contradiction, run
from instances.solving.limits import Settings, Solve, Watch, in_bytes
from instances.solving.outcome import Outcome
from instances.solving.solvers import Solvers
from instances.solving.supervisor import Message, Say, Supervisor, end_everything_below, guard
from instances.text import one_line

SHARED = 0.5  # seconds for which runs of a batch follow each other, and those of our solvers share a process
RUNS = "runs"  # the name of that process
UNTIL_BEGUN = {signal.SIGINT, signal.SIGTERM}  # blocked while a worker starts


def serve(client: Connection, folder: str) -> None:
    """Answer batches, until the parent ends. Temporary files are in this folder, and go with the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    multiprocessing.set_start_method(None, force=True)  # for solvers, whatever has started this process
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)  # what solvers print
    guard(Path(folder))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, UNTIL_BEGUN)
    with suppress(EOFError, OSError):
        while True:
            own, batch = client.recv()
            try:
                made = own(batch)
            except Exception as error:
                made = error
            client.send(made)
    os.kill(os.getpid(), signal.SIGTERM)  # the parent has ended, and its signal may come later


LOADED: dict[Kind, tuple[Solve, bool]] = {}  # solvers, and whether each run is alone


def rows_of(tasks: Sequence[Run], solvers: Solvers) -> list[Row]:
    """The rows of the first runs, of as many as are begun within half a second.

    Raises RuntimeError if this worker has other code than the runs want, and whatever loading a solver raises.
    """
    if tasks[0].version != solvers.version:
        raise RuntimeError(f"{platform.node()} has other code: {solvers.version}, expected {tasks[0].version}")
    until, rows = time.monotonic() + SHARED, list[Row]()
    while len(rows) < len(tasks) and (not rows or time.monotonic() < until):
        left = tasks[len(rows) :]
        if left[0].kind not in LOADED:
            LOADED[left[0].kind] = load(left[0], solvers)
        solve, alone = LOADED[left[0].kind]
        rows += rows_of_process(left[:1] if alone else left, solve)
        end_everything_below()
    return rows


def rows_of_process(tasks: Sequence[Run], solve: Solve) -> Iterator[Row]:
    """The rows that one process makes: of the first run, and of those that follow it if they are short."""
    with Supervisor[str](Watch()) as supervisor:
        supervisor.call(RUNS, partial(make, tasks, solve), tasks[0].parameters.memory_limit << 20)
        for task in tasks:
            started = time.monotonic()
            seconds = 1.1 * task.parameters.time_limit + 1
            event = supervisor.next(seconds) or supervisor.end(RUNS, Outcome.OUT_OF_TIME, "it was ended by force")
            if isinstance(event, Message):
                row: Row = event.value
                row["peak_mib"] = max(row["peak_mib"], supervisor.running[RUNS].peak >> 20)
                yield row
            else:
                if event.outcome is not None:
                    row = failed(task, event.outcome, event.reason, started)
                    yield row | {"peak_mib": event.peak >> 20}
                return


def failed(task: Run, outcome: Outcome, reason: str, started: float) -> Row:
    """The row of a run that ended without a result."""
    answer = {"outcome": outcome.value, "reason": one_line(reason), "killed": True, "statistics": {}}
    return identity(task) | answer | {"seconds": round(time.monotonic() - started, 4)}


def load(task: Run, solvers: Solvers) -> tuple[Solve, bool]:
    """The solver of a run, and whether each of its runs has a process of its own: all but those of our own solvers."""
    puzzle = PUZZLES[task.source["puzzle"]]
    if task.outside is not None:
        loaded = task.outside.solve(puzzle, task.solver), True
    else:
        solver = solvers.of(puzzle.name)[task.solver]
        loaded = solver.load(), not isinstance(solver.place, str)
    gc.collect()
    gc.freeze()  # a collection in a run copies none of this
    return loaded


# --------------------------------------------------------------------------------------------- a process that runs


def make(tasks: Sequence[Run], solve: Solve, say: Say) -> None:
    """Runs of the same solver, for a while: what one leaves behind must not burden a long run after it."""
    until = time.monotonic() + SHARED
    for task in takewhile(lambda each: each.kind == tasks[0].kind, tasks):
        row = measured(task, solve)
        row_from(msgspec.json.encode(row))  # solvers from elsewhere may return what no results file can hold
        say(row)
        if time.monotonic() > until:
            return


def measured(task: Run, solve: Solve) -> Row:
    """The row of a run. The solver's own memory limit is a little lower than that at which it is ended by force."""
    puzzle, instance = build(task.source)
    gc.collect()
    cpu, seen = cpu_seconds(), list[Any]()

    def report(lower: int | None, upper: int | None, what: str) -> None:
        """Note when a bound improves: [(0.01, 39, None), (0.2, 39, 45), (0.5, 40, 42)]"""
        if [lower, upper] != (list(seen[-1][1:]) if seen else [None, None]):
            seen.append((round(watch.elapsed(), 4), lower, upper))

    limits = task.parameters
    watch = Watch(limits.time_limit, in_bytes(0.9 * limits.memory_limit), report)
    result = run(puzzle, instance, solve, Settings(workers=limits.workers, seed=task.seed), watch)
    row = identity(task) | answer_of(puzzle, instance, task.solver, task.source.get("file", ""), result).data()
    if sentence := contradiction(puzzle, instance, result):
        row["contradiction"] = sentence
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return row | {"cpu_seconds": round(cpu_seconds() - cpu, 4), "peak_mib": peak, "bounds_over_time": seen}


def cpu_seconds() -> float:
    """Of this process and of its children that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
