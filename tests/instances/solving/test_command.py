"""The command line of both solvers: outcomes, exit codes, limits, Ctrl-C, JSON, and what a person reads."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from helpers.commands import command, fresh_command, fresh_words
from helpers.paths import ROOT
from instances.puzzles import load
from instances.reading.yaml_files import write_yaml
from instances.watersort import files
from instances.watersort.rules import Deal, verify

WATERSORT = ROOT / "instances" / "watersort"
SOLVERS = ["cpmodel", "search_baseline"]


def answers(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def write(path: Path, deal: Deal) -> Path:
    path.write_text(write_yaml(files.document(deal)), encoding="utf-8")
    return path


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """A deal that no solver finishes in a few seconds."""
    return write(tmp_path / "hard.yaml", files.generate(colors=60, empties=3, seed=1))


@pytest.mark.parametrize("module", SOLVERS)
def test_level_133_is_proven_shortest_with_39_pours(module: str) -> None:
    done = command(module, WATERSORT / "level-133.yaml", "--json")
    (answer,) = answers(done)
    assert done.returncode == 0
    assert (answer["outcome"], answer["length"]) == ("optimal", 39)
    assert (answer["lower_bound"], answer["upper_bound"]) == (39, 39)
    puzzle, deal = load(WATERSORT / "level-133.yaml")
    verify(deal, puzzle.read_answer(deal, answer["plan"]))


@pytest.mark.parametrize("module", SOLVERS)
def test_a_person_reads_the_picture_the_plan_and_the_proof(module: str) -> None:
    done = command(module, WATERSORT / "sample-three-colours.yaml")
    assert "│re│bl│bl│  │" in done.stdout
    assert "\n   7.  " in done.stdout
    assert "7 pours, proven shortest" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("module", SOLVERS)
@pytest.mark.parametrize(
    ("arguments", "outcome", "code"),
    [
        (["sample-three-colours.yaml"], "optimal", 0),
        (["solved-empty.yaml"], "optimal", 0),
        (["deal-6c1e4h-7006.yaml"], "unsolvable", 11),
        (["malformed-three-red.yaml"], "unsolvable", 11),
        (["sample-three-colours.yaml", "--horizon", 6], "no_plan_within_horizon", 12),
        (["sample-three-colours.yaml", "--horizon", 7], "optimal", 0),
    ],
)
def test_outcomes_and_exit_codes(module: str, arguments: list[Any], outcome: str, code: int) -> None:
    done = command(module, WATERSORT / arguments[0], *arguments[1:], "--json")
    assert [answer["outcome"] for answer in answers(done)] == [outcome]
    assert done.returncode == code


@pytest.mark.parametrize("module", SOLVERS)
def test_any_plan_is_a_plan(module: str) -> None:
    done = command(module, WATERSORT / "level-133.yaml", "--any", "--json")
    (answer,) = answers(done)
    assert answer["outcome"] in ("solved", "optimal")
    assert answer["length"] >= 39 >= answer["lower_bound"]


@pytest.mark.parametrize("module", SOLVERS)
def test_out_of_time_is_not_unsolvable_and_keeps_the_bound(module: str, hard: Path) -> None:
    done = command(module, hard, "--time-limit", 1, "--json")
    (answer,) = answers(done)
    assert (answer["outcome"], done.returncode) == ("out_of_time", 23)
    assert answer["lower_bound"] > 100


@pytest.mark.parametrize(("module", "mebibytes"), [("cpmodel", 200), ("search_baseline", 40)])
def test_out_of_memory_is_an_outcome(module: str, mebibytes: int, hard: Path) -> None:
    done = fresh_command(module, hard, "--memory-limit", mebibytes, "--time-limit", 100, "--json")
    (answer,) = answers(done)
    assert (answer["outcome"], done.returncode) == ("out_of_memory", 22)


@pytest.mark.parametrize("module", SOLVERS)
def test_interrupt_prints_the_bounds_so_far_and_leaves_no_process(module: str, hard: Path) -> None:
    words = fresh_words(module, hard, "--stream")
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["lower_bound"] > 100  # it is under way
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    answer = json.loads(out.splitlines()[-1])
    assert answer["outcome"] == "interrupted"
    assert answer["lower_bound"] > 100
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.parametrize("module", [*SOLVERS, "instances show"])
def test_bad_input_is_one_line_and_exit_code_31(module: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("puzzle: watersort\nname: x\ncapacity: 2\nbeakers: [[a, b, c]]\n")
    done = command(module, bad)
    assert done.returncode == 31
    assert done.stdout == ""
    assert done.stderr == f"{bad}:4:11: beaker 1 has 3 units, expected at most 2\n"


@pytest.mark.parametrize("module", SOLVERS)
def test_a_bad_file_does_not_stop_the_others(module: str, tmp_path: Path) -> None:
    done = command(module, tmp_path / "missing.yaml", WATERSORT / "one-pour.yaml", "--json")
    assert [answer["outcome"] for answer in answers(done)] == ["bad_input", "optimal"]
    assert done.returncode == 31


@pytest.mark.parametrize("module", SOLVERS)
def test_a_wrong_known_is_told(module: str, tmp_path: Path) -> None:
    text = (WATERSORT / "sample-three-colours.yaml").read_text().replace("pours: 7", "pours: 6")
    (tmp_path / "wrong.yaml").write_text(text)
    done = command(module, tmp_path / "wrong.yaml", "--quiet")
    assert done.returncode == 31  # what is wrong is the file
    assert "known says 6 pours, but a plan takes at least 7" in done.stderr


def test_plan_files_hold_a_pour_a_line(tmp_path: Path) -> None:
    command("search_baseline", WATERSORT / "one-pour.yaml", "--plan", tmp_path / "plan.txt", "--quiet")
    assert (tmp_path / "plan.txt").read_text() in ("1 -> 2  2 red\n", "2 -> 1  2 red\n")


@pytest.mark.parametrize(
    "arguments",
    [[], ["a.yaml", "b.yaml", "--plan", "x"], ["a.yaml", "--time-limit", "-1"], ["a.yaml", "--horizon", "x"]],
)
@pytest.mark.parametrize("module", SOLVERS)
def test_wrong_usage_is_exit_code_2(module: str, arguments: list[str]) -> None:
    assert command(module, *arguments).returncode == 2


def test_a_folder_stands_for_its_puzzle_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from instances.solving.command_line.solve_command import main
    from search_baseline.solvers import SIDE

    (tmp_path / "more").mkdir()
    for name in ("b.yaml", "a.yaml", "more/c.yaml"):
        (tmp_path / name).write_text("puzzle: watersort\ncapacity: 1\nbeakers: [[red]]\n")
    (tmp_path / "notes.txt").write_text("no puzzle")
    assert main("search_baseline", "", (SIDE,), [str(tmp_path), "--quiet"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in said] == [
        str(tmp_path / name) for name in ("a.yaml", "b.yaml", "more/c.yaml")
    ]
    (tmp_path / "empty").mkdir()
    assert main("search_baseline", "", (SIDE,), [str(tmp_path / "empty")]) == 31
    assert "a folder without puzzle files" in capsys.readouterr().err
