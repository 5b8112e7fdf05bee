"""An owner: the thread that hands runs to its worker, and ends the worker where a run does not keep its limits."""

import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

from instances.experiments.machine import MIB
from instances.experiments.runs import Parameters, Run, identity
from instances.report import Row
from instances.solving.limits import LimitReached, resident_bytes
from instances.solving.outcome import Outcome
from instances.solving.supervisor import descendants

OWN = threading.local()  # each owner's worker
LOADING = 60.0  # seconds that a solver may take to be loaded
STOP = threading.Event()  # Ctrl-C: owners kill their workers


class Worker:
    """A worker process as its owner sees it, in a process group of its own together with the solves it starts."""

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
        self.resting, self.peak = resident_bytes(self.process.pid), 0

    def told(self, limits: Parameters) -> Any:
        """What the worker says next. Raises LimitReached, EOFError if it dies."""
        started = time.monotonic()
        while not self.connection.poll(0.05):
            memory = self.memory()
            self.peak = max(self.peak, memory)
            if outcome := exceeded(limits, time.monotonic() - started, memory):
                raise LimitReached(outcome)
            if self.process.poll() is not None:
                raise EOFError
        said = self.connection.recv()
        self.peak = max(self.peak, resident_bytes(self.process.pid))  # by now its children have ended
        return said

    def kill(self) -> int:
        """End the worker, what it has started even if itself has ended, and its temporary files. Its exit code."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.connection.close()
        code = self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        return code

    def memory(self) -> int:
        """Bytes of resident memory of the worker and everything it has started (shared pages count for each)."""
        return sum(map(resident_bytes, [self.process.pid, *descendants(self.process.pid)]))

    def bloated(self) -> bool:
        """It holds on to memory that would count against the next run."""
        return resident_bytes(self.process.pid) > self.resting + 384 * MIB


def supervised_all(program: Path, tasks: Sequence[Run]) -> list[Row]:
    """A batch of runs, one after the other. program: compare.py, which is what a worker runs."""
    return [interrupted(task) if STOP.is_set() else supervised(program, task) for task in tasks]


def supervised(program: Path, task: Run) -> Row:
    """One run, in this thread's worker, ended at its limits."""
    worker = own_worker(program)
    if worker.version != task.version:
        raise RuntimeError(f"{platform.node()} has other code: {worker.version}, expected {task.version}")
    patient = replace(task.parameters, time_limit=max(LOADING, task.parameters.time_limit))
    started = time.monotonic()
    try:
        worker.connection.send(task)
        for limits in (patient, task.parameters, task.parameters):  # it is LOADED, WARMED_UP, and answers
            worker.peak, started = 0, time.monotonic()
            row: Row = worker.told(limits)
        if worker.bloated():
            worker.kill()
        return row | {"peak_mib": worker.peak // MIB}
    except LimitReached as limit:
        worker.kill()
        outcome, reason = limit.outcome, "the worker was killed"
    except (EOFError, OSError):
        outcome, reason = Outcome.SOLVER_FAILED, f"the worker died (exit code {worker.kill()})"
    return killed(task, outcome, reason, time.monotonic() - started, worker.peak)


def own_worker(program: Path) -> Worker:
    """This thread's worker, or another one where it has ended."""
    worker: Worker | None = getattr(OWN, "worker", None)
    if worker is not None and worker.process.poll() is None:
        return worker
    if worker is not None and not worker.connection.closed:  # nobody has seen it end
        worker.kill()
    worker = OWN.worker = Worker(program)
    return worker


def interrupted(task: Run) -> Row:
    """The row of a run that was not begun."""
    return killed(task, Outcome.INTERRUPTED, "it was not begun", 0.0, 0)


def killed(task: Run, outcome: Outcome, reason: str, seconds: float, peak: int) -> Row:
    spent = {"seconds": round(seconds, 4), "cpu_seconds": None, "peak_mib": peak // MIB}
    return identity(task) | {"outcome": outcome.value, "reason": reason, "killed": True, "statistics": {}} | spent


def exceeded(limits: Parameters, seconds: float, memory: int) -> Outcome | None:
    """Why a run must end now. In time, the solver has a little longer to end by itself."""
    if STOP.is_set():
        return Outcome.INTERRUPTED
    if seconds > 1.1 * limits.time_limit + 1:
        return Outcome.OUT_OF_TIME
    return Outcome.OUT_OF_MEMORY if memory > limits.memory_limit * MIB else None
