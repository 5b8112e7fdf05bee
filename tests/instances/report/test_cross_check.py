"""Answers held against each other."""

import pytest

from helpers.comparisons import row
from instances.report import Row
from instances.report.cross_check import agreement


@pytest.mark.parametrize(
    ("rows", "sentence", "unbelieved"),
    [
        ([row(length=7), row(solver="astar", length=8)], "astar proves 8 pours or more, cp needs 7", "astar"),
        ([row(), row("unsolvable", "astar")], "cp has a solution, astar proves that there is none", "astar"),
        ([row(), row("out_of_time", "astar", lower_bound=9)], "astar proves 9 pours or more, cp needs 7", "astar"),
        ([row(contradiction="known says 6 pours, but 7 to 7 is proven")], "cp: known says 6 pours", "cp"),
        ([row("solver_failed", reason="a plan that breaks a rule", broken=True)], "cp: a plan that breaks", "cp"),
        ([row(unique=True), row(solver="didp", unique=False)], "cp proves one solution, didp has two", "cp"),
    ],
)
def test_every_disagreement_is_reported(rows: list[Row], sentence: str, unbelieved: str) -> None:
    found = agreement(rows)
    assert str(found).endswith("1 disagreement")
    [(sentences, those)] = found.wrong
    assert sentences[0].startswith(sentence)
    assert those == rows
    assert found.unbelieved == {unbelieved}


def test_answers_that_agree_are_counted() -> None:
    agreeing = [row(), row(solver="astar"), row("unsolvable", seed=1), row("out_of_time", "astar", seed=1)]
    assert str(agreement(agreeing)) == "2 answers cross-checked, 0 disagreements"
    broken = row("solver_failed", "astar", reason="ValueError: x", seed=2)
    assert str(agreement([*agreeing, broken])) == "2 answers cross-checked, 0 disagreements, 1 failed run"


def test_a_replayed_plan_is_believed_and_what_it_contradicts_is_not() -> None:
    denied = agreement([row(), row("unsolvable", "astar"), row(solver="didp")])
    assert denied.unbelieved == {"astar"}
    assert not agreement([row(), row(solver="astar")]).unbelieved


def test_one_solver_alone_is_no_cross_check() -> None:
    said = "Nothing to cross-check: no instance has answers of two solvers, or a known one"
    assert str(agreement([row()])) == said
    assert str(agreement([row(repeat=0), row(repeat=1), row("out_of_time", "cp")])) == said


def test_a_known_answer_checks_a_solver_that_is_alone() -> None:
    source = {"puzzle": "watersort", "file": "a.yaml", "document": {"known": {"pours": 7}}}
    assert str(agreement([row(source=source)])) == "1 answer cross-checked, 0 disagreements"


def test_a_failure_is_no_disagreement_whatever_its_reason_is() -> None:
    found = agreement([row("solver_failed", "mine", reason="my input breaks a rule"), row()])
    assert (found.wrong, found.unbelieved) == ([], set())
    assert [failed["solver"] for failed in found.failed] == ["mine"]
