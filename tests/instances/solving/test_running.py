"""What is made of a solver that was stopped, and of an answer that contradicts the file; no folder ends half done."""

import json
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.paths import INSTANCES
from instances.puzzles import load
from instances.solving.command_line.solve_command import main
from instances.solving.limits import LimitReached, Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.running import contradiction, run
from instances.solving.solvers import Side, Solver
from instances.watersort.rules import Deal, Known, Pour

PUZZLE, DEAL = load(INSTANCES / "watersort" / "one-pour.yaml")
PLAN = (Pour(0, 1, DEAL.beakers[0][-1], 2),)


def side(solve: Solve) -> tuple[Side]:
    """A side whose only solver of water sort is this one."""
    return (Side("stub", "--stub", {"watersort": (Solver("stub", "stub", solve),)}),)


def found_then(ending: Exception | None, plan: tuple[Pour, ...], lower: int = 1) -> Solve:
    """A solver that tells what it has, and then is deaf, or ends."""

    def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
        watch.report(lower, None, "searching")
        watch.found(plan)
        while ending is None:
            sum(range(1000))
        raise ending

    return solve


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        (None, Outcome.OUT_OF_TIME),
        (LimitReached(Outcome.INTERRUPTED), Outcome.INTERRUPTED),
        (MemoryError(), Outcome.OUT_OF_MEMORY),
    ],
)
def test_a_solver_that_is_stopped_keeps_the_plan_that_it_told(ending: Exception | None, outcome: Outcome) -> None:
    result = run(PUZZLE, DEAL, found_then(ending, PLAN), Settings(), Watch(seconds=0.1))
    assert (result.outcome, result.plan) == (outcome, PLAN)
    assert (result.lower_bound, result.upper_bound) == (1, 1)


def test_such_a_plan_is_replayed_and_held_against_the_bound() -> None:
    broken = run(PUZZLE, DEAL, found_then(MemoryError(), (PLAN[0]._replace(units=1),)), Settings(), Watch())
    assert broken.outcome is Outcome.SOLVER_FAILED
    assert "a plan that breaks a rule" in str(broken.reason)
    assert run(PUZZLE, DEAL, found_then(MemoryError(), PLAN, lower=2), Settings(), Watch()).outcome is broken.outcome


def test_options_that_say_nothing_of_a_puzzle_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from search_baseline.solvers import SIDE

    grid, deal = str(INSTANCES / "futoshiki" / "seed-4x4-easy.yaml"), str(INSTANCES / "watersort" / "one-pour.yaml")
    proof = str(tmp_path / "x.lrat")
    for file, words, said in (
        (grid, ["--horizon", "3"], "a futoshiki puzzle, expected one with steps for --horizon and --plan"),
        (grid, ["--plan", str(tmp_path / "p")], "a futoshiki puzzle, expected one with steps for --horizon and --plan"),
        (grid, ["--certificate", proof], "a futoshiki puzzle, expected water sort for a proof by clauses (.lrat)"),
        (deal, ["--certificate", proof], "search makes no proof by clauses (.lrat), expected python -m cpmodel"),
    ):
        assert main("python -m search_baseline", "", (SIDE,), [file, *words]) == 31
        assert tuple(capsys.readouterr()) == ("", f"{file}:1:1: {said}\n")


def test_a_plan_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
        return Result(Outcome.OUT_OF_TIME)

    words = [str(INSTANCES / "watersort" / "one-pour.yaml"), "--quiet", "--plan", str(tmp_path / "p")]
    assert main("stub", "", side(solve), words) == 23
    assert capsys.readouterr().err == f"{tmp_path / 'p'}: not written: out of time, there is no plan\n"
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize(
    ("known", "result", "said"),
    [
        (Known(2, True), Result(Outcome.OUT_OF_TIME, lower_bound=3), "known says 2 pours, but a plan takes at least 3"),
        (Known(1, True), Result(Outcome.OUT_OF_TIME, lower_bound=2), "known says 1 pour, but a plan takes at least 2"),
        (Known(2, True), Result(Outcome.SOLVED, PLAN, upper_bound=1), "known says 2 pours, but a plan of 1 exists"),
        (Known(1, True), Result(Outcome.OPTIMAL, PLAN, lower_bound=1, upper_bound=1), None),
    ],
)
def test_a_contradiction_in_words(known: Known, result: Result, said: str | None) -> None:
    assert contradiction(PUZZLE, replace(DEAL, known=known), result) == said


def test_programs_are_told_of_a_wrong_known_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong.yaml").write_text(
        "puzzle: watersort\ncapacity: 2\nbeakers: [[a], [a]]\nknown: {pours: 2}\n", encoding="utf-8"
    )

    def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
        return Result(Outcome.OPTIMAL, (Pour(0, 1, "a", 1),), lower_bound=1, upper_bound=1)

    assert main("stub", "", side(solve), [str(tmp_path / "wrong.yaml"), "--json"]) == 31
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["contradiction"]) == ("optimal", "known says 2 pours, but a plan of 1 exists")


@pytest.mark.parametrize("left", [2, 1, 0])
def test_an_interrupted_folder_says_what_is_left_and_is_no_success(
    left: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3):
        (tmp_path / f"{number}.yaml").write_text("puzzle: watersort\ncapacity: 1\nbeakers: [[a]]\n", encoding="utf-8")
    solved = 0

    def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
        nonlocal solved
        solved += 1
        if solved == 3 - left:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
        return Result(Outcome.OPTIMAL, (), lower_bound=0, upper_bound=0)

    before = signal.getsignal(signal.SIGINT)
    try:
        code = main("stub", "", side(solve), [str(tmp_path), "--json"])
    finally:
        signal.signal(signal.SIGINT, before)
    out, err = capsys.readouterr()
    assert out.count("\n") == solved == 3 - left
    files = {2: "2 files", 1: "1 file"}
    assert (code, err) == ((130, f"interrupted: {files[left]} skipped\n") if left else (0, ""))
