"""CP-SAT's proofs in a folder that others can write to: nothing of others is touched, and nothing waits for ever."""

import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from cpmodel import refutation
from cpmodel.refutation import made, turn
from cpmodel.refutation import refutation as refuted
from instances.checker import lrat
from instances.checker.lines import Line
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import NoWitness

CONTRADICTION = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Like /tmp, but for this test alone; nobody's proof is waited for."""
    tmp_path.chmod(0o1777)
    monkeypatch.setattr(refutation, "PATIENCE", 0.0)
    return tmp_path


def test_a_contradiction_is_refuted_and_nothing_is_left() -> None:
    used, steps = refuted([*CONTRADICTION, [3]], {}, Settings(), Watch())
    assert used == {1, 2, 3, 4}
    lrat.refute([*CONTRADICTION, [3]], [Line(number, {"lrat": step}) for number, step in enumerate(steps, 1)])


def test_what_can_be_satisfied_has_no_proof() -> None:
    with pytest.raises(NoWitness, match="found no proof"):
        refuted(CONTRADICTION[:3], {}, Settings(), Watch())


def test_a_solver_that_fails_is_reported() -> None:
    with pytest.raises(NoWitness, match="no such parameter"):
        refuted(CONTRADICTION, {"no such parameter": True}, Settings(), Watch())


def plant_link(path: Path, victim: Path) -> None:
    path.symlink_to(victim)


def plant_dangling_link(path: Path, victim: Path) -> None:
    path.symlink_to(victim.with_name("made by us"))


def plant_hard_link(path: Path, victim: Path) -> None:
    os.link(victim, path)


def plant_fifo(path: Path, victim: Path) -> None:
    os.mkfifo(path)


def plant_folder(path: Path, victim: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("plant", [plant_link, plant_dangling_link, plant_hard_link, plant_fifo, plant_folder])
@pytest.mark.parametrize("name", ["lrat.txt", "lrat3.bin"])
def test_what_others_plant_is_not_touched(
    plant: Callable[[Path, Path], None], name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = folder / "victim"
    victim.write_text("precious")
    plant(folder / name, victim)
    monkeypatch.setattr(refutation, "PROOF", folder / "lrat.txt")
    monkeypatch.setattr(refutation, "PARTS", tuple(folder / f"lrat{i}.bin" for i in range(10)))
    with pytest.raises(NoWitness, match=rf"cannot write its proof to .*{name}: "):
        refuted(CONTRADICTION, {}, Settings(), Watch())
    assert victim.read_text() == "precious"
    assert {path.name for path in folder.iterdir()} == {"victim", name}


def test_a_folder_where_others_can_replace_files_is_not_used(folder: Path) -> None:
    folder.chmod(0o777)
    with pytest.raises(OSError, match="others may put files"), turn(folder / "lrat.txt", Watch()):
        raise AssertionError
    assert list(folder.iterdir()) == []


def test_a_file_of_another_user_is_waited_for_and_then_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    monkeypatch.setattr(refutation, "PATIENCE", 0.2)
    (folder / "lrat.txt").write_text("theirs")
    started = time.monotonic()
    with pytest.raises(OSError, match="of this user alone"), turn(folder / "lrat.txt", Watch()):
        raise AssertionError
    assert time.monotonic() - started >= 0.2
    assert (folder / "lrat.txt").read_text() == "theirs"


def test_files_of_a_killed_run_are_used_and_only_we_may_read_them(folder: Path) -> None:
    paths = folder / "lrat.txt", folder / "lrat0.bin", folder / "lrat1.bin"
    for path in paths[:2]:
        path.write_text("left behind")
    with turn(paths[0], Watch()), made(paths[1:]):
        assert paths[0].read_text() == ""
        assert stat.S_IMODE(paths[2].stat().st_mode) == 0o600
    assert list(folder.iterdir()) == []


def test_turns_are_taken(folder: Path) -> None:
    """Also by those who were waiting for a file that is gone when their turn comes."""
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        for _ in range(20):
            with turn(folder / "lrat.txt", Watch()):
                inside += 1
                most = max(most, inside)
                time.sleep(0.001)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, most) == (0, 1)


def test_a_limit_ends_the_waiting(folder: Path) -> None:
    waiting = Watch(seconds=0.2)
    with turn(folder / "lrat.txt", Watch()), pytest.raises(LimitReached), turn(folder / "lrat.txt", waiting):
        raise AssertionError
    assert list(folder.iterdir()) == []


def test_the_solver_writes_nowhere_else() -> None:
    """Parameters that move the proof, should there ever be some, would make this module needless."""
    names = [name for name in dir(cp_model.CpSolver().parameters) if "lrat" in name]
    assert not [name for name in names if "prefix" in name or "path" in name or "file" in name]
