"""Water sort's rules: the pours that the literature shows, and properties of every deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.puzzles.watersort import rules
from fewest_pours.puzzles.watersort.rules import Pour
from helpers.deals import deal_of, deals


@pytest.mark.parametrize(
    ("source", "target", "units"),
    [
        ("rrbg", "rbg", 1),
        ("rrgg", "rg", 2),
        ("rrgg", "rrg", 1),  # only one unit fits
        ("gg", "", 2),
        ("rrbg", "rgb", 0),  # different colours on top
        ("rrbg", "rgbg", 0),  # the target is full
        ("", "g", 0),
        ("", "", 0),
    ],
)
def test_a_pour_moves_as_much_as_fits(source, target, units):
    assert rules.poured(tuple(source), tuple(target), capacity=4) == units


@given(deals(), st.data())
def test_replay_refuses_a_pour_that_breaks_a_rule(deal, data):
    places = st.integers(-1, len(deal.beakers))
    pour = Pour(data.draw(places), data.draw(places), data.draw(st.sampled_from(["red", "blue"])), data.draw(places))
    if pour not in set(rules.pours(deal.beakers, deal.capacity)):
        with pytest.raises(RuleBroken, match="pour 1"):
            rules.replay(deal, [pour])


def test_verify_refuses_a_plan_that_does_not_end_solved():
    with pytest.raises(RuleBroken, match="neither empty nor full"):
        rules.verify(deal_of("ab", "ba", ""), (Pour(0, 2, "b", 1),))
