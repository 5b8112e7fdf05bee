"""The constraints of the schedule model, one by one: a small situation that each allows, and one that it forbids.

What is allowed agrees with the whole model. What is forbidden disagrees with the family alone.
"""

import pytest

from cpmodel.watersort.runs import simplified
from cpmodel.watersort.schedule import model as schedule
from cpmodel.watersort.schedule.model import build
from cpmodel.watersort.schedule.variables import Ideas, ScheduleModel
from helpers.deals import deal_of
from helpers.models import possible

A, B = 0, 1  # colours are numbered in the order in which they are met; runs beaker by beaker, bottom first
ALL = Ideas(exact_piles=True)

SWAP = deal_of("ab", "ba", "")
TWO_SWAPS = deal_of("ab", "ba", "cd", "dc", "", "")
PAIRS = deal_of("ab", "ab", "cd", "cd", "")  # b and d are at no bottom; one beaker is empty
LAYERS = deal_of("abc", "abc", "abc", "", "", capacity=3)
ROOMY = deal_of("aab", "aab", "ccb", "ccb", "", capacity=4)  # room for one unit on each run of b

CASES = {  # family: (deal, payments, allowed, forbidden)
    "parks_are_used_in_order": (
        SWAP, (0, 2),
        lambda m: [m.payments == 1, m.used[0], ~m.used[1]],
        lambda m: [m.payments == 1, m.used[1]],
    ),
    "runs_leave_from_the_top": (
        LAYERS, (0, 0),
        lambda m: [m.gone[2, 1], ~m.gone[1, 1]],
        lambda m: [m.past[1, 1], ~m.gone[2, 1]],
    ),
    "runs_park_or_merge": (
        PAIRS, (0, 0),
        lambda m: [m.parks[1, 0], ~m.parks[3, 0]],
        lambda m: [m.parks[1, 0], m.parks[3, 0]],
    ),
    "bottoms_are_bared": (
        PAIRS, (0, 0),
        lambda m: [m.parks[1, 0], m.bared[0, 1]],
        lambda m: [~m.gone[1, 1], m.bared[0, 1]],
    ),
    "monos_come_and_go": (
        SWAP, (1, 1),
        lambda m: [m.founds[B, 0], m.start[B, 1]],
        lambda m: [m.mono[B, 0], ~m.bared[2, 0]],
    ),
    "payments_are_counted": (
        SWAP, (1, 1),
        lambda m: [m.founds[B, 0], ~m.gone[3, 0], m.park_pays[B, 0]],
        lambda m: [m.founds[B, 0], ~m.gone[3, 0], ~m.park_pays[B, 0]],
    ),
    "beakers_suffice": (
        PAIRS, (0, 0),
        lambda m: [m.parks[1, 0], m.parks[5, 1], m.gone[3, 1]],
        lambda m: [~m.gone[3, 1], ~m.gone[5, 1], ~m.gone[7, 1], m.stays[A, 1], m.stays[B, 1]],
    ),
    "pools_hold_what_is_gone": (
        PAIRS, (0, 0),
        lambda m: [m.gone[3, 1]],
        lambda m: [m.gone[3, 0], ~m.stays[B, 0]],
    ),
    "pairs_leave_in_order": (
        PAIRS, (0, 0),
        lambda m: [m.before[1, 3], m.parks[1, 0], m.gone[3, 1]],
        lambda m: [m.before[1, 3], m.past[3, 1], ~m.gone[1, 1]],
    ),
    "merges_onto_mono": (
        PAIRS, (0, 0),
        lambda m: [m.parks[1, 0], m.merges[3, 1], m.onto_mono[3]],
        lambda m: [m.merges[3, 1], ~m.start[B, 1], m.onto_mono[3]],
    ),
    "merges_after_baring": (
        TWO_SWAPS, (2, 2),
        lambda m: [m.parks[1, 0], m.gone[3, 1], m.onto_bared[3, 0]],
        lambda m: [m.gone[1, 1], ~m.gone[3, 1], m.onto_bared[3, 0]],
    ),
    "merges_into_pool": (
        ROOMY, (0, 0),
        lambda m: [m.into_pool[1], m.into_pool[3]],
        lambda m: [m.into_pool[5], m.before[1, 5], m.before[3, 5]],  # onto run 7 alone, full with 1 or 3
    ),
    "merges_find_room": (
        PAIRS, (0, 0),
        lambda m: [~m.parked[3], m.onto_mono[3]],
        lambda m: [~m.parked[3], ~m.onto_mono[3], ~m.into_pool[3]],
    ),
    "parks_are_counted": (
        PAIRS, (0, 0),
        lambda m: [m.founds[B, 0]],
        lambda m: [m.founds[A, 0], *(~pays[A, e] for pays in (m.park_pays, m.closing_pays) for e in (0, 1))],
    ),
    "piles_go_whole": (
        ROOMY, (0, 0),
        lambda m: [m.into_pool[1], m.on_top[1, 7], m.into_pool[3]],
        lambda m: [m.into_pool[1], m.into_pool[3], *(~m.on_top[i, j] for i, j in m.on_top if i in (1, 3) and j != 7)],
    ),
}  # fmt: skip


def families():
    return {family.__name__: family for family in (*schedule.NECESSARY, *schedule.OPTIONAL.values())}


@pytest.mark.parametrize("name", CASES)
def test_a_family_forbids_what_breaks_its_rule_and_nothing_else(name):
    deal, payments, allowed, forbidden = CASES[name]
    whole = build(deal, *payments, ALL)
    assert possible(whole, allowed(whole))
    free, alone = (ScheduleModel(simplified(deal), *payments, ALL) for _ in range(2))
    families()[name](alone)
    assert possible(free, forbidden(free))
    assert not possible(alone, forbidden(alone))


def test_no_family_is_left_out():
    assert {*families()} == {*CASES}


def test_a_run_waits_for_those_that_leave_before_it_in_every_plan():
    pair = [(1, 5)]  # b leaves before d
    allowed, forbidden = (build(PAIRS, 0, 0, precedences=pair) for _ in range(2))
    assert possible(allowed, [allowed.gone[1, 1]])
    assert not possible(forbidden, [forbidden.past[5, 0]])
