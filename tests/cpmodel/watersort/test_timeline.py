"""The timeline formulation: rules that no answer shows, and its threshold. test_agreement.py holds the other rules."""

import pytest
from ortools.sat.python import cp_model

from cpmodel.watersort import timeline
from cpmodel.watersort.timeline import variables
from helpers.deals import deal_of
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles.watersort.numbered import threshold

SWAP = deal_of("ab", "ba", "")  # places: a, b; b, a; then those that a and b may open
RULES = [  # of SWAP in three pours: possible, and against the rule
    (
        "pours_are_whole_or_partial",
        lambda m: [m.source[1, 0], ~m.holds[1, 1]],
        lambda m: [m.source[1, 0], ~m.partial[0], m.holds[1, 1]],
    ),
    (
        "every_unit_is_home",
        lambda m: [m.holds[0, 3], ~m.holds[4, 3]],
        lambda m: [m.holds[0, 3], m.holds[4, 3]],  # two beakers of a
    ),
    ("excess_is_spent", lambda m: [m.opening[5, 0]], lambda m: [m.opening[4, 0], m.opening[5, 1]]),
]


def possible(model, facts):
    for fact in facts(model):
        model.cp.add(fact if isinstance(fact, cp_model.BoundedLinearExpression) else fact == 1)
    return cp_model.CpSolver().solve(model.cp) == cp_model.OPTIMAL


@pytest.mark.parametrize(("rule", "right", "wrong"), RULES, ids=[rule for rule, *_ in RULES])
def test_rule(rule, right, wrong):
    whole, alone = timeline.build(SWAP, 3), variables(SWAP, 3)
    assert possible(whole, right)
    getattr(timeline, rule)(alone)
    assert possible(variables(SWAP, 3), wrong)
    assert not possible(alone, wrong)


@pytest.mark.parametrize("sizes", EXHAUSTIVE, ids=str)
def test_shortest_plans_are_within_the_threshold(sizes):
    for deal in enumerate_deals(*sizes):
        assert (shortest(deal) or 0) <= threshold(deal)
