"""Results that are kept, the pages that show them, and exports."""

from pathlib import Path

import pandas as pd
import pytest

import compare
from helpers.comparisons import row
from helpers.paths import ROOT
from instances.report.frame import frame_of
from instances.report.published import PUBLISHED, markdown
from instances.report.report_command import report
from instances.report.rows.conditions import refuse_unequal
from instances.report.rows.kept import put_into, read_kept, write_kept
from instances.report.rows.results_file import Stopped, Unfit

ROWS = [
    row(seed=0, lower_bound_by="phases", upper_bound_by="beam", bounds_over_time=[[0.1, 7, 9]]),
    row("unsolvable", "astar", seed=1), row("out_of_time", "astar", seed=2),
    row(solver="astar", seed=0, statistics={"expansions": 7}),
]  # fmt: skip


def test_kept_rows_make_the_same_tables(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl.gz"
    write_kept(path, ROWS)
    kept = read_kept(path)
    assert frame_of(kept).equals(frame_of(ROWS))
    before = path.read_bytes()
    write_kept(path, kept)
    assert path.read_bytes() == before


def test_a_file_that_is_not_kept_results_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.gz").write_text("hello", encoding="utf-8")
    write_kept(tmp_path / "torn.gz", ROWS)
    (tmp_path / "torn.gz").write_bytes((tmp_path / "torn.gz").read_bytes()[:-20])
    for name in ("other.gz", "torn.gz", "none.gz"):
        with pytest.raises(Unfit, match=f"{name}: .*, expected a results file"):
            read_kept(tmp_path / name)


BASE = row()
OTHER = {
    "code": row(version="2, ortools 9"),
    "libraries": row(version="1, ortools 10"),
    "time limit": row(parameters=BASE["parameters"] | {"time_limit": 5.0}),
    "machine": row(machine=BASE["machine"] | {"cores": 64}),
}


@pytest.mark.parametrize("name", OTHER)
def test_rows_of_different_conditions_are_refused(name: str) -> None:
    refuse_unequal("reproduce x", [BASE, row("unsolvable", "astar", seed=3)])
    with pytest.raises(Stopped, match=f"reproduce x: runs of different {name} "):
        refuse_unequal("reproduce x", [BASE, OTHER[name]])


def test_a_table_stands_where_the_page_asks_for_it(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("a\n<!-- reproduce one -->\nold\n<!-- /reproduce -->\nb\n", encoding="utf-8")
    assert put_into(page, "one", "| 1 |\n\n![](pictures/x.png)")
    assert not put_into(page, "other", "| 2 |")
    expected = "a\n<!-- reproduce one -->\n\n| 1 |\n\n![](docs/pictures/x.png)\n\n<!-- /reproduce -->\nb\n"
    assert page.read_text(encoding="utf-8") == expected


PAGES = [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]


def test_every_published_table_has_its_place() -> None:
    assert [name for name in PUBLISHED if f"<!-- reproduce {name} -->" not in "".join(PAGES)] == []


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "results").glob("*.jsonl.gz")), ids=lambda file: file.name)
def test_the_pages_show_the_kept_rows(file: Path) -> None:
    name, rows = file.name.removesuffix(".jsonl.gz"), read_kept(file)
    text = markdown(PUBLISHED[name], rows, frame_of(rows, compare.SOLVERS.names()), "")
    assert any(text.strip() in page for page in PAGES)


def test_runs_are_exported_as_csv_and_parquet(tmp_path: Path) -> None:
    write_kept(tmp_path / "kept.gz", ROWS)
    files = [str(tmp_path / name) for name in ("kept.gz", "runs.csv", "runs.parquet")]
    assert report([files[0], "--csv", files[1], "--parquet", files[2]], ["cp", "astar"]) == 0
    columns = ["solver", "outcome", "length", "cost", "lower_bound_by", "workers"]
    expected = [["cp", "optimal", 7, 1.0, "phases", "2 workers"]]
    for frame in (pd.read_csv(files[1]), pd.read_parquet(files[2])):
        assert len(frame) == len(ROWS)
        assert frame[frame["solver"] == "cp"][columns].values.tolist() == expected
