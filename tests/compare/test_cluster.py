"""More than one machine."""

import json
import os
import signal
from contextlib import ExitStack, contextmanager

import pytest

from fewest_pours.experiments import guarantee_rows
from fewest_pours.guarantees.covering import Share
from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import Limits
from helpers.commands import fresh_words, started
from helpers.comparisons import compared, finish, rows_of, start, wait_until


@contextmanager
def dask(folder, name, words):
    """A scheduler or a worker of Dask, as a person would start it."""
    with open(folder / f"{name}.log", "w", encoding="utf-8") as log:
        process = started(fresh_words(f"dask {words}"), cwd=folder, stdout=log, stderr=log, start_new_session=True)
        try:
            yield process
        finally:
            end_with_all_it_started(process)


def end_with_all_it_started(process):
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def cluster(folder, workers):
    """A scheduler with its workers by name, all registered, and its address."""
    pytest.importorskip("distributed")
    file = folder / "scheduler.json"
    scheduler = f"scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file {file}"
    worker = f"worker --scheduler-file {file} --nthreads 1 --no-dashboard"
    with dask(folder, "scheduler", scheduler) as first, ExitStack() as stack:
        wait_until(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("}"))
        running = {name: stack.enter_context(dask(folder, name, worker)) for name in workers}
        for name in workers:
            wait_until(lambda name=name: "Registered" in (folder / f"{name}.log").read_text(encoding="utf-8"))
        yield first, running, json.loads(file.read_text(encoding="utf-8"))["address"]


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_loses_no_result_and_a_killed_scheduler_is_one_line(tmp_path):
    with cluster(tmp_path, ("first", "second")) as (scheduler, workers, address):
        command = f"--deals 4x2 --solvers steady --out r.jsonl --cluster {address} --count"
        process = start(tmp_path, f"{command} 20")
        wait_until(lambda: rows_on_disk(tmp_path) > 8)
        end_with_all_it_started(workers["first"])
        code, _, err = finish(process)
        assert code == 0, err
        rows = rows_of(tmp_path)
        assert sorted(row["source"]["deal"]["seed"] for row in rows) == list(range(20))
        assert len({row["statistics"]["worker"] for row in rows}) >= 2
        assert {row["outcome"] for row in rows} == {"optimal"}
        process = start(tmp_path, f"{command} 300")
        wait_until(lambda: rows_on_disk(tmp_path) > 23)
        end_with_all_it_started(scheduler)
        code, _, err = finish(process)
    assert code == 2
    assert "Traceback" not in err
    assert "the same command continues from here" in err.splitlines()[-1]
    errors = compared(tmp_path, "--deals 3x1 --solvers astar --cluster tcp://127.0.0.1:1", 2)
    assert errors.splitlines()[-1].startswith("--cluster tcp://127.0.0.1:1: ")


@pytest.mark.slow
def test_the_shares_of_a_proof_are_made_by_a_cluster_and_added_up(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(guarantee_rows, "DEALS_IN_SHARE", 40_000)
    size = Size(capacity=4, empties=1, colors=4)
    with cluster(tmp_path, ("first", "second")) as (_, _, address):
        row = guarantee_rows.prove_size(size, Limits(), address)
    assert len([*tmp_path.glob("results/*/*-of-3.json")]) == 3
    whole = guarantee_rows.row_of_share(size, Share())
    with pytest.raises(RuntimeError, match="has other code of these proofs"):
        guarantee_rows.row_of_share(size, Share(), "of an older checkout")
    assert (row.solvable, row.unsolvable) == (whole.solvable, whole.unsolvable)


def rows_on_disk(folder):
    results = folder / "r.jsonl"
    return results.read_bytes().count(b"\n") if results.exists() else 0
