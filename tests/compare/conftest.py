"""Results that several tests read."""

import pytest

from helpers.comparisons import compared


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A folder with the results of a small comparison: two solvers, four sizes, two deals each."""
    folder = tmp_path_factory.mktemp("finished")
    compared(folder, "--deals 3..5x1..2 --count 2 --solvers steady astar --jobs 2 --out r.jsonl")
    return folder
