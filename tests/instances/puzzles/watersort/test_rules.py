"""Water sort's rules: the pours that the literature shows, and properties of every deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.deals import deals
from instances.puzzles.puzzle import RuleBroken
from instances.puzzles.watersort import rules
from instances.puzzles.watersort.rules import Deal, Pour


def beaker(top_first):
    return tuple(reversed(top_first.split()))


@pytest.mark.parametrize(
    ("source", "target", "units"),
    [
        ("green blue red red", "green blue red", 1),
        ("green green red red", "green red", 2),
        ("green green red red", "green red red", 1),  # only one unit fits
        ("green green", "", 2),
        ("green blue red red", "blue green red", 0),  # different colours on top
        ("green blue red red", "green blue green red", 0),  # the target is full
        ("", "green", 0),
        ("", "", 0),
    ],
)
def test_a_pour_moves_as_much_as_fits(source, target, units):
    assert rules.poured(beaker(source), beaker(target), capacity=4) == units


@given(deals(), st.data())
def test_replay_refuses_a_pour_that_breaks_a_rule(deal, data):
    places = st.integers(-1, len(deal.beakers))
    pour = Pour(data.draw(places), data.draw(places), data.draw(st.sampled_from(["red", "blue"])), data.draw(places))
    if pour not in set(rules.pours(deal.beakers, deal.capacity)):
        with pytest.raises(RuleBroken, match="pour 1"):
            rules.replay(deal, [pour])


def test_verify_refuses_a_plan_that_does_not_end_solved():
    deal = Deal("two", 2, (("red", "blue"), ("blue", "red"), ()))
    with pytest.raises(RuleBroken, match="neither empty nor full"):
        rules.verify(deal, (Pour(0, 2, "blue", 1),))
