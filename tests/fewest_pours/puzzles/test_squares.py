"""Game About Squares: its rules, and its solvers against breadth-first search and the known levels."""

import pytest
from hypothesis import given

from cpmodel import squares as cp
from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.puzzles.squares import PUZZLE
from fewest_pours.puzzles.squares.rules import after, replay, verify
from fewest_pours.running.solver_contract import Outcome, Settings, Watch
from helpers.cases import case, examples
from helpers.deals import searched
from helpers.squares import graph, level, levels, number_of_clicks, shown
from search_baseline.squares import solver as search


@pytest.mark.parametrize(
    ("blocks", "arrows", "clicked", "then"),
    [
        ("0 0 right, 1 0 up, 2 0 left, 4 0 down", "", 0, "1 0 right, 2 0 up, 3 0 left, 4 0 down"),
        ("0 0 right, 1 0 up, 2 0 left, 4 0 down", "", 3, "0 0 right, 1 0 up, 2 0 left, 4 -1 down"),
        ("0 0 right, 1 0 up", "1 0 up, 2 0 down", 0, "1 0 up, 2 0 down"),  # they turn, the push goes straight on
    ],
)
def test_a_click_pushes_the_row_of_blocks_ahead_and_no_others(blocks, arrows, clicked, then):
    start = level(blocks, arrows)
    assert after(start, start.blocks, clicked) == level(then).blocks


def test_plans_that_break_a_rule_are_refused():
    start = level("0 0 right 1 0, 5 5 up")
    verify(start, ("a",))
    with pytest.raises(RuleBroken, match=r"click 2: there is no red block, expected a or b"):
        verify(start, ("a", "red"))
    with pytest.raises(RuleBroken, match=r"after 2 clicks a is at \(2, 0\), expected \(1, 0\)"):
        verify(start, ("a", "a"))


def test_random_levels_stay_the_same_and_are_solvable():
    first = PUZZLE.generate(blocks=2, size=3, arrows=1, clicks=6, seed=1)
    assert first.__dict__ == level("1 2 right 2 2, 2 1 right 2 1", "0 0 up").__dict__ | {
        "name": "2 blocks, size 3, 1 arrows, 6 clicks, seed 1",
        "colors": first.colors,
    }
    for seed in range(8):
        assert searched(PUZZLE.generate(seed=seed)).outcome is Outcome.OPTIMAL


def test_frames_show_the_board_after_every_click():
    start = shown(4)
    plan = searched(start).plan
    frames = PUZZLE.frames(start, plan)
    assert [frame.instance.blocks for frame in frames] == replay(start, plan)[1:]
    assert [frame.caption for frame in frames[:2]] == ["blue right", "red down, pushes blue"]
    assert PUZZLE.read_answer(PUZZLE.answer(plan)) == plan


QUICK = [*range(20), 22, 23, 27, 29, 30, 34, 35]  # levels that A* solves in well under a second
MODEL_LONG = {*range(11, 14), *range(15, 20), 22, 23}  # levels on which the model takes a third of a second or more
MANHATTAN_LONG = {19, 22, 23, 27, 29, 34}  # and those on which the search with these distances does


def by(solve, start, horizon=None):
    return solve(start, Settings(horizon=horizon), Watch())


@pytest.mark.parametrize(
    ("solve", "number"),
    [
        *((search.solve, number) for number in QUICK),
        *(case(cp.solve, number, slow=number in MODEL_LONG) for number in (*range(20), 22, 23, 35)),
    ],
)
def test_the_fewest_clicks_of_the_levels_are_proven(solve, number):
    start = shown(number)
    result = by(solve, start)
    if not start.known.solvable:
        assert (result.outcome, result.plan) == (Outcome.UNSOLVABLE, None)
    else:
        assert (result.outcome, result.lower_bound, len(result.plan)) == (Outcome.OPTIMAL, *[start.known.clicks] * 2)
        verify(start, result.plan)


@pytest.mark.parametrize("number", [case(n, slow=n in MANHATTAN_LONG) for n in QUICK[:-1]])
def test_manhattan_distances_find_a_plan_and_claim_no_more(number):
    start = shown(number)
    result = by(search.solve_manhattan, start)
    assert (result.outcome, result.lower_bound) == (Outcome.SOLVED, None)
    verify(start, result.plan)
    too_few = by(search.solve_manhattan, start, start.known.clicks - 1)
    assert (too_few.outcome, too_few.lower_bound) == (Outcome.NO_PLAN_WITHIN_HORIZON, start.known.clicks)


# --- the search


@examples(300)
@given(levels())
def test_astar_agrees_with_breadth_first_search(start):
    """Within a horizon, for blocks that run away in company keep some searches from ending."""
    fewest = number_of_clicks(start, 7)
    result = by(search.solve, start, 7)
    if fewest is None:
        assert result.outcome in (Outcome.NO_PLAN_WITHIN_HORIZON, Outcome.UNSOLVABLE)
    else:
        assert (result.outcome, result.upper_bound) == (Outcome.OPTIMAL, fewest)
        verify(start, result.plan)


@examples(200)
@given(levels())
def test_the_bound_is_consistent_and_no_state_that_can_be_solved_is_lost(start):
    reached, left = graph(start, 6)
    board = search.NumberedLevel(start)
    for state in reached:
        bound = board.bound(in_numbers(state))
        assert state not in left or (bound is not None and bound <= left[state])
        for clicked in range(len(state)):
            later = board.bound(in_numbers(after(start, state, clicked)))
            assert later is None or (bound is not None and bound <= later + 1)


def in_numbers(state):
    return tuple((*block.position, search.WAYS.index(block.direction)) for block in state)


@pytest.mark.parametrize(
    ("blocks", "arrows", "lost"),
    [
        ("2 0 right 1 0", "", True),  # has run past its circle
        ("2 0 right 1 0", "3 0 left", False),  # the arrow is before it
        ("2 0 right 1 0, 4 0 left", "", False),  # the other can push it back
        ("2 0 right 1 0, 0 0 left, -1 0 right", "", False),  # pushed across
        ("2 0 right 1 0, 0 0 left, -1 0 up", "", True),  # no one to push
        ("0 0 right 0 1", "", True),  # nothing ever looks up
    ],
)
def test_a_block_is_lost_if_nothing_can_bring_it_back(blocks, arrows, lost):
    board = search.NumberedLevel(level(blocks, arrows))
    assert (board.bound(board.start) is None) == lost
