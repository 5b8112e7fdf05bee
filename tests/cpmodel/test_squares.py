"""The model of Game About Squares: each constraint on tiny levels, and the whole against breadth-first search."""

from itertools import product

import pytest
from hypothesis import given
from ortools.sat.python import cp_model

from cpmodel import squares
from cpmodel.solving import run
from cpmodel.squares.model import build
from cpmodel.squares.order_encoding import difference, new_number
from fewest_pours.puzzles.squares.rules import verify
from fewest_pours.running.solver_contract import Outcome, Settings, Watch
from helpers.cases import examples
from helpers.squares import SPIRAL, level, levels, number_of_clicks, shown


def fewest_clicks(start, horizon, least=0):
    """Of the plans that the model allows, None if there are none; the plan is replayed."""
    answer = run(lambda: build(start, horizon, least), Settings(), None)
    assert answer.status in ("optimal", "infeasible")
    if answer.found is None:
        return None
    verify(start, answer.found)
    return len(answer.found)


@examples(100)
@given(levels())
def test_the_model_agrees_with_breadth_first_search(start):
    fewest = number_of_clicks(start, 5)
    for horizon in range(6):
        within = fewest if fewest is not None and fewest <= horizon else None
        assert fewest_clicks(start, horizon) == within


@pytest.mark.parametrize(
    ("blocks", "arrows", "horizon", "fewest"),
    [
        ("0 0 up 0 2", "", 3, 2),
        ("0 0 up 0 2", "", 1, None),  # each click moves the block one cell
        ("0 0 up 1 0", "", 1, None),  # blocks move the way they look
        ("0 0 up 1 1", "0 1 right", 3, 2),
        ("0 0 up 1 1", "0 1 left", 2, None),
        ("0 0 up 1 1", "1 1 right", 2, None),  # an arrow turns only blocks on it
        ("0 0 up, 0 1 left 0 2", "", 3, 1),  # pushes
        ("0 0 up, 0 2 left 0 3", "", 1, None),  # pushes the next cell only
        ("0 0 up 0 1, 0 1 left 0 1", "", 1, None),  # pushes out of the circle
        ("0 0 up, 0 1 left, 0 2 left 0 3", "", 3, 1),  # however many
        ("0 0 right 2 0, 5 5 up 5 8", "", 4, None),  # a click goes one way only
        ("0 0 right 2 0, 5 5 up 5 8", "", 7, 5),
    ],
)
def test_a_tiny_model_has_a_plan_exactly_if_clicks_lead_there(blocks, arrows, horizon, fewest):
    assert fewest_clicks(level(blocks, arrows), horizon) == fewest


@pytest.mark.parametrize(("least", "fewest"), [(0, 2), (2, 2), (3, None)])
def test_plans_that_are_refuted_already_are_left_out(least, fewest):
    assert fewest_clicks(level("0 0 up 0 2"), 4, least) == fewest


@pytest.mark.parametrize(
    ("blocks", "clicks", "allowed"),
    [
        ("0 0 right 1 0, 5 5 up 5 6", "ab", True),
        ("0 0 right 1 0, 5 5 up 5 6", "ba", False),  # far apart: in the order of the blocks
        ("0 0 right 1 0, 1 0 up 1 1", "ba", True),  # the first click makes way for the second
        ("0 0 right 1 0, 1 1 down 2 0", "ba", True),  # the second moves what the first has moved
        ("1 0 right 3 0, 0 0 right 1 0", "ba", True),
    ],
)
def test_clicks_that_commute_are_in_order(blocks, clicks, allowed):
    start = level(blocks)
    model = build(start, len(clicks))
    if model is None:
        assert not allowed
        return
    for t, color in enumerate(clicks):
        block = start.colors.index(color)
        model.cp.add_bool_or(model.clicked[block, t, start.blocks[block].direction])
    assert run(lambda: model, Settings(), None).status == ("optimal" if allowed else "infeasible")


@pytest.mark.parametrize(("first", "second"), [*product(range(-3, 4), range(-1, 6))])
def test_differences_are_exact_from_minus_one_to_one(first, second):
    cp = cp_model.CpModel()
    numbers = [new_number(cp, "number", key, -3, 5) for key in range(2)]
    beyond = difference(cp, "beyond", (), *numbers)
    for number, value in zip(numbers, (first, second), strict=True):
        for v, literal in number.literals.items():
            cp.add_bool_or(literal if value >= v else ~literal)
    solver = cp_model.CpSolver()
    assert solver.solve(cp) == cp_model.OPTIMAL
    values = {d: solver.boolean_value(literal) for d, literal in beyond.literals.items()}
    assert values == {d: second - first >= d for d in (-1, 0, 1, 2)}


def test_clicks_needed_in_different_directions_add_up_almost_without_search():
    answer = run(lambda: build(shown(14), 7), Settings(), None)
    assert answer.status == "infeasible"
    assert answer.statistics["conflicts"] < 50


def test_the_model_proves_that_there_is_no_plan_where_clicks_must_repeat_and_only_there():
    ring = level("0 0 right 5 5", "1 0 up, 1 1 left, 0 1 down, 0 0 right")
    assert by_strategy(ring).outcome is Outcome.UNSOLVABLE
    result = by_strategy(level("-1 1 right 0 0", SPIRAL), 10)
    assert (result.outcome, result.lower_bound) == (Outcome.NO_PLAN_WITHIN_HORIZON, 11)
    result = by_strategy(level("0 0 right -1 0"), 25)
    assert (result.outcome, result.lower_bound) == (Outcome.NO_PLAN_WITHIN_HORIZON, 26)


def by_strategy(start, horizon=None):
    return squares.solve(start, Settings(horizon=horizon), Watch())
