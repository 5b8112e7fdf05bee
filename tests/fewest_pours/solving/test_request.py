"""One request, one answer: requests out of range are refused, and the answer contains the result and the extras."""

from dataclasses import replace

import pytest

import cpmodel.solvers
import search_baseline.solvers
from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.watersort.rules import KnownPours, Pour
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch
from fewest_pours.solving.answer import contradiction
from fewest_pours.solving.request import Request

PUZZLE, DEAL = load("sample-three-colours")
SEARCH, CP = (side.SIDE.solver("watersort") for side in (search_baseline.solvers, cpmodel.solvers))


def test_an_explanation_ends_at_the_time_limit():
    def endless(watch):
        while True:
            pass

    request = Request(PUZZLE, DEAL, (CP,), settings=Settings(explain=True))
    known = Result(Outcome.UNSOLVABLE, explanation=endless)
    findings = PUZZLE.help.findings(request.game, known, request.asking(Watch(0.05)))
    assert findings.data["explanation"] == ["Out of time before it was explained."]


PLAN = (Pour(0, 1, "red", 2),)


@pytest.mark.parametrize(
    ("pours", "result", "words"),
    [
        (2, Result(Outcome.OUT_OF_TIME, lower_bound=3), "the answer proves 3 pours or more, the file needs 2"),
        (2, Result(Outcome.SOLVED, PLAN, upper_bound=1), "the file proves 2 pours or more, the answer needs 1"),
        (2, Result(Outcome.UNSOLVABLE), "the file has a solution, the answer proves that none exists"),
        (
            None,
            Result(Outcome.SOLVED, PLAN, upper_bound=1),
            "the answer has a solution, the file proves that none exists",
        ),
        (1, Result(Outcome.OPTIMAL, PLAN, lower_bound=1, upper_bound=1), None),
    ],
)
def test_a_result_that_contradicts_the_file(pours, result, words):
    deal = replace(DEAL, known=KnownPours(pours, pours is not None))
    assert contradiction(PUZZLE, deal, result) == words
