"""Results that several tests read."""

import pytest

from helpers.comparisons import compared, rows_of


@pytest.fixture(autouse=True)
def called(monkeypatch):
    """Messages use the name under which the command was started."""
    monkeypatch.setattr("sys.argv", ["compare.py"])


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A folder with the results of a small comparison: two solvers, four sizes, two deals each."""
    folder = tmp_path_factory.mktemp("finished")
    command = "--deals 3..5x1..2 --count 2 --solvers steady astar --jobs 2 --out r.jsonl"
    compared(folder, command)
    return folder


@pytest.fixture(scope="session")
def finished_rows(finished):
    return rows_of(finished)
