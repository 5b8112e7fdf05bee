"""Runs, isolated: a worker loads solvers, and forks the processes that run them.

Short runs of our own solvers, which keep no state, share a process for a while. Each run of any other solver has a
process of its own: what the solver caches or patches ends with the run, and what a module changes as it is loaded
reaches that module's workers alone. A worker has no threads, and no children but these processes, so whatever is below
it after them is a remnant, and is ended. An owner is the thread that hands runs to its workers, in a local pool or on a
Dask cluster. A worker ends with its owner, in whatever way that ends.
"""

import gc
import os
import platform
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import groupby, takewhile
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from instances.experiments.machine import MIB, cpu_seconds, peak_bytes
from instances.experiments.runs import Run, identity
from instances.puzzle import Puzzle
from instances.report import Row
from instances.report.rows.bounds_over_time import BoundsOverTime
from instances.report.rows.origin import build
from instances.report.rows.results_file import LONGEST, Stopped
from instances.report.rows.row import row_from
from instances.solving.answer import answer_of
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.outside import Outside
from instances.solving.running import contradiction, run
from instances.solving.solvers import Solvers
from instances.solving.supervisor import (
    Message,
    Say,
    Supervisor,
    end_everything_below,
    ended,
    exit_in_words,
    guard,
    is_running,
)
from instances.text import one_line

OWN = threading.local()  # each owner's workers
STOP = threading.Event()  # set by Ctrl-C
LOADING = 60.0  # seconds that a solver may take to be loaded
SHARED = 0.5  # seconds for which runs of our solvers share a process
RUNS = "runs"  # the name of that process


class Ended(Exception):
    """A run that its owner had to end: its outcome and the reason."""


# ----------------------------------------------------------------------------------------------------- the owner


class Worker:
    """A worker process as its owner sees it."""

    def __init__(self, program: Path) -> None:
        self.connection, theirs = Pipe()
        command = [sys.executable, str(program), "work", str(theirs.fileno())]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
            pass_fds=(theirs.fileno(),),
        )  # fmt: skip
        theirs.close()
        try:
            self.version, self.folder = self.connection.recv()
        except EOFError:
            raise RuntimeError(f"a worker does not start: {' '.join(command)}") from None

    def rows(self, tasks: Sequence[Run]) -> list[Row]:
        """The rows of these runs, only of the first ones if the worker had to be ended."""
        rows: list[Row] = []
        try:
            self.connection.send(tasks)
            while len(rows) < len(tasks):
                task = tasks[len(rows)]
                until = time.monotonic() + LOADING + 2 * task.parameters.time_limit
                while not self.connection.poll(0.05):
                    if STOP.is_set():
                        raise Ended(Outcome.INTERRUPTED, "interrupted")
                    if time.monotonic() > until:
                        raise Ended(Outcome.SOLVER_FAILED, f"it was not loaded within {LOADING:.0f} s")
                    if not is_running(self.process.pid):
                        raise EOFError
                rows.append(self.connection.recv())
        except Ended as ended:
            self.end()
            rows.append(without_answer(task, *ended.args))
        except (EOFError, OSError):
            reason = f"the worker died ({exit_in_words(self.end())})"
            rows.append(without_answer(task, Outcome.SOLVER_FAILED, reason))
        return rows

    def end(self) -> int:
        """End the worker with all below it; its exit code."""
        self.connection.close()
        self.process.returncode, _ = ended(self.process.pid)
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.process.returncode


def rows_of_batch(program: Path, tasks: Sequence[Run]) -> list[Row]:
    """The rows of some runs, one after the other. program: compare.py, which is what a worker runs."""
    rows: list[Row] = []
    for _, same in groupby(tasks, attrgetter("module")):
        left = list(same)
        while left and not STOP.is_set():
            made = own(program, left[0]).rows(left)
            rows += made
            left = left[len(made) :]
        rows += [without_answer(task, Outcome.INTERRUPTED, "it was not begun") for task in left]
    return rows


def own(program: Path, task: Run) -> Worker:
    """This thread's worker for the run: one for our solvers and all programs, and one for each module."""
    workers: dict[Any, Worker] = OWN.__dict__.setdefault("workers", {})
    worker = workers.get(task.module)
    if worker is None or worker.connection.closed:
        worker = workers[task.module] = Worker(program)
    if worker.version != task.version:
        raise RuntimeError(f"{platform.node()} has other code: {worker.version}, expected {task.version}")
    return worker


def without_answer(task: Run, outcome: Outcome, reason: str, seconds: float = 0.0) -> Row:
    """The row of a run that ended without a result."""
    answer = {"outcome": outcome.value, "reason": one_line(reason), "killed": True, "statistics": {}}
    return identity(task) | answer | {"seconds": round(seconds, 4), "cpu_seconds": None}


# ---------------------------------------------------------------------------------------------------- the worker


def work(arguments: Sequence[str], solvers: Solvers) -> NoReturn:
    """A worker's life: batches of runs come in and rows go out. Raises Stopped if there is no owner.

    Temporary files, of solvers and of the programs they start, are in a folder that ends with the worker.
    """
    connection, process = Connection(descriptor_of(arguments)), os.getpid()
    folder = tempfile.mkdtemp(prefix="compare-")
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    end = guard(folder)
    connection.send((solvers.version, folder))
    while True:
        try:
            tasks = connection.recv()
        except (EOFError, OSError):
            end()
        for row in rows_of(tasks, solvers):
            if os.getpid() != process:  # a copy that a module has forked as it was loaded
                os._exit(0)
            connection.send(row)


