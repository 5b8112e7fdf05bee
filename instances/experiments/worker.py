"""A worker: a process that makes one run after another, as its owner tells it through a pipe."""

import gc
import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any, NoReturn

from instances.experiments.machine import MIB, cpu_seconds
from instances.experiments.runs import Run, identity
from instances.experiments.solvers import Solvers
from instances.harness.limits import Settings, Watch
from instances.harness.running import contradiction, data, run
from instances.report import Row
from instances.report.source import build


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
    solvers.names()  # loads them all, before any clock runs
    gc.freeze()
    connection.send(solvers.version)
    while True:
        connection.send(measured(waiting.get(), solvers))


WARM: set[Any] = set()  # solvers that this worker has run before


def measured(task: Run, solvers: Solvers) -> Row:
    """The run itself. The solver is told to stop a little before the owner would make it stop.

    A worker's first run of a solver is made twice, the first time for a second at most and without being measured: it
    loads what the solver imports.
    """
    puzzle, instance = build(task.source)
    limits = task.parameters
    settings = Settings(any_plan=limits.any_plan, workers=limits.workers, seed=task.seed)
    solve = solvers.of(puzzle.name)[task.solver] if task.outside is None else task.outside.solve(puzzle, task.solver)
    memory = int(0.9 * limits.memory_limit * MIB)
    if (kind := (puzzle.name, task.solver, task.outside)) not in WARM:
        WARM.add(kind)
        run(puzzle, instance, solve, settings, Watch(min(1.0, 0.1 * limits.time_limit), memory))
    gc.collect()
    load, cpu = os.getloadavg()[0], cpu_seconds()
    result = run(puzzle, instance, solve, settings, Watch(limits.time_limit, memory))
    measures = {"cpu_seconds": round(cpu_seconds() - cpu, 4), "load": round(load, 2)}
    wrong = {"contradiction": sentence} if (sentence := contradiction(puzzle, instance, result)) else {}
    return identity(task) | data(puzzle, instance, task.solver, task.source.get("file", ""), result) | measures | wrong
