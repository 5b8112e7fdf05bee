"""Runs handed out to owners, some at once; every row is on disk before the next one is awaited.

To hand out a run takes some milliseconds, above all by a scheduler. So runs go in batches that are expected to last
half a second, by what the same solver took in the same group: a long one goes alone, short ones by the hundred.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait

from instances.experiments.one_run import STOP
from instances.experiments.progress_bar import progress
from instances.experiments.runs import Run
from instances.report import Row
from instances.report.rows.origin import group
from instances.report.rows.results_file import Results, Stopped
from instances.solving.outcome import Outcome
from instances.text import one_line

Own = Callable[[Sequence[Run]], list[Row]]  # what an owner does with a batch
LASTS = 0.5  # seconds of a batch
MOST = 500  # runs in a batch
OVERHEAD = 0.005  # seconds of a run beside its solver


def perform(
    tasks: Iterator[Run], total: int, own: Own, pool: Executor, slots: int, results: Results, command: str
) -> None:
    """Execute what is not done yet, a few batches ahead of the workers."""
    pending: dict[Future[list[Row]], list[Run]] = {}
    begun = set(results.outcomes)
    expected: dict[tuple[str, str], float] = {}  # seconds of a run of this kind

    def next_batch() -> list[Run]:
        """Runs that were not begun before; empty at the end."""
        batch: list[Run] = []
        lasts = 0.0
        while lasts < LASTS and len(batch) < MOST and (task := next(tasks, None)):
            if (key := task.key) in begun:
                show([results.outcomes.get(key, "asked for twice")], None)
            else:
                begun.add(key)
                batch.append(task)
                lasts += expected.get(kind_of(task), LASTS) + OVERHEAD
        return batch

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
                    seconds: float = row["seconds"]
                    before = expected.get(kind_of(task), seconds)
                    expected[kind_of(task)] = max(seconds, 0.8 * before + 0.2 * seconds)
                    if row["outcome"] != Outcome.INTERRUPTED.value:
                        rows.append(row | {"jobs": slots, "command": command})
            results.append(rows)
            show([row["outcome"] for row in rows], [batch[0] for batch in pending.values()][:slots])


def kind_of(task: Run) -> tuple[str, str]:
    """Runs of a kind are expected to take equally long."""
    return task.solver, group(task.source)


def rows_of(future: "Future[list[Row]]") -> list[Row]:
    """The rows of a batch. Raises Stopped."""
    try:
        return future.result()
    except (CancelledError, OSError) as error:  # OSError: the connection to a cluster
        STOP.set()
        why = one_line(str(error)) or "the scheduler of the cluster is gone"
        raise Stopped(f"{why}; the same command goes on from here, once the cluster is back") from None
    except Exception as error:
        STOP.set()
        raise Stopped(one_line(f"{type(error).__name__}: {error}")) from None
