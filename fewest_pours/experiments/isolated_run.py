"""Isolated runs: a worker loads solvers, and forks a process for each run.

So whatever a solver caches or patches ends with its run. A worker has no threads, and no other children: processes that
are left below it after a run are leftovers, and are ended.
"""

import gc
import multiprocessing
import os
import platform
import signal
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from fewest_pours.experiments.instance_sources import instance_from
from fewest_pours.experiments.row_fields import Row, row_from
from fewest_pours.experiments.run_identity import Run, identity, machine
from fewest_pours.files.wording import one_line
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.running.interrupts import deliver_signals
from fewest_pours.running.limits import MIB, Limits
from fewest_pours.running.processes import PATIENCE, cpu_seconds, end_below, resident_bytes
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings, Solve, Watch
from fewest_pours.running.start_methods import METHOD
from fewest_pours.running.start_methods.child import ChildEnding, Say, depart
from fewest_pours.running.supervisor import Supervisor, guard
from fewest_pours.solving.answer import answer_of, contradiction, run_checked
from fewest_pours.solving.outside_solvers import Outside
from fewest_pours.solving.registry import Solvers

ENOUGH = 0.5  # seconds after which a worker begins no further run of a batch
LOOP = 100_000  # steps of the calibrating loop: a few milliseconds
LONGEST_TRACEBACK = 10_000  # characters; the end, which names the error, is kept
SECONDS_FOR_LEFTOVERS = 5.0  # to end the processes that a run has left behind
OVER = 1.1  # a run ends by itself at its limit, and by force at this multiple of it
OVER_SECONDS = 1  # and so much later
OWN_MEMORY = 0.9  # the part of its memory limit at which it ends by itself


@dataclass(frozen=True)
class Confines:
    """What a worker keeps its runs to.

    cores             those on which they run; none if they may move
    inherited_socket  the file descriptor of the worker's connection to its parent, which forked runs inherit; None if
                      they are spawned and do not
    """

    cores: Sequence[int] = ()
    inherited_socket: int | None = None


def serve(client: Connection, folder: str, solvers: Solvers, cores: Sequence[int]) -> None:
    """Execute batches until the parent ends. Temporary files go into this folder, which goes with the worker.

    cores: those to which runs are kept, none if they may move; the worker itself may, as it only watches.
    """
    machine()  # described once, before a run is kept to some of the cores
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    confines = Confines(cores, None if METHOD == "spawn" else client.fileno())
    multiprocessing.set_start_method(None, force=True)  # solvers get the default, however this process was started
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)  # discards what solvers print
    guard(Path(folder))
    deliver_signals()
    with suppress(EOFError, OSError):
        while True:
            batch = client.recv()
            try:
                client.send(run_batch(batch, solvers, confines))
            except Exception as error:
                client.send(error)
    depart()  # the parent has ended


def longest(batch: Sequence[Run]) -> float:
    """Seconds within which the rows of a batch are returned, apart from loading its solvers."""
    one_run = OVER * batch[0].parameters.time_limit + OVER_SECONDS
    return ENOUGH + one_run + PATIENCE + SECONDS_FOR_LEFTOVERS


def run_batch(tasks: Sequence[Run], solvers: Solvers, confines: Confines) -> list[Row]:
    """The rows of the runs begun within half a second, at least of the first run.

    Raises RuntimeError if this worker's code is another version than the runs', and whatever loading a solver raises.
    """
    for task in tasks:
        here = solvers.version(task.source["puzzle"], task.solver, task.outside is not None)
        if task.version != here:
            raise RuntimeError(f"{platform.node()} has other code of {task.solver}: {here}, expected {task.version}")
    until = time.monotonic() + ENOUGH
    conditions: Row = {"calibration": time_of_loop()}
    if confines.cores:
        conditions["pinned"] = confines.cores
    rows: list[Row] = []
    for task in tasks:
        loaded_solver(solvers, task.source["puzzle"], task.solver, task.outside)
        started = time.monotonic()
        row = run_isolated(task, solvers, confines)
        left_running = end_below(os.getpid(), SECONDS_FOR_LEFTOVERS)
        if left_running:
            reason = f"it has left processes that could not be ended: {', '.join(left_running)}"
            row = failed_row(task, Outcome.SOLVER_FAILED, reason, started)
        rows.append(row | conditions)
        if time.monotonic() > until:
            break
    return rows


