"""The invariant: it decides which deals can be solved; its facts are certified, and explained in sentences."""

import re
from math import inf

import numpy as np
import pytest
from hypothesis import given
from pysat.solvers import Solver

from cpmodel.solvers import SIDE
from cpmodel.solving import Status
from cpmodel.watersort.invariant import explanation, finding_facts
from cpmodel.watersort.invariant.certificate import clauses_of, witness
from cpmodel.watersort.invariant.one_step import OneStepModel
from fewest_pours.checker import watersort
from fewest_pours.checker.certificate_lines import Line, Refused
from fewest_pours.commands.solve_command import main
from fewest_pours.puzzles.watersort.depths.atoms import DepthAtoms
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.running.solver_contract import NoWitness, Settings, Watch
from helpers.cases import case, few_or_many
from helpers.certificates import as_checked
from helpers.deals import deal_of, deals, named
from helpers.paths import text_of
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest


@pytest.mark.parametrize("sizes", [(2, 4, 1), (3, 2, 1), (3, 3, 1), (4, 2, 1)], ids=str)
@few_or_many(40)
def test_facts_are_found_even_if_only_the_start_was_seen(sizes, of):
    for deal in of(enumerate_deals(*sizes)):
        depths = DepthAtoms(numbered(deal))
        if depths.stacks:
            answer = finding_facts.FactSearch(depths, [depths.start.gone], Settings(), np.random.default_rng(0)).prove()
            assert (answer.found is None) == (shortest(deal) is not None)


def agrees_with_the_truth(deal):
    answer = finding_facts.refute(deal, Settings())
    return answer.status is (Status.INFEASIBLE if shortest(deal) is None else Status.NOTHING_FOUND)


@pytest.mark.parametrize("size", EXHAUSTIVE, ids=str)
def test_small_deals_are_decided(size):
    assert [deal for deal in enumerate_deals(*size) if not agrees_with_the_truth(deal)] == []


def test_an_undecided_question_is_no_proof(monkeypatch):
    stopped = {**OneStepModel.parameters, "max_deterministic_time": 0.0}
    monkeypatch.setattr(OneStepModel, "parameters", stopped)
    assert finding_facts.refute(named("deal-9c1e4h-7015"), Settings()).status is Status.UNKNOWN


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
    assert found.status == "nothing found" or not step_exists(deal, found.found)


@pytest.mark.parametrize(
    "name", ["deal-9c1e4h-7015", "deal-16c2e4h-7039", "ito-fig10a-h3-k2", "lieoric-h8-5colours-k2"]
)
def test_published_deals_without_a_plan_are_certified_by_their_facts(name):
    deal = named(name)
    facts, lines = finding_facts.refute(deal, Settings()).found, lines_of(deal)
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


DEAL = deal_of("blue red blue", "red blue red", "[b]x[/b] [b]x[/b] red", capacity=3)
TOP, SECOND = "on top of beaker", "in run 2 from the top of beaker"
STUCK, SOLVABLE = "deal-9c1e4h-7015", "sample-three-colours"


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ((1,), f"The blue {TOP} 1 can never leave"),
        ((2, 4), f"The red {SECOND} 1 and the blue {SECOND} 2 can never both leave"),
        ((-5, -3, 1), f"The blue {TOP} 1 cannot leave while the red {TOP} 3 and the red {TOP} 2 are still there"),
    ],
)
def test_a_fact_becomes_a_sentence(fact, sentence):
    assert explanation.sentence(DEAL, fact) == sentence


@pytest.mark.parametrize(
    ("name", "most"),
    [(STUCK, 2), ("deal-7c1e4h-7010", 2), ("ito-fig10a-h3-k2", 12), case("deal-16c2e4h-7039", 12, slow=True)],
)
def test_few_facts_prove_that_no_plan_exists(name, most):
    deal = named(name)
    facts = explanation.few_facts(deal, Settings(), Watch())
    assert len(facts) <= most
    assert any(set(DepthAtoms(numbered(deal)).goal).issuperset(fact) for fact in facts)
    with Solver(bootstrap_with=clauses_of(deal, facts)) as solver:
        assert not solver.solve()


def test_if_few_facts_are_not_found_in_time_the_shortest_are_shown():
    deal = named(STUCK)
    first, *shown = explanation.sentences(deal, finding_facts.refute(deal, Settings()).found, Settings(), Watch(0))
    assert "can be broken first" in first
    assert "can never leave" in shown[0]


def test_the_page_shows_what_the_option_prints(capsys):
    shown = re.findall(r"```\n(1\. .*?)```", text_of("docs/theory.md"), re.DOTALL)[0].splitlines()
    assert main("cpmodel", "", (SIDE,), [STUCK, "--explain", "--workers", "1"]) == 11
    printed = capsys.readouterr().out
    assert len(shown) > 2
    assert [line for line in shown if line not in printed] == []
