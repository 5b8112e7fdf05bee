"""Explanations: sentences that are facts, few of them for small deals."""

import pytest
from pysat.solvers import Solver

from cpmodel.solvers import SIDE
from cpmodel.watersort.default_strategy import solve
from cpmodel.watersort.invariant import explanation
from cpmodel.watersort.invariant.certificate import clauses_of
from cpmodel.watersort.states import Depths
from fewest_pours.commands.solve_command import main
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.running.solver_contract import Settings, Watch
from helpers.cases import case
from helpers.deals import deal_of, named
from helpers.paths import text_of

DEAL = deal_of("blue red blue", "red blue red", "[b]x[/b] [b]x[/b] red", capacity=3)
STUCK, SOLVABLE = "deal-9c1e4h-7015", "sample-three-colours"


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ((1,), "The blue on top of beaker 1 can never leave"),
        (
            (2, 4),
            "The red in run 2 from the top of beaker 1 and the blue in run 2 from the top of beaker 2"
            " can never both leave",
        ),
        (
            (-5, -3, 1),
            "The blue on top of beaker 1 cannot leave while the red on top of beaker 3 and the red on top of beaker 2"
            " are still there",
        ),
    ],
)
def test_a_fact_as_a_sentence(fact, sentence):
    assert explanation.sentence(DEAL, fact) == sentence


@pytest.mark.parametrize(
    ("name", "most"),
    [(STUCK, 2), ("deal-7c1e4h-7010", 2), ("ito-fig10a-h3-k2", 12), case("deal-16c2e4h-7039", 12, slow=True)],
)
def test_few_facts_prove_that_no_plan_exists(name, most):
    deal = named(name)
    facts = explanation.few_facts(deal, Settings(), Watch())
    assert len(facts) <= most
    assert any(set(Depths(numbered(deal)).goal).issuperset(fact) for fact in facts)
    with Solver(bootstrap_with=clauses_of(deal, facts)) as solver:
        assert not solver.solve()


def test_if_few_facts_are_not_found_in_time_the_shortest_are_shown():
    result = solve(named(STUCK), Settings(explain=True), Watch())
    first, *shown = result.explanation(Watch(0))
    assert "can be broken first" in first
    assert "can never leave" in shown[0]


def test_the_page_shows_what_the_option_prints(capsys):
    shown = text_of("docs/invariant.md").split("\n```\n")[1].splitlines()
    assert main("cpmodel", "", (SIDE,), [STUCK, "--explain"]) == 11
    printed = capsys.readouterr().out
    assert len(shown) > 2
    assert [line for line in shown if line not in printed] == []
