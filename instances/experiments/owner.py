"""An owner: the thread that hands runs to its worker, and ends the worker where a run does not keep its limits."""

import os
import platform
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
from instances.harness.limits import LimitReached, resident_bytes
from instances.harness.outcome import Outcome
from instances.harness.processes import descendants
from instances.report import Row

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
            self.version = self.connection.recv()
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
        """End the worker, and what it has started even if itself has ended; returns its exit code."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.connection.close()
        return self.process.wait()

    def memory(self) -> int:
        """Bytes of resident memory of the worker and everything it has started (shared pages count for each)."""
        return sum(map(resident_bytes, [self.process.pid, *descendants(self.process.pid)]))

    def bloated(self) -> bool:
        """It holds on to memory that would count against the next run."""
        return resident_bytes(self.process.pid) > self.resting + 384 * MIB


def supervised_all(program: Path, tasks: Sequence[Run]) -> list[Row]:
    """A batch of runs, one after the other. program: compare.py, which is what a worker runs."""
    return [supervised(program, task) for task in tasks]


def supervised(program: Path, task: Run) -> Row:
    """One run, in this thread's worker, ended at its limits."""
    worker: Worker | None = getattr(OWN, "worker", None)
    if worker is None or worker.process.poll() is not None:
        worker = OWN.worker = Worker(program)
    if worker.version != task.version:
        raise RuntimeError(f"{platform.node()} has other code: {worker.version}, expected {task.version}")
    worker.peak, started = 0, time.monotonic()
    try:
        worker.connection.send(task)
        worker.told(replace(task.parameters, time_limit=max(LOADING, task.parameters.time_limit)))  # it is LOADED
        started = time.monotonic()
        row: Row = worker.told(task.parameters)
        if worker.bloated():
            worker.kill()
        return row | {"peak_mib": worker.peak // MIB}
    except LimitReached as limit:
        worker.kill()
        outcome, reason = limit.outcome, "the worker was killed"
    except (EOFError, OSError):
        outcome, reason = Outcome.SOLVER_FAILED, f"the worker died (exit code {worker.kill()})"
    spent = {"seconds": round(time.monotonic() - started, 4), "cpu_seconds": None, "peak_mib": worker.peak // MIB}
    return identity(task) | {"outcome": outcome.value, "reason": reason, "killed": True, "statistics": {}} | spent


def exceeded(limits: Parameters, seconds: float, memory: int) -> Outcome | None:
    """Why a run must end now. In time, the solver has a little longer to end by itself."""
    if STOP.is_set():
        return Outcome.INTERRUPTED
    if seconds > 1.1 * limits.time_limit + 1:
        return Outcome.OUT_OF_TIME
    return Outcome.OUT_OF_MEMORY if memory > limits.memory_limit * MIB else None
