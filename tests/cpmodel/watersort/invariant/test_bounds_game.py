"""The pooled game: its optimum is a lower bound, mostly a tight one, and its states are a witness for it."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from cpmodel.watersort.invariant.bounds_game import PooledGame, TooMany, closed_states
from cpmodel.watersort.invariant.bounds_witness import Listing, states
from cpmodel.watersort.strategy import solve as solve_auto
from helpers.cases import examples
from helpers.certificates import verdict
from helpers.deals import deals
from helpers.paths import INSTANCES
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.certificates.certificate_files import seen
from instances.checker import watersort
from instances.checker.lines import Line, Refused
from instances.puzzles import PUZZLES, load
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import NoWitness, Outcome
from instances.watersort.bounds import bottoms_bound
from instances.watersort.files import generate
from instances.watersort.rules import Deal, unsolvable_by_counting

CERTIFYING = Settings(certificate=True)
MANY = 100_000


def clears(deal: Deal, payments: int) -> bool:
    return closed_states(PooledGame(deal), payments, MANY, Watch()) is None


def excess(deal: Deal) -> int:
    """Of the pooled game; the deal has a plan."""
    return next(payments for payments in count() if clears(deal, payments))


def lines(deal: Deal, pours: int) -> list[dict[str, Any]]:
    return list(states(deal, pours - bottoms_bound(deal) - 1, Watch()))


def proves(deal: Deal, pours: int, given_lines: list[dict[str, Any]]) -> bool:
    numbered = (Line(number, line) for number, line in enumerate(given_lines, 2))
    try:
        return watersort.at_least(seen(PUZZLES["watersort"], deal), pours, numbered)
    except Refused:
        return False


@pytest.mark.parametrize("sizes", EXHAUSTIVE, ids=str)
def test_on_full_small_deals_the_optimum_is_that_of_the_game(sizes: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*sizes):
        pours = shortest(deal)
        if pours is None:
            assert not clears(deal, 10)
        else:
            assert excess(deal) == pours - bottoms_bound(deal)


@given(deals())
@examples(150)
def test_the_optimum_is_a_lower_bound_for_every_game(deal: Deal) -> None:
    """Several beakers of a colour, half-filled ones, games under way, partial pours."""
    pours = shortest(deal)
    if pours is None:
        assert not clears(deal, 10)
    else:
        assert excess(deal) <= pours - bottoms_bound(deal)


def test_partial_pours_are_free_in_it(tmp_path: Path) -> None:
    """A bound that needs them counted has no witness of this kind."""
    deal = Deal("by halves", 4, (tuple("bba"), tuple("bba"), tuple("caac"), tuple("cc")))
    result = solve_auto(deal, CERTIFYING, Watch())
    assert shortest(deal) == 7 == bottoms_bound(deal) + excess(deal) + 1
    assert verdict(deal, result, tmp_path) == "plan of 7, bound not certified"


@given(deals())
@examples(100)
def test_its_states_prove_its_optimum_and_no_more(deal: Deal) -> None:
    if unsolvable_by_counting(deal) is None and shortest(deal) is not None:
        pours = bottoms_bound(deal) + excess(deal)
        assert proves(deal, pours, lines(deal, pours))
        with pytest.raises(NoWitness, match="partial pours"):
            lines(deal, pours + 1)
        assert not proves(deal, pours + 1, lines(deal, pours))


@pytest.mark.parametrize(("sizes", "seed"), [((9, 2), 1), pytest.param((12, 2), 0, marks=pytest.mark.slow)])
def test_what_auto_calls_optimal_is_certified(sizes: tuple[int, int], seed: int, tmp_path: Path) -> None:
    deal = generate(*sizes, 4, seed)
    result = solve_auto(deal, CERTIFYING, Watch())
    assert result.outcome is Outcome.OPTIMAL
    assert result.plan is not None
    assert verdict(deal, result, tmp_path) == f"optimal {len(result.plan)}"
    assert solve_auto(deal, Settings(), Watch()).witness is None


def test_level_133_is_certified(tmp_path: Path) -> None:
    deal = load(INSTANCES / "watersort" / "level-133.yaml")[1]
    assert verdict(deal, solve_auto(deal, CERTIFYING, Watch()), tmp_path) == "optimal 39"


def test_a_bound_within_a_horizon_is_certified(tmp_path: Path) -> None:
    deal = load(INSTANCES / "watersort" / "level-133.yaml")[1]
    result = solve_auto(deal, Settings(certificate=True, horizon=38), Watch())
    assert result.outcome is Outcome.NO_PLAN_WITHIN_HORIZON
    assert verdict(deal, result, tmp_path) == "at least 39"


def test_limits_are_kept() -> None:
    game = PooledGame(generate(12, 2, 4, 39))
    with pytest.raises(LimitReached):
        closed_states(game, 2, MANY, Watch(seconds=0))
    with pytest.raises(TooMany, match="more than 100 pooled states"):
        closed_states(game, 2, 100, Watch())


def test_a_step_lowers_the_bottoms_bound_or_pays() -> None:
    deal = generate(6, 2, 4, 3)
    game = PooledGame(deal)
    listing = Listing(deal, game)
    for state in closed_states(game, 1, MANY, Watch()) or ():
        for step, payment in game.steps(state):
            assert listing.bound(state) - listing.bound(step) == 1 - payment
