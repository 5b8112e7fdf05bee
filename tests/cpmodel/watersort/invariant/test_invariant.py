"""The invariant formulation says exactly which deals can be solved, and no step leaves its facts."""

from math import inf

import numpy as np
import pytest

from cpmodel.solving import Status
from cpmodel.watersort.invariant import refuting
from cpmodel.watersort.invariant.depths import Depths
from cpmodel.watersort.invariant.facts import Fact, Rows, Seen
from cpmodel.watersort.strategy import solve_invariant
from helpers.cases import Of, some_or_all
from helpers.deals import named
from helpers.truth import enumerate_deals, shortest
from instances.certificates.certificate_files import seen
from instances.certificates.makers import states
from instances.checker.watersort.depths import Digging
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort import rules
from instances.watersort.files import generate
from instances.watersort.rules import Deal
from search_baseline.watersort.depths import solvable


def holds(fact: Fact, row: Rows) -> bool:
    return not all(row[abs(literal) - 1] == (literal > 0) for literal in fact)


@pytest.mark.parametrize("seed", range(10))
def test_layers_are_all_states_that_a_search_finds(seed: int) -> None:
    deal = generate(colors=7, empties=1, capacity=4, seed=seed)
    system = Depths(deal)
    layers = list(system.layers(10**6, np.random.default_rng(0)))
    if solvable(deal, Watch()):
        assert layers[-1].tolist() == [system.cleared.tolist()]
    else:
        assert sum(map(len, layers)) == len(list(states(Digging(seen(PUZZLES["watersort"], deal)), inf, Watch())))


@pytest.mark.parametrize("seed", range(12))
def test_no_step_leads_from_where_all_facts_hold_to_where_one_does_not(seed: int) -> None:
    """By looking at every state there is, whether anything leads to it or not."""
    deal = generate(colors=4, empties=1, capacity=3, seed=seed)
    answer = refuting.solve(deal, Settings(), None)
    if answer.status is Status.FEASIBLE:
        return
    system = Depths(deal)
    rows = system.rows(np.array(list(np.ndindex(*(length + 1 for length in system.ladders.lengths))), dtype=np.uint8))
    inside = np.array([all(holds(fact, row) for fact in answer.found) for row in rows])
    assert inside[0]
    assert not inside[-1]
    listed = {row.tobytes() for row in rows[inside]}
    assert not any(before.tobytes() in listed for row in rows[~inside] for before in system.before(row[None])[0])


@pytest.mark.parametrize("sizes", [(2, 4, 1), (3, 2, 1), (3, 3, 1), (4, 2, 1)], ids=str)
@some_or_all(40)
def test_the_start_alone_is_enough_to_guess_from(sizes: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*sizes)):
        system = Depths(deal)
        start = np.zeros((1, system.ladders.atoms), dtype=bool)
        if start.size:
            known = Seen(system.ladders, start)
            facts = refuting.Search(system, known, Settings(), np.random.default_rng(0)).prove()
            assert (facts is None) == (shortest(deal) is not None)


@pytest.mark.parametrize("name", ["deal-16c2e4h-7039", "lieoric-h8-5colours-k2"])
def test_published_deals_without_a_plan(name: str) -> None:
    result = solve_invariant(named(name), Settings(), Watch())
    assert (result.outcome, result.lower_bound_by) == (Outcome.UNSOLVABLE, "invariant")


@pytest.mark.parametrize(
    "deal",
    [
        named("partial-pours-needed-3"),
        named("deal-30c4e4h-7065"),
        Deal("tall", 300, (("red", "blue") * 150, ("blue", "red") * 150, (), ())),  # more runs than a byte can count
    ],
    ids=lambda deal: deal.name,
)
def test_plans_of_deals_that_can_be_solved(deal: Deal) -> None:
    rules.verify(deal, refuting.solve(deal, Settings(), None).found)
