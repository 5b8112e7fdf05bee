"""Where runs are executed: worker processes here, or a Dask cluster. For another kind of cluster change this file."""

import logging
import multiprocessing
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from instances.experiments.runs import Run, cores
from instances.experiments.worker import begin
from instances.report import Row
from instances.report.rows.results_file import Stopped
from instances.text import one_line

Own = Callable[[Sequence[Run]], list[Row]]  # what a worker does with a batch
Submit = Callable[[Sequence[Run]], Any]  # returns a future of the rows


def workers(number: int, folder: str) -> ProcessPoolExecutor:
    """So many worker processes at most; they keep temporary files in the folder."""
    spawn = multiprocessing.get_context("spawn")  # a fork would inherit the lock of the results file
    return ProcessPoolExecutor(number, spawn, begin, (folder,))


@contextmanager
def executor(address: str | None, jobs: int, own: Own) -> Iterator[tuple[Submit, int]]:
    """What executes batches, and how many at once: so many workers here, or those of the cluster at an address."""
    if address is None:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, workers(jobs, folder) as here:
            try:
                yield lambda batch: here.submit(own, batch), jobs
            finally:
                for process in multiprocessing.active_children():  # also busy ones, after Ctrl-C
                    process.terminate()
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
    return pool_on_cluster().submit(own, batch).result()


@cache
def pool_on_cluster() -> ProcessPoolExecutor:
    """As many workers as are wanted at once, for as long as Dask's process lives."""
    process: Any = multiprocessing.current_process()
    process._config["daemon"] = False  # it may have children
    return workers(cores(), tempfile.mkdtemp())
