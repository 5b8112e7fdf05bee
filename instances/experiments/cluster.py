"""Where runs are executed: threads of this process or of a Dask cluster. For another kind of cluster, edit this file.

Each thread has its own worker process: a process with threads must not fork, and a worker that is killed takes nothing
else with it.
"""

import logging
import multiprocessing
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import Any

from instances.experiments.report import Row
from instances.experiments.report.rows.results_file import Stopped
from instances.experiments.runs import Run
from instances.experiments.worker import UNTIL_BEGUN, serve
from instances.reading.text import one_line

Own = Callable[[Sequence[Run]], list[Row]]  # what a worker does with a batch
Submit = Callable[[Sequence[Run]], "Future[list[Row] | None]"]  # None: the worker was killed


HERE = threading.local()  # connection: to this thread's worker; folder: the worker's temporary files


def in_worker(own: Own, batch: Sequence[Run]) -> list[Row] | None:
    """The rows that this thread's worker makes; None if it was killed: the next batch gets a new worker.

    Raises what the worker raised.
    """
    if not hasattr(HERE, "connection"):
        start_worker()
    try:
        HERE.connection.send((own, batch))
        made: list[Row] | Exception = HERE.connection.recv()
    except (EOFError, OSError):
        del HERE.connection
        shutil.rmtree(HERE.folder, ignore_errors=True)
        return None
    if isinstance(made, Exception):
        raise made
    return made


def start_worker() -> None:
    process: Any = multiprocessing.current_process()
    process._config["daemon"] = False  # Dask's processes are daemons, which may not have children
    resource_tracker.ensure_running()  # if it started later, it would unblock signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, UNTIL_BEGUN)  # the worker inherits this
    try:
        HERE.folder = tempfile.mkdtemp()
        HERE.connection, there = multiprocessing.Pipe()
        spawn = multiprocessing.get_context("spawn")  # a fork would inherit the lock of the results file
        spawn.Process(target=serve, args=(there, HERE.folder)).start()
        there.close()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def executor(address: str | None, jobs: int, own: Own) -> Iterator[tuple[Submit, int]]:
    """What executes batches, and how many at once: `jobs` workers here, or those of the cluster at the address.

    Raises Stopped if the cluster does not answer or has no workers.
    """
    if address is None:
        with ThreadPoolExecutor(jobs) as threads:
            try:
                yield lambda batch: threads.submit(in_worker, own, batch), jobs
            finally:
                threads.shutdown(wait=False, cancel_futures=True)
                for process in multiprocessing.active_children():  # also busy ones, after Ctrl-C
                    process.terminate()
                    process.join()
        return
    import distributed

    connect: Any = distributed.Client  # half of its types are missing
    try:
        client = connect(address, timeout=3)
    except (OSError, ValueError) as error:
        raise Stopped(f"--cluster {one_line(address)}: {one_line(str(error))}") from None
    logging.disable(logging.CRITICAL)  # Dask logs an error many times: we report it once
    try:
        pool, slots = client.get_executor(pure=False), sum(client.ncores().values())
        if not slots:
            raise Stopped(f"--cluster {address}: the scheduler has no workers")
        yield lambda batch: pool.submit(in_worker, own, batch), slots
    finally:
        with suppress(Exception):
            client.close(timeout=3)
