"""The command line of compare.py: reports, and bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

import compare
import instances
from helpers.comparisons import TWO, finish, rows_of, start
from helpers.paths import ROOT
from instances.report.dataframe import frame_of
from instances.report.file import header
from instances.report.plots import image, pictures
from instances.watersort.files import generate


def test_a_wrong_solver_is_caught_and_the_instance_saved(tmp_path: Path) -> None:
    command = ["--deals", "3x2", "--count", "1", "--solvers", "steady", "deny", "--out", "r.jsonl"]
    code, out, _ = finish(start(tmp_path, *command))
    assert code == 1
    assert out.splitlines()[1] == "2 answers cross-checked, 1 disagreement"
    [saved] = tmp_path.glob("disagreement-*.yaml")
    assert instances.load(saved)[1] == generate(colors=3, empties=2, seed=0)
    assert str(saved.name) in out
    assert out.count('"key"') == 2


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
    names = {
        f"{name}.{kind}"
        for name in ("cactus", "scatter-quick-steady", "growth", "solvability")
        for kind in ("png", "svg")
    }
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
    names = {
        "cactus",
        "scatter-cp-backtracking",
        "scatter-cp-quick",
        "growth-watersort",
        "solvability-watersort",
        "growth-pipes",
    }
    assert {path.stem for path in tmp_path.glob("*.png")} == names


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
    first = header(compare.SOLVERS.version)
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
