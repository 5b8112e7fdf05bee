"""Results on disk: torn lines, and one writer at a time."""

from pathlib import Path

import pytest

from helpers.comparisons import row, rows_of
from instances.report.rows.results_file import Results, Unfit


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
        assert len(rows_of(tmp_path)) == max(0, whole[:cut].count(b"\n") - 1)
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
