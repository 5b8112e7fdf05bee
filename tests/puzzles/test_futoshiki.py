"""Futoshiki: the drawing, the rules, the generator, and two solvers against brute force and each other."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodel import futoshiki as model
from helpers.cases import Of, each_by_each, some_or_all
from helpers.grids import check_count, check_interrupted, check_mistake, check_refusals, count_of
from helpers.paths import INSTANCES
from instances.futoshiki import PUZZLE
from instances.futoshiki.picture import drawing, parse_drawing
from instances.futoshiki.rules import Futoshiki, Grid, Less
from instances.grid_puzzle import Known
from instances.puzzle import RuleBroken
from instances.puzzles import load
from instances.reading.validation import checked
from instances.reading.yaml_files import write_yaml
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome
from search_baseline.futoshiki import propagation as candidates
from search_baseline.futoshiki import solver as search
from search_baseline.futoshiki.generator import generate, latin_square, signs

FOLDER = INSTANCES / "futoshiki"
FILES = sorted(FOLDER.glob("*.yaml"))
check = partial(check_count, PUZZLE)  # the solver says how many solutions there are
SOLVERS = [model.solve, search.solve]


@cache
def latin_squares(size: int) -> list[Grid]:
    """All of them, by trying every permutation in every row."""
    rows = list(permutations(range(1, size + 1)))
    return [
        grid
        for grid in product(rows, repeat=size)
        if all(len(set(column)) == size for column in zip(*grid, strict=True))
    ]


def solutions_of(puzzle: Futoshiki) -> set[Grid]:
    """The truth about a tiny puzzle, by looking at every Latin square."""
    return {
        grid
        for grid in latin_squares(puzzle.size)
        if all(
            given in (0, value)
            for givens, row in zip(puzzle.grid, grid, strict=True)
            for given, value in zip(givens, row, strict=True)
        )
        and all(grid[r][c] < grid[s][d] for (r, c), (s, d) in puzzle.less)
    }


def random_puzzle(size: int, seed: int) -> Futoshiki:
    """Signs of a random Latin square, some of them turned round, and a few values: all kinds of puzzles come out."""
    stream = random.Random(seed)
    square = latin_square(size, stream)
    share, wrong = stream.random(), stream.choice([0.0, 0.0, 0.1])
    less = tuple(
        Less(sign.larger, sign.smaller) if stream.random() < wrong else sign
        for sign in signs(square)
        if stream.random() < share
    )
    grid = tuple(tuple(value if stream.random() < 0.15 else 0 for value in row) for row in square)
    return Futoshiki(f"random {size} {seed}", grid, less)


@st.composite
def puzzles(draw: st.DrawFn) -> Futoshiki:
    size = draw(st.integers(1, 15))
    grid = tuple(tuple(draw(st.integers(0, size)) for _ in range(size)) for _ in range(size))
    less = []
    for sign in signs(latin_square(size, random.Random(draw(st.integers())))):
        less += draw(st.sampled_from([[], [], [sign], [Less(sign.larger, sign.smaller)]]))
    return Futoshiki("a name", grid, tuple(less), draw(st.sampled_from([None, Known(0), Known(1)])))


@given(puzzles())
def test_drawing_and_file_give_the_puzzle_back(puzzle: Futoshiki) -> None:
    assert parse_drawing(str(PUZZLE.picture(puzzle))) == (puzzle.grid, puzzle.less)
    assert PUZZLE.parse(checked(PUZZLE.document(puzzle), PUZZLE.Document)) == puzzle
    assert PUZZLE.read_answer(puzzle, PUZZLE.answer(puzzle, (puzzle.grid,))) == (puzzle.grid,)


@pytest.mark.parametrize(
    ("grid", "line", "message"),
    [
        ("  ...\n", 4, "line 1 of the drawing has 3 characters, expected at most 1"),
        ("  . .\n\n  . 3\n", 6, "line 3, column 3 of the drawing is '3', expected '.' or a digit 1 to 2"),
        ("  .^.\n\n  . .\n", 4, "line 1, column 2 of the drawing is '^', expected nothing or '<' or '>'"),
        ("  . .\n  <\n  . .\n", 5, "line 2, column 1 of the drawing is '<', expected nothing or '^' or 'v'"),
        ("  . .\n   v\n  . .\n", 5, "line 2, column 2 of the drawing is 'v', expected nothing"),
        ("  . .\n\n  .\n", 6, "line 3, column 3 of the drawing is nothing, expected '.'"),
        ("  . . .\n\n  . .\n", 4, "line 1 of the drawing has 5 characters, expected at most 3"),
        ("  . .\n  . .\n", 3, "a drawing of 2 lines, expected an odd number"),
        ("  .\n" + "\n  .\n" * 15, 3, "a drawing of 16 rows, expected at most 15"),
    ],
)
def test_a_wrong_drawing_is_reported_with_its_place(tmp_path: Path, grid: str, line: int, message: str) -> None:
    check_mistake(tmp_path, f"puzzle: futoshiki\nname: wrong\ngrid: |\n{grid}", f"{line}:1: {message}")


def test_a_drawing_can_be_typed_without_trailing_spaces_and_in_a_block_without_end(tmp_path: Path) -> None:
    file = tmp_path / "typed.yaml"
    file.write_text("puzzle: futoshiki\nname: typed\ngrid: |-\n  1 .<.\n  ^\n  .<3 .\n  ^   ^\n  . 1<2\n")
    _, puzzle = load(file)
    _, known = load(FOLDER / "seed-3x3-format.yaml")
    assert (puzzle.grid, puzzle.less) == (known.grid, known.less)


def test_verify_names_what_is_wrong() -> None:
    puzzle = Futoshiki("two", ((0, 0), (0, 1)), (Less((0, 0), (0, 1)),))
    right, other = ((1, 2), (2, 1)), ((2, 1), (1, 2))
    PUZZLE.verify(puzzle, (right,))
    wrong = {
        (): "no solution",
        (right, right): "the same",
        (((1, 2),),): "2 rows of 2",
        (((1, 1), (2, 2)),): "row 1 does not hold",
        (((1, 2), (1, 2)),): "column 1 does not hold",
        (other,): "row 2, column 2 is 2, but 1 is given",
    }
    check_refusals(PUZZLE, puzzle, wrong)
    with pytest.raises(RuleBroken, match="row 1, column 1 is 2, not less than the 1 in row 1, column 2"):
        PUZZLE.verify(replace(puzzle, grid=((0, 0), (0, 0))), (other,))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_narrowing_keeps_every_solution(size: int) -> None:
    for seed in range(60):
        puzzle = random_puzzle(size, seed)
        narrowed = candidates.board_of(size, puzzle.less).narrow(candidates.start(puzzle))
        for grid in solutions_of(puzzle):
            assert narrowed is not None
            values = [value for row in grid for value in row]
            assert all(cell >> value & 1 for cell, value in zip(narrowed, values, strict=True))


def tiny() -> Iterator[Futoshiki]:
    for size, seeds in ((1, 1), (2, 10), (3, 40), (4, 60)):
        for seed in range(seeds):
            yield random_puzzle(size, seed)


@pytest.mark.parametrize("solve", SOLVERS)
@some_or_all(18)
def test_tiny_puzzles_against_brute_force(solve: Solve, of: Of) -> None:
    counts = []
    for puzzle in of(tiny()):
        counts.append(len(solutions_of(puzzle)))
        check(puzzle, solve, counts[-1])
    assert {0, 1, 2} <= set(counts), "the puzzles are of all kinds"


@some_or_all(9)
def test_both_solvers_agree_on_larger_random_puzzles(of: Of) -> None:
    for seed in of(range(70)):
        puzzle = random_puzzle(5 + seed % 3, seed)
        check(puzzle, model.solve, count_of(search.solve(puzzle, Settings(), Watch())))


LONG = [(search.solve, "random-9x9-b"), (search.solve, "random-9x9-c")]


@pytest.mark.parametrize(("solve", "file"), each_by_each(SOLVERS, FILES, LONG))
def test_the_files_have_as_many_solutions_as_they_say(solve: Solve, file: Path) -> None:
    _, puzzle = load(file)
    check(puzzle, solve, puzzle.known.solutions)


@pytest.mark.parametrize(
    ("name", "nodes"), [("gen-6x6-a", 9), ("seed-7x7-hard", 11), ("gen-8x8-a", 996), ("gen-8x8-b", 1955)]
)
def test_the_search_needs_no_more_nodes_than_known(name: str, nodes: int) -> None:
    _, puzzle = load(FOLDER / f"{name}.yaml")
    assert search.solve(puzzle, Settings(), Watch()).statistics["nodes"] <= nodes


EMPTY = Futoshiki("empty", ((0,) * 9,) * 9, ())


@pytest.mark.parametrize("solve", SOLVERS)
def test_any_plan_stops_at_the_first_solution(solve: Solve) -> None:
    result = solve(EMPTY, Settings(any_plan=True), Watch())
    assert (result.outcome, len(result.solutions), result.unique) == (Outcome.SOLVED, 1, None)


@pytest.mark.parametrize("solve", SOLVERS)
def test_a_limit_is_no_answer(solve: Solve) -> None:
    check_interrupted(solve, load(FOLDER / "gen-8x8-b.yaml")[1])


@pytest.mark.parametrize(
    ("size", "digits", "seed"), [(1, 0, 0), (2, 0, 1), (4, 3, 2), (5, 0, 3), (6, 2, 4), (7, 20, 5)]
)
def test_a_generated_puzzle_has_one_solution_and_no_superfluous_clue(size: int, digits: int, seed: int) -> None:
    puzzle = generate(size=size, digits=digits, seed=seed)
    for solve in SOLVERS:
        check(puzzle, solve, 1)
    for sign in puzzle.less:
        fewer = replace(puzzle, less=tuple(other for other in puzzle.less if other != sign))
        check(fewer, search.solve, 2)
    for r, c in product(range(size), repeat=2):
        if puzzle.grid[r][c]:
            grid = [list(row) for row in puzzle.grid]
            grid[r][c] = 0
            check(replace(puzzle, grid=tuple(map(tuple, grid))), search.solve, 2)


def test_a_seed_gives_the_same_puzzle_always() -> None:
    puzzle = generate(size=5, digits=2, seed=0)
    assert drawing(puzzle.grid, puzzle.less) == ". . .<3>.\n\n.<. . . .\n\n. .>. . .\n      ^\n. 4 . . .\n\n. . 5 . ."
    assert "grid: |\n" in write_yaml(PUZZLE.document(puzzle))


@pytest.mark.parametrize("options", [{"size": 0}, {"size": 16}, {"size": 3, "digits": 10}, {"digits": -1}])
def test_options_that_make_no_puzzle_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        generate(**options)
