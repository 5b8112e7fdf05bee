"""`compare.py FILE...`: run what is not done yet, then report."""

import os
import platform
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from instances.experiments.cluster import executor
from instances.experiments.handing_out import Own, perform
from instances.experiments.one_run import STOP
from instances.experiments.run_arguments import prepared
from instances.experiments.runs import all_runs
from instances.report.rows.results_file import Results, read_rows
from instances.solving.interrupts import asked_to_stop
from instances.solving.outcome import Outcome
from instances.solving.solvers import Solvers
from instances.text import counted, printable


def run_all(arguments: Sequence[str], solvers: Solvers, own: Own) -> int:
    """Run what is not done yet, then report."""
    path = run_to_file(arguments, solvers, own)
    if path is None:
        return Outcome.INTERRUPTED.exit_code
    from instances.report.report_command import report  # what it loads would be in the way of the runs

    return report(["--", str(path)], solvers.names())


def run_to_file(arguments: Sequence[str], solvers: Solvers, own: Own) -> Path | None:
    """Run what is not done yet; where the results are, or None if Ctrl-C has ended it."""
    options, sources = prepared(arguments, solvers)
    total = sum(len(options.chosen[source["puzzle"]]) for source in sources) * len(options.seed) * options.repeat
    folder = Path(options.out) if str(options.out).endswith("/") else None
    if folder is not None:  # each client writes a file of its own, and does nothing that is in any of them
        options.out = folder / f"{platform.node()}-{os.getpid()}.jsonl"
    results = Results(Path(options.out), solvers.version)
    for other in folder.glob("*.jsonl") if folder is not None else ():
        results.outcomes |= {row["key"]: row["outcome"] for row in read_rows(other)}
    asked_to_stop(STOP)
    print(f"{counted(total, 'runs')}, results in {printable(str(options.out))}", file=sys.stderr)
    with executor(options.cluster, options.jobs) as (pool, slots):
        command = printable(shlex.join(["compare.py", *arguments]))
        perform(all_runs(sources, options, solvers.version), total, own, pool, slots, results, command)
    if STOP.is_set():
        where = printable(str(options.out))
        print(f"interrupted; the same command goes on from here (results are in {where})", file=sys.stderr)
        return None
    return Path(options.out) if folder is None else folder
