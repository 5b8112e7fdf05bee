"""The tables of docs/results.md, each made by one command."""

import shutil

import pytest

import compare
from fewest_pours.experiments.reproduce_command import PUBLISHED
from fewest_pours.experiments.results_file import write_kept
from helpers.comparisons import rows_of
from helpers.paths import ROOT


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_every_table_has_a_quick_form(name, tmp_path, monkeypatch, capsys):
    for folder in ("fewest_pours", "instances", "tests", "cpmodel", "search_baseline"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert compare.main(["reproduce", name, "--quick"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"## {PUBLISHED[name].title}\n")
    assert f"`compare.py reproduce {name}`: " in out
    assert out.count("\n|---|") >= len(PUBLISHED[name].tables)
    assert not (tmp_path / "docs").exists()


def test_tables_and_pictures_are_made_from_the_kept_rows(tmp_path, monkeypatch, finished, capsys):
    rows = rows_of(finished)
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "results.md", tmp_path / "docs")
    write_kept(tmp_path / "docs" / "results" / "frontier.jsonl.gz", rows)
    monkeypatch.chdir(tmp_path)
    assert compare.main(["reproduce", "frontier", "--kept"]) == 0
    page = (tmp_path / "docs" / "results.md").read_text(encoding="utf-8")
    assert "\n| 5 x 2 | 1 | " in page
    assert (tmp_path / "docs" / "pictures" / "growth.png").stat().st_size > 10_000
    mixed = [rows[0] | {"jobs": 7}, *rows[1:]]
    write_kept(tmp_path / "docs" / "results" / "frontier.jsonl.gz", mixed)
    assert compare.main(["reproduce", "frontier", "--kept"]) == 2
    assert "runs of different at once, expected one run" in capsys.readouterr().err
