"""Descents find a plan of every deal that has one, and return none that is longer than allowed."""

from math import inf

from hypothesis import given

from cpmodel.solving import Status
from cpmodel.watersort.random_descent import descent
from fewest_pours.puzzles.watersort.rules import verify
from fewest_pours.running.solver_contract import Settings
from helpers.deals import deal_of, deals
from helpers.truth import shortest


def tried(deal, most):
    return descent(deal, 0, most, Settings(), None)


@given(deals())
def test_plans_are_legal_and_found_where_there_are_any(deal):
    answer, truth = tried(deal, inf), shortest(deal)
    if answer.status is Status.FEASIBLE:
        verify(deal, answer.found)
    assert truth is None or answer.status is Status.FEASIBLE


def test_a_plan_that_is_too_long_is_not_returned():
    deal = deal_of("ab", "ba", "cd", "dc", "", "")  # 6 pours, bound 4
    assert len(tried(deal, 2).found) == 6
    assert tried(deal, 1).status is Status.NOTHING_FOUND
