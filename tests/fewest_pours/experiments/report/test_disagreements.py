"""Answers are compared with each other and with what is known."""

import pytest

from fewest_pours.experiments.report.disagreements import agreement
from helpers.comparisons import row

NOTHING = "Nothing to cross-check"
KNOWN = {"puzzle": "watersort", "file": "a.yaml", "document": {"known": {"pours": 7}}}


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([row(length=7), row(solver="astar", length=8)], "astar proves 8 pours or more, cp needs 7"),
        ([row(), row("unsolvable", "astar")], "cp has a solution, astar proves that none exists"),
        ([row(), row("out_of_time", "astar", lower_bound=9)], "astar proves 9 pours or more, cp needs 7"),
        ([row(contradiction="known says 6 pours, but 7 to 7 is proven")], "cp: known says 6 pours"),
        ([row("solver_failed", reason="a plan that breaks a rule", broken=True)], "cp: a plan that breaks"),
        ([row(unique=True), row(solver="didp", unique=False)], "cp proves one solution, didp has two"),
    ],
)
def test_every_disagreement_is_reported(rows, sentence):
    found = agreement(rows)
    assert str(found).endswith("1 disagreement")
    [(source, sentences)] = found.wrong.values()
    assert sentences[0].startswith(sentence)
    assert source == rows[0]["source"]


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
def test_what_agrees_is_counted(rows, text):
    assert str(agreement(rows)) == text
