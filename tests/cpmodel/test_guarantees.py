"""Deals without a plan by CP-SAT: exactly those that breadth-first search finds; and no deal where a size has none."""

import pytest

from cpmodel.guarantees import DealWithoutPlan, deal_without_plan
from cpmodel.solving import Status, solve
from fewest_pours.design.watersort.water_sort_design import alike
from fewest_pours.experiments.guarantees_command import published_rows
from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.limits import Limits
from fewest_pours.running.solver_contract import Settings
from helpers.truth import enumerate_deals, shortest


def key_of(units, size):
    beakers = tuple(tuple(str(color) for color in reversed(beaker)) for beaker in units)
    return alike(Deal("found", size.capacity, beakers + ((),) * size.empties))


def every_deal_without_plan(size):
    """Of all deals up to names and order: each deal that is found is excluded afterwards."""
    model = DealWithoutPlan.build(size)
    found = set()
    while (response := solve(model, Settings(), None)).status is Status.FEASIBLE:
        units = response.found
        found.add(key_of(units, size))
        places = [(beaker, place) for beaker in range(size.colors) for place in range(size.capacity)]
        model.cp.add_bool_or([~model.is_color[beaker, place, units[beaker][place]] for beaker, place in places])
    return found


@pytest.mark.parametrize("size", [Size(2, 1, 3), Size(2, 1, 4), Size(2, 1, 5), Size(3, 1, 3), Size(4, 1, 2)], ids=str)
def test_exactly_the_deals_without_a_plan_are_found(size):
    expected = {
        alike(deal)
        for deal in enumerate_deals(size.colors, size.capacity, size.empties)
        if shortest(deal) is None
    }  # fmt: skip
    assert every_deal_without_plan(size) == expected


SMALL = [row for row in published_rows() if row.colors <= 4 and row.deals < 1_000_000]


@pytest.mark.parametrize("row", SMALL, ids=lambda row: f"{row.size}")
def test_sizes_are_decided_as_by_partial_deals(row):
    assert (deal_without_plan(row.size, Limits()) is None) == (row.unsolvable == 0)


def test_with_as_many_empty_beakers_as_colours_nothing_is_looked_for():
    assert deal_without_plan(Size(capacity=9, empties=3, colors=3), Limits()) is None
