"""Explanations: sentences that are facts, few of them for small deals, in an order in which each follows."""

import pytest
from pysat.solvers import Solver

from cpmodel.solvers import SIDE
from cpmodel.watersort.invariant import explanation
from cpmodel.watersort.invariant import refuting as proof
from cpmodel.watersort.invariant.certificate import clauses_of
from cpmodel.watersort.invariant.depths import depths_of
from cpmodel.watersort.invariant.one_step import OneStep
from cpmodel.watersort.strategy import solve as solve_auto
from helpers.deals import named
from helpers.paths import INSTANCES, ROOT
from instances.solving.command_line.solve_command import main
from instances.solving.limits import Settings, Watch
from instances.watersort.rules import Deal

FOLDER = INSTANCES / "watersort"
DEAL = Deal("three", 3, (("blue", "red", "blue"), ("red", "blue", "red"), ("[b]x[/b]", "[b]x[/b]", "red")))


def test_a_fact_as_a_sentence() -> None:
    assert explanation.sentence(DEAL, (1,)) == "The blue on top of beaker 1 can never leave"
    assert explanation.sentence(DEAL, (2, 4)) == (
        "The red in run 2 from the top of beaker 1 and the blue in run 2 from the top of beaker 2 can never both leave"
    )
    assert explanation.sentence(DEAL, (-3, 2)) == (
        "The red in run 2 from the top of beaker 1 cannot leave while the red on top of beaker 2 is still there"
    )
    assert explanation.sentence(DEAL, (-5, -3, 1)) == (
        "The blue on top of beaker 1 cannot leave while the red on top of beaker 3 and the red on top of beaker 2"
        " are still there"
    )


@pytest.mark.parametrize("name", ["deal-9c1e4h-7015", "deal-9c1e4h-7016", "deal-7c1e4h-7010"])
def test_two_facts_are_enough_and_neither_can_be_the_first_that_is_broken(name: str) -> None:
    deal = named(name)
    found = explanation.few_facts(deal, Settings(), Watch())
    assert found is not None
    facts, following = found
    assert (len(facts), following) == (2, 0)
    system = depths_of(deal)
    assert proof.some_answers(OneStep(system).question(facts), Settings(), 1)[0] == []
    for fact in facts:
        assert proof.some_answers(OneStep(system).question([fact]), Settings(), 1)[0] != []


def test_facts_that_follow_one_from_the_other() -> None:
    deal = named("ito-fig10a-h3-k2")
    found = explanation.few_facts(deal, Settings(), Watch())
    assert found is not None
    facts, following = found
    system = depths_of(deal)
    for number, fact in enumerate(facts[:following], 1):
        assert proof.some_answers(OneStep(system).question(facts[:number], [fact]), Settings(), 1)[0] == []
    assert proof.some_answers(OneStep(system).question(facts), Settings(), 1)[0] == []


def test_few_facts_of_a_deal_with_two_empty_beakers_are_confirmed_by_a_sat_solver() -> None:
    deal = named("deal-16c2e4h-7039")
    found = explanation.few_facts(deal, Settings(), Watch())
    assert found is not None
    facts, _ = found
    goal = set(depths_of(deal).goal)
    assert len(facts) <= explanation.FEW
    assert any(goal.issuperset(fact) for fact in facts)
    with Solver(bootstrap_with=clauses_of(deal, list(facts))) as solver:
        assert not solver.solve()


def test_where_few_facts_are_not_found_in_time_the_strongest_are_told() -> None:
    result = solve_auto(named("deal-16c2e4h-7039"), Settings(explain=True), Watch())
    assert result.explanation is not None
    first, *told = result.explanation(Watch(0))
    assert "facts hold each other up" in first
    assert told
    assert all("can never leave" in line for line in told)


def test_the_page_tells_what_the_option_tells(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "invariant.md").read_text(encoding="utf-8")
    assert main("cpmodel", "", (SIDE,), [str(FOLDER / "deal-9c1e4h-7015.yaml"), "--explain"]) == 11
    told = capsys.readouterr().out
    shown = page.split("deal-9c1e4h-7015.yaml --explain\n...\n")[1].split("\n```")[0].splitlines()
    assert len(shown) == 5
    assert [line for line in shown if line not in told] == []


def test_a_deal_that_counting_refutes_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("cpmodel", "", (SIDE,), [str(FOLDER / "malformed-three-red.yaml"), "--explain"]) == 11
    assert "No plan exists: 3 units of" in capsys.readouterr().out


def test_of_a_deal_with_a_plan_it_tells_what_every_plan_keeps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("cpmodel", "", (SIDE,), [str(FOLDER / "sample-three-colours.yaml"), "--explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "In every plan:" in lines
    assert "- the green in run 2 from the top of beaker 2 leaves before the red on top of beaker 1." in lines


def test_a_game_under_way_is_explained_too(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(FOLDER / "deal-9c1e4h-7015.yaml")
    assert main("cpmodel", "", (SIDE,), [file, "--explain", "--moves", "1-10"]) == 11
    assert "can never" in capsys.readouterr().out
