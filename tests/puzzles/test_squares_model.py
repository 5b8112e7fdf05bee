"""Game About Squares: the model, against plain breadth-first search and the known levels."""

import pytest
from hypothesis import given

from cpmodel import squares as cp
from cpmodel.solving import run
from cpmodel.squares import click_model as model
from helpers.cases import examples
from helpers.squares import SPIRAL, level, levels, number_of_clicks, shown, slow_ones
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.squares.rules import Level, verify

MODEL_LONG = {2, 5, 6, 8, 9, 10, 12, 13, 14}  # levels on which the model takes half a second or more


@slow_ones([*range(11), 12, 13, 14], MODEL_LONG)
def test_the_model_finds_the_fewest_clicks_of_the_levels(number: int) -> None:
    start = shown(number)
    result = cp.solve(start, Settings(), Watch())
    assert (result.outcome, result.lower_bound, len(result.plan)) == (Outcome.OPTIMAL, *[start.known.clicks] * 2)
    verify(start, result.plan)


def has_plan(start: Level, horizon: int) -> bool:
    """Whether the model of this horizon has a plan; the plan is replayed."""
    answer = run(lambda: model.build(start, horizon), Settings(), None)
    if answer.status == "feasible":
        assert len(answer.found) <= horizon
        verify(start, answer.found)
    assert answer.status in ("feasible", "infeasible")
    return answer.status == "feasible"


@examples(100)
@given(levels())
def test_the_model_agrees_with_breadth_first_search(start: Level) -> None:
    fewest = number_of_clicks(start, 5)
    for horizon in range(6):
        assert has_plan(start, horizon) == (fewest is not None and fewest <= horizon)


def test_the_model_says_no_more_than_its_horizon() -> None:
    result = cp.solve(level(((-1, 1), "right", (0, 0)), arrows=SPIRAL), Settings(horizon=10), Watch())
    assert (result.outcome, result.lower_bound) == (Outcome.NO_PLAN_WITHIN_HORIZON, 11)


@pytest.mark.parametrize(
    ("start", "horizon", "feasible"),
    [
        (level(((0, 0), "up", (0, 2))), 2, True),
        (level(((0, 0), "up", (0, 2))), 1, False),  # each click moves the block one cell
        (level(((0, 0), "up", (0, 2))), 3, True),  # which need not be clicked any more
        (level(((0, 0), "up", (1, 0))), 1, False),  # blocks move the way they look
        (level(((0, 0), "up", (1, 1)), arrows={(0, 1): "right"}), 2, True),
        (level(((0, 0), "up", (1, 1)), arrows={(0, 1): "left"}), 2, False),
        (level(((0, 0), "up", (1, 1)), arrows={(1, 1): "right"}), 2, False),  # an arrow turns only blocks on it
        (level(((0, 0), "up", None), ((0, 1), "left", (0, 2))), 1, True),  # pushes
        (level(((0, 0), "up", None), ((0, 2), "left", (0, 3))), 1, False),  # pushes the next cell only
        (level(((0, 0), "up", (0, 1)), ((0, 1), "left", (0, 1))), 1, False),  # pushes out of the circle
        (level(((0, 0), "up", None), ((0, 1), "left", None), ((0, 2), "left", (0, 3))), 1, True),  # however many
        (level(((5, 5), "up", (5, 6)), ((0, 0), "up", (0, 1))), 2, True),  # in one order or the other
        (level(((0, 0), "right", (2, 0)), ((5, 5), "up", (5, 8))), 4, False),  # a click goes one way only
        (level(((0, 0), "right", (2, 0)), ((5, 5), "up", (5, 8))), 5, True),
    ],
)
def test_tiny_models(start: Level, horizon: int, feasible: bool) -> None:
    assert has_plan(start, horizon) == feasible


@pytest.mark.parametrize(("horizon", "feasible"), [(1, True), (3, True), (30, False)])
def test_clicks_that_meet_no_position_twice(horizon: int, feasible: bool) -> None:
    """A lone block that goes round a ring of arrows comes back."""
    ring = level(((0, 0), "right", None), arrows={(1, 0): "up", (1, 1): "left", (0, 1): "down", (0, 0): "right"})
    status = run(lambda: model.build_without_repetition(ring, horizon), Settings(), None).status
    assert status == ("feasible" if feasible else "infeasible")


def test_the_model_proves_that_there_is_no_plan_where_clicks_must_repeat() -> None:
    ring = level(((0, 0), "right", (5, 5)), arrows={(1, 0): "up", (1, 1): "left", (0, 1): "down", (0, 0): "right"})
    assert cp.solve(ring, Settings(), Watch()).outcome is Outcome.UNSOLVABLE
    assert cp.solve(shown(35), Settings(), Watch()).outcome is Outcome.UNSOLVABLE
