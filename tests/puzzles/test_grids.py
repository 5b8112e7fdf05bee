"""What holds of both puzzles whose answer is a grid: solvers against brute force and each other."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodel import futoshiki as futoshiki_model
from cpmodel import pipes as pipes_model
from helpers.cases import Of, each_by_each, some_or_all
from helpers.grids import (
    Grid,
    flat,
    futoshiki_solutions,
    latin_square,
    pipes_solutions,
    random_futoshiki,
    random_pipes,
    signs,
)
from helpers.paths import INSTANCES
from instances.futoshiki.picture import parse_drawing
from instances.futoshiki.rules import Futoshiki, Less
from instances.grid_puzzle import Known
from instances.pipes.rules import KINDS, Pipes
from instances.puzzle import RuleBroken
from instances.puzzles import PUZZLES, load
from instances.reading.validation import checked
from instances.reading.yaml_files import BadInput
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome
from search_baseline.backtracking import Filling
from search_baseline.futoshiki import generator as futoshiki_generator
from search_baseline.futoshiki import solver as futoshiki_search
from search_baseline.pipes import generator as pipes_generator
from search_baseline.pipes import raster as pipes_raster
from search_baseline.pipes import solver as pipes_search


class Kind(NamedTuple):
    """A puzzle, its random instances by size and seed, their solutions by brute force, and its solvers.

    tiny: sizes that brute force can do, with so many seeds.
    """

    name: str
    random: Callable[[int, int], Any]
    solutions: Callable[[Any], list[Grid]]
    board: Callable[[Any], Filling]
    tiny: dict[int, int]
    solvers: list[Solve]


FUTOSHIKI = Kind(
    "futoshiki", random_futoshiki, futoshiki_solutions,
    futoshiki_search.board_of,
    {1: 1, 2: 10, 3: 40, 4: 60}, [futoshiki_model.solve, futoshiki_search.solve],
)  # fmt: skip
PIPES = Kind(
    "pipes", random_pipes, pipes_solutions,
    pipes_search.Board,
    {2: 5, 3: 20, 4: 90}, [pipes_model.solve, pipes_search.solve, pipes_raster.solve],
)  # fmt: skip
both = pytest.mark.parametrize("kind", [FUTOSHIKI, PIPES], ids=lambda kind: kind.name)
each_solver = pytest.mark.parametrize(
    ("kind", "solve"), [(kind, solve) for kind in (FUTOSHIKI, PIPES) for solve in kind.solvers]
)


def check(kind: Kind, puzzle: Any, solve: Solve, count: int) -> None:
    """The solver says what there is: no solution, one, or more."""
    result = solve(puzzle, Settings(), Watch())
    assert result.outcome is (Outcome.OPTIMAL if count else Outcome.UNSOLVABLE), puzzle.name
    assert len(result.solutions) == min(count, 2), puzzle.name
    assert result.unique is (count == 1 if count else None), puzzle.name
    if count:
        PUZZLES[kind.name].verify(puzzle, result.solutions)


@st.composite
def futoshikis(draw: st.DrawFn) -> Futoshiki:
    size = draw(st.integers(1, 15))
    grid = tuple(tuple(draw(st.integers(0, size)) for _ in range(size)) for _ in range(size))
    less = []
    for sign in signs(latin_square(size, draw(st.randoms()))):
        less += draw(st.sampled_from([[], [], [sign], [Less(sign.larger, sign.smaller)]]))
    return Futoshiki("a name", grid, tuple(less), draw(st.sampled_from([None, Known(0), Known(1)])))


@st.composite
def pipes(draw: st.DrawFn) -> Pipes:
    size = draw(st.integers(1, 8))
    grid = tuple(tuple(draw(st.sampled_from((0, *KINDS))) for _ in range(size)) for _ in range(size))
    tiles = tuple(sorted(draw(st.sampled_from(KINDS)) for tile in flat(grid) if not tile))
    return Pipes("a name", grid, tiles, draw(st.sampled_from([None, Known(0), Known(3)])))


@given(futoshikis() | pipes())
def test_picture_and_file_give_the_puzzle_back(puzzle: Futoshiki | Pipes) -> None:
    name = type(puzzle).__name__.lower()
    record, picture = PUZZLES[name], str(PUZZLES[name].picture(puzzle))
    if isinstance(puzzle, Pipes):
        assert record.read_picture(picture, puzzle.name) == replace(puzzle, known=None)
    else:
        assert parse_drawing(picture) == (puzzle.grid, puzzle.less)
    assert record.parse(checked(record.document(puzzle), record.Document)) == puzzle
    assert record.read_answer(puzzle, record.answer(puzzle, (puzzle.grid,))) == (puzzle.grid,)


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("futoshiki", "  ...\n", 4, "line 1 of the drawing has 3 characters, expected at most 1"),
        ("futoshiki", "  . .\n\n  . 3\n", 6, "line 3, column 3 of the drawing is '3', expected '.' or '1' or '2'"),
        ("futoshiki", "  .^.\n\n  . .\n", 4, "line 1, column 2 of the drawing is '^', expected ' ' or '<' or '>'"),
        ("futoshiki", "  . .\n  <\n  . .\n", 5, "line 2, column 1 of the drawing is '<', expected ' ' or '^' or 'v'"),
        ("futoshiki", "  . .\n   v\n  . .\n", 5, "line 2, column 2 of the drawing is 'v', expected ' '"),
        ("futoshiki", "  . .\n\n  .\n", 6, "line 3, column 3 of the drawing is ' ', expected '.'"),
        ("futoshiki", "  . .\n  . .\n", 3, "a drawing of 2 lines, expected an odd number"),
        ("futoshiki", "  .\n" + "\n  .\n" * 15, 3, "a drawing of 31 lines, expected at most 29"),
        ("pipes", "  ╔╗\n  ╚x\n", 5, "line 2, column 2 of the drawing is 'x', expected '▒' or '╚'"),
        ("pipes", "  ╔╗\n  ╚\n", 5, "line 2, column 2 of the drawing is ' ', expected '▒'"),
        ("pipes", "  ╔╗\n  ╚▒\n", 1, "0 tiles for 1 gaps"),
        ("pipes", "  ╔╗\n  ╚▒\ntiles: ╝╝\n", 6, "2 tiles for 1 gaps"),
        ("pipes", "  ╔╗\n  ╚▒\ntiles: ▒\n", 6, "'▒' among the tiles"),
    ],
)
def test_a_wrong_drawing_is_reported_with_its_place(
    tmp_path: Path, name: str, text: str, line: int, message: str
) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(f"puzzle: {name}\nname: wrong\ngrid: |\n{text}", encoding="utf-8")
    with pytest.raises(BadInput) as wrong:
        load(file)
    assert str(wrong.value).startswith(f"{file}:{line}:1: {message}")


LATIN, LOOP = ((1, 2), (2, 1)), ((6, 12), (3, 9))
TWO = Futoshiki("two", ((0, 0), (0, 1)), (Less((0, 0), (0, 1)),))
OPEN = replace(TWO, grid=((0, 0), (0, 0)))
FOUR = Pipes("four", ((6, 0), (0, 0)), (3, 9, 12))


@pytest.mark.parametrize(
    ("puzzle", "solutions", "message"),
    [
        (TWO, (), "no solution"),
        (TWO, (LATIN, LATIN), "the same"),
        (TWO, (((1, 2),),), "2 rows of 2"),
        (OPEN, (((1, 1), (2, 2)),), "row 1 has 1 twice"),
        (OPEN, (((1, 2), (1, 2)),), "column 1 has 1 twice"),
        (TWO, (((2, 1), (1, 2)),), "row 2, column 2 is not what is given there"),
        (OPEN, (((2, 1), (1, 2)),), "the 2 in row 1, column 1 is not less than the 1"),
        (FOUR, (), "no solution"),
        (FOUR, (LOOP, LOOP), "the same"),
        (FOUR, (((6, 12),),), "2 rows of 2"),
        (FOUR, (((6, 12), (3, 3)),), "not the tiles"),
        (FOUR, (((3, 12), (6, 9)),), "row 1, column 1 is not what is given there"),
        (FOUR, (((6, 9), (3, 12)),), "a pipe leaves the square from row 1, column 2"),
    ],
)
def test_an_answer_that_is_none_is_refused_with_what_is_wrong(puzzle: Any, solutions: Any, message: str) -> None:
    with pytest.raises(RuleBroken, match=message):
        PUZZLES[type(puzzle).__name__.lower()].verify(puzzle, solutions)


@both
def test_narrowing_keeps_every_solution(kind: Kind) -> None:
    for size, seed in [(size, seed) for size in kind.tiny for seed in range(60)]:
        puzzle = kind.random(size, seed)
        board = kind.board(puzzle)
        narrowed = board.narrow(board.first)
        for grid in kind.solutions(puzzle):
            assert narrowed is not None
            assert all(cell >> value & 1 for cell, value in zip(narrowed, flat(grid), strict=True))


@each_solver
@some_or_all(20)
def test_tiny_puzzles_against_brute_force(kind: Kind, solve: Solve, of: Of) -> None:
    counts = set()
    for puzzle in of(kind.random(size, seed) for size, seeds in kind.tiny.items() for seed in range(seeds)):
        count = len(kind.solutions(puzzle))
        counts.add(min(count, 2))
        check(kind, puzzle, solve, count)
    assert counts == {0, 1, 2}, "the puzzles are of all kinds"


@both
@some_or_all(9)
def test_solvers_agree_on_larger_random_puzzles(kind: Kind, of: Of) -> None:
    for seed in of(range(60)):
        puzzle = kind.random(5 + seed % 3, seed)
        model, search, *others = kind.solvers
        found = search(puzzle, Settings(), Watch())
        for solve in (model, *others):
            check(kind, puzzle, solve, 1 if found.unique else 2 * bool(found.solutions))


LONG = [
    (futoshiki_search.solve, "random-9x9-b"), (futoshiki_search.solve, "random-9x9-c"),
    (pipes_model.solve, "concentric-16x16"), (pipes_model.solve, "concentric-12x12"),
]  # fmt: skip
FILES = [
    parameters
    for kind in (FUTOSHIKI, PIPES)
    for parameters in each_by_each(kind.solvers[:2], sorted((INSTANCES / kind.name).glob("*.yaml")), LONG)
]


@pytest.mark.parametrize(("solve", "file"), FILES)
def test_the_files_have_as_many_solutions_as_they_say(solve: Solve, file: Path) -> None:
    puzzle, instance = load(file)
    check(FUTOSHIKI if puzzle.name == "futoshiki" else PIPES, instance, solve, instance.known.solutions)


@each_solver
def test_any_plan_stops_at_the_first_solution(kind: Kind, solve: Solve) -> None:
    empty = (
        Futoshiki("empty", ((0,) * 9,) * 9, ()) if kind is FUTOSHIKI else Pipes("x", ((0,) * 4,) * 4, (3, 6, 9, 12) * 4)
    )
    result = solve(empty, Settings(any_plan=True), Watch())
    assert (result.outcome, len(result.solutions), result.unique) == (Outcome.SOLVED, 1, None)


@pytest.mark.parametrize("name", ["futoshiki/gen-8x8-b", "pipes/concentric-8x8"])
def test_a_limit_is_no_answer(name: str) -> None:
    puzzle, instance = load(INSTANCES / f"{name}.yaml")
    model, *_, search = (FUTOSHIKI if puzzle.name == "futoshiki" else PIPES).solvers
    watch = Watch()
    watch.interrupted.set()
    for solve in (model, search):
        result = solve(instance, Settings(), watch)
        assert (result.outcome, result.solutions, result.unique) == (Outcome.INTERRUPTED, (), None)


@pytest.mark.parametrize(
    ("generate", "options", "drawn"),
    [
        (
            futoshiki_generator.generate, {"size": 5, "digits": 2, "seed": 0},
            ". . .<3>.\n\n.<. . . .\n\n. .>. . .\n      ^\n. 4 . . .\n\n. . 5 . .",
        ),
        (
            pipes_generator.generate, {"size": 4, "clues": 0.4, "seed": 1},
            "▒══▒\n▒═▒▒\n▒▒▒║\n▒▒═╝\n\nto lay: ╚╚ ║ ╔╔ ╝ ══ ╗╗",
        ),
    ],
)  # fmt: skip
def test_a_seed_gives_the_same_puzzle_always(generate: Callable[..., Any], options: dict[str, Any], drawn: str) -> None:
    puzzle = generate(**options)
    assert str(PUZZLES[type(puzzle).__name__.lower()].picture(puzzle)) == drawn


@pytest.mark.parametrize(
    ("generate", "options"),
    [
        *(
            (futoshiki_generator.generate, options)
            for options in ({"size": 0}, {"size": 16}, {"size": 3, "digits": 10})
        ),
        *((pipes_generator.generate, options) for options in ({"size": 1}, {"clues": 1.1}, {"count": -1})),
    ],
)
def test_options_that_make_no_puzzle_are_refused(generate: Callable[..., Any], options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        generate(**options)
