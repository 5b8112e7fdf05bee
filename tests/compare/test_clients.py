"""Many clients that write into one folder, and runs that are handed out in batches."""

import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

import compare
from helpers.commands import FORK
from helpers.comparisons import compared, finish, rows_of, start, wait_until
from instances.experiments.run_arguments import run_parser
from instances.report.rows.results_file import Results, read_rows


def test_clients_share_the_work_and_write_a_file_each(tmp_path: Path) -> None:
    command = "--deals 3x2 --count 6 --solvers astar --out all/"
    both = [start(tmp_path, f"{command} --share {part}/2") for part in (1, 2)]
    assert [finish(process)[0] for process in both] == [0, 0]
    files = sorted((tmp_path / "all").glob("*.jsonl"))
    seeds = [sorted(row["source"]["deal"]["seed"] for row in read_rows(file)) for file in files]
    assert sorted(seeds) == [[0, 2, 4], [1, 3, 5]]
    code, out, err = compared(tmp_path, command)  # all is done already
    assert code == 0, err
    assert "\n6 runs, " in out
    assert sum(len(list(read_rows(file))) for file in (tmp_path / "all").glob("*.jsonl")) == 6


def test_a_client_that_has_only_opened_its_file_has_no_rows_yet(tmp_path: Path) -> None:
    command = "--deals 3x2 --count 1 --solvers astar --out all/"
    writer = FORK.Process(target=stopped_at_the_lock, args=(tmp_path / "all" / "other.jsonl",))
    writer.start()
    try:
        wait_until(lambda: psutil.Process(writer.pid).status() == psutil.STATUS_STOPPED)
        assert (tmp_path / "all" / "other.jsonl").read_bytes() == b""
        code, out, err = compared(tmp_path, command)
    finally:
        writer.kill()
        writer.join()
    assert code == 0, err
    assert "\n1 run, " in out


def stopped_at_the_lock(path: Path) -> None:
    """A writer that stops between opening its file and writing the header."""
    sys.addaudithook(lambda event, _: os.kill(os.getpid(), signal.SIGSTOP) if event == "fcntl.flock" else None)
    Results(path, "code")


@pytest.mark.parametrize("text", ["0/2", "3/2", "x"])
def test_a_share_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SystemExit):
        run_parser(compare.SOLVERS).parse_args(["--share", text])


def test_a_batch_is_as_many_rows_as_runs(tmp_path: Path) -> None:
    code, _, err = compared(tmp_path, "--deals 3x1..2 --count 150 --solvers astar --out r.jsonl")
    assert code == 0, err
    rows = rows_of(tmp_path)
    assert len({row["key"] for row in rows}) == len(rows)
    assert all(row["jobs"] >= 1 and row["load"] >= 0 and row["command"].startswith("compare.py ") for row in rows)
