"""A worker: a process that makes one run after another, as its owner tells it through a pipe."""

import gc
import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any, NoReturn

import msgspec

from instances.experiments.machine import MIB, cpu_seconds
from instances.experiments.runs import Run, identity
from instances.experiments.solvers import Solvers
from instances.harness.limits import Settings, Solve, Watch
from instances.harness.outcome import Outcome, Result
from instances.harness.running import contradiction, data, run
from instances.puzzle import Puzzle
from instances.report import Row
from instances.report.file import LONGEST
from instances.report.row import row_from
from instances.report.source import build
from instances.text import one_line


def work(descriptor: int, solvers: Solvers) -> NoReturn:
    """A worker's life: runs come in, rows go out, until the owner's end of the pipe is closed."""
    connection = Connection(descriptor)
    waiting: queue.SimpleQueue[Run] = queue.SimpleQueue()

    def receive() -> None:
        try:
            while True:
                waiting.put(connection.recv())
        except (EOFError, OSError):
            os.killpg(0, signal.SIGKILL)

    threading.Thread(target=receive, daemon=True).start()
    connection.send(solvers.version)
    while True:
        task = waiting.get()
        puzzle, instance = build(task.source)
        solve = loaded(task, puzzle, solvers)
        gc.collect()  # what is frozen is never collected
        gc.freeze()
        connection.send(LOADED)
        connection.send(measured(task, puzzle, instance, solve))


def loaded(task: Run, puzzle: Puzzle, solvers: Solvers) -> Solve:
    if task.outside is None:
        return solvers.load(puzzle.name, task.solver)
    return task.outside.solve(puzzle, task.solver)


LOADED = "loaded"  # what an owner is told before the clock of a run begins
WARM: set[Any] = set()  # solvers that this worker has run before


def measured(task: Run, puzzle: Puzzle, instance: Any, solve: Solve) -> Row:
    """The run itself. The solver is told to stop a little before the owner would make it stop.

    A worker's first run of a solver is made twice, the first time for a second at most and without being measured: it
    loads what is loaded on the way.
    """
    limits = task.parameters
    settings = Settings(any_plan=limits.any_plan, workers=limits.workers, seed=task.seed)
    memory = int(0.9 * limits.memory_limit * MIB)
    if (kind := (puzzle.name, task.solver, task.outside)) not in WARM:
        WARM.add(kind)
        run(puzzle, instance, solve, settings, Watch(min(1.0, 0.1 * limits.time_limit), memory))
    gc.collect()
    load, cpu = os.getloadavg()[0], cpu_seconds()
    result = run(puzzle, instance, solve, settings, Watch(limits.time_limit, memory))
    measures = {"cpu_seconds": round(cpu_seconds() - cpu, 4), "load": round(load, 2)}
    wrong = {"contradiction": sentence} if (sentence := contradiction(puzzle, instance, result)) else {}
    about = identity(task) | measures | wrong
    row = about | data(puzzle, instance, task.solver, task.source.get("file", ""), result)
    if (fault := unfit(row)) is None:
        return row
    failed = Result(Outcome.SOLVER_FAILED, reason=fault, seconds=result.seconds)
    return about | data(puzzle, instance, task.solver, task.source.get("file", ""), failed)


def unfit(row: Row) -> str | None:
    """Why no results file can hold the row, as solvers from elsewhere may return anything; None if it can."""
    try:
        line = msgspec.json.encode(row)
        row_from(line)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return f"it returns what no results file holds: {one_line(str(error))}"
    return None if len(line) < LONGEST // 2 else "it returns more than a results file holds"
