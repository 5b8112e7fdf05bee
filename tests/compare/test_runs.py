"""What is run, in what order, under which limits; and that nothing is lost."""

import itertools
import random
import signal
import time
from collections import Counter
from dataclasses import replace

import pytest

import compare
from fewest_pours.experiments.executor import LocalWorkers
from fewest_pours.experiments.instance_sources import content_digest
from fewest_pours.experiments.results_file import read_rows
from fewest_pours.experiments.run_arguments import experiment_of
from fewest_pours.experiments.run_identity import Parameters
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.rules import KnownPours
from fewest_pours.running.processes import process_in_words
from fewest_pours.sides import all_solvers
from fewest_pours.solving.outside_solvers import Outside
from helpers.cases import case
from helpers.commands import ENVIRONMENT, FORK, NAP, alive
from helpers.comparisons import compared, finish, rows_of, start, wait_until, words_of
from helpers.paths import ROOT


def test_solvers_take_turns_and_repeats_come_last():
    command = words_of("--deals 3x1 --count 2 --repeat 2 --solvers astar steady")
    runs = experiment_of(command, all_solvers()).runs
    assert [(run.repeat, run.source["deal"]["seed"], run.solver) for run in runs] == [
        *itertools.product((0, 1), (0, 1), ("astar", "steady"))
    ]


def test_a_run_is_known_by_content_solver_and_parameters():
    run = next(experiment_of(["--deals", "3x1"], all_solvers()).runs)
    assert replace(run, source={"puzzle": "watersort", "file": "renamed.yaml"}).key == run.key
    changes = [{"digest": "x"}, {"solver": "x"}, {"seed": 1}, {"repeat": 1}, {"version": "x"}]
    changes += [{"parameters": Parameters(1.0, 4096, 2)}, {"outside": Outside("command", "x")}]
    assert len({run.key, *(replace(run, **change).key for change in changes)}) == 1 + len(changes)


def test_a_deals_name_and_known_answer_do_not_change_its_digest():
    """Otherwise answers to the same deal would never be compared."""
    deal = generate(3, 1, 3, 0)
    same = replace(deal, known=KnownPours(7), name="other", source="me")
    other = replace(deal, beakers=(*deal.beakers, ()))
    digests = [
        content_digest({"puzzle": "watersort", "document": PUZZLE.document(each)}) for each in (deal, same, other)
    ]
    assert digests[0] == digests[1] != digests[2]


def test_rows_are_complete_and_the_same_command_repeats_nothing(finished):
    rows = rows_of(finished)
    assert len(rows) == len({row["key"] for row in rows}) == 3 * 2 * 2 * 2
    assert all(each["seconds"] > 0 and each["cpu_seconds"] >= 0 and each["peak_mib"] > 10 for each in rows)
    assert all(each["lower_bound"] == each["upper_bound"] == each["length"] for each in rows)
    before = (finished / "r.jsonl").read_bytes()
    out = compared(finished, "--deals 3..5x1..2 --count 2 --solvers steady astar --out r.jsonl")
    assert out.splitlines()[1] == "24 answers cross-checked, 0 disagreements"
    assert (finished / "r.jsonl").read_bytes() == before


def test_runs_are_isolated(tmp_path):
    """No cache, patched module or child of a run reaches the next one."""
    command = "--deals 3x2 --count 1 --repeat 2 --solvers astar --module ODD:ISOLATED --out r.jsonl"
    compared(tmp_path, command, 1)  # dies and exits fail
    rows = rows_of(tmp_path)
    assert Counter((row["solver"], row["outcome"]) for row in rows) == {
        **{(name, "solver_failed"): 2 for name in ("dies", "exits")},
        **{(name, "optimal"): 2 for name in ("astar", "remember", "leaves")},
    }  # fmt: skip
    assert all(row["seconds"] >= 0.3 for row in rows if row["solver"] == "remember")
    assert {row["reason"] for row in rows if row["solver"] == "exits"} == {"SystemExit: 5"}
    assert alive(NAP) == []


