"""Facts as certificates: valid where no plan exists and nowhere else; a SAT solver of others finds no step either."""

from math import inf

import pytest
from hypothesis import given
from pysat.solvers import Solver

from cpmodel.watersort.invariant import finding_facts
from cpmodel.watersort.invariant.certificate import clauses_of, witness
from fewest_pours.checker import watersort
from fewest_pours.checker.certificate_lines import Line, Refused
from fewest_pours.running.solver_contract import NoWitness, Settings, Watch
from helpers.cases import few_or_many
from helpers.certificates import as_checked
from helpers.deals import deal_of, deals, named
from helpers.truth import enumerate_deals, shortest

SMALL = [(2, 3, 0), (2, 3, 1), (2, 4, 1), (3, 2, 0), (3, 2, 1), (4, 2, 1)]  # (colors, capacity, empties)
CYCLE = deal_of("ab", "ba", "cd", "dc")


def lines_of(deal):
    try:
        return list(witness(deal, Settings(), Watch()))
    except NoWitness:
        return []


def refusal(deal, lines):
    """Why the checker refuses; empty if it does not."""
    try:
        numbered = (Line(i, line) for i, line in enumerate(lines, 2))
        accepted = watersort.at_least(as_checked(deal), inf, numbered)
        return "" if accepted else "no lines"
    except Refused as refused:
        return str(refused)


def step_exists(deal, facts):
    """Whether a SAT solver finds a step into a broken fact, by the checker's own clauses."""
    with Solver(bootstrap_with=clauses_of(deal, facts)) as solver:
        return solver.solve()


@pytest.mark.parametrize("sizes", SMALL, ids=str)
@few_or_many(4)
def test_exactly_the_small_deals_without_a_plan_are_certified(sizes, of):
    for deal in of(enumerate_deals(*sizes)):
        assert (refusal(deal, lines_of(deal)) == "") == (shortest(deal) is None)


@given(deals())
def test_a_sat_solver_confirms_the_facts_of_deals_in_progress(deal):
    found = finding_facts.refute(deal, Settings())
    assert found.status == "nothing found" or not step_exists(deal, found.facts)


@pytest.mark.parametrize(
    "name", ["deal-9c1e4h-7015", "deal-16c2e4h-7039", "ito-fig10a-h3-k2", "lieoric-h8-5colours-k2"]
)
def test_published_deals_without_a_plan_are_certified_by_their_facts(name):
    deal = named(name)
    facts, lines = finding_facts.refute(deal, Settings()).facts, lines_of(deal)
    assert refusal(deal, lines) == ""
    assert sum("fact" in line for line in lines) == len(facts)
    assert not step_exists(deal, facts)
    assert any(step_exists(deal, [fact]) for fact in facts)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ([[[1, -1]]], "the start breaks this fact"),
        ([[[1, 1], [2, -1]]], "no fact before this line excludes the solved states"),
        ([[[1, 2]]], "runs gone from beaker 1: expected at least 1, at most 1"),
        ([[[5, 1]]], "expected a beaker with two runs or more, not beaker 5"),
        ([[[1, True]]], "Expected `int`, got `bool` - at `$.fact[0][1]`"),
        ([[]], "Expected `array` of length >= 1 - at `$.fact`"),
        ([[[1, 1]]], "the clause does not follow"),
    ],
)
def test_a_malformed_fact_is_refused_with_the_reason(facts, reason):
    proof = {"lrat": "9999 0 0"}
    assert refusal(CYCLE, [*({"fact": fact} for fact in facts), proof]) == reason
