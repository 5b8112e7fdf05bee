"""CP-SAT's proofs in a folder that others can write to: nothing of others is touched."""

import os
import stat
from pathlib import Path

import pytest

from cpmodel import lrat_proof
from cpmodel.lrat_proof import NAMES
from cpmodel.lrat_proof import refutation as refuted
from fewest_pours.checker import lrat
from fewest_pours.checker.certificate_lines import Line
from fewest_pours.running.fixed_names import new_files
from fewest_pours.running.solver_contract import LimitReached, NoWitness, Settings, Watch
from helpers.commands import forked

CONTRADICTION = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


@pytest.fixture
def folder(tmp_path):
    """Like /tmp, but for this test alone."""
    tmp_path.chmod(0o1777)
    return tmp_path


def test_a_contradiction_is_refuted_and_nothing_is_left():
    steps = refuted([*CONTRADICTION, [3]], Settings(), Watch())
    lrat.refute([*CONTRADICTION, [3]], [Line(number, {"lrat": step}) for number, step in enumerate(steps, 1)])
    with new_files(Path("/tmp"), NAMES, Watch()):  # when no other test makes a proof
        assert not any((Path("/tmp") / name).stat().st_size for name in NAMES)


def test_without_a_proof_the_reason_is_reported():
    with pytest.raises(NoWitness, match="found no proof"):
        refuted(CONTRADICTION[:3], Settings(), Watch())


@pytest.mark.parametrize("name", ["lrat.txt", "lrat3.bin"])
def test_files_of_others_are_left_alone_and_named(name, folder):
    victim = folder / "victim"
    victim.write_text("precious")
    for plant in (
        lambda path: path.symlink_to(victim),
        lambda path: path.symlink_to(folder / "made by us"),
        lambda path: os.link(victim, path),
        os.mkfifo,
        lambda path: path.write_text("the proof of another program"),
    ):
        plant(folder / name)
        with pytest.raises(FileExistsError, match=name), new_files(folder, NAMES, Watch()):
            raise AssertionError
        assert {path.name for path in folder.iterdir()} == {"victim", name}
        assert victim.read_text() == "precious"
        (folder / name).unlink()


def test_our_files_are_new_and_those_of_a_killed_run_are_replaced(folder):
    def killed():
        with new_files(folder, NAMES, Watch()):
            os._exit(9)

    assert forked(killed).returncode == 9
    assert {path.name for path in folder.iterdir()} > set(NAMES)
    with new_files(folder, NAMES, Watch()):
        for path in map(folder.joinpath, NAMES):
            assert path.lstat().st_mode == stat.S_IFREG | 0o600
            path.write_text("a proof")
    assert list(folder.iterdir()) == []


def test_a_planted_folder_is_reported(folder, monkeypatch):
    monkeypatch.setattr(lrat_proof, "FOLDER", folder)
    (folder / "lrat3.bin").mkdir()
    with pytest.raises(NoWitness, match=r"cannot write its proof to .*lrat3.bin: "):
        refuted(CONTRADICTION, Settings(), Watch())
    assert [path.name for path in folder.iterdir()] == ["lrat3.bin"]


def test_a_limit_ends_the_wait_for_a_turn(folder):
    with new_files(folder, NAMES, Watch()), pytest.raises(LimitReached), new_files(folder, NAMES, Watch(0.2)):
        raise AssertionError
