"""Results on disk: torn lines, one writer at a time, and rows that are kept with the project."""

import json

import pytest

from fewest_pours.experiments.report.run_measures import frame_of
from fewest_pours.experiments.results_file import Results, read_rows, write_kept
from fewest_pours.files.bad_input import BadInput
from helpers.comparisons import row, rows_of


def test_a_last_line_torn_anywhere_is_left_out_and_mended(tmp_path, capsys):
    path = tmp_path / "r.jsonl"
    rows = [row(seed=seed, name="grün") for seed in range(3)]
    results = Results(path)
    results.append(rows)
    results.file.close()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 3
    for cut in [*range(0, 12), *range(12, len(whole) + 1, 11), len(whole)]:
        path.write_bytes(whole[:cut])
        kept = whole[:cut].count(b"\n")
        capsys.readouterr()
        assert len(rows_of(tmp_path)) == kept
        torn = cut > 0 and not whole[:cut].endswith(b"\n")
        assert capsys.readouterr().err == f"{path}:{kept + 1}:1: note: the last line is torn: left out\n" * torn
        assert path.read_bytes() == whole[:cut]
        results = Results(path)
        assert path.read_bytes() == b"".join(lines[:kept])
        assert results.done == {row["key"] for row in rows[:kept]}
        results.append(rows[kept:])
        results.file.close()
        assert path.read_bytes() == whole
    by_another_tool = json.dumps(rows[0], sort_keys=True)  # without a line end, but whole
    path.write_text(by_another_tool)
    Results(path).file.close()
    assert path.read_text() == f"{by_another_tool}\n"


def test_two_runs_into_one_file_are_refused(tmp_path):
    first = Results(tmp_path / "r.jsonl")
    with pytest.raises(BadInput, match="another run writes into this file"):
        Results(tmp_path / "r.jsonl")
    first.file.close()
    Results(tmp_path / "r.jsonl").file.close()


def test_kept_rows_make_the_same_tables(tmp_path):
    limits = row()["parameters"] | {"cpu_limit": 9.0}
    first = row(bounds_over_time=[[0.1, 7, 9]], parameters=limits, cpu_seconds=None)
    rows = [first, row("unsolvable", "astar", seed=1), row("out_of_time", "astar")]
    path = tmp_path / "kept.jsonl.gz"
    write_kept(path, rows)
    kept = list(read_rows(path))
    assert frame_of(kept).equals(frame_of(rows))
    before = path.read_bytes()
    write_kept(path, kept)
    assert path.read_bytes() == before
    (tmp_path / "torn.gz").write_bytes(before[:-20])
    (tmp_path / "other.gz").write_text("hello")
    for name in ("other.gz", "torn.gz", "none.gz"):
        with pytest.raises(BadInput, match=rf"{name}:\d:1: .*, expected the rows of a results file"):
            list(read_rows(tmp_path / name))


def test_rows_that_are_incomplete_or_have_no_source_are_refused_at_their_line(tmp_path):
    path, odd = tmp_path / "r.jsonl", row(source={"puzzle": "watersort"})
    null = row(source={"puzzle": "watersort", "deal": None, "file": "a", "document": {}})
    cases = ({}, "Object missing required field"), (odd, "a source that is neither a deal nor"), (null, "Expected `obj")
    for second, complaint in cases:
        path.write_text(f"{json.dumps(row())}\n\n{json.dumps(second)}\n")
        with pytest.raises(BadInput, match=f"r.jsonl:3:1: {complaint}"):
            list(read_rows(path))
