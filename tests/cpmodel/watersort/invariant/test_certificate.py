"""Facts as certificates: valid where no plan exists and nowhere else; a SAT solver of others finds no step either."""

from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from pysat.solvers import Solver

from cpmodel.watersort.invariant import certificate as facts_witness
from cpmodel.watersort.invariant import refuting as proof
from cpmodel.watersort.invariant.depths import depths_of
from helpers.cases import Of, some_or_all
from helpers.certificates import verdict
from helpers.deals import deals, named
from helpers.truth import enumerate_deals, shortest
from instances.certificates.certificate_files import seen
from instances.checker import watersort
from instances.checker.lines import Line, Refused
from instances.checker.watersort import facts as checker
from instances.checker.watersort.clauses import DepthClauses
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness, Outcome, Result
from instances.watersort.rules import Deal

SMALL = [(2, 3, 0), (2, 3, 1), (2, 4, 1), (3, 2, 0), (3, 2, 1), (4, 2, 1)]  # (colors, capacity, empties)
CYCLE = Deal("cycle", 2, (("red", "blue"), ("blue", "red"), ("green", "yellow"), ("yellow", "green")))

Lines = list[dict[str, Any]]


def witness(deal: Deal) -> Lines:
    try:
        return list(facts_witness.witness(deal, Settings(), Watch()))
    except NoWitness:
        return []


def certified(deal: Deal, folder: Path) -> str:
    """The verdict on the certificate of the claim that no plan exists."""
    facts = partial(facts_witness.witness, deal, Settings())
    return verdict(deal, Result(Outcome.UNSOLVABLE), folder, facts=facts)


def why_not(deal: Deal, lines: Lines) -> str:
    """Why the checker refuses; empty if it does not."""
    try:
        numbered = (Line(i, line) for i, line in enumerate(lines, 2))
        assert watersort.at_least(seen(PUZZLES["watersort"], deal), inf, numbered) == bool(lines)
    except Refused as refused:
        return str(refused)
    return "" if lines else "no lines"


def step_exists(deal: Deal, facts: list[Any]) -> bool:
    """Whether a SAT solver finds a step into a broken fact, by the checker's own clauses."""
    x = DepthClauses(seen(PUZZLES["watersort"], deal), steps=1)
    with Solver(bootstrap_with=list(checker.one_step(x, facts))) as solver:
        return solver.solve()  # type: ignore[no-any-return]


@pytest.mark.parametrize("sizes", SMALL, ids=str)
@some_or_all(4)
def test_exactly_the_small_deals_without_a_plan_are_certified(sizes: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*sizes)):
        assert (why_not(deal, witness(deal)) == "") == (shortest(deal) is None)


@given(deals())
def test_deals_in_progress_and_colours_of_several_beakers(deal: Deal) -> None:
    facts = proof.solve(deal, Settings(), None)
    if facts.status == "infeasible":
        assert not step_exists(deal, stacked(deal, facts.found))


def stacked(deal: Deal, facts: list[tuple[int, ...]]) -> list[Any]:
    """Facts as the checker has them: by stacks."""
    places = [number for number, beaker in enumerate(deal.beakers, 1) if len(set(beaker)) > 1]
    return [[(places.index(b), gone) for b, gone in facts_witness.readable(depths_of(deal), fact)] for fact in facts]


@pytest.mark.parametrize("name", ["deal-9c1e4h-7015", "deal-9c1e4h-7018", "ito-fig10a-h3-k2", "lieoric-h8-5colours-k2"])
def test_published_deals_without_a_plan_are_certified(name: str, tmp_path: Path) -> None:
    assert certified(named(name), tmp_path) == "unsolvable"


@pytest.mark.parametrize("name", ["deal-16c2e4h-7039", "deal-20c2e4h-7044"])
def test_a_sat_solver_confirms_the_facts(name: str) -> None:
    facts = stacked(named(name), proof.solve(named(name), Settings(), None).found)
    assert not step_exists(named(name), facts)
    assert step_exists(named(name), facts[: len(facts) // 2])


def test_facts_that_the_proof_does_not_need_are_left_out() -> None:
    deal = named("deal-9c1e4h-7015")
    listed = [line for line in witness(deal) if "fact" in line]
    assert 0 < len(listed) < len(proof.solve(deal, Settings(), None).found)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ([[[1, -1]]], "the start breaks this fact"),
        ([[[1, 1], [2, -1]]], "no fact before this line excludes the solved states"),
        ([[[1, 2]]], "of beaker 1 one run can be gone, or up to 1"),
        ([[[1, 0]]], "of beaker 1 one run can be gone, or up to 1"),
        ([[[5, 1]]], "no condition, expected a beaker of two runs or more, and how many are gone"),
        ([[[1, True]]], "no condition, expected a beaker of two runs or more, and how many are gone"),
        ([[]], "no fact, expected a list of beakers and runs that are gone"),
        ([3], "no fact, expected a list of beakers and runs that are gone"),
    ],
)
def test_what_is_no_fact_is_refused_by_name(facts: list[Any], reason: str) -> None:
    assert why_not(CYCLE, [*({"fact": fact} for fact in facts), {"lrat": "1 0 1 0"}]) == reason


def test_facts_without_a_proof_are_refused() -> None:
    assert why_not(CYCLE, [{"fact": [[1, 1]]}]) == "the last line, and no proof of the facts"
