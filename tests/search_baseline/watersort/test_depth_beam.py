"""Plans from beams over depths: on small deals a beam that drops nothing finds one wherever there is one."""

import pytest
from hypothesis import given, settings

from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.harness.limits import LimitReached, Settings, Watch
from instances.harness.outcome import Outcome
from instances.watersort.files import generate, interned
from instances.watersort.rules import Deal, verify
from search_baseline.search_limits import Lookout
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depth_beam import depth_path, poured_down
from search_baseline.watersort.depth_layers import DepthLayers
from search_baseline.watersort.plans import placed


def pours_by(deal: Deal, width: int) -> int | None:
    """Of the plan that the beam leads to, which is replayed."""
    path = depth_path(DepthLayers(deal), width, Lookout(Watch()))
    if path is None:
        return None
    plan = placed(deal, poured_down(interned(deal)[1], path, deal.capacity))
    verify(deal, plan)
    return len(plan)


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


@settings(max_examples=200)
@given(deals())
def test_deals_in_progress(deal: Deal) -> None:
    check(deal)


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
