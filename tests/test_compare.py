"""The comparison: what is run, what survives, what is noticed, and what the reports say."""

import itertools
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import compare
import instances
from helpers import stand_ins
from helpers.paths import ROOT
from instances.document import write_yaml
from instances.report import Row
from instances.report.agreement import agreement
from instances.report.dataframe import frame_of
from instances.report.file import Results, Unfit, header, read_rows
from instances.report.number_format import duration
from instances.report.plots import image, pictures
from instances.report.source import build, content, from_files, from_specs
from instances.report.tables import group_table, solvability, wilson, winner_table
from instances.watersort.deal import generate

FORK = multiprocessing.get_context("fork")
STAND_INS = Path(stand_ins.__file__)
TWO = ("quick", "steady")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}


def start(folder: Path, *arguments: str, **more: Any) -> "subprocess.Popen[str]":
    """compare.py with the stand-ins, under way in a folder."""
    return subprocess.Popen(
        [sys.executable, str(STAND_INS), *arguments], cwd=folder, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=ENVIRONMENT | {"CHILDREN": str(folder / "children")}, **more,
    )  # fmt: skip


def finish(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def rows_of(folder: Path, name: str = "r.jsonl") -> list[Row]:
    return list(read_rows(folder / name))


def row(outcome: str = "optimal", solver: str = "cp", length: int | None = 7, seed: int = 0, **more: Any) -> Row:
    """A row as a run would have made it."""
    source = {"puzzle": "watersort", "deal": {"colors": 4, "empties": 2, "seed": seed}}
    task = compare.Run(source, f"digest {seed}", solver, 0, 0, compare.Parameters(60.0, 4096, 2, False), "1, ortools 9")
    plan: Any = [{}] * length if outcome == "optimal" and length else None
    bounds = {"lower_bound": length, "upper_bound": length} if plan else {"lower_bound": None, "upper_bound": None}
    answer: Row = {
        "outcome": outcome,
        "plan": plan,
        "length": plan and length,
        "seconds": 1.0,
        "statistics": {},
    }
    return compare.identity(task) | answer | bounds | more


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a small comparison: two solvers, four sizes, two deals each."""
    folder = tmp_path_factory.mktemp("finished")
    command = "--deals 3..5x1..2 --count 2 --solvers steady quick --out r.jsonl"
    code, out, err = finish(start(folder, *command.split()))
    assert code == 0, err
    (folder / "out").write_text(out, encoding="utf-8")
    return folder


# What is to be run


def test_specs_are_ranges_of_the_puzzles_options() -> None:
    sources = from_specs("watersort", ["3..4x1", "5x2x3"], 2, 10)
    deals = [tuple(source["deal"].values()) for source in sources]
    assert deals == [(3, 1, 10), (3, 1, 11), (4, 1, 10), (4, 1, 11), (5, 2, 3, 10), (5, 2, 3, 11)]
    puzzle, instance = build(sources[-1])
    assert puzzle.name == "watersort"
    assert instance == generate(colors=5, empties=2, capacity=3, seed=11)


@pytest.mark.parametrize("spec", ["", "x", "5..x1", "5x", "7..5x1", "1x2x3x4", "-3x1", "5x1.5"])
def test_a_wrong_spec_is_named(spec: str) -> None:
    with pytest.raises(ValueError, match="--deals"):
        from_specs("watersort", [spec], 1, 0)


def test_solvers_take_turns_and_repeats_come_last() -> None:
    options, sources = compare.prepared(
        compare.run_parser(), ["--deals", "3x1", "--count", "2", "--solvers", *TWO, "--repeat", "2"]
    )
    order = [(run.repeat, run.source["deal"]["seed"], run.solver) for run in compare.all_runs(sources, options)]
    assert order == list(itertools.product((0, 1), (0, 1), TWO))


def test_a_run_is_known_by_content_solver_and_parameters(tmp_path: Path) -> None:
    generated = {"puzzle": "watersort", "deal": {"colors": 3, "empties": 1, "seed": 0}}
    puzzle, deal = build(generated)
    (tmp_path / "renamed.yaml").write_text(write_yaml(puzzle.document(deal) | {"name": "other"}), "utf-8")
    [stored] = from_files([str(tmp_path)])
    assert content(stored) == content(generated)
    base = row()["parameters"]
    keys = {
        compare.Run(generated, mark, solver, seed, repeat, compare.Parameters(**(base | change)), code).key
        for mark, solver, seed, repeat, change, code in itertools.product(
            "ab", ("cp", "astar"), (0, 1), (0, 1), ({}, {"time_limit": 1.0}, {"any_plan": True}), ("old", "new")
        )
    }
    assert len(keys) == 2 * 2 * 2 * 2 * 3 * 2


# Runs, limits and workers


def test_a_row_tells_all_of_its_run(finished: Path) -> None:
    rows = rows_of(finished)
    assert len(rows) == len({row["key"] for row in rows}) == 3 * 2 * 2 * 2
    for each in rows:
        assert each["outcome"] in ("optimal", "unsolvable")
        assert each["seconds"] > 0
        assert each["cpu_seconds"] >= 0
        assert each["peak_mib"] > 10
        assert each["machine"]["cores"] >= 1
        assert "ortools" in each["version"]
        assert each["lower_bound"] == each["upper_bound"] == each["length"]
        assert {"name", "source", "digest", "parameters", "statistics", "seed", "repeat"} <= each.keys()


def test_workers_serve_many_runs(finished: Path) -> None:
    workers = {row["statistics"]["process"] for row in rows_of(finished) if row["solver"] == "steady"}
    assert 1 <= len(workers) <= compare.cores()


def test_the_same_command_repeats_nothing(finished: Path) -> None:
    before = (finished / "r.jsonl").read_bytes()
    command = "--deals 3..5x1..2 --count 2 --solvers steady quick --out r.jsonl"
    code, out, _ = finish(start(finished, *command.split()))
    assert code == 0
    assert out.splitlines()[1] == "24 answers cross-checked, 0 disagreements"
    assert (finished / "r.jsonl").read_bytes() == before


def test_a_worker_is_killed_at_the_time_limit_with_its_children_and_replaced(tmp_path: Path) -> None:
    command = "--deals 3x2 --count 1 --solvers hang die steady --time-limit 1 --jobs 1 --out r.jsonl"
    code, out, _ = finish(start(tmp_path, *command.split()))
    assert code == 1  # a worker that died is a failure to be looked at
    found = {row["solver"]: row["outcome"] for row in rows_of(tmp_path)}
    assert found == {"hang": "out_of_time", "die": "solver_failed", "steady": "optimal"}
    assert "exit code 3" in out
    children = (tmp_path / "children").read_text(encoding="ascii").split()
    assert len(children) == 2
    wait_until(lambda: not any(alive(int(child)) for child in children))


def test_a_worker_is_killed_at_the_memory_limit_its_children_counted(tmp_path: Path) -> None:
    command = "--deals 3x2 --count 1 --solvers hog --memory-limit 600 --out r.jsonl"
    code, _, _ = finish(start(tmp_path, *command.split()))
    assert code == 0
    [row] = rows_of(tmp_path)
    assert row["outcome"] == "out_of_memory"
    assert row["peak_mib"] >= 600


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until(condition: Any, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_workers_and_their_children_end_with_their_owner(tmp_path: Path) -> None:
    process = start(tmp_path, *["--deals", "3x2", "--count", "1", "--solvers", "hang", "--out", "r.jsonl"])
    children = tmp_path / "children"
    wait_until(lambda: children.exists() and children.read_text(encoding="ascii").endswith("\n"))
    process.kill()
    finish(process)
    wait_until(lambda: not alive(int(children.read_text(encoding="ascii"))))


def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    command = ["--deals", "3x2", "--count", "3", "--solvers", "steady", "hang", "--jobs", "1", "--out", "r.jsonl"]
    process = start(tmp_path, *command)
    wait_until(lambda: (tmp_path / "children").exists())
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process)
    assert code == 130
    assert err.splitlines()[-1].startswith("interrupted; the same command goes on")
    assert "Traceback" not in err
    assert {row["solver"] for row in rows_of(tmp_path)} == {"steady"}


# Nothing is lost


def test_killed_ten_times_nothing_is_lost_or_done_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    results, stream = tmp_path / "r.jsonl", random.Random(0)
    command = f"--deals 3x2 --count 35 --solvers steady --jobs 1 --out {results}".split()
    before = b""
    for _ in range(10):
        process = FORK.Process(target=compare.main, args=(command,))
        process.start()
        enough = before.count(b"\n") + 2
        wait_until(lambda enough=enough: results.exists() and results.read_bytes().count(b"\n") >= enough)
        time.sleep(stream.random() / 10)
        process.kill()
        process.join()
        assert results.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
        before = results.read_bytes()
    assert 20 < before.count(b"\n") < 36
    code, _, err = finish(start(tmp_path, *command))
    assert code == 0, err
    assert sorted(row["source"]["deal"]["seed"] for row in rows_of(tmp_path)) == list(range(35))


def test_a_torn_last_line_is_mended_wherever_it_is_torn(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    rows = [row(seed=seed, name="grün") for seed in range(3)]
    results = Results(path, "code")
    results.append(rows)
    results.file.close()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 4
    for cut in [*range(0, len(lines[0]) + 1, 7), *range(len(lines[0]), len(whole) + 1, 11), len(whole)]:
        path.write_bytes(whole[:cut])
        results = Results(path, "code")
        kept = max(1, whole[:cut].count(b"\n"))
        assert path.read_bytes() == b"".join(lines[:kept])
        assert list(results.outcomes) == [row["key"] for row in rows[: kept - 1]]
        results.append(rows[kept - 1 :])
        results.file.close()
        assert path.read_bytes() == whole


def test_a_report_of_a_torn_file_leaves_it_alone(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    results = Results(path, "code")
    results.append([row(seed=0), row(seed=1)])
    torn = path.read_bytes()[:-5]
    path.write_bytes(torn)
    assert len(rows_of(tmp_path)) == 1
    assert path.read_bytes() == torn


def test_two_runs_into_one_file_are_refused(tmp_path: Path) -> None:
    first = Results(tmp_path / "r.jsonl", "code")
    with pytest.raises(Unfit, match="another run writes into this file"):
        Results(tmp_path / "r.jsonl", "code")
    first.file.close()
    Results(tmp_path / "r.jsonl", "code").file.close()


# Agreement


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row(length=7), row(solver="astar", length=8)], "astar proves 8 steps or more, cp needs 7"),
        ([row(), row("unsolvable", "astar")], "cp has a solution, astar proves that there is none"),
        ([row(), row("out_of_time", "astar", lower_bound=9)], "astar proves 9 steps or more, cp needs 7"),
        ([row(contradiction="known says 6 pours, but 7 to 7 is proven")], "cp: known says 6 pours"),
        ([row("solver_failed", reason="a plan that breaks a rule: pour 3")], "cp: a plan that breaks a rule"),
        ([row(unique=True), row(solver="backtracking", unique=False)], "cp proves one solution, backtracking has two"),
    ],
)
def test_every_disagreement_is_said(rows: list[Row], said: str) -> None:
    found = agreement(rows)
    assert str(found).endswith("1 disagreement")
    [(sentences, those)] = found.wrong
    assert sentences[0].startswith(said)
    assert those == rows


def test_answers_that_agree_are_counted() -> None:
    agreeing = [
        row(seed=0),
        row(solver="astar", seed=0),
        row("unsolvable", seed=1),
        row("out_of_time", "astar", seed=1),
    ]
    assert str(agreement(agreeing)) == "2 answers cross-checked, 0 disagreements"
    broken = row("solver_failed", "astar", reason="ValueError: x", seed=2)
    assert str(agreement([*agreeing, broken])) == "2 answers cross-checked, 0 disagreements, 1 failed run"


def test_a_wrong_solver_is_caught_and_the_instance_saved(tmp_path: Path) -> None:
    command = ["--deals", "3x2", "--count", "1", "--solvers", "steady", "deny", "--out", "r.jsonl"]
    code, out, _ = finish(start(tmp_path, *command))
    assert code == 1
    assert out.splitlines()[1] == "2 answers cross-checked, 1 disagreement"
    [saved] = tmp_path.glob("disagreement-*.yaml")
    assert instances.load(saved)[1] == generate(colors=3, empties=2, seed=0)
    assert str(saved.name) in out
    assert out.count('"key"') == 2


# Reports


def test_the_report_as_markdown_page_and_pictures(finished: Path, tmp_path: Path) -> None:
    files = {"html": tmp_path / "r.html", "markdown": tmp_path / "r.md", "plots": tmp_path / "plots"}
    options = [text for name, path in files.items() for text in (f"--{name}", str(path))]
    assert compare.main(["report", str(finished / "r.jsonl"), *options]) == 0
    markdown = files["markdown"].read_text(encoding="utf-8")
    assert markdown.startswith("## 24 answers cross-checked, 0 disagreements\n")
    assert "| 3 x 1 | steady | 2 | 2 | 0 | 0 | 0 |" in markdown
    page = files["html"].read_text(encoding="utf-8")
    assert page.index("0 disagreements") < page.index("<img")
    assert page.count("data:image/svg+xml;base64,") == 4
    assert "http" not in page.replace("http://www.w3.org", "")
    names = {f"{name}.{kind}" for name in ("cactus", "scatter", "growth", "solvability") for kind in ("png", "svg")}
    assert {path.name for path in files["plots"].iterdir()} == names
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in files["plots"].glob("*.png"))


def test_a_report_is_a_function_of_the_results(finished: Path) -> None:
    first, second = (
        {name: image(figure, "svg") for name, (_, figure) in pictures(frame_of(rows_of(finished))).items()}
        for _ in range(2)
    )
    assert len(first) == 4
    assert first == second


def test_deals_files_and_puzzles_mixed(tmp_path: Path) -> None:
    files = [str(ROOT / "instances" / name) for name in ("watersort/one-pour.yaml", "futoshiki/seed-4x4-easy.yaml")]
    deals = "--deals 3..5x1..2 5x1x3 --count 1 --solvers cp quick backtracking --out a.jsonl"
    pipes = "--puzzle pipes --deals 3..5 --count 1 --solvers cp backtracking --out b.jsonl"
    both = [start(tmp_path, *files, *deals.split()), start(tmp_path, *pipes.split())]
    assert [finish(process)[0] for process in both] == [0, 0]
    outputs = ["--markdown", str(tmp_path / "r.md"), "--plots", str(tmp_path)]
    assert compare.main(["report", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"), *outputs]) == 0
    markdown = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert markdown.startswith("## 24 answers cross-checked, 0 disagreements\n")
    groups = {tuple(line.split(" | ")[:2]) for line in markdown.partition("## Who is faster")[0].splitlines()}
    watersort = [f"watersort {size}" for size in ("3 x 1", "3 x 2", "4 x 1", "4 x 2", "5 x 1", "5 x 2", "5 x 1 x 3")]
    solvers = {"cp", "quick"}, {"cp", "backtracking"}
    expected = {(f"| {name}", solver) for name in [*watersort, "watersort"] for solver in solvers[0]}
    expected |= {(f"| {name}", solver) for name in ("pipes 3", "pipes 4", "futoshiki") for solver in solvers[1]}
    assert groups >= expected
    map_of_watersort = markdown.partition("## Which deals of watersort can be solved")[2].partition("##")[0]
    assert "| 5 | 1 | 3 | 1 |" in map_of_watersort
    assert "| 5 | 1 | 4 | 1 |" in map_of_watersort  # a capacity that was not given is the puzzle's own
    assert map_of_watersort.count("\n|") == 2 + 7
    assert markdown.partition("## By instance")[2].count("\n|") == 2 + 12
    names = {"cactus", "scatter", "growth-watersort", "solvability-watersort", "growth-pipes"}
    assert {path.stem for path in tmp_path.glob("*.png")} == names


def test_the_tables_by_hand() -> None:
    rows = [
        row(seconds=2.0, seed=0), row(solver="astar", seconds=1.0, seed=0),
        row(seconds=2.0, seed=1), row("out_of_time", "astar", seconds=60.2, seed=1),
        row("unsolvable", seconds=3.0, seed=2), row("unsolvable", "astar", seconds=0.001, seed=2),
    ]  # fmt: skip
    frame = frame_of(rows)
    group = group_table(frame)
    by_solver = {line["solver"]: line for line in group.to_dict("records")}
    assert list(by_solver["cp"].values()) == ["4 x 2", "cp", "3", "2", "1", "0", "0", "2 s", "3 s"]
    assert list(by_solver["astar"].values()) == ["4 x 2", "astar", "3", "1", "1", "1", "0", "1 s", "> 60 s"]
    [line] = winner_table(frame).to_dict("records")
    # the ratios cp / astar are 2, 1/30 and 3000: their geometric mean is 200 ** (1/3)
    assert line == {"group": "4 x 2", "fastest": "astar", "on": "2 of 3", "cp": "5.8 (0.26–77)", "astar": "1"}
    [cell] = solvability(frame).to_dict("records")
    assert (cell["deals"], cell["solvable"], cell["unsolvable"]) == (3, 2, 1)


def test_of_repeats_the_median_counts() -> None:
    rows = [row(seconds=seconds, repeat=repeat) for repeat, seconds in enumerate((9.0, 2.0, 5.0))]
    frame = frame_of(rows)
    assert list(frame["cost"]) == [5.0]


def test_runs_with_other_settings_are_no_repeats() -> None:
    base = row()["parameters"]
    rows = [row(parameters=base | {"workers": workers}) for workers in (2, 4)]
    assert list(frame_of(rows)["label"]) == ["cp (2 workers)", "cp (4 workers)"]
    rows += [row(parameters=base | {"time_limit": 5.0})]
    assert list(frame_of(rows)["label"]) == ["cp (5 s, 2 workers)", "cp (60 s, 2 workers)", "cp (60 s, 4 workers)"]


@given(st.integers(1, 2000).flatmap(lambda count: st.tuples(st.integers(0, count), st.just(count))))
def test_wilson_is_the_set_of_shares_that_the_count_does_not_refute(hits_count: tuple[int, int]) -> None:
    hits, count = hits_count
    low, high = wilson(hits, count)
    assert 0 <= low <= hits / count <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(hits / count - end) == pytest.approx(1.96 * (end * (1 - end) / count) ** 0.5, abs=1e-9)


def test_undecided_deals_count_both_ways() -> None:
    rows = [row(seed=seed) for seed in range(8)] + [row("out_of_time", seed=seed) for seed in range(8, 10)]
    [cell] = solvability(frame_of(rows)).to_dict("records")
    assert cell["share"] == 1
    assert cell["low"] == wilson(8, 10)[0]
    assert cell["high"] == wilson(10, 10)[1] == 1


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.00234, "2.34 ms"), (0.5, "500 ms"), (0.9999, "1 s"), (90, "90 s"), (119.7, "2 min"), (7200, "2 h")],
)
def test_durations_read_well(seconds: float, text: str) -> None:
    assert duration(seconds) == text


# Bad input


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("--deals 3x1 --solvers nobody", 2, "no solver 'nobody' for watersort, expected "),
        ("--deals 3..x1", 2, "--deals 3..x1: expected COLORSxEMPTIESxCAPACITY"),
        ("", 2, "nothing to run"),
        ("--deals 3x1 --count 0", 2, "argument --count: 0 is not above 0"),
        ("--deals 3x1 --time-limit never", 2, "argument --time-limit: invalid positive value: 'never'"),
        ("empty", 31, "empty:1:1: a folder without puzzle files, expected *.yaml"),
        ("missing.yaml", 31, "missing.yaml:1:1: no such file or directory"),
        ("report missing.jsonl", 31, "missing.jsonl: no such file or directory, expected a results file"),
        ("report text", 31, "text:1: not a results file, expected one that compare.py wrote"),
        ("report future", 31, "future:1: results of format 2, expected format 1"),
        ("report broken", 31, "broken:2: not the row of a run"),
        ("report bare", 31, "bare: no runs, expected one or more"),
        ("--deals 3x1 --out text", 31, "text:1: not a results file, expected one that compare.py wrote"),
        ("--deals 3x1 --out letter", 31, "letter:1: not a results file, expected one that compare.py wrote"),
        ("--deals 3x1 --out other", 31, "other:1: results of other code (0123, "),
        ("--deals 3x1 --out empty", 31, "empty: is a directory, expected a file to write into"),
    ],
)
def test_bad_input_is_one_clear_line(
    arguments: str, code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    first = header(compare.code_version())
    (tmp_path / "empty").mkdir()
    files = {
        "text": "hello\n", "bare": json.dumps(first) + "\n",
        "letter": "a letter", "future": json.dumps(first | {"format_version": 2}) + "\n",
        "broken": json.dumps(first) + "\n{}\n", "other": json.dumps(first | {"code": "0123"}) + "\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    solvers = ["--solvers", TWO[0]] if "--deals" in arguments and "--solvers" not in arguments else []
    try:
        found = compare.main([*arguments.split(), *solvers])
    except SystemExit as usage:
        found = int(str(usage.code))
    assert found == code
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.removeprefix("compare.py: error: ").startswith(said)
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in files} == files


def test_an_unreachable_cluster_is_one_clear_line(tmp_path: Path) -> None:
    command = ["--deals", "3x1", "--solvers", "steady", "--out", "r.jsonl", "--cluster", "tcp://127.0.0.1:1"]
    code, _, err = finish(start(tmp_path, *command))
    assert code == 2
    assert err.splitlines()[-1].startswith("--cluster tcp://127.0.0.1:1: ")


# More than one machine


@contextmanager
def dask(folder: Path, name: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A scheduler or a worker of Dask, as a person would start it."""
    with open(folder / f"{name}.log", "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments], cwd=folder, text=True, stdout=log, stderr=log,
            start_new_session=True, env=ENVIRONMENT,
        )  # fmt: skip
        try:
            yield process
        finally:
            with_all_it_started(process)


def with_all_it_started(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


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
