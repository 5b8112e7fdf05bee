"""Runs handed out to workers, some at once; every row is on disk before the next one is awaited.

To hand out a run takes some milliseconds, above all by a scheduler. So runs go in batches that are expected to last
half a second, by what the same solver took in the same group: a long one goes alone, short ones by the hundred.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from instances.experiments.cluster import Submit
from instances.experiments.runs import Experiment, Run
from instances.report import Row
from instances.report.rows.origin import group
from instances.report.rows.results_file import Results, Stopped
from instances.text import one_line

LASTS = 0.5  # seconds of a batch
MOST = 500  # runs in a batch
OVERHEAD = 0.005  # seconds of a run beside its solver


def perform(experiment: Experiment, submit: Submit, slots: int, results: Results, stop: threading.Event) -> None:
    """Execute what is not done yet, a few batches ahead of the workers, until all is done or `stop` is set."""
    pending: dict[Future[list[Row]], list[Run]] = {}
    expected: dict[tuple[str, str], float] = {}  # seconds of a run of this kind
    left = not_begun(experiment, results)
    with progress(experiment.total) as show:
        show(list(results.outcomes.values()))
        while not stop.is_set():
            while len(pending) < 3 * slots and (batch := next_batch(left, expected)):
                pending[submit(batch)] = batch
            if not pending:
                return
            for future in wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done:
                rows = rows_of(future)
                for task, row in zip(pending.pop(future), rows, strict=True):
                    seconds: float = row["seconds"]
                    before = expected.get(kind_of(task), seconds)
                    expected[kind_of(task)] = max(seconds, 0.8 * before + 0.2 * seconds)
                results.append([row | {"jobs": slots, "command": experiment.command} for row in rows])
                show([row["outcome"] for row in rows])


def not_begun(experiment: Experiment, results: Results) -> Iterator[Run]:
    """The runs that are not in the results; files may hold the same instance twice."""
    begun = set(results.outcomes)
    for task in experiment.runs():
        if task.key not in begun:
            begun.add(task.key)
            yield task


def next_batch(left: Iterator[Run], expected: dict[tuple[str, str], float]) -> list[Run]:
    """Empty at the end."""
    batch: list[Run] = []
    lasts = 0.0
    while lasts < LASTS and len(batch) < MOST and (task := next(left, None)):
        batch.append(task)
        lasts += expected.get(kind_of(task), LASTS) + OVERHEAD
    return batch


def kind_of(task: Run) -> tuple[str, str]:
    """Runs of a kind are expected to take equally long."""
    return task.solver, group(task.source)


def rows_of(future: "Future[list[Row]]") -> list[Row]:
    """The rows of a batch. Raises Stopped."""
    try:
        return future.result()
    except (CancelledError, OSError) as error:  # OSError: the connection to a cluster
        why = one_line(str(error)) or "the scheduler of the cluster is gone"
        raise Stopped(f"{why}; the same command goes on from here, once the cluster is back") from None
    except Exception as error:
        raise Stopped(f"{one_line(f'{type(error).__name__}: {error}')}; the same command goes on from here") from None


@contextmanager
def progress(total: int) -> Iterator[Callable[[Sequence[str]], None]]:
    """A function to call with new outcomes, which are counted beside a bar on the terminal."""
    columns = BarColumn(15), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        item = bar.add_task("", total=total)
        tally: Counter[str] = Counter()

        def show(outcomes: Sequence[str]) -> None:
            tally.update(outcomes)
            text = ", ".join(f"{count} {outcome}" for outcome, count in tally.items())
            bar.update(item, completed=tally.total(), description=text)

        yield show
