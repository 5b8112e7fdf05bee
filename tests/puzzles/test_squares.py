"""Game About Squares: rules, files and pictures; both solvers against plain breadth-first search and each other."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodel import squares as cp
from cpmodel.solving import run
from cpmodel.squares import bounds, model
from cpmodel.squares.rules import follow_the_rules
from cpmodel.squares.variables import variables
from helpers.cases import examples
from helpers.paths import INSTANCES
from instances import load
from instances.document import BadInput, write_yaml
from instances.harness.limits import Settings, Watch
from instances.harness.outcome import Outcome
from instances.puzzle import RuleBroken
from instances.squares import PUZZLE
from instances.squares.files import FARTHEST
from instances.squares.picture import parse_picture
from instances.squares.rules import STEP, Block, Direction, Known, Level, Position, State, after, replay, solved, verify
from instances.validation import checked
from search_baseline.squares import solver as search

FOLDER = INSTANCES / "squares"
FILES = sorted(FOLDER.glob("*.yaml"))
QUICK = [*range(20), 22, 23, 27, 29, 30, 34, 35]  # levels that A* solves in well under a second
SPIRAL = {(-1, 1): "right", (1, 1): "down", (1, -1): "left", (-1, -1): "up"}


def level(*blocks: tuple[Any, ...], arrows: dict[Position, Direction] | None = None) -> Level:
    """level(((0, 0), 'up', (0, 2)), ...): position, direction and circle of each block"""
    return Level(
        "", tuple("abcde"[: len(blocks)]), tuple(Block(at, way) for at, way, _ in blocks),
        tuple(goal for _, _, goal in blocks), arrows or {},
    )  # fmt: skip


def shown(number: int) -> Level:
    return load(FOLDER / f"level-{number:02}.yaml")[1]


@st.composite
def levels(draw: st.DrawFn, blocks: int = 3, size: int = 3, arrows: int = 4) -> Level:
    """Any level on a few cells, solvable or not, with and without circles."""
    cells = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    ways = st.sampled_from(list(STEP))
    pointing = draw(st.dictionaries(cells, ways, max_size=arrows))
    places = draw(st.lists(cells, min_size=1, max_size=blocks, unique=True))
    goals = draw(st.lists(cells, min_size=len(places), max_size=len(places), unique=True))
    bare = draw(st.sets(st.integers(0, len(places)), max_size=1))
    return level(
        *(
            (place, pointing.get(place) or draw(ways), None if i in bare else goals[i])
            for i, place in enumerate(places)
        ),
        arrows=pointing,
    )


@st.composite
def symmetric_levels(draw: st.DrawFn) -> Level:
    """Two or four blocks, which a half turn or quarter turns about (0, 0) exchange, with circles and arrows alike."""
    turn = draw(st.sampled_from([lambda x, y: (-x, -y), lambda x, y: (-y, x)]))
    ways = {way: next(other for other in STEP if STEP[other] == turn(*STEP[way])) for way in STEP}
    cell = st.tuples(st.integers(-2, 2), st.integers(-2, 2)).filter(lambda cell: cell != (0, 0))
    way = st.sampled_from(list(STEP))
    arrows: dict[Position, Direction] = {}
    for at, points in draw(st.dictionaries(cell, way, max_size=1)).items():
        while at not in arrows:
            arrows[at] = points
            at, points = turn(*at), ways[points]
    at, goal = draw(cell), draw(cell)
    looks, blocks = arrows.get(at) or draw(way), []
    while not blocks or at != blocks[0][0]:
        blocks.append((at, looks, goal))
        at, looks, goal = turn(*at), ways[looks], turn(*goal)
    return level(*blocks, arrows=arrows)


def graph(start: Level, horizon: int) -> tuple[dict[State, int], dict[State, int]]:
    """Plain breadth-first search: clicks to each state within the horizon, and from it to the next solved one there."""
    reached: dict[State, int] = {start.blocks: 0}
    into: dict[State, list[State]] = {}
    order = [start.blocks]  # grows while it is gone through
    for state in order:
        if reached[state] == horizon:
            break
        for clicked in range(len(state)):
            later = after(start, state, clicked)
            into.setdefault(later, []).append(state)
            if later not in reached:
                reached[later] = reached[state] + 1
                order.append(later)
    order = [state for state in reached if solved(start, state)]
    left = dict.fromkeys(order, 0)
    for state in order:
        for earlier in into.get(state, []):
            if earlier not in left:
                left[earlier] = left[state] + 1
                order.append(earlier)
    return reached, left


def number_of_clicks(start: Level, horizon: int) -> int | None:
    """The fewest clicks, by plain breadth-first search; None if more than the horizon or none are enough."""
    return graph(start, horizon)[1].get(start.blocks)


# --- rules


def test_a_click_pushes_the_row_of_blocks_ahead_and_no_others() -> None:
    start = level(((0, 0), "right", None), ((1, 0), "up", None), ((2, 0), "left", None), ((4, 0), "down", None))
    assert after(start, start.blocks, 0) == (((1, 0), "right"), ((2, 0), "up"), ((3, 0), "left"), ((4, 0), "down"))
    assert after(start, start.blocks, 3) == (*start.blocks[:3], ((4, -1), "down"))


def test_blocks_turn_where_they_land_and_the_push_goes_straight_on() -> None:
    start = level(((0, 0), "right", None), ((1, 0), "up", None), arrows={(1, 0): "up", (2, 0): "down"})
    assert after(start, start.blocks, 0) == (((1, 0), "up"), ((2, 0), "down"))


def test_solved_when_blocks_with_circles_are_on_them() -> None:
    start = level(((0, 0), "right", (1, 0)), ((5, 5), "up", None))
    assert not solved(start, start.blocks)
    assert solved(start, after(start, start.blocks, 0))


def test_plans_that_break_a_rule_are_refused() -> None:
    start = level(((0, 0), "right", (1, 0)))
    verify(start, ("a",))
    with pytest.raises(RuleBroken, match=r"click 2: there is no red block, expected a"):
        verify(start, ("a", "red"))
    with pytest.raises(RuleBroken, match=r"after 2 clicks a is at \(2, 0\), expected \(1, 0\)"):
        verify(start, ("a", "a"))


# --- files, pictures, random levels


@given(levels())
def test_picture_and_parse_are_inverses(start: Level) -> None:
    assert parse_picture(str(PUZZLE.picture(start))).__dict__ == start.__dict__


@given(levels())
def test_document_and_parse_are_inverses(start: Level) -> None:
    assert PUZZLE.parse(checked(PUZZLE.document(start), PUZZLE.Document)) == start


def test_the_picture_of_a_small_level() -> None:
    start = level(((-1, 1), "right", (1, 0)), ((0, 0), "up", (1, 1)), arrows={(-1, 0): "down"})
    assert str(PUZZLE.picture(start)).splitlines() == [
        "      -1     0     1",
        "    ┌─────┬─────┬─────┐",
        "   1│a →  │     │     │",
        "    │     │     │(b)  │",
        "    ├─────┼─────┼─────┤",
        "   0│     │b ↑  │     │",
        "    │    ↓│     │(a)  │",
        "    └─────┴─────┴─────┘",
        "",
        "a a   b b",
    ]


RED = {"color": "red", "position": [0, 0], "direction": "up"}
BLUE = {"color": "blue", "position": [1, 0], "direction": "up"}
ARROW = {"position": [0, 0], "direction": "up"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"blocks": [RED, {**BLUE, "color": "red"}]}, "7:3: two blocks of colour red, expected one"),
        ({"blocks": [RED, {**BLUE, "position": [0, 0]}]}, "8:3: two blocks at [0, 0], expected one"),
        ({"blocks": [{**RED, "goal": [2, 2]}, {**BLUE, "goal": [2, 2]}]}, "11:3: two circles at [2, 2], expected one"),
        ({"arrows": [ARROW, {"position": [0, 0], "direction": "left"}]}, "10:3: two arrows at [0, 0], expected one"),
        (
            {"arrows": [{**ARROW, "direction": "left"}]},
            "6:3: direction is up on an arrow that points left, expected left",
        ),
        ({"known": {"clicks": 3, "solvable": False}}, "7:1: expected either 'clicks: N' or 'solvable: false'"),
        ({"blocks": [{**RED, "position": [0]}]}, "5:3: blocks 1 position is a list, expected a list of length 2"),
        ({"blocks": [{**RED, "position": [0, FARTHEST + 1]}]}, "5:17: blocks 1 position 2 is '100', expected"),
        (
            {"blocks": [{**RED, "direction": "north"}]},
            "6:3: blocks 1 direction is 'north', expected 'up' or",
        ),
    ],
)
def test_mistakes_in_files_are_told_with_their_place(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(write_yaml({"puzzle": "squares", "name": "wrong", "blocks": [RED]} | change), encoding="utf-8")
    with pytest.raises(BadInput) as wrong:
        load(path)
    assert f"wrong.yaml:{message}" in str(wrong.value)


def test_random_levels_stay_the_same() -> None:
    first = PUZZLE.generate(blocks=2, size=3, arrows=1, clicks=6, seed=1)
    assert PUZZLE.document(first) == PUZZLE.document(PUZZLE.generate(blocks=2, size=3, arrows=1, clicks=6, seed=1))
    assert (first.blocks, first.goals) == ((((1, 2), "right"), ((2, 1), "right")), ((2, 2), (2, 1)))
    assert first.arrows == {(0, 0): "up"}
    with pytest.raises(ValueError, match="no level of 10 blocks"):
        PUZZLE.generate(blocks=10, size=3)


@pytest.mark.parametrize("seed", range(20))
def test_random_levels_are_solvable(seed: int) -> None:
    start = PUZZLE.generate(seed=seed)
    assert all(0 <= x < 5 and 0 <= y < 5 for x, y in (*start.goals, *(block.position for block in start.blocks)))
    assert search.solve(start, Settings(), Watch()).outcome is Outcome.OPTIMAL


def test_frames_show_the_board_after_every_click() -> None:
    start = shown(4)
    plan = search.solve(start, Settings(), Watch()).plan
    assert plan is not None
    frames = PUZZLE.frames(start, plan)
    assert [frame.instance.blocks for frame in frames] == replay(start, plan)[1:]
    assert [frame.caption for frame in frames[:2]] == ["blue right", "red down, pushes blue"]
    assert PUZZLE.read_answer(start, PUZZLE.answer(start, plan)) == plan


# --- the search


@pytest.mark.parametrize("number", QUICK)
def test_astar_proves_the_fewest_clicks_of_the_levels(number: int) -> None:
    start = shown(number)
    result = search.solve(start, Settings(), Watch())
    if not start.known.solvable:
        assert (result.outcome, result.plan) == (Outcome.UNSOLVABLE, None)
    else:
        assert (result.outcome, result.lower_bound, len(result.plan)) == (Outcome.OPTIMAL, *[start.known.clicks] * 2)
        verify(start, result.plan)


def test_level_35_is_unsolvable_because_only_eight_states_can_be_reached() -> None:
    start = level(((-1, 1), "right", (0, 0)), arrows=SPIRAL)
    assert search.solve(start, Settings(), Watch()).statistics["states"] == 8
    assert start.arrows == shown(35).arrows


@pytest.mark.parametrize("number", [3, 4, 5, 6, 14])
def test_manhattan_distances_overestimate(number: int) -> None:
    board = search.Board(shown(number))
    assert board.manhattan(board.start) > shown(number).known.clicks >= board.bound(board.start)


@pytest.mark.parametrize("number", QUICK)
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


def test_any_plan_is_a_plan() -> None:
    result = search.solve(shown(19), Settings(any_plan=True), Watch())
    assert result.outcome in (Outcome.SOLVED, Outcome.OPTIMAL)
    verify(shown(19), result.plan)


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


# --- the model


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14])
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
    assert [has_plan(start, horizon) for horizon in range(6)] == [
        fewest is not None and fewest <= horizon for horizon in range(6)
    ]


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
        (level(((0, 0), "up", (1, 1)), arrows={(1, 1): "right"}), 2, False),  # arrows turn whom they carry only
        (level(((0, 0), "up", None), ((0, 1), "left", (0, 2))), 1, True),  # pushes
        (level(((0, 0), "up", None), ((0, 2), "left", (0, 3))), 1, False),  # pushes the next cell only
        (level(((0, 0), "up", (0, 1)), ((0, 1), "left", (0, 1))), 1, False),  # pushes out of the circle
        (level(((0, 0), "up", None), ((0, 1), "left", None), ((0, 2), "left", (0, 3))), 1, True),  # however many
        (level(((5, 5), "up", (5, 6)), ((0, 0), "up", (0, 1))), 2, True),  # in one order or the other
    ],
)
def test_tiny_models(start: Level, horizon: int, feasible: bool) -> None:
    assert has_plan(start, horizon) == feasible


def test_every_level_is_there_and_known() -> None:
    assert [path.stem for path in FILES] == [f"level-{number:02}" for number in range(36)]
    assert [shown(number).known.clicks for number in range(15)] == [2, 2, 6, 9, 5, 5, 8, 6, 9, 5, 8, 14, 9, 10, 8]
    assert shown(35).known == Known(solvable=False)


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


def turning(*, last_goal: Position) -> Level:
    """Four blocks that quarter turns about (0, 0) exchange, but for the circle of the last one."""
    return level(
        ((2, 0), "up", (2, 1)), ((0, 2), "left", (-1, 2)), ((-2, 0), "down", (-2, -1)), ((0, -2), "right", last_goal)
    )  # fmt: skip


def test_levels_that_look_the_same_from_several_sides() -> None:
    quarters = {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}
    assert set(bounds.symmetries(turning(last_goal=(1, -2)))) == quarters
    assert set(bounds.symmetries(turning(last_goal=(2, -2)))) == {(0, 1, 2, 3)}
    assert set(bounds.symmetries(level(((0, 0), "up", None), ((2, 0), "up", None)))) == {(0, 1), (1, 0)}  # a mirror
    one_arrow = level(((0, 0), "up", None), ((2, 0), "up", None), arrows={(0, 1): "left", (2, 1): "left"})
    assert set(bounds.symmetries(one_arrow)) == {(0, 1)}


@examples(40)
@given(symmetric_levels())
def test_levels_with_symmetries_keep_a_shortest_plan(start: Level) -> None:
    fewest = number_of_clicks(start, 5)
    assert [has_plan(start, horizon) for horizon in range(6)] == [
        fewest is not None and fewest <= horizon for horizon in range(6)
    ]


def test_clicks_that_are_left_suffice_each_way() -> None:
    """Two blocks, one to go right and one to go up: no plan has fewer clicks than both displacements together."""
    start = level(((0, 0), "right", (2, 0)), ((5, 5), "up", (5, 8)))
    clicks = variables(start, 4)
    assert clicks is not None
    follow_the_rules(clicks)
    bounds.enough_clicks_each_way(clicks)
    assert run(lambda: clicks, Settings(), None).status == "infeasible"
    assert run(lambda: model.build(start, 5), Settings(), None).status == "feasible"
