"""More than one machine."""

import json
from pathlib import Path

import pytest

from helpers.comparisons import STAND_INS, dask, finish, rows_of, start, wait_until, with_all_it_started


def test_a_cluster_that_loses_a_worker_loses_no_result(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    worker = ("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-dashboard", "--preload", str(STAND_INS))
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with dask(tmp_path, "scheduler", *scheduler):
        wait_until(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("}"))
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        with dask(tmp_path, "first", *worker) as first, dask(tmp_path, "second", *worker):
            for name in ("first", "second"):
                wait_until(lambda name=name: "Registered" in (tmp_path / f"{name}.log").read_text(encoding="utf-8"))
            command = f"--deals 4x2 --count 30 --solvers steady --out r.jsonl --cluster {address}"
            process = start(tmp_path, *command.split())
            results = tmp_path / "r.jsonl"
            wait_until(lambda: results.exists() and results.read_bytes().count(b"\n") > 8)
            with_all_it_started(first)
            code, _, err = finish(process)
    assert code == 0, err
    rows = rows_of(tmp_path)
    assert sorted(row["source"]["deal"]["seed"] for row in rows) == list(range(30))
    assert len({row["statistics"]["process"] for row in rows}) >= 2
    assert {row["outcome"] for row in rows} == {"optimal"}


def test_a_scheduler_that_is_killed_is_one_line_that_says_how_to_go_on(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    worker = ("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-dashboard", "--preload", str(STAND_INS))
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with dask(tmp_path, "scheduler", *scheduler) as started:
        wait_until(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("}"))
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        with dask(tmp_path, "first", *worker):
            wait_until(lambda: "Registered" in (tmp_path / "first.log").read_text(encoding="utf-8"))
            command = f"--deals 4x2 --count 300 --solvers steady --out r.jsonl --cluster {address}"
            process = start(tmp_path, *command.split())
            results = tmp_path / "r.jsonl"
            wait_until(lambda: results.exists() and results.read_bytes().count(b"\n") > 3)
            with_all_it_started(started)
            code, _, err = finish(process)
    assert code == 2
    assert "Traceback" not in err
    assert "the same command goes on from here" in err.splitlines()[-1]
