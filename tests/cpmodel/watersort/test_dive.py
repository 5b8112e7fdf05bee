"""A plan of whatever length: most deals that can be solved are, and large ones at once."""

from math import inf

import numpy as np
import pytest

from cpmodel.solving import Status
from cpmodel.watersort.dig import dig
from cpmodel.watersort.dive import beakers_used, dive, order_of_removals
from cpmodel.watersort.invariant.depths import depths_of
from helpers.truth import enumerate_deals, shortest
from instances.solving.limits import Settings
from instances.watersort.files import generate
from instances.watersort.rules import Deal, verify


def test_small_deals_are_solved_exactly_if_they_can_be() -> None:
    for deal in enumerate_deals(3, 3, 1):
        answer = dive(deal, 4, Settings(), None)  # wide enough for all states of a layer
        assert (answer.status is Status.FEASIBLE) == (shortest(deal) is not None)


def test_beakers_in_use_are_those_of_the_states_that_follow() -> None:
    system = depths_of(generate(8, 3, seed=1))
    layer = system.start
    for _ in range(6):
        state, stack = np.nonzero(system.allowed(layer.gone, layer.loads))
        told = beakers_used(system, layer, state, stack)
        layer, once = system.removed(layer, state, stack)
        standing = (layer.gone < system.cleared).sum(axis=1)
        assert (told[once] == standing + system.homes(layer.loads).sum(axis=1)).all()


@pytest.mark.parametrize("width", [4, 16])
def test_the_order_of_removals_names_each_beaker_once_for_each_run_to_remove(width: int) -> None:
    system = depths_of(generate(100, 11, seed=1))
    path = order_of_removals(system, width, np.random.default_rng(0))
    assert path is not None
    assert sorted(path) == sorted(run.beaker for run, _ in system.removals)


def test_a_deal_on_which_beams_over_parks_run_dry() -> None:
    deal = generate(60, 5, seed=1)
    assert dig(deal, 2, inf, Settings(), None).status is Status.NOTHING_FOUND
    found = dive(deal, 2, Settings(), None).found
    verify(deal, found)


def test_what_needs_no_thought_is_found_without_any() -> None:
    assert dive(Deal("nothing", 4, ((), ())), 0, Settings(), None).found == ()
    three = Deal("three", 3, (("red",), ("red",), ("red",)))
    assert len(dive(three, 0, Settings(), None).found) == 2
