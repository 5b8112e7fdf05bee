"""Answers from outside: what is none is one line in words, whatever it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.paths import INSTANCES
from instances.puzzle_commands import main
from instances.puzzles import load
from instances.solving.outside import result_of
from instances.watersort.exports import dimacs
from instances.watersort.files import generate

ONE_POUR = INSTANCES / "watersort" / "one-pour.yaml"
GRID = INSTANCES / "futoshiki" / "seed-4x4-easy.yaml"
STEP = {"from": 1, "to": 2, "color": "red", "units": 2}


def shown(file: Path, answer: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    answer.write_text(text, encoding="utf-8")
    return main(["show", str(file), "--answer", str(answer)]), *capsys.readouterr()


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ([STEP | {"from": 2.0}], "1 from is 2.0, expected a whole number"),
        ([STEP, STEP | {"to": 0}], "2 to is 0, expected a whole number >= 1"),
        ([{"from": 1}], "1 to is missing, expected 'to'"),
        ([1], "1 is 1, expected a mapping"),
        ("red", "is 'red', expected a list"),
    ],
)
def test_a_plan_that_is_none(plan: Any, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = {"outcome": "optimal", "plan": plan}
    code, out, err = shown(ONE_POUR, tmp_path / "a", json.dumps(data), capsys)
    assert (code, out) == (31, "")
    assert err == f"{tmp_path / 'a'}:1:1: plan: {said}\n"
    with pytest.raises(ValueError, match=r"^plan: ") as wrong:
        result_of(*load(ONE_POUR), data)
    assert str(wrong.value) == f"plan: {said}"


@pytest.mark.parametrize(
    ("solutions", "said"),
    [
        ([[1]], "1 1 is 1, expected text"),
        ([["12x4"]], "'x' in a solution, expected one of . 1 2"),
        (3, "is 3, expected"),
    ],
)
def test_a_solution_that_is_none(solutions: Any, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = shown(GRID, tmp_path / "a", json.dumps({"solutions": solutions}), capsys)
    assert code == 31
    assert err.startswith(f"{tmp_path / 'a'}:1:1: solutions: {said}")


@pytest.mark.parametrize("word", [["x"], None, "maybe"])
def test_an_outcome_that_is_none(word: Any) -> None:
    with pytest.raises(ValueError, match=r"^outcome is .*, expected "):
        result_of(*load(ONE_POUR), {"outcome": word})


def test_what_stream_printed_is_shown_by_its_last_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = '{"lower_bound": 1, "what": "x"}\n' + json.dumps({"outcome": "optimal", "plan": [STEP]}) + "\n"
    code, out, err = shown(ONE_POUR, tmp_path / "a", lines, capsys)
    assert (code, err) == (0, "")
    assert "step 1 of 1: 1 -> 2" in out
    code, _, err = shown(ONE_POUR, tmp_path / "a", lines + '{"lower_bound": 1}\n', capsys)
    assert (code, err) == (31, f"{tmp_path / 'a'}:1:1: no plan, expected what a solver prints with --json\n")


def test_deals_of_too_many_clauses_have_no_assignment() -> None:
    with pytest.raises(ValueError, match="23 runs of one colour, a proof by clauses may have 9"):
        dimacs.read_assignment(generate(2, 1, 40, seed=1), "v 1 0")
    with pytest.raises(ValueError, match="too many for a proof by clauses"):
        dimacs.read_assignment(generate(60, 2, 4, seed=1), "v 1 0")
