"""The command line of compare.py: reports, and bad input."""

import json
import os
import re

import pytest

import compare
from fewest_pours.puzzles.watersort.generator import generate
from helpers.cases import case
from helpers.comparisons import compared, row
from helpers.deals import named

DENY = """
from fewest_pours.running.solver_contract import Result
from fewest_pours.running.outcomes import Outcome

SOLVERS = {"watersort": {"deny": lambda *_: Result(Outcome.UNSOLVABLE, reason="it looks hard")}}
"""


def test_a_wrong_solver_is_caught_and_the_instance_saved(tmp_path):
    (tmp_path / "deny.py").write_text(DENY)
    out = compared(tmp_path, "--deals 3x2 --count 1 --solvers astar --module deny.py --out r.jsonl", 1)
    assert out.splitlines()[1] == "2 answers cross-checked, 1 disagreement"
    [saved] = tmp_path.glob("disagreement-*.yaml")
    assert named(saved) == generate(colors=3, empties=2, seed=0)
    assert saved.name in out


def test_the_report_as_text_and_page(finished, tmp_path, capsys):
    page = tmp_path / "r.html"
    assert compare.main(["report", str(finished), "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("\n24 answers cross-checked, 0 disagreements\n")
    assert re.search("^ *3 x 2, 2 solvable +2, ", out, re.MULTILINE)
    text = page.read_text(encoding="utf-8")
    assert text.index("0 disagreements") < text.index("<img") < text.index("3 x 2, 2 solvable")
    pictures = re.findall(r'<img alt="([\w-]+)" src="data:image/png;base64,', text)
    assert pictures == ["cactus", "growth", "transition", "scatter"]
    assert "http" not in text


def test_deals_files_and_puzzles_mixed(tmp_path, capsys):
    given = "one-pour seed-4x4-easy"
    deals = "--deals 3x1..2 5x1x3 --count 1 --solvers cp astar backtracking --out a.jsonl"
    pipes = "blog-5x5 --solvers cp backtracking --out b.jsonl"
    for command in (f"{given} {given} {deals}", pipes):  # the same file twice is one instance
        compared(tmp_path, command)
    assert compare.main(["report", *(str(tmp_path / name) for name in ("a.jsonl", "b.jsonl"))]) == 0
    out = capsys.readouterr().out
    assert out.startswith("\n12 answers cross-checked, 0 disagreements\n")
    groups = ["futoshiki", "pipes", "watersort", "watersort 3 x 1", "watersort 3 x 2", "watersort 5 x 1 x 3"]
    tables = {part.splitlines()[0]: part.splitlines()[3:] for part in out.split("\n\n")[2:]}
    for heading, expected in (("Who is faster where", groups), ("Which deals can be solved", groups[3:])):
        for line, group in zip(tables[heading], expected, strict=True):
            assert line.lstrip().startswith(f"{group} ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("--deals 3x1 --solvers nobody", 2, "no solver 'nobody' for watersort, expected "),
        *((f"--deals {spec}", 2, f"--deals {spec}: expected ") for spec in ("3..x1", "7..5x1", "1x2x3x4")),
        ("--deals 3x1 9999x1x9999", 2, "--deals 9999x1x9999: "),
        ("--deals 3x1 --command x=\udcff", 2, r"argument --command: invalid program value: 'x=\udcff'"),
        ("--deals 3x1 --command x={seed}{foo}", 2, "argument --command: {foo} in '{seed}{foo}', expected {file}, {j"),
        ("--count 1", 2, "nothing to run"),
        case("--deals 3x1 --out r --cluster tcp://127.0.0.1:1", 2, "--cluster tcp://127.0.0.1:1: ", slow=True),
        ("--deals 3x1 --count 0", 2, "argument --count: '0', expected a whole number from 1 to 1000000000"),
        ("--deals 3x1 --share 3/2", 2, "argument --share: invalid share value: '3/2'"),
        ("--deals 0x1 --count 1 --out made", 2, "--deals 0x1: no deal of 0 colours, 1 empty"),
        ("empty", 31, "empty:1:1: a folder without puzzle files, expected *.yaml"),
        ("missing.yaml", 31, "missing.yaml:1:1: no such file or directory"),
        ("report missing.jsonl", 31, "missing.jsonl:1:1: no such file or directory, expected the rows of"),
        ("report broken", 31, "broken:2:1: Object missing required field"),
        ("report odd", 31, "odd:2:1: a source that is neither a deal nor a file, expected the rows"),
        ("report pipe", 31, "pipe:1:1: no runs, expected one or more"),
        ("--deals 3x1 --out letter", 31, "letter:1:1: JSON is malformed"),
        ("--deals 3x1 --out empty", 31, "empty:1:1: is a directory, expected a file to write into"),
        ("--deals 3x1 --out /dev/full", 31, "/dev/full:1:1: a device or a pipe, expected a file to write into"),
    ],
)
def test_bad_input_is_one_clear_line(arguments, code, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe")
    line, odd = (json.dumps(row(**more)) + "\n" for more in ({}, {"source": {"puzzle": "watersort"}}))
    files = {"letter": "a letter", "broken": line + "{}\n", "odd": line + odd}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    solvers = ["--solvers", "astar"] if "--deals" in arguments and "--solvers" not in arguments else []
    try:
        found = compare.main([*arguments.split(), *solvers])
    except SystemExit as usage:
        found = int(str(usage.code))
    assert found == code
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.removeprefix("compare.py: error: ").startswith(message)
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in files} == files
    assert not (tmp_path / "made").exists()
