"""Each constraint family of the phases decides: one small situation that it forbids, and a neighbour.

A case pins a few variables. What is allowed agrees with the whole model. What is forbidden agrees with the families
that come before, and not with this one on top of them.
"""

import pytest
from ortools.sat.python import cp_model

from cpmodel.watersort.depths.listing import Place, orderings
from cpmodel.watersort.phases import phase_model
from cpmodel.watersort.phases.orderings import runs_keep_orderings
from cpmodel.watersort.phases.phase_variables import variables
from helpers.deals import deal_of

A, B = 0, 1  # colours are numbered in the order in which they are met


SWAP = deal_of("ab", "ba", "")
PAIRS = deal_of("ab", "ab", "cd", "cd", "")  # b and d are at no bottom; one beaker is empty
LAYERS = deal_of("abc", "abc", "abc", "", "", capacity=3)
ROOM_FOR_ONE = deal_of("ab", "ca", "ba", "ccb", capacity=3)  # before b leaves, one a fits onto the a that lies on c


def possible(model, facts):
    for fact in facts:
        model.cp.add(fact if isinstance(fact, cp_model.BoundedLinearExpression) else fact == 1)
    return cp_model.CpSolver().solve(model.cp) == cp_model.OPTIMAL


def second_park(m):
    """Of PAIRS: one b is parked and bares an a, which both keep their monos; d parks next, and the other d stays."""
    return [m.parks_at[1, 0], m.stays[A, 1], m.stays[B, 1], m.parks_at[5, 1], ~m.gone_by[7, 1]]


PHASE_CASES = [  # in the order of build; allowed, forbidden
    (
        "runs_leave_from_the_top", "a run before the one above it", LAYERS, 0,
        lambda m: [m.leaves[1] > m.leaves[2]],
        lambda m: [m.leaves[1] <= m.leaves[2]],
    ),
    (
        "parks_cut_time", "two parks at one time", PAIRS, 0,
        lambda m: [m.parks[0] < m.parks[1]],
        lambda m: [m.parks[0] == m.parks[1]],
    ),
    (
        "runs_park", "a park that no run makes", PAIRS, 0,
        lambda m: [m.leaves[i] != m.parks[0] for i in (3, 5, 7)],
        lambda m: [m.leaves[i] != m.parks[0] for i in (1, 3, 5, 7)],
    ),
    (
        "bottoms_are_bared", "a bottom that is bared twice", PAIRS, 0,
        lambda m: [m.bared[0, 1], ~m.bared[0, 0]],
        lambda m: [m.bared[0, 1], m.bared[0, 0]],
    ),
    (
        "monos_come_and_go", "a mono that nothing founds", PAIRS, 0,
        lambda m: [m.mono[B, 1], m.founds[B, 0]],
        lambda m: [m.mono[B, 1], ~m.founds[B, 0]],
    ),
    (
        "excess_is_paid", "a park that nobody pays, of a colour with a bottom elsewhere", SWAP, 1,
        lambda m: [m.founds[B, 0], ~m.gone_by[3, 0], m.park_pays[B, 0]],
        lambda m: [m.founds[B, 0], ~m.gone_by[3, 0], ~m.park_pays[B, 0]],
    ),
    (
        "beakers_suffice", "a park without an empty beaker", PAIRS, 0,
        lambda m: [*second_park(m), m.gone_by[3, 1]],
        lambda m: [*second_park(m), ~m.gone_by[3, 1]],
    ),
    (
        "pools_hold_what_is_gone", "gone before the first park, into a full pool", PAIRS, 0,
        lambda m: [m.gone_by[3, 1]],
        lambda m: [m.gone_by[3, 0]],
    ),
    (
        "merges_find_room", "a merge into a full pool", ROOM_FOR_ONE, 0,
        lambda m: [m.leaves[5] < m.leaves[1], m.leaves[3] > m.leaves[1]],
        lambda m: [m.leaves[5] < m.leaves[1], m.leaves[3] < m.leaves[1]],
    ),
    (
        "merges_wait", "a merge that is of no use yet", LAYERS, 0,
        lambda m: [m.parks_at[2, 0], m.merges[5, 1], m.parks_at[4, 1], ~m.merges[7, 1]],
        lambda m: [m.parks_at[2, 0], m.merges[5, 1], m.parks_at[1, 1], ~m.merges[7, 1]],
    ),
]  # fmt: skip


FAMILIES = list(dict.fromkeys(family for family, *_ in PHASE_CASES))


@pytest.mark.parametrize(
    ("family", "deal", "excess", "allowed", "forbidden"),
    [pytest.param(family, *case, id=f"{family}: {what}") for family, what, *case in PHASE_CASES],
)
def test_family(family, deal, excess, allowed, forbidden):
    whole = phase_model.build(deal, excess)
    assert possible(whole, allowed(whole))
    before, upon = variables(deal, excess), variables(deal, excess)
    for each in FAMILIES[: FAMILIES.index(family) + 1]:
        getattr(phase_model, each)(upon)
        if each != family:
            getattr(phase_model, each)(before)
    assert possible(before, forbidden(before))
    assert not possible(upon, forbidden(upon))


@pytest.mark.parametrize("in_order", [True, False])
def test_an_ordering_forbids_the_other_order(in_order):
    deal = deal_of("bg", "br", "gr", "")  # red leaves beaker 3 before green leaves beaker 1
    model = variables(deal, 1)
    assert orderings(deal) == {(Place(2, 1), Place(0, 1))}
    runs_keep_orderings(model, orderings(deal))
    green, red = model.leaves[1], model.leaves[5]
    assert possible(model, [red < green if in_order else red >= green]) == in_order
