"""The timeline formulation: rules that no answer shows, and its threshold. test_agreement.py holds the other rules."""

import pytest

from cpmodel.watersort import timeline
from cpmodel.watersort.timeline import variables
from fewest_pours.puzzles.watersort.numbered_deal import base, threshold
from helpers.deals import deal_of
from helpers.plan_schedules import possible
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest

SWAP = deal_of("ab", "ba", "")  # places: a, b; b, a; then those that a and b may open
PAIR = deal_of("ab", "ab", "", "")  # places: a, b; a, b; then two that b may open
RULES = [  # with one pour of excess: possible, and against the rule
    (
        "pours_are_whole_or_partial",
        SWAP,
        lambda m: [m.source[1, 0], ~m.holds[1, 1]],
        lambda m: [m.source[1, 0], ~m.partial[0], m.holds[1, 1]],
    ),
    (
        "every_unit_is_home",
        SWAP,
        lambda m: [m.holds[0, 3], ~m.holds[4, 3]],
        lambda m: [m.holds[0, 3], m.holds[4, 3]],  # two beakers of a
    ),
    ("excess_is_spent", SWAP, lambda m: [m.opening[5, 0]], lambda m: [m.opening[4, 0], m.opening[5, 1]]),
    (
        "neighbours_stand_in_order",
        SWAP,
        lambda m: poured(m, (3, 4), (1, 2)),  # onto what the first pour laid bare
        lambda m: poured(m, (3, 4), (1, 5)),
    ),
    ("openings_follow_the_names", PAIR, lambda m: [m.opening[4, 0], m.opening[5, 1]], lambda m: [m.opening[5, 0]]),
]


def poured(model, *pours):
    """The first pours are exactly these, from place to place, and whole."""
    for t, (a, b) in enumerate(pours):
        yield model.partial[t] == 0
        for p in range(len(model.places)):
            yield from (model.source[p, t] == int(p == a), model.target[p, t] == int(p == b))


@pytest.mark.parametrize(("rule", "deal", "right", "wrong"), RULES, ids=[rule for rule, *_ in RULES])
def test_rule(rule, deal, right, wrong):
    horizon = base(deal) + 1
    whole, before, alone = timeline.build(deal, horizon), variables(deal, horizon), variables(deal, horizon)
    assert possible(whole, right(whole))
    getattr(timeline, rule)(alone)
    assert possible(before, wrong(before))
    assert not possible(alone, wrong(alone))


@pytest.mark.parametrize("sizes", EXHAUSTIVE, ids=str)
def test_shortest_plans_are_within_the_threshold(sizes):
    for deal in enumerate_deals(*sizes):
        assert (shortest(deal) or 0) <= threshold(deal)
