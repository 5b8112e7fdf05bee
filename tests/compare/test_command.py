"""The command line of compare.py: reports, and the tables of docs/results.md, each made by one command."""

import re
import shutil

import pytest

import compare
from fewest_pours.experiments.reproduce_command import PUBLISHED
from fewest_pours.experiments.results_file import write_kept
from fewest_pours.puzzles.watersort.generator import generate
from helpers.comparisons import compared, rows_of
from helpers.deals import named
from helpers.paths import ROOT


def test_a_wrong_solver_is_caught_and_the_instance_saved(tmp_path):
    out = compared(tmp_path, "--deals 3x2 --count 1 --solvers astar --module ODD:DENY --out r.jsonl", 1)
    assert out.splitlines()[1] == "2 answers cross-checked, 1 disagreement"
    [saved] = tmp_path.glob("disagreement-*.yaml")
    assert named(saved) == generate(colors=3, empties=2, seed=0)
    assert saved.name in out
    saved.unlink()
    assert compare.main(["report", str(tmp_path)]) == 1
    assert saved.exists()


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
    assert not re.search("https?:", text)  # base64 has no colon


def test_deals_files_and_puzzles_are_compared_together(tmp_path, capsys):
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


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_every_table_has_a_quick_form(name, tmp_path, monkeypatch, capsys):
    (tmp_path / "docs").mkdir()
    for folder in ("fewest_pours", "instances", "docs/examples", "docs/experiments", "cpmodel", "search_baseline"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert compare.main(["reproduce", name, "--quick"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"## {PUBLISHED[name].title}\n")
    assert f"`compare.py reproduce {name}`: " in out
    assert out.count("\n|---|") >= len(PUBLISHED[name].tables) + len(PUBLISHED[name].details)
    assert {path.name for path in (tmp_path / "docs").iterdir()} == {"examples", "experiments"}  # and nothing new


def test_tables_and_pictures_are_made_from_the_kept_rows(tmp_path, monkeypatch, finished, capsys):
    rows = rows_of(finished)
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "results.md", tmp_path / "docs")
    write_kept(tmp_path / "docs" / "results" / "frontier.jsonl.gz", rows)
    monkeypatch.chdir(tmp_path)
    assert compare.main(["reproduce", "frontier", "--kept"]) == 0
    page = (tmp_path / "docs" / "results.md").read_text(encoding="utf-8")
    assert "\n| steady | 12 of 12 | " in page
    assert (tmp_path / "docs" / "pictures" / "growth.png").stat().st_size > 10_000
    assert "(results/frontier.csv)" in page
    assert "\n5 x 2,1," in (tmp_path / "docs" / "results" / "sizes.csv").read_text(encoding="utf-8")
    mixed = [rows[0] | {"jobs": 7}, *rows[1:]]
    write_kept(tmp_path / "docs" / "results" / "frontier.jsonl.gz", mixed)
    assert compare.main(["reproduce", "frontier", "--kept"]) == 2
    assert "runs of different at once, expected one run" in capsys.readouterr().err
