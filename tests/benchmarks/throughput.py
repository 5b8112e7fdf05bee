"""Runs a second of one client: python tests/benchmarks/throughput.py

compare.py hands runs of milliseconds through a real Dask scheduler to a worker that answers each at once, with a row
like those of the search on 9 x 2. Processor time counts, so that it can be measured on a busy machine.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import psutil  # noqa: E402

import compare  # noqa: E402
from instances.experiments.execution import executor, perform  # noqa: E402
from instances.experiments.run_arguments import prepared  # noqa: E402
from instances.experiments.runs import Run, all_runs  # noqa: E402
from instances.report import Row  # noqa: E402
from instances.report.rows.results_file import Results  # noqa: E402

LIKE = Path(tempfile.gettempdir()) / "row-of-a-9x2.json"  # a row that a worker has made


@cache
def row() -> Row:
    return dict(json.loads(LIKE.read_text(encoding="utf-8")))


def answered(tasks: Sequence[Run]) -> list[Row]:
    """What an owner would do with a batch, in no time."""
    return [row() | {"key": task.key, "source": task.source, "digest": task.digest} for task in tasks]


@contextmanager
def dask(*arguments: str) -> Iterator[psutil.Process]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[:2])}
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        yield psutil.Process(process.pid)
    finally:
        process.kill()
        process.wait()


def seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def main() -> None:
    parser = argparse.ArgumentParser(description="Runs a second of one client.")
    parser.add_argument("--runs", metavar="N", type=int, default=20_000, help="how many (20000)")
    count = parser.parse_args().runs
    import throughput  # by this name a worker finds what it is to do

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        worker = dask("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny")
        with scheduler as first, worker as second:
            while not file.exists() or not file.read_text(encoding="utf-8").endswith("}"):
                time.sleep(0.1)
            time.sleep(8)  # until the worker is known
            address = json.loads(file.read_text(encoding="utf-8"))["address"]
            command = ["--deals", "9x2", "--count", str(count), "--solvers", "astar", "--cluster", address]
            options, sources = prepared([*command, "--out", str(Path(folder) / "r.jsonl")], compare.SOLVERS)
            tasks = list(all_runs(sources[:1], options, compare.SOLVERS.version))
            LIKE.write_text(json.dumps(compare.supervised_all(tasks)[0]), encoding="utf-8")
            results, here = Results(Path(options.out), compare.SOLVERS.version), psutil.Process()
            with executor(options) as (pool, _):
                before, started = [seconds(each) for each in (here, first, second)], time.monotonic()
                runs = all_runs(sources, options, compare.SOLVERS.version)
                perform(runs, count, throughput.answered, pool, 32, results, "throughput.py")
                wall, after = time.monotonic() - started, [seconds(each) for each in (here, first, second)]
            size = Path(options.out).stat().st_size
    used_by = [ended - begun for begun, ended in zip(before, after, strict=True)]
    for name, used in zip(("client", "scheduler", "worker"), used_by, strict=True):
        print(f"{name:10}{used / count * 1e6:6.0f} us a run: {count / used:,.0f} runs a second of its processor time")
    print(f"{count / wall:,.0f} runs a second of wall time; {size / count:,.0f} bytes a row")


if __name__ == "__main__":
    main()
