"""Results that are kept, and the pages that show them."""

from pathlib import Path

import pytest

import compare
from helpers.comparisons import row
from helpers.paths import ROOT
from instances.report.dataframe import frame_of
from instances.report.published import PUBLISHED, markdown
from instances.report.rows.kept import put_into, read_kept, write_kept
from instances.report.rows.results_file import Unfit
from instances.solving.agreement import solvable

ROWS = [
    row(seed=0), row("unsolvable", "astar", seed=1), row("out_of_time", "astar", seed=2),
    row(solver="astar", seed=0, statistics={"expansions": 7}),
]  # fmt: skip


def test_kept_rows_say_the_same(tmp_path: Path) -> None:
    write_kept(tmp_path / "kept.jsonl.gz", ROWS)
    kept = read_kept(tmp_path / "kept.jsonl.gz")
    assert [solvable(each) for each in kept] == [solvable(each) for each in ROWS]
    assert frame_of(kept).equals(frame_of(ROWS))
    before = (tmp_path / "kept.jsonl.gz").read_bytes()
    write_kept(tmp_path / "kept.jsonl.gz", kept)
    assert (tmp_path / "kept.jsonl.gz").read_bytes() == before


def test_a_file_that_is_not_kept_results_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("hello", encoding="utf-8")
    with pytest.raises(Unfit, match="other: not a file of kept results"):
        read_kept(tmp_path / "other")
    with pytest.raises(Unfit, match="none: no such file or directory"):
        read_kept(tmp_path / "none")


def test_a_table_stands_where_the_page_asks_for_it(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("a\n<!-- reproduce one -->\nold\n<!-- /reproduce -->\nb\n", encoding="utf-8")
    assert put_into(page, "one", "| 1 |\n\n![](pictures/x.png)")
    assert not put_into(page, "other", "| 2 |")
    expected = "a\n<!-- reproduce one -->\n\n| 1 |\n\n![](docs/pictures/x.png)\n\n<!-- /reproduce -->\nb\n"
    assert page.read_text(encoding="utf-8") == expected


def test_every_published_table_has_its_place() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert [name for name in PUBLISHED if f"<!-- reproduce {name} -->" not in text] == []


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "results").glob("*.jsonl.gz")), ids=lambda file: file.name)
def test_the_pages_say_what_the_kept_rows_say(file: Path) -> None:
    name, rows = file.name.removesuffix(".jsonl.gz"), read_kept(file)
    text = markdown(PUBLISHED[name], rows, frame_of(rows, compare.SOLVERS.names()), "")
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert any(text.strip() in page.read_text(encoding="utf-8") for page in pages)


def test_what_is_kept_is_small() -> None:
    assert sum(path.stat().st_size for path in (ROOT / "docs" / "results").glob("*")) < 1_000_000
