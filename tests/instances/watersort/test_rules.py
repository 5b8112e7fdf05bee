"""Water sort's rules: the pours that the literature shows, and what holds for every deal."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.deals import deals
from instances.puzzle import RuleBroken
from instances.watersort import rules
from instances.watersort.rules import Deal, Pour


def beaker(top_first: str) -> tuple[str, ...]:
    return tuple(reversed(top_first.split()))


@pytest.mark.parametrize(
    ("source", "target", "source_after", "target_after"),
    [
        ("green blue red red", "green blue red", "blue red red", "green green blue red"),
        ("green green red red", "green red", "red red", "green green green red"),
        ("green green red red", "green red red", "green red red", "green green red red"),  # only one unit fits
        ("green green", "", "", "green green"),
    ],
)
def test_legal_pours(source: str, target: str, source_after: str, target_after: str) -> None:
    state = (beaker(source), beaker(target))
    units = rules.poured(*state, capacity=4)
    pour = Pour(0, 1, state[0][-1], units)
    assert rules.after(state, pour) == (beaker(source_after), beaker(target_after))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("green blue red red", "blue green red"),  # different colours on top
        ("green blue red red", "green blue green red"),  # the target is full
        ("", "green"),
        ("", ""),
    ],
)
def test_illegal_pours(source: str, target: str) -> None:
    assert rules.poured(beaker(source), beaker(target), capacity=4) == 0


def test_solved_is_empty_or_full_of_one_colour() -> None:
    assert rules.solved((beaker("red red"), ()), capacity=2)
    assert not rules.solved((beaker("red red"), ()), capacity=3)
    assert not rules.solved((beaker("red blue"), ()), capacity=2)
    assert rules.solved((), capacity=4)


@given(deals(), st.data())
def test_pours_keep_every_unit_and_replay(deal: Deal, data: st.DataObject) -> None:
    state, plan = deal.beakers, []
    for _ in range(data.draw(st.integers(0, 12))):
        pours = list(rules.pours(state, deal.capacity))
        if not pours:
            break
        plan.append(data.draw(st.sampled_from(pours)))
        state = rules.after(state, plan[-1])
        assert Counter(u for b in state for u in b) == rules.units_of(deal)
        assert all(len(b) <= deal.capacity for b in state)
    assert rules.replay(deal, plan)[-1] == state


@given(deals(), st.data())
def test_replay_refuses_a_pour_that_is_not_the_rule(deal: Deal, data: st.DataObject) -> None:
    places = st.integers(-1, len(deal.beakers))
    pour = Pour(data.draw(places), data.draw(places), data.draw(st.sampled_from(["red", "blue"])), data.draw(places))
    if pour in set(rules.pours(deal.beakers, deal.capacity)):
        assert rules.replay(deal, [pour])[-1] == rules.after(deal.beakers, pour)
    else:
        with pytest.raises(RuleBroken, match="pour 1"):
            rules.replay(deal, [pour])


def test_verify_refuses_a_plan_that_does_not_end_solved() -> None:
    deal = Deal("two", 2, (("red", "blue"), ("blue", "red"), ()))
    with pytest.raises(RuleBroken, match="neither empty nor full"):
        rules.verify(deal, (Pour(0, 2, "blue", 1),))


@given(deals(), st.randoms())
def test_canonical_states_forget_the_order_of_beakers_and_nothing_else(deal: Deal, shuffler) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(deal.beakers)
    shuffler.shuffle(shuffled)
    assert rules.canonical(tuple(shuffled)) == rules.canonical(deal.beakers)
    assert Counter(rules.canonical(deal.beakers)) == Counter(deal.beakers)


@given(deals(whole=False))
def test_counting_finds_colours_that_cannot_fill_beakers(deal: Deal) -> None:
    possible = all(units % deal.capacity == 0 for units in rules.units_of(deal).values())
    assert (rules.unsolvable_by_counting(deal) is None) == possible


@given(deals())
def test_runs_are_the_beaker(deal: Deal) -> None:
    for contents in deal.beakers:
        found = rules.runs(contents)
        assert tuple(color for color, units in found for _ in range(units)) == contents
        assert all(a.color != b.color for a, b in pairwise(found))
        assert rules.top_run(contents) == (found[-1].units if found else 0)
