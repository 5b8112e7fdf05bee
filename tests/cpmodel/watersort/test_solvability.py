"""The invariant formulation decides exactly which deals can be solved, and shows a plan of those."""

import pytest
from hypothesis import given

from cpmodel.solving import Status
from cpmodel.watersort.invariant import refuting as proof
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles.watersort import rules
from instances.puzzles.watersort.rules import Deal
from instances.running.limits import Settings


def agrees_with_the_truth(deal: Deal) -> bool:
    told = proof.refute(deal, Settings(), None)
    if told.status is Status.FEASIBLE:
        rules.verify(deal, told.found)
    return told.status is (Status.INFEASIBLE if shortest(deal) is None else Status.FEASIBLE)


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_all_small_deals(size: tuple[int, int, int]) -> None:
    assert [deal for deal in enumerate_deals(*size) if not agrees_with_the_truth(deal)] == []


@given(deal=deals())
def test_deals_in_progress_and_colours_of_several_beakers(deal: Deal) -> None:
    assert agrees_with_the_truth(deal)


@given(deal=deals(whole=False))
def test_colours_that_fill_no_whole_beakers(deal: Deal) -> None:
    assert agrees_with_the_truth(deal)
