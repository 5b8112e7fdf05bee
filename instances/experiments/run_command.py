"""`compare.py FILE...`: run what is not done yet, then report."""

import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from instances.experiments.cluster import Own, executor
from instances.experiments.handing_out import perform
from instances.experiments.run_arguments import experiment_of
from instances.report.rows.results_file import Interrupted, Results, read_rows
from instances.solving.interrupts import asked_to_stop
from instances.solving.solvers import Solvers
from instances.text import counted, printable


def run_all(arguments: Sequence[str], solvers: Solvers, own: Own) -> int:
    """Run what is not done yet, then report."""
    path = run_to_file(arguments, solvers, own)
    from instances.report.report_command import report  # pandas, which no run waits for

    return report(["--", str(path)], solvers.names())


def run_to_file(arguments: Sequence[str], solvers: Solvers, own: Own) -> Path:
    """Run what is not done yet; where the results are. Raises Interrupted."""
    experiment = experiment_of(arguments, solvers)
    path = place = Path(experiment.out)
    others: list[Path] = []
    if experiment.out.endswith("/"):  # each client writes a file of its own, and does nothing that is in any of them
        others, path = list(place.glob("*.jsonl")), place / f"{platform.node()}-{os.getpid()}.jsonl"
    results = Results(path)
    for other in others:
        results.done |= {row["key"] for row in read_rows(other)}
    stop = asked_to_stop()
    print(f"{counted(experiment.total, 'runs')}, results in {printable(str(path))}", file=sys.stderr)
    with executor(experiment.cluster, experiment.jobs, own) as (submit, slots):
        perform(experiment, submit, slots, results, stop)
    if stop.is_set():
        raise Interrupted(f"interrupted; the same command goes on from here (results are in {printable(str(path))})")
    return place
