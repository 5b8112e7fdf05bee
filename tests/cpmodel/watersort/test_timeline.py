"""The timeline formulation: each of its rules by itself, and its threshold (test_agreement.py solves by it)."""

import pytest
from ortools.sat.python import cp_model

from cpmodel.watersort import timeline
from cpmodel.watersort.timeline import variables
from helpers.deals import deal_of
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest
from instances.puzzles.watersort.numbered import threshold

SWAP = deal_of("ab", "ba", "")  # places: a, b; b, a; then those that a and b may open
RULES = [  # of SWAP in three pours: possible, and against the rule
    ("one_pour_a_step", lambda m: [m.source[1, 0], m.target[5, 0]], lambda m: [m.source[1, 0], m.target[4, 0]]),
    ("pours_go_from_top_to_top", lambda m: [m.target[2, 1], ~m.holds[3, 1]], lambda m: [m.target[2, 1], m.holds[3, 1]]),
    (
        "pours_move_units",
        lambda m: [m.target[2, 1], m.moved[1] == 1, m.units[2, 2] == 2],
        lambda m: [m.target[2, 1], m.moved[1] == 1, m.units[2, 2] == 1, m.units[2, 1] == 1],
    ),
    (
        "pours_are_whole_or_partial",
        lambda m: [m.source[1, 0], ~m.holds[1, 1]],
        lambda m: [m.source[1, 0], ~m.partial[0], m.holds[1, 1]],
    ),
    ("beakers_suffice", lambda m: [m.holds[4, 2]], lambda m: [m.holds[p, 2] for p in (0, 2, 4, 5)]),
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
