"""Plans from beams over depths: on small deals a beam that drops nothing finds one wherever there is one."""

import pytest
from hypothesis import given

from helpers.cases import examples
from helpers.deals import deals
from helpers.timeline_rules import deal_of
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.depth_theorem import plan_of
from instances.watersort.files import generate
from instances.watersort.rules import Deal, verify
from search_baseline.lookout import Lookout
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depth_beam import depth_path
from search_baseline.watersort.depth_layers import DepthLayers


def pours_by(deal: Deal, width: int) -> int | None:
    """Of the plan that the beam leads to, which plan_of replays."""
    path = depth_path(DepthLayers(deal), width, Lookout(Watch()))
    if path is None:
        return None
    return len(plan_of(deal, path))


def check(deal: Deal) -> None:
    truth = shortest(deal)
    wide, narrow = pours_by(deal, 10_000), pours_by(deal, 1)
    assert (wide is None) == (truth is None)
    for found in (wide, narrow):
        assert found is None or (truth is not None and found >= truth)


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_every_small_deal(size: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*size):
        check(deal)


@examples(200)
@given(deals())
def test_deals_in_progress(deal: Deal) -> None:
    check(deal)


def test_a_full_beaker_may_have_to_be_poured_out() -> None:
    many = [(f"{i}",) * 7 for i in range(100)]  # so many colours that the first plan comes from depths
    deal = deal_of("bbrbbrb", "rbrrbbb", "bbbrbbb", "bbbr", "bbb", capacity=7)
    result = solve_fast(Deal("", 7, (*deal.beakers, *many)), Settings(), Watch())
    assert result.outcome is Outcome.OPTIMAL


def test_many_colours_have_a_plan_at_once() -> None:
    deal = generate(110, 14, 4, seed=0)
    watch = Watch()
    watch.report = lambda lower, upper, what: watch.interrupted.set() if upper is not None else None
    result = solve_fast(deal, Settings(), watch)
    assert result.outcome is Outcome.INTERRUPTED
    assert result.plan is not None
    assert result.upper_bound_by == "beam search over depths"
    verify(deal, result.plan)


def test_limit() -> None:
    with pytest.raises(LimitReached):
        depth_path(DepthLayers(generate(110, 14, 4, seed=0)), 8, Lookout(Watch(seconds=0)))
