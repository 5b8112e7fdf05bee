"""`compare.py FILE...`: run what is not done yet, then report.

Handing out a run takes some milliseconds, more through a scheduler. So runs are handed out in batches, and after
half a second a worker begins no further run but returns its rows: the whole batch if runs are short, one row if they
are long. Rows are written to disk before more are awaited. If a worker is killed, the runs of its batch are executed
one by one; a run whose worker is killed again has failed.
"""

import os
import platform
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from fewest_pours.experiments.executor import Submit, executor, result_of
from fewest_pours.experiments.isolated_run import failed_row
from fewest_pours.experiments.results_file import Results, read_rows
from fewest_pours.experiments.row_fields import Row
from fewest_pours.experiments.run_arguments import Experiment, experiment_of
from fewest_pours.experiments.run_identity import Run
from fewest_pours.experiments.stopped import Interrupted, Stopped
from fewest_pours.files.wording import counted, printable
from fewest_pours.running.interrupts import asked_to_stop, let_interrupts_end_at_once
from fewest_pours.running.outcomes import Outcome
from fewest_pours.solving.registry import Solvers

LARGEST = 200  # runs in a batch
BATCHES = 4  # that a worker gets of the runs that are left, so that all workers end at about the same time
GLANCE = 0.2  # seconds after which Ctrl-C is noticed


def run_all(arguments: Sequence[str], solvers: Solvers, program_name: str = "compare.py") -> int:
    """Run what is not done yet, then report."""
    path = run_to_file(arguments, solvers, program_name)
    from fewest_pours.experiments.report.report_command import report  # pandas, which no run waits for

    return report(["--", str(path)], solvers, program_name)


def run_to_file(arguments: Sequence[str], solvers: Solvers, program_name: str = "compare.py") -> Path:
    """Run what is not done yet; the results file or folder. Raises Interrupted."""
    experiment = experiment_of(arguments, solvers, program_name)
    place = Path(experiment.out)
    path = place
    files_of_others: list[Path] = []
    if experiment.out.endswith("/"):  # each client writes its own file, and skips runs that any of the files has
        path = place / f"{platform.node()}-{os.getpid()}.jsonl"
        files_of_others = list(place.glob("*.jsonl"))
    results = Results(path)
    for other in files_of_others:
        results.done |= {row["key"] for row in read_rows(other)}
    stop = asked_to_stop()
    print(f"{counted(experiment.total, 'runs')}, results in {printable(str(path))}", file=sys.stderr)
    with executor(experiment.cluster, experiment.jobs, solvers, experiment.pinned) as (submit, slots):
        perform(experiment, submit, slots, results, stop)
    results.file.close()
    if stop.is_set():
        raise Interrupted(f"interrupted; the same command continues from here (results are in {printable(str(path))})")
    let_interrupts_end_at_once()  # as a report that Ctrl-C cuts off can be made again at any time
    return place


@dataclass(frozen=True)
class Batch:
    """Runs that a worker executes one after the other. alone: one run, because the worker that had it before died."""

    runs: list[Run]
    alone: bool = False
    started: float = field(default_factory=time.monotonic)


class Backlog:
    """The runs that wait, handed out in this order: those to be run alone, those that came back, and fresh ones."""

    def __init__(self, fresh: Iterator[Run]) -> None:
        self.fresh = fresh
        self.came_back: list[Run] = []  # a worker had no time for them
        self.to_run_alone: list[Run] = []  # a worker died with them

    def next_batch(self, size: int) -> Batch | None:
        """The next runs, at most `size` of them; None if none waits."""
        if self.to_run_alone:
            return Batch([self.to_run_alone.pop(0)], alone=True)
        runs = self.came_back[:size]
        del self.came_back[:size]
        runs = runs or list(islice(self.fresh, size))
        return Batch(runs) if runs else None

    def take(self, batch: Batch, rows: list[Row] | None) -> list[Row]:
        """The rows to keep of what a worker made of a batch; None if it died. Runs without a row wait again."""
        if rows is not None:
            self.came_back += batch.runs[len(rows) :]
            return rows
        if not batch.alone:
            self.to_run_alone += batch.runs
            return []
        reason = "the worker that ran it was killed, or did not answer"
        return [failed_row(batch.runs[0], Outcome.SOLVER_FAILED, reason, batch.started)]


def perform(experiment: Experiment, submit: Submit, slots: int, results: Results, stop: threading.Event) -> None:
    """Execute the runs not done yet, one batch at a time on each worker, until all are done or `stop` is set."""
    pending: dict[Future[list[Row] | None], Batch] = {}
    backlog = Backlog(run for run in experiment.runs if run.key not in results.done)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        item = bar.add_task("", total=experiment.total)
        while not stop.is_set():
            bar.update(item, completed=len(results.done))
            left = experiment.total - len(results.done)  # fewer than 0 if the file has many rows of other runs
            size = min(LARGEST, 1 + max(0, left) // (BATCHES * slots))
            hand_out(backlog, pending, submit, slots, size)
            if not pending:
                return
            for future in wait(pending, timeout=GLANCE, return_when=FIRST_COMPLETED).done:
                batch = pending.pop(future)
                try:
                    made = result_of(future)
                except Stopped:
                    if stop.is_set():  # Ctrl-C has reached the workers, too
                        return
                    raise
                about_the_command = {"jobs": slots, "command": experiment.command}
                results.append([row | about_the_command for row in backlog.take(batch, made)])


def hand_out(
    backlog: Backlog, pending: dict[Future[list[Row] | None], Batch], submit: Submit, slots: int, size: int
) -> None:
    """Give each idle worker a batch of this size."""
    while len(pending) < slots:
        batch = backlog.next_batch(size)
        if batch is None:
            return
        pending[submit(batch.runs)] = batch