def time_of_loop() -> float:
    """Seconds that a fixed loop takes here and now, the least of three: how fast the machine is at the moment."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        total = 0
        for number in range(LOOP):
            total += number
        times.append(time.perf_counter() - started)
    return round(min(times), 6)


@cache
def loaded_solver(solvers: Solvers, puzzle: str, name: str, outside: Outside | None) -> Solve:
    """The loaded solver, one of ours or one from outside."""
    solve = outside.solver(PUZZLES[puzzle], name) if outside else solvers.of(puzzle)[name].load()
    gc.collect()
    gc.freeze()  # a garbage collection in a run then copies none of these pages
    return solve


def run_isolated(task: Run, solvers: Solvers, confines: Confines) -> Row:
    """The row of a run in its own process, which is ended by force if the solver exceeds a limit."""
    started = time.monotonic()
    limits = task.parameters
    # Limits count the memory of the process that checks them, here the worker, beside that of the run.
    memory_limit = limits.memory_limit + resident_bytes() / MIB
    seconds = OVER * limits.time_limit + OVER_SECONDS
    by_force = Limits(seconds, memory_limit, cpu_limit=OVER * limits.most_cpu + OVER_SECONDS)
    with Supervisor[str](by_force) as supervisor:
        supervisor.call("run", partial(run_here, task, solvers, confines))
        try:
            ending = supervisor.next()
        except LimitReached as reached:
            ending = supervisor.end("run", reached.outcome, "it was ended by force")
    assert isinstance(ending, ChildEnding)
    row: Row = ending.value
    if ending.outcome is not None:
        row = failed_row(task, ending.outcome, ending.reason, started)
    return row | {"peak_mib": ending.peak // MIB}


def failed_row(task: Run, outcome: Outcome, reason: str, started: float) -> Row:
    """The row of a run that ended without a result."""
    answer = {"outcome": outcome.value, "reason": one_line(reason), "killed": True, "statistics": {}}
    return identity(task) | answer | {"seconds": round(time.monotonic() - started, 4)}


def run_here(task: Run, solvers: Solvers, confines: Confines, say: Say) -> Row:
    """The row of a run. The solver's own memory limit is a little below the one at which it is ended by force."""
    if confines.inherited_socket is not None:
        os.dup2(1, confines.inherited_socket)  # /dev/null, as in `serve`: no solver can write to the worker's parent
    if hasattr(os, "setsid"):
        os.setsid()  # a signal to its own process group reaches nobody else
    if confines.cores:
        os.sched_setaffinity(0, confines.cores)
    solve = loaded_solver(solvers, task.source["puzzle"], task.solver, task.outside)
    puzzle, instance = instance_from(task.source)
    gc.collect()
    cpu = cpu_seconds()
    bounds: list[tuple[float, int | None, int | None]] = []  # [(0.01, 39, None), (0.2, 39, 45), (0.5, 40, 42)]
    last: tuple[int | None, int | None] = (None, None)

    def report(lower: int | None, upper: int | None, *rest: object) -> None:
        """Note when a bound improves."""
        nonlocal last
        if (lower, upper) != last:
            last = (lower, upper)
            bounds.append((round(watch.elapsed(), 4), lower, upper))

    limits = task.parameters
    watch = Watch(limits.time_limit, OWN_MEMORY * limits.memory_limit, cpu_limit=limits.most_cpu, listener=report)
    result = run_checked(puzzle, solve, instance, Settings(workers=limits.workers, seed=task.seed), watch)
    answer = answer_of(puzzle, instance, task.solver, task.source.get("file", ""), result)
    row = identity(task) | answer.data()
    contradicted = contradiction(puzzle, instance, result)
    if contradicted is not None:
        row["contradiction"] = contradicted
    if result.traceback:
        row["traceback"] = result.traceback[-LONGEST_TRACEBACK:]
    row |= {"cpu_seconds": round(cpu_seconds() - cpu, 4), "bounds_over_time": bounds}
    row_from(msgspec.json.encode(row))  # raises if a solver from outside returned what no results file can hold
    return row
