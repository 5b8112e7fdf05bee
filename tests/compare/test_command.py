"""The command line of compare.py: reports, and bad input."""

import json
import os
from contextlib import redirect_stderr
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import compare
import instances.puzzles
from helpers.comparisons import TWO, compared, rows_of
from helpers.paths import INSTANCES
from instances.experiments.run_arguments import prepared
from instances.report.frame import frame_of
from instances.report.plots import image, pictures
from instances.report.rows.results_file import header
from instances.solving.solvers import Library, Solver, Solvers
from instances.watersort.files import generate


def test_a_wrong_solver_is_caught_and_the_instance_saved(tmp_path: Path) -> None:
    command = "--deals 3x2 --count 1 --solvers steady deny --out r.jsonl"
    code, out, _ = compared(tmp_path, command)
    assert code == 1
    assert out.splitlines()[1] == "2 answers cross-checked, 1 disagreement"
    [saved] = tmp_path.glob("disagreement-*.yaml")
    assert instances.puzzles.load(saved)[1] == generate(colors=3, empties=2, seed=0)
    assert str(saved.name) in out
    assert out.count('"key"') == 2


def test_the_report_as_markdown_page_and_pictures(finished: Path, tmp_path: Path) -> None:
    files = {"html": tmp_path / "r.html", "markdown": tmp_path / "r.md", "plots": tmp_path / "plots"}
    options = [text for name, path in files.items() for text in (f"--{name}", str(path))]
    assert compare.main(["report", str(finished / "r.jsonl"), *options]) == 0
    markdown = files["markdown"].read_text(encoding="utf-8")
    assert markdown.startswith("## 24 answers cross-checked, 0 disagreements\n")
    assert "| 3 x 1 | steady | 2 | 2 | 0 | 0 |" in markdown
    page = files["html"].read_text(encoding="utf-8")
    assert page.index("0 disagreements") < page.index("<img")
    assert page.count("data:image/svg+xml;base64,") == 2
    assert "http" not in page.replace("http://www.w3.org", "")
    names = {f"{name}.{kind}" for name in ("cactus", "growth") for kind in ("png", "svg")}
    assert {path.name for path in files["plots"].iterdir()} == names
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in files["plots"].glob("*.png"))


def test_a_report_is_a_function_of_the_results(finished: Path) -> None:
    first, second = (
        {name: image(figure, "svg") for name, (_, figure) in pictures(frame_of(rows_of(finished))).items()}
        for _ in range(2)
    )
    assert len(first) == 2
    assert first == second