def descriptor_of(arguments: Sequence[str]) -> int:
    """That of the worker's end of the pipe, which the owner has opened."""
    try:
        [text] = arguments
        if stat.S_ISSOCK(os.fstat(int(text)).st_mode):
            return int(text)
    except (ValueError, OverflowError, OSError):
        pass
    raise Stopped("compare.py work: compare.py itself starts this, with a pipe to talk through")


@dataclass(frozen=True)
class Loaded:
    """A solver that this worker has loaded and warmed up. alone: each of its runs has a process of its own."""

    solve: Solve
    alone: bool


LOADED: dict[tuple[str, str, Outside | None], Loaded] = {}


def rows_of(tasks: Sequence[Run], solvers: Solvers) -> Iterator[Row]:
    """The row of each run."""
    while tasks:
        first = tasks[0]
        if first.kind not in LOADED:
            LOADED[first.kind] = load(first, solvers)
        others = takewhile(lambda task: task.kind in LOADED and not LOADED[task.kind].alone, tasks[1:])
        together = [first] if LOADED[first.kind].alone else [first, *others]
        with Supervisor[str](Watch()) as supervisor:
            supervisor.call(RUNS, partial(make, together), first.parameters.memory_limit * MIB)
            while together and supervisor.running and (row := next_row(supervisor, together[0])) is not None:
                yield row
                del together[0]
                tasks = tasks[1:]
        end_everything_below()


def next_row(supervisor: Supervisor[str], task: Run) -> Row | None:
    """The row of the run that the process makes now; None if it makes no more."""
    started = time.monotonic()
    event = supervisor.next(1.1 * task.parameters.time_limit + 1) or supervisor.end(RUNS, Outcome.OUT_OF_TIME)
    seconds = time.monotonic() - started
    if isinstance(event, Message):
        row: Row = event.value
        row["peak_mib"] = max(row["peak_mib"], supervisor.running[RUNS].peak // MIB)
        reason = unfit(row)
        return row if reason is None else without_answer(task, Outcome.SOLVER_FAILED, reason, seconds)
    if event.outcome is None:
        return None
    reason = event.reason if event.outcome is Outcome.SOLVER_FAILED else "it was ended by force"
    return without_answer(task, event.outcome, reason, seconds) | {"peak_mib": event.peak // MIB}


def load(task: Run, solvers: Solvers) -> Loaded:
    """Load the solver of the run, and what a first run imports; what cannot be loaded fails in each run."""
    puzzle, instance = build(task.source)
    alone = task.module is not None
    try:
        if task.outside is None:
            solver = solvers.of(puzzle.name)[task.solver]
            solve, alone = solver.load(), not isinstance(solver.place, str)
        else:
            solve = task.outside.solve(puzzle, task.solver)
    except Exception as error:
        return Loaded(partial(fail, error), alone)
    seconds = min(1.0, 0.1 * task.parameters.time_limit)
    with Supervisor[str](Watch()) as supervisor:
        work = partial(imported_by, task, puzzle, instance, solve, seconds)
        supervisor.call(RUNS, work, task.parameters.memory_limit * MIB)
        warmed = supervisor.next(2 * seconds)
    end_everything_below()
    for module in (warmed and warmed.value) or ():
        with suppress(Exception, SystemExit):
            import_module(module)
    gc.collect()
    gc.freeze()  # a collection in a run copies none of this
    return Loaded(solve, alone)


def fail(error: Exception, *of_a_solver: object) -> NoReturn:
    raise error


# --------------------------------------------------------------------------------------------- a process that runs


def imported_by(task: Run, puzzle: Puzzle, instance: Any, solve: Solve, seconds: float, say: Say) -> list[str]:
    """The modules that a run imports within so many seconds."""
    before = set(sys.modules)
    solved(task, puzzle, instance, solve, Watch(seconds))
    return [name for name in sys.modules if name not in before]


def make(tasks: Sequence[Run], say: Say) -> None:
    """Runs one after the other, for a while: what one leaves behind must not burden a long run after it."""
    until = time.monotonic() + SHARED
    for task in tasks:
        say(measured(task, LOADED[task.kind].solve))
        if time.monotonic() > until:
            return


def solved(task: Run, puzzle: Puzzle, instance: Any, solve: Solve, watch: Watch) -> Result:
    settings = Settings(any_plan=task.parameters.any_plan, workers=task.parameters.workers, seed=task.seed)
    return run(puzzle, instance, solve, settings, watch)


def measured(task: Run, solve: Solve) -> Row:
    """The row of a run. The solver's own memory limit is a little lower than that at which it is ended by force."""
    puzzle, instance = build(task.source)
    gc.collect()
    load, cpu = os.getloadavg()[0], cpu_seconds()
    over_time = BoundsOverTime()
    memory = int(0.9 * task.parameters.memory_limit * MIB)
    result = solved(task, puzzle, instance, solve, Watch(task.parameters.time_limit, memory, report=over_time.report))
    row = identity(task) | answer_of(puzzle, instance, task.solver, task.source.get("file", ""), result).data()
    if sentence := contradiction(puzzle, instance, result):
        row["contradiction"] = sentence
    spent = {"cpu_seconds": round(cpu_seconds() - cpu, 4), "load": round(load, 2), "peak_mib": peak_bytes() // MIB}
    return row | spent | {"bounds_over_time": over_time.seen}


def unfit(row: Row) -> str | None:
    """Why no results file can hold the row, as solvers from elsewhere may return anything; None if it can."""
    try:
        line = msgspec.json.encode(row)
        row_from(line)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return f"it returns what no results file holds: {one_line(str(error))}"
    return None if len(line) < LONGEST // 2 else "it returns more than a results file holds"
