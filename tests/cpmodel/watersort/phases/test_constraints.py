"""Constraint families of the phases that no answer shows (test_phases.py holds the others).

Each decides: one small situation that it forbids, and a neighbour.

A case pins a few variables. What is allowed agrees with the whole model. What is forbidden agrees with the families
that come before, and not with this one on top of them.
"""

import pytest

from cpmodel.watersort.phases import phase_model
from cpmodel.watersort.phases.phase_variables import variables
from helpers.deals import deal_of
from helpers.models import possible

A, B = 0, 1  # colours are numbered in the order in which they are met


SWAP = deal_of("ab", "ba", "")
PAIRS = deal_of("ab", "ab", "cd", "cd", "")  # b and d are at no bottom; one beaker is empty
LAYERS = deal_of("abc", "abc", "abc", "", "", capacity=3)


PHASE_CASES = [  # allowed, forbidden
    (
        "excess_is_paid", "a park that nobody pays, of a colour with a bottom elsewhere", SWAP, 1,
        lambda m: [m.founds[B, 0], ~m.gone_by[3, 0], m.park_pays[B, 0]],
        lambda m: [m.founds[B, 0], ~m.gone_by[3, 0], ~m.park_pays[B, 0]],
    ),
    (
        "pools_hold_what_is_gone", "gone before the first park, into a full pool", PAIRS, 0,
        lambda m: [m.gone_by[3, 1]],
        lambda m: [m.gone_by[3, 0]],
    ),
    (
        "merges_wait", "a merge that is of no use yet", LAYERS, 0,
        lambda m: [m.parks_at[2, 0], m.merges[5, 1], m.parks_at[4, 1], ~m.merges[7, 1]],
        lambda m: [m.parks_at[2, 0], m.merges[5, 1], m.parks_at[1, 1], ~m.merges[7, 1]],
    ),
]  # fmt: skip


FAMILIES = [  # in the order of build
    *("runs_leave_from_the_top", "parks_cut_time", "runs_park", "bottoms_are_bared", "monos_come_and_go"),
    *("excess_is_paid", "beakers_suffice", "pools_hold_what_is_gone", "merges_find_room", "merges_wait"),
]


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
