"""One run, isolated: its worker loads the solver, and forks a process for each run.

A worker is a process without threads, whose only children are runs; so whatever is below it after a run is a remnant
of that run, and is ended. What a solver caches or patches while it runs ends with the run, and what a module from
elsewhere changes as it is loaded reaches that module's workers alone. An owner is the thread that hands runs to its
workers, in a local pool or on a Dask cluster. A worker ends with its owner, in whatever way that ends.
"""

import gc
import os
import platform
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from instances.experiments.machine import MIB, cpu_seconds
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
from instances.solving.running import contradiction, run
from instances.solving.solvers import Solvers
from instances.solving.supervisor import (
    Ending,
    Say,
    Supervisor,
    adopt_orphans,
    end_everything_below,
    end_with_parent,
    ended,
    exit_in_words,
    is_running,
)
from instances.text import one_line

OWN = threading.local()  # each owner's workers
STOP = threading.Event()  # set by Ctrl-C
LOADING = 60.0  # seconds that a solver may take to be loaded


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

    def row(self, task: Run) -> Row:
        """The row of a run."""
        until = time.monotonic() + LOADING + 2 * task.parameters.time_limit
        try:
            self.connection.send(task)
            while not self.connection.poll(0.05):
                if STOP.is_set():
                    self.end()
                    return without_answer(task, Outcome.INTERRUPTED, "interrupted")
                if time.monotonic() > until:
                    self.end()
                    return without_answer(task, Outcome.SOLVER_FAILED, f"it was not loaded within {LOADING:.0f} s")
                if not is_running(self.process.pid):
                    raise EOFError
            row: Row = self.connection.recv()
        except (EOFError, OSError):
            return without_answer(task, Outcome.SOLVER_FAILED, f"the worker died ({exit_in_words(self.end())})")
        return row

    def end(self) -> int:
        """End the worker with all below it; its exit code."""
        self.connection.close()
        self.process.returncode, _ = ended(self.process.pid)
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.process.returncode


def rows_of_batch(program: Path, tasks: Sequence[Run]) -> list[Row]:
    """The rows of some runs, one after the other. program: compare.py, which is what a worker runs."""
    return [
        without_answer(task, Outcome.INTERRUPTED, "it was not begun") if STOP.is_set() else own(program, task).row(task)
        for task in tasks
    ]


def own(program: Path, task: Run) -> Worker:
    """This thread's worker for the run: one for our solvers and all programs, and one for each module."""
    workers: dict[Any, Worker] = OWN.__dict__.setdefault("workers", {})
    module = task.outside if task.outside is not None and task.outside.kind == "module" else None
    worker = workers.get(module)
    if worker is None or worker.connection.closed:
        worker = workers[module] = Worker(program)
    if worker.version != task.version:
        raise RuntimeError(f"{platform.node()} has other code: {worker.version}, expected {task.version}")
    return worker


def without_answer(task: Run, outcome: Outcome, reason: str, seconds: float = 0.0, cpu: float | None = None) -> Row:
    """The row of a run that ended without a result."""
    answer = {"outcome": outcome.value, "reason": reason, "killed": True, "statistics": {}}
    return identity(task) | answer | {"seconds": round(seconds, 4), "cpu_seconds": cpu and round(cpu, 4)}


# ---------------------------------------------------------------------------------------------------- the worker


def work(arguments: Sequence[str], solvers: Solvers) -> NoReturn:
    """A worker's life: runs come in and rows go out. Raises Stopped if there is no owner.

    Temporary files, of solvers and of the programs they start, are in a folder that ends with the worker.
    """
    connection, process = Connection(descriptor_of(arguments)), os.getpid()
    folder = tempfile.mkdtemp(prefix="compare-")
    tempfile.tempdir = os.environ["TMPDIR"] = folder

    def end(number: int = 0, frame: object = None) -> NoReturn:
        end_everything_below()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    adopt_orphans()
    end_with_parent(os.getppid(), signal.SIGTERM)
    connection.send((solvers.version, folder))
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            end()
        row = row_of(task, solvers)
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


