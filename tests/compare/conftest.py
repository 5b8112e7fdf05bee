"""Results that several tests read."""

from pathlib import Path

import pytest

import compare
from helpers.comparisons import compared, rows_of
from helpers.stand_ins import STAND_INS
from instances.report import Row


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """compare.py has them in this process, too."""
    monkeypatch.setitem(compare.SOLVERS.more, "watersort", STAND_INS)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a small comparison: two solvers, four sizes, two deals each."""
    folder = tmp_path_factory.mktemp("finished")
    command = "--deals 3..5x1..2 --count 2 --solvers steady quick --out r.jsonl"
    code, out, err = compared(folder, command)
    assert code == 0, err
    (folder / "out").write_text(out, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def finished_rows(finished: Path) -> list[Row]:
    return rows_of(finished)
