"""Every solver of water sort agrees with plain breadth-first search, on every small deal and on games in progress."""

import pytest
from hypothesis import given

import cpmodel.solvers
import search_baseline.solvers
from helpers.cases import Of, examples, some_or_all
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.watersort.rules import Deal

RECORDS = [side.SIDES.records["watersort"] for side in (cpmodel.solvers, search_baseline.solvers)]
SOLVERS = {name: record.named(name) for record in RECORDS for name in record.names()}
DECIDING = ["cp", "astar", "astar-plain", "astar-runs"]  # these prove optimality and unsolvability, of every deal


def solved_by(solve: Solve, deal: Deal, horizon: int | None = None) -> Result:
    return run(PUZZLES["watersort"], deal, solve, Settings(horizon=horizon), Watch(seconds=60))


def agrees(solver: str, deal: Deal) -> None:
    """Whatever the solver says is true; and those that must decide do."""
    fewest = shortest(deal)
    horizon = fewest if fewest is not None else 8
    result = solved_by(SOLVERS[solver], deal, None if solver in DECIDING else horizon)
    assert result.outcome is not Outcome.SOLVER_FAILED or solver != "cp-timeline", result.reason
    if fewest is None:
        assert result.plan is None
        assert result.outcome is Outcome.UNSOLVABLE or solver not in DECIDING
    else:
        assert result.outcome is not Outcome.UNSOLVABLE
        assert (result.lower_bound or 0) <= fewest <= (result.upper_bound or fewest)
        assert result.outcome is Outcome.OPTIMAL or solver not in [*DECIDING, "cp-timeline"]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
@some_or_all(2)
def test_small_deals(solver: str, size: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*size)):
        agrees(solver, deal)


@pytest.mark.parametrize("solver", SOLVERS)
@given(deal=deals(max_colors=4, max_capacity=3, whole=False))
@examples(40)
def test_games_in_progress(solver: str, deal: Deal) -> None:
    agrees(solver, deal)


POURED_OUT = Deal("a finished beaker must be poured out", 4, tuple(map(tuple, ("aaaa", "abcb", "accc", "ba", "ba"))))


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_finished_beaker_can_be_worth_pouring_out(solver: str) -> None:
    assert shortest(POURED_OUT) == 9
    agrees(solver, POURED_OUT)
