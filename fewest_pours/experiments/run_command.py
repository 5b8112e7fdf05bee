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
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from fewest_pours.experiments.executor import Submit, executor
from fewest_pours.experiments.isolated_run import failed
from fewest_pours.experiments.results_file import Interrupted, Results, Stopped, read_rows
from fewest_pours.experiments.row_fields import Row
from fewest_pours.experiments.run_arguments import Experiment, experiment_of
from fewest_pours.experiments.run_identity import Run
from fewest_pours.files.wording import counted, one_line, printable
from fewest_pours.running.interrupts import asked_to_stop, end_at_once
from fewest_pours.running.outcomes import Outcome
from fewest_pours.solving.registry import Solvers

LARGEST = 200  # runs in a batch


def run_all(arguments: Sequence[str], solvers: Solvers, program_name: str = "compare.py") -> int:
    """Run what is not done yet, then report."""
    path = run_to_file(arguments, solvers, program_name)
    from fewest_pours.experiments.report.report_command import report  # pandas, which no run waits for

    return report(["--", str(path)], solvers, program_name)


def run_to_file(arguments: Sequence[str], solvers: Solvers, program_name: str = "compare.py") -> Path:
    """Run what is not done yet; the results file or folder. Raises Interrupted."""
    experiment = experiment_of(arguments, solvers, program_name)
    path = place = Path(experiment.out)
    others: list[Path] = []
    if experiment.out.endswith("/"):  # each client writes its own file, and skips runs that any of the files has
        others, path = list(place.glob("*.jsonl")), place / f"{platform.node()}-{os.getpid()}.jsonl"
    results = Results(path)
    for other in others:
        results.done |= {row["key"] for row in read_rows(other)}
    stop = asked_to_stop()
    print(f"{counted(experiment.total, 'runs')}, results in {printable(str(path))}", file=sys.stderr)
    with executor(experiment.cluster, experiment.jobs, solvers, experiment.pinned) as (submit, slots):
        perform(experiment, submit, slots, results, stop)
    results.file.close()
    if stop.is_set():
        raise Interrupted(f"interrupted; the same command continues from here (results are in {printable(str(path))})")
    end_at_once()  # the report is made again at any time
    return place


def perform(experiment: Experiment, submit: Submit, slots: int, results: Results, stop: threading.Event) -> None:
    """Execute the runs not done yet, one batch at a time on each worker, until all are done or `stop` is set."""
    pending: dict[Future[list[Row] | None], tuple[list[Run], bool, float]] = {}
    fresh, again, alone = (run for run in experiment.runs if run.key not in results.done), list[Run](), list[Run]()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        item = bar.add_task("", total=experiment.total)
        while not stop.is_set():
            bar.update(item, completed=len(results.done))
            left = max(0, experiment.total - len(results.done))  # may be too low: the file may have other runs' rows
            size = min(LARGEST, 1 + left // (4 * slots))
            while len(pending) < slots and (batch := alone[:1] or again[:size] or list(islice(fresh, size))):
                pending[submit(batch)] = batch, batch == alone[:1], time.monotonic()
                del (alone or again)[: len(batch)]
            if not pending:
                return
            for future in wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done:
                batch, last, started = pending.pop(future)
                try:
                    rows = future.result()
                except (CancelledError, Exception) as error:  # for example, the cluster's scheduler was killed
                    if stop.is_set():
                        return
                    what = one_line(f"{type(error).__name__}: {error}")
                    raise Stopped(f"{what}; the same command continues from here") from None
                if rows is None and last:
                    rows = [
                        failed(
                            batch[0],
                            Outcome.SOLVER_FAILED,
                            "the worker that ran it was killed, or did not answer",
                            started,
                        )
                    ]
                if rows is None:
                    alone += batch
                    continue
                again += batch[len(rows) :]
                results.append([row | {"jobs": slots, "command": experiment.command} for row in rows])
