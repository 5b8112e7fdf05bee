"""Runs handed out to workers, some at once; every row is on disk before the next one is awaited.

To hand out a run takes some milliseconds, above all by a scheduler. So runs go in batches, and a worker returns after
half a second what it has made by then: of short runs the whole batch, of long ones the first.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from instances.experiments.cluster import Submit
from instances.experiments.runs import Experiment, Run
from instances.report import Row
from instances.report.rows.results_file import Results, Stopped
from instances.text import one_line

LARGEST = 200  # runs in a batch


def perform(experiment: Experiment, submit: Submit, slots: int, results: Results, stop: threading.Event) -> None:
    """Execute what is not done yet, a few batches ahead of the workers, until all is done or `stop` is set."""
    pending: dict[Future[list[Row]], list[Run]] = {}
    fresh, again = not_begun(experiment, results), list[Run]()
    columns, console = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()), Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        item = bar.add_task("", total=experiment.total)
        while not stop.is_set():
            bar.update(item, completed=len(results.done))
            size = min(LARGEST, 1 + (experiment.total - len(results.done)) // (4 * slots))
            while len(pending) < 3 * slots and (batch := again[:size] or list(islice(fresh, size))):
                del again[:size]
                pending[submit(batch)] = batch
            if not pending:
                return
            for future in wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done:
                batch, rows = pending.pop(future), rows_of(future)
                again += batch[len(rows) :]
                results.append([row | {"jobs": slots, "command": experiment.command} for row in rows])


def not_begun(experiment: Experiment, results: Results) -> Iterator[Run]:
    """The runs that are not in the results; files may hold the same instance twice."""
    begun = set(results.done)
    for task in experiment.runs():
        if task.key not in begun:
            begun.add(task.key)
            yield task


def rows_of(future: "Future[list[Row]]") -> list[Row]:
    """The rows of a batch. Raises Stopped."""
    try:
        return future.result()
    except (CancelledError, Exception) as error:  # a worker was killed, or the scheduler of a cluster
        raise Stopped(f"{one_line(f'{type(error).__name__}: {error}')}; the same command goes on from here") from None