def test_a_run_that_means_harm_has_failed_alone(tmp_path):
    """It stops its worker, leaves a chain of processes, kills its group, hangs, or writes wherever it can."""
    compared(
        tmp_path, "--deals 3x2 --count 1 --time-limit 3 --jobs 3 --solvers astar --module ODD:HARMS --out r.jsonl", 1
    )
    rows = {row["solver"]: row for row in rows_of(tmp_path)}
    assert {name: row["outcome"] for name, row in rows.items()} == {
        "astar": "optimal", "chain": "optimal", "hangs": "out_of_time",
        **dict.fromkeys(("stops", "group", "writes"), "solver_failed"),
    }  # fmt: skip
    assert "did not answer" in rows["stops"]["reason"]
    assert "signal 9" in rows["group"]["reason"]
    assert alive(NAP) == []
    touched = (tmp_path / "chain").stat().st_mtime
    time.sleep(0.1)
    assert (tmp_path / "chain").stat().st_mtime == touched


def test_clients_share_the_work_and_write_a_file_each(tmp_path):
    command = "--deals 3x2 --count 6 --solvers astar --out all/"
    both = [start(tmp_path, f"{command} --share {part}/2") for part in (1, 2)]
    assert [finish(process)[0] for process in both] == [0, 0]
    files = sorted((tmp_path / "all").glob("*.jsonl"))
    seeds = [sorted(row["source"]["deal"]["seed"] for row in read_rows(file)) for file in files]
    assert sorted(seeds) == [[0, 2, 4], [1, 3, 5]]
    (tmp_path / "all" / "opened.jsonl").touch()  # of a client that has written nothing yet
    assert "\n6 runs, " in compared(tmp_path, command)  # all is done already
    assert sum(len(list(read_rows(file))) for file in (tmp_path / "all").glob("*.jsonl")) == 6


def test_a_worker_is_ended_once_though_two_threads_notice_its_end():
    workers = LocalWorkers()
    worker = workers.start(all_solvers())
    workers.end(worker)
    workers.end(worker)
    assert workers.free_cores == [[]]
    assert workers.running == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=str)
def test_everything_ends_with_the_command(number, tmp_path, monkeypatch):
    """Workers, their runs, and temporary files; after Ctrl-C finished rows stay and one line says how to continue."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setitem(ENVIRONMENT, "TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "waits.sh").write_text("#!/bin/sh\nmktemp\necho $$ > here\nsleep 100")
    (tmp_path / "waits.sh").chmod(0o700)
    command = "--deals 3x2 --count 30 --solvers astar --command s=./waits.sh --out r.jsonl"
    process, here = start(tmp_path, command), tmp_path / "here"
    wait_until(lambda: here.exists() and here.read_text().endswith("\n"))
    assert list((tmp_path / "tmp").iterdir())
    process.send_signal(number)
    code, _, err = finish(process)
    wait_until(lambda: not process_in_words(int(here.read_text())))
    wait_until(lambda: not list((tmp_path / "tmp").iterdir()))
    assert {row["solver"] for row in rows_of(tmp_path)} <= {"astar"}
    if number == signal.SIGINT:
        assert code == 130
        assert err.splitlines()[-1].startswith("interrupted; the same command continues")
        assert "Traceback" not in err


@pytest.mark.parametrize("times", [2, case(6, slow=True)])
def test_killed_at_any_time_nothing_is_lost_or_done_twice(times, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    results, stream = tmp_path / "r.jsonl", random.Random(0)
    command = f"--deals 3x2 --count {12 * times} --solvers steady --out {results}"
    words = words_of(command)
    before = b""
    for _ in range(times):
        process = FORK.Process(target=compare.main, args=(words,))
        process.start()
        enough = before.count(b"\n") + 2
        wait_until(lambda enough=enough: results.exists() and results.read_bytes().count(b"\n") >= enough)
        time.sleep(stream.random() / 10)
        process.kill()
        process.join()
        assert results.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
        before = results.read_bytes()
    compared(tmp_path, command)
    assert sorted(row["source"]["deal"]["seed"] for row in rows_of(tmp_path)) == list(range(12 * times))


def test_processor_time_is_limited_and_the_traceback_of_a_crash_is_kept(tmp_path):
    program = "program=\"sh -c 'while :; do :; done'\""
    words = (
        f"--deals 3x2 --count 1 --solvers astar --module ODD:SPINS --command {program} --cpu-limit 0.1 --time-limit 600"
    )
    compared(tmp_path, f"{words} --overhead --out r.jsonl", 1)
    rows = {row["solver"]: row for row in rows_of(tmp_path)}
    assert {rows[name]["outcome"] for name in ("spins", "program", "no-op", "no-op-program")} == {"out_of_time"}
    assert "in fails\n" in rows["fails"]["traceback"]
    assert all(row["seconds"] < 600 and row["calibration"] > 0 for row in rows.values())
