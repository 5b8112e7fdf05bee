"""Water sort by didppy against plain breadth-first search, by both of its searches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("didppy")

from helpers.cases import examples
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.watersort.files import generate
from instances.watersort.rules import Deal, unsolvable_by_counting, verify
from search_baseline.watersort.didp import caasdy
from search_baseline.watersort.didp.solver import result_of, searched

SEARCHES = ["CAASDy", "CABS"]
SMALL = [size for size in EXHAUSTIVE if size not in ((3, 3, 1), (3, 3, 2))]


def solved_here(deal: Deal, search: str) -> Result:
    """In this process, which is faster than one of its own for each."""
    *_, known = searched(deal, search)
    return result_of(known, None, Settings(), search)


def check(deal: Deal, search: str) -> None:
    if unsolvable_by_counting(deal):
        return
    truth, result = shortest(deal), solved_here(deal, search)
    if truth is None:
        assert result.outcome is Outcome.UNSOLVABLE
    else:
        assert result.outcome is Outcome.OPTIMAL
        assert result.plan is not None
        verify(deal, result.plan)
        assert truth == len(result.plan) == result.lower_bound


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_every_small_deal(search: str, size: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*size):
        check(deal, search)


@pytest.mark.parametrize("search", SEARCHES)
@given(deal=deals())
@examples(60)
def test_deals_in_progress_with_colours_of_several_beakers(search: str, deal: Deal) -> None:
    check(deal, search)


@given(deal=deals(max_colors=3), horizon=st.integers(0, 9))
@examples(15)
def test_horizon(deal: Deal, horizon: int) -> None:
    truth = shortest(deal)
    result = run(PUZZLES["watersort"], deal, caasdy, Settings(horizon=horizon), Watch(60))
    within = truth is not None and truth <= horizon
    expected = Outcome.OPTIMAL if within else Outcome.NO_PLAN_WITHIN_HORIZON
    assert result.outcome is expected or (truth is None and result.outcome is Outcome.UNSOLVABLE)


def test_a_limit_is_kept() -> None:
    result = run(PUZZLES["watersort"], generate(40, 5), caasdy, Settings(), Watch(0.5))
    assert result.outcome is Outcome.OUT_OF_TIME
    assert result.seconds < 5
