"""The removal and the invariant formulation say exactly which deals can be solved, and show a plan of those."""

from collections.abc import Callable

import pytest
from hypothesis import given

from cpmodel.solving import Answer, Status, run
from cpmodel.watersort.invariant import refuting as proof
from cpmodel.watersort.removal import model as removal
from helpers.deals import deals
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.solving.limits import Settings
from instances.watersort import rules
from instances.watersort.files import generate
from instances.watersort.rules import Deal

Decide = Callable[[Deal], Answer]
DECIDING: dict[str, Decide] = {
    "removal": lambda deal: run(lambda: removal.build(deal), Settings(), None),
    "invariant": lambda deal: proof.solve(deal, Settings(), None),
}
every_formulation = pytest.mark.parametrize("decide", DECIDING.values(), ids=DECIDING)


def agrees_with_the_truth(decide: Decide, deal: Deal) -> bool:
    told = decide(deal)
    if told.status is Status.FEASIBLE:
        rules.verify(deal, told.found)
    return told.status is (Status.INFEASIBLE if shortest(deal) is None else Status.FEASIBLE)


@every_formulation
@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_all_small_deals(decide: Decide, size: tuple[int, int, int]) -> None:
    assert [deal for deal in enumerate_deals(*size) if not agrees_with_the_truth(decide, deal)] == []


@every_formulation
@given(deal=deals())
def test_deals_in_progress_and_colours_of_several_beakers(decide: Decide, deal: Deal) -> None:
    assert agrees_with_the_truth(decide, deal)


@every_formulation
@given(deal=deals(whole=False))
def test_colours_that_fill_no_whole_beakers(decide: Decide, deal: Deal) -> None:
    assert agrees_with_the_truth(decide, deal)


@every_formulation
@pytest.mark.parametrize("seed", range(60))
def test_random_deals(decide: Decide, seed: int) -> None:
    deal = generate(colors=3 + seed % 4, empties=1, capacity=3 + seed % 2, seed=seed)
    assert agrees_with_the_truth(decide, deal)
