"""Where runs are executed: threads here, or a Dask cluster. Another kind of cluster needs to change this file alone."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from instances.report.rows.results_file import Stopped
from instances.text import one_line


@contextmanager
def executor(address: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
    """Where to submit batches, and how many run at once: so many threads, or the cluster at an address."""
    if address is None:
        with ThreadPoolExecutor(jobs) as pool:
            yield pool, jobs
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
        slots = sum(client.ncores().values())
        if not slots:
            raise Stopped(f"--cluster {address}: the scheduler has no workers")
        yield client.get_executor(pure=False), slots
    finally:
        with suppress(Exception):
            client.close(timeout=3)
