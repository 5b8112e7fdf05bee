"""Answers held against each other."""

import pytest

from helpers.comparisons import row
from instances.report import Row
from instances.report.cross_check import agreement

NOTHING = "Nothing to cross-check"
KNOWN = {"puzzle": "watersort", "file": "a.yaml", "document": {"known": {"pours": 7}}}


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


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([row()], NOTHING),
        ([row(repeat=0), row(repeat=1), row("out_of_time", "cp")], NOTHING),  # a solver checks nothing by itself
        ([row(source=KNOWN)], "1 answer cross-checked, 0 disagreements"),
        ([row(), row(solver="astar"), row("unsolvable", seed=1)], "2 answers cross-checked, 0 disagreements"),
        ([row(), row("solver_failed", "mine", reason="my input breaks a rule")], f"{NOTHING}, 1 failed run"),
    ],
)
def test_what_agrees_is_counted(rows: list[Row], text: str) -> None:
    found = agreement(rows)
    assert str(found) == text
    assert not found.unbelieved