def test_deals_files_and_puzzles_mixed(tmp_path: Path) -> None:
    given = f"{INSTANCES}/watersort/one-pour.yaml {INSTANCES}/futoshiki/seed-4x4-easy.yaml"
    deals = "--deals 3..5x1..2 5x1x3 --count 1 --solvers cp astar backtracking --out a.jsonl"
    pipes = "--puzzle pipes --deals 3..5 --count 1 --solvers cp backtracking --out b.jsonl"
    for command in (f"{given} {deals}", pipes):
        assert compared(tmp_path, command)[0] == 0
    files = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    assert compare.main(["report", *files, "--markdown", str(tmp_path / "r.md")]) == 0
    markdown = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert markdown.startswith("## 24 answers cross-checked, 0 disagreements\n")
    groups = {tuple(line.split(" | ")[:2]) for line in markdown.partition("## Who is faster")[0].splitlines()}
    watersort = [f"watersort {size}" for size in ("3 x 1", "3 x 2", "4 x 1", "4 x 2", "5 x 1", "5 x 2", "5 x 1 x 3")]
    solvers = {"cp", "astar"}, {"cp", "backtracking"}
    expected = {(f"| {name}", solver) for name in [*watersort, "watersort"] for solver in solvers[0]}
    expected |= {(f"| {name}", solver) for name in ("pipes 3", "pipes 4", "futoshiki") for solver in solvers[1]}
    assert groups >= expected
    map_of_watersort = markdown.partition("## Which deals of watersort can be solved")[2].partition("##")[0]
    assert "| 5 | 1 | 3 | 1 |" in map_of_watersort
    assert "| 5 | 1 | 4 | 1 |" in map_of_watersort  # a capacity that was not given is the puzzle's own
    assert map_of_watersort.count("\n|") == 2 + 7
    assert markdown.partition("## By instance")[2].count("\n|") == 2 + 12
    names = {"cactus", "growth-watersort", "growth-pipes"}
    rows = [*rows_of(tmp_path, "a.jsonl"), *rows_of(tmp_path, "b.jsonl")]
    assert pictures(frame_of(rows, compare.SOLVERS.names())).keys() == names


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    """Its name is told with escapes, in the results as on a terminal."""
    name = os.fsdecode(b"\xff\x1b.yaml")
    (tmp_path / name).write_bytes((INSTANCES / "watersort" / "one-pour.yaml").read_bytes().replace(b"name:", b"#"))
    code, out, _ = compared(tmp_path, f"{name} --solvers astar --out r.jsonl")
    assert code == 0
    assert r"\udcff\x1b" in out
    (row,) = rows_of(tmp_path)
    assert (row["file"], row["name"]) == (r"\udcff\x1b.yaml", r"\udcff\x1b")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("--deals 3x1 --solvers nobody", 2, "no solver 'nobody' for watersort, expected "),
        ("--deals 3..x1", 2, "--deals 3..x1: expected COLORSxEMPTIESxCAPACITY"),
        (
            "--deals 3x1 9999x1x9999",
            2,
            "--deals 9999x1x9999: more units and beakers than a file may have, ",
        ),
        (
            "--puzzle squares --deals 9x2",
            2,
            "--deals 9x2: no level of 9 blocks, 4 arrows and 30 clicks on 2 by 2 cells",
        ),
        ("--deals 3x1 --command x=\udcff", 2, r"--command x=\udcff: bytes that are no UTF-8, expected NAME="),
        ("run", 2, "nothing to run"),
        ("--deals 3x1 --count 0", 2, "argument --count: '0', expected a whole number, 1 or above"),
        ("--deals 3x1 --time-limit never", 2, "argument --time-limit: 'never', expected a number above 0"),
        ("--deals 3x1 --seed x", 2, "argument --seed: 'x', expected a whole number, 0 or above"),
        ("--deals 3x1 --share x/2", 2, "argument --share: 'x/2', expected I/N, for example 2/10"),
        ("--deals 0x1 --count 1 --out made", 2, "--deals 0x1: no deal of 0 colours, 1 empty"),
        ("work", 2, "compare.py work: compare.py itself starts this"),
        ("work 0", 2, "compare.py work: compare.py itself starts this"),
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
    assert not (tmp_path / "made").exists()


def test_the_help_names_the_other_commands(capsys: Any) -> None:
    with pytest.raises(SystemExit):
        compare.main(["--help"])
    said = capsys.readouterr().out
    assert all(f"compare.py {word} " in said for word in ("solve", "report", "reproduce"))


def test_a_solver_whose_library_is_missing_says_how_to_install_it() -> None:
    side = compare.SOLVERS.sides[0]
    lacking = Solver("ilp", "ilp", "nowhere:solve", Library("no_such_library", "pip install ilp"))
    solvers = {**side.solvers, "watersort": (*side.solvers["watersort"], lacking)}
    with pytest.raises(SystemExit), redirect_stderr(StringIO()) as said:
        prepared(["--deals", "3x1", "--solvers", "ilp"], Solvers((replace(side, solvers=solvers),), ()))
    assert said.getvalue().endswith("; ilp needs pip install ilp\n")


def test_files_of_the_same_instance_are_told(tmp_path: Path) -> None:
    text = (INSTANCES / "watersort" / "one-pour.yaml").read_text(encoding="utf-8")
    for name in ("aa", "bb"):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    code, _, err = compared(tmp_path, "aa.yaml bb.yaml --solvers steady astar --out r.jsonl")
    assert code == 0
    assert err.splitlines()[0] == "bb.yaml is the same instance as aa.yaml, and left out"
    assert err.splitlines()[1].startswith("2 runs, ")


def test_an_unreachable_cluster_is_one_clear_line(tmp_path: Path) -> None:
    command = "--deals 3x1 --solvers steady --out r.jsonl --cluster tcp://127.0.0.1:1"
    code, _, err = compared(tmp_path, command)
    assert code == 2
    assert err.splitlines()[-1].startswith("--cluster tcp://127.0.0.1:1: ")
