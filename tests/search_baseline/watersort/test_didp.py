"""Water sort by didppy against plain breadth-first search, by both of its searches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("didppy")

from fuzz.deals import hold
from helpers.cases import examples
from helpers.deals import deals
from helpers.truth import shortest
from instances.puzzles.loading import PUZZLES
from instances.puzzles.watersort.files import generate
from instances.puzzles.watersort.rules import unsolvable_by_counting
from instances.running.contract import Outcome, Settings, Watch
from instances.solving.answer import run
from search_baseline.watersort.didp.solver import caasdy, searched


@pytest.mark.parametrize("search", ["CAASDy", "CABS"])
@given(deal=deals(), horizon=st.none() | st.integers(0, 9))
@examples(200)
def test_deals_in_progress(search, deal, horizon):
    if unsolvable_by_counting(deal):
        return
    *_, result = searched(deal, search, horizon)  # in this process: faster than one of its own for each
    truth = shortest(deal)
    hold(deal, result, truth, horizon)
    if truth is not None and (horizon is None or truth <= horizon):
        assert result.outcome is Outcome.OPTIMAL
        assert result.plan is not None
    else:
        assert result.outcome is (Outcome.UNSOLVABLE if horizon is None else Outcome.NO_PLAN_WITHIN_HORIZON)


def test_a_limit_is_kept():
    result = run(PUZZLES["watersort"], caasdy, generate(40, 5), Settings(), Watch(0.5))
    assert result.outcome is Outcome.OUT_OF_TIME
