"""Runs handed out to owners, here or on a Dask cluster; every row is on disk before the next one is awaited."""

import argparse
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import Any

from instances.experiments.owner import STOP
from instances.experiments.progress_bar import progress
from instances.experiments.runs import Run
from instances.report import Row
from instances.report.batches import Batch, Expectation
from instances.report.rows.origin import group
from instances.report.rows.results_file import Results, Stopped
from instances.solving.outcome import Outcome
from instances.text import one_line

Own = Callable[[Sequence[Run]], list[Row]]  # what an owner does with a batch


@contextmanager
def executor(options: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    """Where runs are executed, and how many at once: threads that own workers, here or on a Dask cluster."""
    if not options.cluster:
        with ThreadPoolExecutor(options.jobs) as pool:
            yield pool, options.jobs
        return
    try:
        import distributed
    except ImportError:
        raise Stopped("--cluster needs Dask: pip install '.[compare]'") from None
    connect: Any = distributed.Client  # half of its types are missing
    try:
        client = connect(options.cluster, timeout=3)
    except (OSError, ValueError) as error:
        raise Stopped(f"--cluster {one_line(options.cluster)}: {one_line(str(error))}") from None
    logging.disable(logging.CRITICAL)  # of the library: what goes wrong is told once, by us
    try:
        slots = sum(client.ncores().values())
        if not slots:
            raise Stopped(f"--cluster {options.cluster}: the scheduler has no workers")
        yield client.get_executor(pure=False), slots
    finally:
        with suppress(Exception):
            client.close(timeout=3)


def perform(
    tasks: Iterator[Run], total: int, own: Own, pool: Executor, slots: int, results: Results, command: str
) -> None:
    """Execute what is not done yet, a few ahead of the workers; every row is on disk before the next is awaited."""
    pending: dict[Future[list[Row]], list[Run]] = {}
    begun, expectation = set(results.outcomes), Expectation()

    def next_batch() -> list[Run]:
        """Of what was not begun before; empty at the end."""
        batch: Batch[Run] = Batch()
        while not batch.full and (task := next(tasks, None)):
            if (key := task.key) in begun:
                show([results.outcomes.get(key, "asked for twice")], None)
            else:
                begun.add(key)
                batch.tasks.append(task)
                batch.expected += expectation.of(kind_of(task))
        return batch.tasks

    with progress(total) as show:
        while True:
            while not STOP.is_set() and len(pending) < 3 * slots and (batch := next_batch()):
                pending[pool.submit(own, batch)] = batch
            if STOP.is_set():
                pending = {future: batch for future, batch in pending.items() if not future.cancel()}
            if not pending:
                return
            done = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done
            rows = []
            for future in done:
                for task, row in zip(pending.pop(future), rows_of(future), strict=True):
                    expectation.learn(kind_of(task), row["seconds"])
                    if row["outcome"] != Outcome.INTERRUPTED.value:
                        rows.append(row | {"jobs": slots, "command": command})
            results.append(rows)
            show([row["outcome"] for row in rows], [batch[0] for batch in pending.values()][:slots])


def kind_of(task: Run) -> tuple[str, str]:
    """Runs that are expected to take equally long."""
    return task.solver, group(task.source)


def rows_of(future: "Future[list[Row]]") -> list[Row]:
    try:
        return future.result()
    except (CancelledError, OSError) as error:  # OSError: the connection to a cluster
        STOP.set()
        why = one_line(str(error)) or "the scheduler of the cluster is gone"
        raise Stopped(f"{why}; the same command goes on from here, once the cluster is back") from None
    except Exception as error:
        STOP.set()
        raise Stopped(one_line(f"{type(error).__name__}: {error}")) from None
