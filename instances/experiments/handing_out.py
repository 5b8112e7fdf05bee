"""Runs handed out to workers, some at once; every row is on disk before the next one is awaited.

To hand out a run takes some milliseconds, above all by a scheduler. So runs go in batches, and a worker returns after
half a second what it has made by then: of short runs the whole batch, of long ones the first.

When a worker is killed, all batches that wait are lost. Their runs are then executed one by one: where a worker is
killed again, that run has failed.
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from instances.experiments.cluster import Submit
from instances.experiments.runs import Experiment, Run
from instances.experiments.worker import failed
from instances.report import Row
from instances.report.rows.results_file import Results, Stopped
from instances.solving.outcome import Outcome
from instances.text import one_line

LARGEST = 200  # runs in a batch


def perform(experiment: Experiment, submit: Submit, slots: int, results: Results, stop: threading.Event) -> None:
    """Execute what is not done yet, a few batches ahead of the workers, until all is done or `stop` is set."""
    pending: dict[Future[list[Row]], list[Run]] = {}
    fresh, again, suspects, alone = not_begun(experiment, results), list[Run](), list[Run](), False
    columns, console = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()), Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        item = bar.add_task("", total=experiment.total)
        while not stop.is_set():
            bar.update(item, completed=len(results.done))
            left = max(0, experiment.total - len(results.done))  # at least: the file may have results of other runs too
            size = min(LARGEST, 1 + left // (4 * slots))
            if not pending:
                alone = bool(suspects)
            while not (alone or suspects) and len(pending) < 3 * slots:
                if not (batch := again[:size] or list(islice(fresh, size))):
                    break
                del again[:size]
                pending[submit(batch)] = batch
            if alone and not pending:
                batch = [suspects.pop(0)]
                pending[submit(batch)] = batch
            if not pending:
                return
            for future in wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done:
                batch, rows = pending.pop(future), rows_of(future, stop)
                if rows is None and alone:
                    now = time.monotonic()
                    rows = [failed(batch[0], Outcome.SOLVER_FAILED, "the worker that ran it was killed", now)]
                if rows is None:
                    suspects += batch
                    continue
                again += batch[len(rows) :]
                results.append([row | {"jobs": slots, "command": experiment.command} for row in rows])


def not_begun(experiment: Experiment, results: Results) -> Iterator[Run]:
    """The runs that are not in the results; files may hold the same instance twice."""
    begun = set(results.done)
    for task in experiment.runs():
        if task.key not in begun:
            begun.add(task.key)
            yield task


def rows_of(future: "Future[list[Row]]", stop: threading.Event) -> list[Row] | None:
    """The rows of a batch; None if a worker was killed. Raises Stopped."""
    try:
        return future.result()
    except BrokenProcessPool:
        return None
    except (CancelledError, Exception) as error:  # the scheduler of a cluster was killed, for example
        if stop.is_set():
            return []
        raise Stopped(f"{one_line(f'{type(error).__name__}: {error}')}; the same command goes on from here") from None
