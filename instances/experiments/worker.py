"""A worker: a process that makes one run after another, as its owner tells it through a pipe."""

import gc
import os
import queue
import shutil
import signal
import stat
import tempfile
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
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
from instances.text import one_line


def work(arguments: Sequence[str], solvers: Solvers) -> NoReturn:
    """A worker's life: runs come in, rows go out, until the owner's end of the pipe is closed.

    Temporary files, of solvers and of the programs they start, are in a folder that ends with the worker. Raises
    Stopped where there is no owner.
    """
    connection = Connection(descriptor_of(arguments))
    waiting: queue.SimpleQueue[Run] = queue.SimpleQueue()
    folder = tempfile.mkdtemp(prefix="compare-")
    tempfile.tempdir = os.environ["TMPDIR"] = folder

    def receive() -> None:
        try:
            while True:
                waiting.put(connection.recv())
        except (EOFError, OSError):
            shutil.rmtree(folder, ignore_errors=True)
            os.killpg(0, signal.SIGKILL)

    threading.Thread(target=receive, daemon=True).start()
    connection.send((solvers.version, folder))
    while True:
        task = waiting.get()
        puzzle, instance = build(task.source)
        solve = loaded(task, puzzle, solvers)
        connection.send(LOADED)
        warm_up(task, puzzle, instance, solve)
        gc.collect()  # what is frozen is never collected
        gc.freeze()
        connection.send(WARMED_UP)
        connection.send(measured(task, puzzle, instance, solve))


def descriptor_of(arguments: Sequence[str]) -> int:
    """Of the worker's end of the pipe, as its owner tells it."""
    try:
        [text] = arguments
        if stat.S_ISSOCK(os.fstat(int(text)).st_mode):
            return int(text)
    except (ValueError, OverflowError, OSError):
        pass
    raise Stopped("compare.py work: compare.py itself starts this, with a pipe to talk through")


def loaded(task: Run, puzzle: Puzzle, solvers: Solvers) -> Solve:
    if task.outside is None:
        return solvers.load(puzzle.name, task.solver)
    return task.outside.solve(puzzle, task.solver)


LOADED, WARMED_UP = "loaded", "warmed up"  # what an owner is told; each of what follows has a clock of its own
WARM: set[Any] = set()  # solvers that this worker has run before


def warm_up(task: Run, puzzle: Puzzle, instance: Any, solve: Solve) -> None:
    """A worker's first run of a solver is made twice, the first time for a second at most and without being measured.

    It loads what is loaded on the way.
    """
    if (kind := (puzzle.name, task.solver, task.outside)) not in WARM:
        WARM.add(kind)
        seconds = min(1.0, 0.1 * task.parameters.time_limit)
        run(puzzle, instance, solve, settings_of(task), Watch(seconds, memory_of(task)))


def settings_of(task: Run) -> Settings:
    return Settings(any_plan=task.parameters.any_plan, workers=task.parameters.workers, seed=task.seed)


def memory_of(task: Run) -> int:
    """Bytes at which the solver is told to stop: a little less than where the owner would make it stop."""
    return int(0.9 * task.parameters.memory_limit * MIB)


def measured(task: Run, puzzle: Puzzle, instance: Any, solve: Solve) -> Row:
    """The run itself. The solver is told to stop a little before the owner would make it stop."""
    gc.collect()
    load, cpu = os.getloadavg()[0], cpu_seconds()
    over_time = BoundsOverTime()
    watch = Watch(task.parameters.time_limit, memory_of(task), report=over_time.report)
    result = run(puzzle, instance, solve, settings_of(task), watch)
    measures = {
        "cpu_seconds": round(cpu_seconds() - cpu, 4), "load": round(load, 2), "bounds_over_time": over_time.seen,
    }  # fmt: skip
    wrong = {"contradiction": sentence} if (sentence := contradiction(puzzle, instance, result)) else {}
    about = identity(task) | measures | wrong
    file = task.source.get("file", "")
    row = about | answer_of(puzzle, instance, task.solver, file, result).data()
    if (fault := unfit(row)) is None:
        return row
    failed = Result(Outcome.SOLVER_FAILED, reason=fault, seconds=result.seconds)
    return about | answer_of(puzzle, instance, task.solver, file, failed).data()


def unfit(row: Row) -> str | None:
    """Why no results file can hold the row, as solvers from elsewhere may return anything; None if it can."""
    try:
        line = msgspec.json.encode(row)
        row_from(line)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return f"it returns what no results file holds: {one_line(str(error))}"
    return None if len(line) < LONGEST // 2 else "it returns more than a results file holds"
