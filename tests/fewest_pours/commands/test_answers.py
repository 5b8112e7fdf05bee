"""Answers from outside: whatever is malformed is refused in one line."""

import json

import pytest

from fewest_pours.commands.puzzle_commands import main

STEP = {"from": 1, "to": 2, "color": "red", "units": 2}


@pytest.mark.parametrize(
    ("file", "data", "wrong"),
    [
        ("one-pour", {"outcome": "optimal", "plan": [STEP | {"from": 2.0}]}, "plan: 1 from is 2.0, expected a"),
        ("one-pour", {"outcome": "optimal", "plan": [STEP, STEP | {"to": 0}]}, "plan: 2 to is 0, expected a"),
        ("one-pour", {"outcome": "optimal", "plan": [{"from": 1}]}, "plan: 1 to is missing, expected 'to'"),
        ("one-pour", {"outcome": "maybe"}, "outcome is 'maybe', expected 'optimal' or "),
        ("seed-4x4-easy", {"outcome": "optimal", "solutions": [["12x4"]]}, "'x' in a solution, expected one of . 1 2"),
        ("one-pour", "hello", "Expecting value: line 1 column 1"),
    ],
)  # fmt: skip
def test_a_malformed_answer_is_refused(file, data, wrong, tmp_path, capsys):
    answer = tmp_path / "a"
    answer.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    assert main(["show", file, "--answer", str(answer)]) == 31
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{answer}:1:1: expected an answer to this puzzle: ")
    assert wrong in err


def test_a_wrong_plan_is_shown_up_to_the_step_that_breaks_a_rule(tmp_path, capsys):
    answer = tmp_path / "a"
    right = [{"from": 3, "to": 4, "color": "blue", "units": 2}, {"from": 2, "to": 4, "color": "blue", "units": 1}]
    wrong = {"from": 2, "to": 1, "color": "green", "units": 1}
    answer.write_text(json.dumps({"outcome": "optimal", "plan": [*right, wrong]}), encoding="utf-8")
    assert main(["show", "sample-three-colours", "--answer", str(answer)]) == 31
    out, err = capsys.readouterr()
    assert "step 2 of 3: 2 -> 4" in out
    assert "step 3" not in out
    assert err == f"{answer}:1:1: expected an answer to this puzzle: pour 3: beaker 1 is full\n"


def test_of_streamed_answers_the_last_is_shown(tmp_path, capsys):
    answer = tmp_path / "a"
    answer.write_text(f'{{"lower_bound": 1, "what": "x"}}\n{json.dumps({"outcome": "optimal", "plan": [STEP]})}\n')
    assert main(["show", "one-pour", "--answer", str(answer)]) == 0
    assert "step 1 of 1: 1 -> 2" in capsys.readouterr().out
