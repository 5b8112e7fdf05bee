"""Every solver of water sort agrees with plain breadth-first search, on small deals and on games in progress."""

import pytest
from hypothesis import given

import cpmodel.solvers
import search_baseline.solvers
from cpmodel.watersort.schedule.model import unsupported
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.watersort.lower_bounds import LOWER_BOUNDS
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Outcome, Settings, Watch
from fewest_pours.solving.answer import run_checked
from helpers.cases import case, examples, few_or_many
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest

SIDES = (cpmodel.solvers.SIDE, search_baseline.solvers.SIDE)
OURS = [solver for side in SIDES for solver in side.solvers["watersort"] if not solver.needs]
SOLVERS = {solver.name: solver.load() for solver in OURS}
SMALL = [deal for size in EXHAUSTIVE for deal in enumerate_deals(*size)]
BOUNDED = {"cp-timeline", "cp-textbook", "cp-schedule"}  # run up to the fewest pours, or up to 8 where there is no plan


def allowed(solver, deal, solvable):
    """The outcomes that are true of a deal and that the solver may end with."""
    true = {Outcome.OPTIMAL} if solvable else {Outcome.UNSOLVABLE}
    if solver == "cp-invariant" and solvable:
        true |= {Outcome.UNSUPPORTED}
    if solver in BOUNDED and not solvable:
        true |= {Outcome.NO_PLAN_WITHIN_HORIZON}
    if solver == "cp-schedule" and unsupported(deal) is not None:
        true |= {Outcome.UNSUPPORTED}
    return true


def agrees(solver, deal, more=()):
    fewest = shortest(deal)
    horizon = (8 if fewest is None else fewest) if solver in BOUNDED else None
    result = run_checked(PUZZLES["watersort"], SOLVERS[solver], deal, Settings(horizon=horizon), Watch())
    assert result.outcome in {*allowed(solver, deal, fewest is not None), *more}, result.reason
    if fewest is not None:
        assert (result.lower_bound or 0) <= fewest <= (result.upper_bound or fewest)


@pytest.mark.parametrize("solver", SOLVERS)
@few_or_many(4)
def test_every_solver_is_right_about_small_deals(solver, of):
    for deal in of(SMALL):
        agrees(solver, deal)


@pytest.mark.parametrize("solver", SOLVERS)
@given(deal=deals(max_colors=4, max_capacity=3, whole=False))
@examples(40)
def test_every_solver_is_right_about_games_in_progress(solver, deal):
    agrees(solver, deal, {Outcome.UNSUPPORTED} if solver == "cp-schedule" else ())  # an answer cannot be poured


PARTIAL = Deal("out of reach without partial pours", 4, tuple(map(tuple, ("ccba", "ccba", "abba", ""))))
BLOCKED = Deal("colours pay more than schedules", 5, tuple(map(tuple, ("cb", "abaa", "dddab", "dccbd", "bcca"))))
SPECIAL = [
    Deal("nothing", 1, ()),
    Deal("empty", 4, ((),)),
    Deal("solved", 4, (("a",) * 4, (), ("b",) * 4)),
    Deal("joined only", 4, (("a",) * 2, ("a",) * 3, ("a",) * 3)),
    Deal("joining the two beakers of a first costs a pour", 2, tuple(map(tuple, ("ac", "a", "cb", "ba", "a")))),
    PARTIAL,
    BLOCKED,
    Deal("a finished beaker must be poured out", 4, tuple(map(tuple, ("aaaa", "abcb", "accc", "ba", "ba")))),
]


@pytest.mark.parametrize("deal", SPECIAL, ids=lambda deal: deal.name)
@pytest.mark.parametrize("solver", [case(name, slow=name == "cp-textbook") for name in SOLVERS])
def test_every_solver_is_right_about_special_deals(solver, deal):
    agrees(
        solver,
        deal,
        {Outcome.SOLVED, Outcome.UNSUPPORTED} if solver == "cp-schedule" and deal in (PARTIAL, BLOCKED) else (),
    )


@pytest.mark.parametrize("solver", [name for name in SOLVERS if not name.startswith("cp")])
@pytest.mark.parametrize("less", [0, 1])
@few_or_many(3)
def test_a_better_lower_bound_leaves_the_search_right(solver, less, of, monkeypatch):
    """The fewest pours themselves, or one less: more than any of our bounds proves."""
    monkeypatch.setitem(LOWER_BOUNDS, "better", lambda deal: (shortest(deal) or 0) - less)
    for deal in [*SPECIAL, *of(SMALL)]:
        agrees(solver, deal)
