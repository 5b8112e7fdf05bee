"""Every search for water sort against plain breadth-first search, known answers and the rules."""

import os
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.numbered_deal import base, numbered
from fewest_pours.puzzles.watersort.rules import unsolvable_by_counting
from fewest_pours.running.limits import MIB
from fewest_pours.running.processes import resident_bytes
from fewest_pours.running.solver_contract import Outcome, Settings, Watch
from fewest_pours.solving.answer import run_checked
from fuzz.deals import hold, stopped
from helpers.cases import case
from helpers.commands import forked
from helpers.deals import deals, named
from helpers.truth import shortest
from search_baseline.watersort import default_solver
from search_baseline.watersort.beakers import refuted_by_counting
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.didp.solver import caasdy, run_search
from search_baseline.watersort.plain_astar import runs_bound, solve_plain, solve_runs

SOLVERS = {"astar-runs": solve_runs, "astar-plain": solve_plain, "astar": solve_fast}


def didp(search):
    """A solver of didppy's in this process, which is faster than one of its own for each deal."""

    def solve(deal, settings, watch):
        return refuted_by_counting(deal) or [*run_search(deal, search, settings.horizon)][-1]

    return solve


IN_THIS_PROCESS = SOLVERS | {name: didp(name) for name in ("CAASDy", "CABS")}


@pytest.mark.parametrize("solve", IN_THIS_PROCESS.values(), ids=IN_THIS_PROCESS)
@given(
    deal=deals(max_colors=3) | deals(max_colors=3, whole=False),
    horizon=st.none() | st.integers(0, 12),
    any_plan=st.booleans(),
)
def test_plans_keep_within_a_horizon_and_any_plan_will_do_if_asked(solve, deal, horizon, any_plan):
    truth = shortest(deal) if unsolvable_by_counting(deal) is None else None
    result = solve(deal, Settings(horizon=horizon, any_plan=any_plan), Watch())
    hold(deal, result, truth, horizon)
    if truth is not None and truth <= (inf if horizon is None else horizon):
        assert result.outcome in (Outcome.OPTIMAL, *[Outcome.SOLVED] * any_plan)
    elif result.outcome is Outcome.UNSOLVABLE:
        assert result.reason
    else:
        assert result.outcome is Outcome.NO_PLAN_WITHIN_HORIZON


def test_narrow_listings_widen_until_they_find_a_plan():
    result = solve_fast(generate(36, 3, 4, seed=504), Settings(any_plan=True), Watch())  # not with 256 depths a layer
    assert (result.outcome, result.upper_bound_by) == (Outcome.SOLVED, default_solver.DEPTHS)


def test_a_plan_for_very_many_colours_takes_one_turn():
    result = solve_fast(generate(150, 14, 4, seed=900), Settings(any_plan=True), Watch())
    assert (result.outcome, result.upper_bound_by) == (Outcome.SOLVED, default_solver.DEPTHS)
    assert result.statistics["expansions"] == default_solver.TURN


@pytest.mark.parametrize("solve", SOLVERS.values(), ids=SOLVERS)
@pytest.mark.parametrize("outcome", [Outcome.OUT_OF_TIME, Outcome.OUT_OF_MEMORY, Outcome.INTERRUPTED])
def test_a_limit_leaves_a_proven_bound(solve, outcome):
    deal = named("deal-16c2e4h-7041")
    limits = {Outcome.OUT_OF_TIME: {"time_limit": 0}, Outcome.OUT_OF_MEMORY: {"memory_limit": 1}}
    watch = Watch(**limits.get(outcome, {}))
    if outcome is Outcome.INTERRUPTED:
        watch.interrupted.set()
    result = solve(deal, Settings(), watch)
    assert result.outcome is outcome
    assert runs_bound(tuple(numbered(deal).beakers)) <= result.lower_bound <= deal.known.pours


@pytest.mark.parametrize("name", ["deal-10c2e5h-7059", "deal-16c2e4h-7041", case("deal-20c2e4h-7046", slow=True)])
def test_what_is_known_between_the_turns_of_the_fast_search_is_true(name):
    deal = named(name)
    for most in range(7):
        hold(deal, stopped(deal, Settings(), most), deal.known.pours)


def test_a_limit_ends_didppy():
    result = run_checked(PUZZLE, caasdy, generate(40, 5), Settings(), Watch(0.5))
    assert result.outcome is Outcome.OUT_OF_TIME


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork")
def test_searches_stay_below_a_memory_limit():
    """Of the whole process, which is therefore one of its own: 20 MiB more than it holds at the start."""
    deal = generate(40, 5, seed=515)

    def search():
        limit = resident_bytes() + 20 * MIB
        used = []
        watch = Watch(memory_limit=limit / MIB, at_check=lambda: used.append(resident_bytes()))
        result = solve_fast(deal, Settings(), watch)
        print(result.outcome.value, result.lower_bound, max(used) - limit)

    outcome, bound, beyond = forked(search).stdout.split()
    assert outcome == Outcome.OUT_OF_MEMORY.value
    assert int(bound) == base(deal)
    assert int(beyond) <= MIB
