"""The invariant formulation says exactly which deals can be solved; its layers are those of a search."""

import numpy as np
import pytest

from cpmodel.solving import SolverFailed, Status
from cpmodel.watersort.invariant import finding_facts
from cpmodel.watersort.invariant.one_step import OneStepModel
from cpmodel.watersort.states import Depths
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.running.solver_contract import Settings
from helpers.cases import few_or_many
from helpers.deals import named
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest


@pytest.mark.parametrize("sizes", [(2, 4, 1), (3, 2, 1), (3, 3, 1), (4, 2, 1)], ids=str)
@few_or_many(40)
def test_facts_are_found_even_if_only_the_start_was_seen(sizes, of):
    for deal in of(enumerate_deals(*sizes)):
        depths = Depths(numbered(deal))
        if depths.stacks:
            facts = finding_facts.FactSearch(depths, [depths.start.gone], Settings(), np.random.default_rng(0)).prove()
            assert (facts is None) == (shortest(deal) is not None)


def agrees_with_the_truth(deal):
    answer = finding_facts.refute(deal, Settings())
    return answer.status is (Status.INFEASIBLE if shortest(deal) is None else Status.NOTHING_FOUND)


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_small_deals_are_decided(size):
    assert [deal for deal in enumerate_deals(*size) if not agrees_with_the_truth(deal)] == []


def test_an_undecided_question_is_no_proof(monkeypatch):
    stopped = {**OneStepModel.parameters, "max_deterministic_time": 0.0}
    monkeypatch.setattr(OneStepModel, "parameters", stopped)
    with pytest.raises(SolverFailed):
        finding_facts.refute(named("deal-9c1e4h-7015"), Settings())