LOADED: dict[Any, Solve] = {}  # the solvers that this worker has loaded and warmed up


def row_of(task: Run, solvers: Solvers) -> Row:
    """Load the solver, warm up if it is new, and run it, each run in a process of its own."""
    puzzle, instance = build(task.source)
    limits = task.parameters
    if (kind := (puzzle.name, task.solver, task.outside)) not in LOADED:
        try:
            if task.outside is None:
                solve = solvers.load(puzzle.name, task.solver)
            else:
                solve = task.outside.solve(puzzle, task.solver)
        except Exception as error:
            return without_answer(task, Outcome.SOLVER_FAILED, one_line(f"{type(error).__name__}: {error}"))
        LOADED[kind] = solve
        seconds = min(1.0, 0.1 * limits.time_limit)
        warmed = forked(
            partial(imported_by, task, puzzle, instance, solve, seconds), 2 * seconds, limits.memory_limit * MIB
        )
        for module in warmed.value or ():
            with suppress(Exception, SystemExit):
                import_module(module)
        gc.collect()
        gc.freeze()  # a collection in a run copies none of this
    ending = forked(
        partial(measured, task, puzzle, instance, LOADED[kind]), 1.1 * limits.time_limit + 1, limits.memory_limit * MIB
    )
    outcome = ending.outcome
    reason: str | None = ending.reason if outcome is Outcome.SOLVER_FAILED else "it was ended by force"
    if outcome is None:
        row: Row = identity(task) | ending.value
        outcome, reason = Outcome.SOLVER_FAILED, unfit(row)
    if reason is not None:
        row = without_answer(task, outcome, one_line(reason), ending.seconds, ending.cpu)
    return row | {"peak_mib": ending.peak // MIB}


def forked(work: Callable[[Say], Any], seconds: float, memory: float) -> Ending:
    """How a function ended in a process of its own; all that it has started is ended."""
    with Supervisor[str](Watch()) as supervisor:
        supervisor.call("run", work, seconds, memory)
        ending = supervisor.next()
    end_everything_below()
    assert isinstance(ending, Ending), "a run sends no messages"
    return ending


# ------------------------------------------------------------------------------------------------ a run's process


def imported_by(task: Run, puzzle: Puzzle, instance: Any, solve: Solve, seconds: float, say: Say) -> list[str]:
    """The modules that a run imports within so many seconds."""
    before = set(sys.modules)
    solved(task, puzzle, instance, solve, Watch(seconds))
    return [name for name in sys.modules if name not in before]


def solved(task: Run, puzzle: Puzzle, instance: Any, solve: Solve, watch: Watch) -> Result:
    settings = Settings(any_plan=task.parameters.any_plan, workers=task.parameters.workers, seed=task.seed)
    return run(puzzle, instance, solve, settings, watch)


def measured(task: Run, puzzle: Puzzle, instance: Any, solve: Solve, say: Say) -> Row:
    """What a row holds of a run's result.

    The solver's own memory limit is a little lower than that at which it is ended by force.
    """
    gc.collect()
    load, cpu = os.getloadavg()[0], cpu_seconds()
    over_time = BoundsOverTime()
    memory = int(0.9 * task.parameters.memory_limit * MIB)
    result = solved(task, puzzle, instance, solve, Watch(task.parameters.time_limit, memory, report=over_time.report))
    answer = answer_of(puzzle, instance, task.solver, task.source.get("file", ""), result).data()
    if sentence := contradiction(puzzle, instance, result):
        answer["contradiction"] = sentence
    spent = {"cpu_seconds": round(cpu_seconds() - cpu, 4), "load": round(load, 2)}
    return answer | spent | {"bounds_over_time": over_time.seen}


def unfit(row: Row) -> str | None:
    """Why no results file can hold the row, as solvers from elsewhere may return anything; None if it can."""
    try:
        line = msgspec.json.encode(row)
        row_from(line)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return f"it returns what no results file holds: {one_line(str(error))}"
    return None if len(line) < LONGEST // 2 else "it returns more than a results file holds"
