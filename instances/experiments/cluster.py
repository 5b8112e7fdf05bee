"""Where runs are executed: worker processes here, or a Dask cluster. For another kind of cluster change this file."""

import logging
import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing import resource_tracker
from typing import Any

from instances.experiments.runs import Run, cores
from instances.experiments.worker import UNTIL_BEGUN, begin
from instances.report import Row
from instances.report.rows.results_file import Stopped
from instances.text import one_line

Own = Callable[[Sequence[Run]], list[Row]]  # what a worker does with a batch
Submit = Callable[[Sequence[Run]], Any]  # returns a future of the rows; BrokenProcessPool: a worker was killed


class Workers:
    """So many worker processes at most, started anew when one of them was killed; temporary files are in the folder."""

    def __init__(self, number: int, folder: str) -> None:
        self.number, self.folder = number, folder
        self.pool = self.fresh()

    def fresh(self) -> ProcessPoolExecutor:
        os.makedirs(self.folder, exist_ok=True)  # workers that end remove it when it is empty
        spawn = multiprocessing.get_context("spawn")  # a fork would inherit the lock of the results file
        return ProcessPoolExecutor(self.number, spawn, begin, (tempfile.mkdtemp(dir=self.folder),))

    def submit(self, own: Own, batch: Sequence[Run]) -> "Future[list[Row]]":
        resource_tracker.ensure_running()  # its start would unblock signals
        before = signal.pthread_sigmask(signal.SIG_BLOCK, UNTIL_BEGUN)  # a worker that starts now inherits this
        try:
            return self.pool.submit(own, batch)
        except BrokenProcessPool:
            self.pool = self.fresh()
            return self.pool.submit(own, batch)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def end(self) -> None:
        for process in multiprocessing.active_children():  # also busy ones, after Ctrl-C
            process.terminate()
        self.pool.shutdown()


@contextmanager
def executor(address: str | None, jobs: int, own: Own) -> Iterator[tuple[Submit, int]]:
    """What executes batches, and how many at once: so many workers here, or those of the cluster at an address."""
    if address is None:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            here = Workers(jobs, folder)
            try:
                yield lambda batch: here.submit(own, batch), jobs
            finally:
                here.end()
        return
    try:
        import distributed
    except ImportError:
        raise Stopped("--cluster needs Dask: pip install '.[compare]'") from None
    connect: Any = distributed.Client  # half of its types are missing
    try:
        client = connect(address, timeout=3)
    except (OSError, ValueError) as error:
        raise Stopped(f"--cluster {one_line(address)}: {one_line(str(error))}") from None
    logging.disable(logging.CRITICAL)  # of the library: we report what goes wrong, once
    try:
        pool, slots = client.get_executor(pure=False), sum(client.ncores().values())
        if not slots:
            raise Stopped(f"--cluster {address}: the scheduler has no workers")
        yield lambda batch: pool.submit(on_cluster, own, batch), slots
    finally:
        with suppress(Exception):
            client.close(timeout=3)


def on_cluster(own: Own, batch: Sequence[Run]) -> list[Row]:
    """Have a worker process make the rows, as Dask's own has threads and must not fork."""
    return workers_on_cluster().submit(own, batch).result()


@cache
def workers_on_cluster() -> Workers:
    """As many workers as are wanted at once, for as long as Dask's process lives."""
    process: Any = multiprocessing.current_process()
    process._config["daemon"] = False  # it may have children
    return Workers(cores(), tempfile.mkdtemp())
