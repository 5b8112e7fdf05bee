"""Game About Squares: the search, against plain breadth-first search and the known levels."""

from typing import Any

import pytest
from hypothesis import given

from helpers.cases import examples
from helpers.squares import graph, level, levels, number_of_clicks, shown, slow_ones
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.squares.rules import Direction, Level, Position, State, after, verify
from search_baseline.squares import solver as search

QUICK = [*range(20), 22, 23, 27, 29, 30, 34, 35]  # levels that A* solves in well under a second
MANHATTAN_LONG = {19, 22, 23, 27, 29, 34}  # and those on which the search with these distances does


@pytest.mark.parametrize("number", QUICK)
def test_astar_proves_the_fewest_clicks_of_the_levels(number: int) -> None:
    start = shown(number)
    result = search.solve(start, Settings(), Watch())
    if not start.known.solvable:
        assert (result.outcome, result.plan) == (Outcome.UNSOLVABLE, None)
    else:
        assert (result.outcome, result.lower_bound, len(result.plan)) == (Outcome.OPTIMAL, *[start.known.clicks] * 2)
        verify(start, result.plan)


@slow_ones(QUICK, MANHATTAN_LONG)
def test_manhattan_distances_find_a_plan_and_claim_no_more(number: int) -> None:
    start = shown(number)
    result = search.solve_manhattan(start, Settings(), Watch())
    if not start.known.solvable:
        assert result.outcome is Outcome.UNSOLVABLE
        return
    assert (result.outcome, result.lower_bound) == (Outcome.SOLVED, None)
    verify(start, result.plan)
    within = search.solve_manhattan(start, Settings(horizon=start.known.clicks), Watch())
    assert (within.outcome, len(within.plan)) == (Outcome.SOLVED, start.known.clicks)
    too_few = search.solve_manhattan(start, Settings(horizon=start.known.clicks - 1), Watch())
    assert (too_few.outcome, too_few.lower_bound) == (Outcome.NO_PLAN_WITHIN_HORIZON, start.known.clicks)


@examples(300)
@given(levels())
def test_astar_agrees_with_breadth_first_search(start: Level) -> None:
    """Within a horizon, for blocks that run away in company keep some searches from ending."""
    fewest = number_of_clicks(start, 7)
    result = search.solve(start, Settings(horizon=7), Watch())
    if fewest is None:
        assert result.outcome in (Outcome.NO_PLAN_WITHIN_HORIZON, Outcome.UNSOLVABLE)
    else:
        assert (result.outcome, result.upper_bound) == (Outcome.OPTIMAL, fewest)
        verify(start, result.plan)


@examples(200)
@given(levels())
def test_the_bound_is_consistent_and_no_state_that_can_be_solved_is_lost(start: Level) -> None:
    reached, left = graph(start, 6)
    board = search.Board(start)
    for state in reached:
        bound = board.bound(in_numbers(state))
        assert state not in left or (bound is not None and bound <= left[state])
        for clicked in range(len(state)):
            later = board.bound(in_numbers(after(start, state, clicked)))
            assert later is None or (bound is not None and bound <= later + 1)


def in_numbers(state: State) -> search.State:
    return tuple((*block.position, search.WAYS.index(block.direction)) for block in state)


@pytest.mark.parametrize(
    ("blocks", "arrows", "lost"),
    [
        ([((2, 0), "right", (1, 0))], {}, True),  # has run past its circle
        ([((2, 0), "right", (1, 0))], {(0, 0): "left"}, True),  # the arrow is behind it
        ([((2, 0), "right", (1, 0))], {(3, 0): "left"}, False),  # the arrow is before it
        ([((2, 0), "right", (1, 0)), ((4, 0), "left", None)], {}, False),  # the other can push it back
        ([((2, 0), "right", (1, 0)), ((0, 0), "left", None)], {}, True),  # the other is on the wrong side
        ([((2, 0), "right", (1, 0)), ((0, 0), "left", None), ((-1, 0), "right", None)], {}, False),  # pushed across
        ([((2, 0), "right", (1, 0)), ((0, 0), "left", None), ((-1, 0), "up", None)], {}, True),  # no one to push
        ([((0, 0), "right", (0, 1))], {}, True),  # nothing ever looks up
    ],
)
def test_when_a_block_is_lost(blocks: list[Any], arrows: dict[Position, Direction], lost: bool) -> None:
    board = search.Board(level(*blocks, arrows=arrows))
    assert (board.bound(board.start) is None) == lost


def test_a_block_without_a_circle_that_has_run_away_is_left_alone() -> None:
    start = level(((0, 0), "right", (0, 1)), ((3, 3), "up", None), arrows={(1, 0): "left", (-1, 0): "right"})
    assert [color for color, _ in search.Board(start).successors(search.Board(start).start)] == ["a"]
    assert search.solve(start, Settings(), Watch()).outcome is Outcome.UNSOLVABLE
