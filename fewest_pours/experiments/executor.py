"""Where runs are executed: threads of this process or of a Dask cluster. For another kind of cluster, edit this file.

Each thread has its own worker process: a process with threads must not fork, and a worker that is killed takes nothing
else with it.
"""

import logging
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from fewest_pours.experiments.isolated_run import longest, serve
from fewest_pours.experiments.row_fields import Row
from fewest_pours.experiments.run_identity import Run
from fewest_pours.experiments.stopped import Stopped
from fewest_pours.files.wording import one_line
from fewest_pours.running.interrupts import deferred_signals
from fewest_pours.running.processes import end_tree, is_stopped, resume
from fewest_pours.running.start_methods.spawn import number_of, spawned
from fewest_pours.solving.registry import Solvers

Made = TypeVar("Made")
Submit = Callable[[Sequence[Run]], "Future[list[Row] | None]"]  # None: the worker was killed, or did not answer
GLANCE = 1.0  # seconds between two looks at a worker that is awaited
SILENCE = 60.0  # seconds beyond the limits of a run, for loading its solver, after which its worker is replaced
GOODBYE = 5.0  # seconds for a worker to end what it has started


class Worker:
    """A worker process; ending it ends its runs and removes its folder of temporary files.

    cores: those to which its runs are kept; none if they may move.
    """

    def __init__(self, solvers: Solvers, cores: list[int]) -> None:
        self.cores = cores
        self.folder = tempfile.mkdtemp()
        # Spawned, as a fork would inherit the lock of the results file. Ctrl-C and SIGTERM wait in the worker until it
        # can remove its folder: `serve` delivers them after `guard`.
        with deferred_signals():
            self.connection, self.process = spawned(serve, self.folder, solvers, cores)
        self.number = number_of(self.process)

    def rows(self, batch: Sequence[Run]) -> list[Row] | Exception:
        """What the worker makes of a batch, or raises. Raises OSError, EOFError if it was killed or does not answer."""
        self.connection.send(batch)
        # Ctrl-Z stops this process and the worker. Then time is not counted, as no look is taken; and after `fg` the
        # worker may still be stopped at the first look, so only two looks show that a run has stopped it.
        waited = 0.0
        looks_while_stopped = 0
        while not self.connection.poll(GLANCE):
            waited += GLANCE
            looks_while_stopped = looks_while_stopped + 1 if is_stopped(self.number) else 0
            has_ended = not self.process.is_alive() and not self.connection.poll()
            is_stopped_by_run = looks_while_stopped >= 2
            is_silent = waited > longest(batch) + SILENCE
            if has_ended or is_stopped_by_run or is_silent:
                raise EOFError
        made: list[Row] | Exception = self.connection.recv()
        return made

    def end(self) -> None:
        self.process.terminate()
        resume(self.number)  # a run may have stopped it
        self.process.join(GOODBYE)
        if self.process.is_alive():
            end_tree(self.number)
            self.process.join()
        shutil.rmtree(self.folder, ignore_errors=True)


class LocalWorkers:
    """The workers of a process's threads, one for each thread.

    free_cores: for each worker to be started, the cores to which its runs are kept.
    """

    def __init__(self, free_cores: Sequence[list[int]] = ()) -> None:
        self.free_cores = list(free_cores)
        self.running: list[Worker] = []
        self.here = threading.local()  # here.worker: this thread's own

    def rows(self, solvers: Solvers, batch: Sequence[Run]) -> list[Row] | None:
        """The rows that this thread's worker makes; None if it was killed or is silent: the next batch gets a new one.

        Raises what the worker raised.
        """
        if not hasattr(self.here, "worker"):
            self.here.worker = self.start(solvers)
        try:
            made: list[Row] | Exception = self.here.worker.rows(batch)
        except (EOFError, OSError):
            self.end(self.here.worker)
            del self.here.worker
            return None
        if isinstance(made, Exception):
            raise made
        return made

    def start(self, solvers: Solvers) -> Worker:
        worker = Worker(solvers, self.free_cores.pop() if self.free_cores else [])
        self.running.append(worker)
        return worker

    def end(self, worker: Worker) -> None:
        """End a worker once, though the thread that it serves and the one that ends all may both call this."""
        try:
            self.running.remove(worker)
        except ValueError:
            return
        self.free_cores.append(worker.cores)
        worker.end()

    def end_all(self) -> None:
        """End all workers, also busy ones, after Ctrl-C."""
        for worker in list(self.running):
            self.end(worker)


WORKERS_OF_CLUSTER_TASKS = LocalWorkers()  # a task is a function alone; its process keeps the workers for later tasks


def rows_in_cluster(solvers: Solvers, batch: Sequence[Run]) -> list[Row] | None:
    """The task of a cluster's thread."""
    return WORKERS_OF_CLUSTER_TASKS.rows(solvers, batch)


def result_of(future: "Future[Made]") -> Made:
    """What a task has made. Raises Stopped if it failed or, for example, the scheduler was killed."""
    try:
        return future.result()
    except Exception as error:
        what = one_line(f"{type(error).__name__}: {error}")
        raise Stopped(f"{what}; the same command continues from here") from None


def shares_of_cores(jobs: int, pinned: int) -> list[list[int]]:
    """A share of this machine's cores for each of the jobs; none if there are too few, or the system has no way."""
    if not pinned or not hasattr(os, "sched_getaffinity"):
        return []
    cores = sorted(os.sched_getaffinity(0))
    if jobs * pinned > len(cores):
        return []
    return [cores[job * pinned : (job + 1) * pinned] for job in range(jobs)]


@contextmanager
def executor(address: str | None, jobs: int, solvers: Solvers, pinned: int = 0) -> Iterator[tuple[Submit, int]]:
    """What executes batches, and how many at once: `jobs` workers here, or those of the cluster at the address.

    pinned: the number of cores to which each run here is kept; 0 if runs may move between cores.
    Raises Stopped if the cluster does not answer or has no workers.
    """
    if address is None:
        workers = LocalWorkers(shares_of_cores(jobs, pinned))
        with ThreadPoolExecutor(jobs) as threads:
            try:
                yield lambda batch: threads.submit(workers.rows, solvers, batch), jobs
            finally:
                threads.shutdown(wait=False, cancel_futures=True)
                workers.end_all()
        return
    with cluster(address) as (pool, slots):
        yield lambda batch: pool.submit(rows_in_cluster, solvers, batch), slots


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """A Dask cluster, and how many tasks it executes at once. Raises Stopped if there is none, or it has no workers."""
    import distributed

    connect: Any = distributed.Client  # half of its types are missing
    try:
        client = connect(address, timeout=3)
    except (OSError, ValueError) as error:
        raise Stopped(f"--cluster {one_line(address)}: {one_line(str(error))}") from None
    logging.disable(logging.CRITICAL)  # Dask logs an error many times: we report it once
    try:
        slots = sum(client.ncores().values())
        if not slots:
            raise Stopped(f"--cluster {address}: the scheduler has no workers")
        yield client.get_executor(pure=False), slots
    finally:
        with suppress(Exception):
            client.close(timeout=3)
