"""Orderings as constraints forbid the other order, and nothing else."""

import pytest
from ortools.sat.python.cp_model import OPTIMAL, CpSolver

from cpmodel.watersort.depths.listing import Place, orderings
from cpmodel.watersort.phases.orderings import runs_keep_orderings
from cpmodel.watersort.phases.phase_variables import variables
from instances.puzzles.watersort.rules import Deal

TINY = Deal("red leaves beaker 3 before green leaves beaker 1", 2, (("b", "g"), ("b", "r"), ("g", "r"), ()))


@pytest.mark.parametrize(("in_order", "allowed"), [(True, True), (False, False)])
def test_an_ordering_forbids_the_other_order(in_order: bool, allowed: bool) -> None:
    before = orderings(TINY)
    assert before == {(Place(2, 1), Place(0, 1))}
    model = variables(TINY, 1)
    runs_keep_orderings(model, before)
    green, red = model.leaves[1], model.leaves[5]
    model.cp.add(red < green if in_order else red >= green)
    assert (CpSolver().solve(model.cp) == OPTIMAL) == allowed
