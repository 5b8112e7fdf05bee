"""Pipes: the drawing, the rules, the generator, and three solvers against brute force and each other."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodel import pipes as model
from helpers.cases import Of, each_by_each, some_or_all
from helpers.grids import check_count, check_interrupted, check_mistake, check_refusals, count_of
from helpers.paths import INSTANCES
from instances.grid_puzzle import Known
from instances.pipes import PUZZLE
from instances.pipes.rules import BOTTOM, KINDS, LEFT, RIGHT, TOP, Grid, Pipes
from instances.puzzles import load
from instances.reading.validation import checked
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome
from search_baseline.pipes import propagation as candidates
from search_baseline.pipes import solver as search
from search_baseline.pipes.generator import generate, network

FOLDER = INSTANCES / "pipes"
FILES = sorted(FOLDER.glob("*.yaml"))
check = partial(check_count, PUZZLE)  # the solver says how many solutions there are
SOLVERS = [model.solve, search.solve, search.solve_direct]


def squares_of(size: int, kinds: Sequence[int], laid: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every square of such tiles whose pipes all meet, row by row, by trying every tile in every cell."""
    row, column = divmod(len(laid), size)
    if row == size:
        yield laid
        return
    above = bool(row and laid[-size] & BOTTOM)
    before = bool(column and laid[-1] & RIGHT)
    border = BOTTOM * (row == size - 1) + RIGHT * (column == size - 1)
    for tile in kinds:
        if bool(tile & TOP) == above and bool(tile & LEFT) == before and not tile & border:
            yield from squares_of(size, kinds, (*laid, tile))


@cache
def networks(size: int) -> list[Grid]:
    return [tuple(tiles[row * size : (row + 1) * size] for row in range(size)) for tiles in squares_of(size, KINDS)]


def tiles_of(grid: Grid) -> list[int]:
    return sorted(tile for row in grid for tile in row if tile)


@cache
def alike(size: int) -> dict[tuple[int, ...], list[Grid]]:
    """The networks by their tiles."""
    groups: dict[tuple[int, ...], list[Grid]] = {}
    for grid in networks(size):
        groups.setdefault(tuple(tiles_of(grid)), []).append(grid)
    return groups


def count_solutions(puzzle: Pipes) -> int:
    """The truth about a tiny puzzle, by looking at every network of its tiles."""
    return sum(
        all(
            clue in (0, tile)
            for clues, row in zip(puzzle.grid, grid, strict=True)
            for clue, tile in zip(clues, row, strict=True)
        )
        for grid in alike(puzzle.size).get(tuple(sorted([*puzzle.tiles, *tiles_of(puzzle.grid)])), [])
    )


def random_puzzle(size: int, seed: int) -> Pipes:
    """Some tiles of a random network taken out, and now and then a tile changed: all kinds of puzzles come out."""
    stream = random.Random(seed)
    grid = stream.choice(networks(size)) if size <= 4 else network(size, stream)
    share = stream.random()
    laid = tuple(tuple(tile if stream.random() < share else 0 for tile in row) for row in grid)
    tiles = [
        tile for row, kept in zip(grid, laid, strict=True) for tile, stays in zip(row, kept, strict=True) if not stays
    ]
    if tiles and stream.random() < 0.3:
        tiles[0] = stream.choice(KINDS)
    if stream.random() < 0.2:
        laid = laid[::-1]
    return Pipes(f"random {size} {seed}", laid, tuple(sorted(tiles)))


@st.composite
def puzzles(draw: st.DrawFn) -> Pipes:
    size = draw(st.integers(1, 8))
    grid = tuple(tuple(draw(st.sampled_from((0, *KINDS))) for _ in range(size)) for _ in range(size))
    tiles = tuple(sorted(draw(st.sampled_from(KINDS)) for row in grid for tile in row if not tile))
    return Pipes("a name", grid, tiles, draw(st.sampled_from([None, Known(0), Known(3)])))


@given(puzzles())
def test_picture_and_file_give_the_puzzle_back(puzzle: Pipes) -> None:
    assert PUZZLE.read_picture(str(PUZZLE.picture(puzzle)), puzzle.name) == replace(puzzle, known=None)
    assert PUZZLE.parse(checked(PUZZLE.document(puzzle), PUZZLE.Document)) == puzzle
    assert PUZZLE.read_answer(puzzle, PUZZLE.answer(puzzle, (puzzle.grid,))) == (puzzle.grid,)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("grid: |\n  ╔╗\n  ╚x\n", 5, "row 2, column 2 is 'x', expected one of ▒╚║"),
        ("grid: |\n  ╔╗\n  ╚\n", 5, "row 2 has 1 cells, expected 2"),
        ("grid: |\n  ╔╗\n", 4, "row 1 has 2 cells, expected 1"),
        ("grid: |\n  ╔╗\n  ╚▒\n", 1, "0 tiles for 1 gaps"),
        ("grid: |\n  ╔╗\n  ╚▒\ntiles: ╝╝\n", 6, "2 tiles for 1 gaps"),
        ("grid: |\n  ╔╗\n  ╚▒\ntiles: ▒\n", 6, "'▒' among the tiles"),
    ],
)
def test_a_wrong_drawing_is_reported_with_its_place(tmp_path: Path, text: str, line: int, message: str) -> None:
    check_mistake(tmp_path, f"puzzle: pipes\nname: wrong\n{text}", f"{line}:1: {message}")


def test_verify_names_what_is_wrong() -> None:
    puzzle = Pipes("two", ((6, 0), (0, 0)), (3, 9, 12))
    right = ((6, 12), (3, 9))
    PUZZLE.verify(puzzle, (right,))
    wrong = {
        (): "no solution",
        (right, right): "the same",
        (((6, 12),),): "2 rows of 2",
        (((6, 12), (3, 3)),): "not the tiles",
        (((3, 12), (6, 9)),): "row 1, column 1 is not the tile that lies there",
        (((6, 9), (3, 12)),): "a pipe leaves the square from row 1, column 2",
    }
    check_refusals(PUZZLE, puzzle, wrong)


def test_pipes_without_partners_are_the_reason() -> None:
    puzzle = Pipes("odd", ((0, 0), (0, 0)), (6, 6, 9, 12))
    result = search.solve(puzzle, Settings(), Watch())
    assert (result.outcome, result.reason) == (
        Outcome.UNSOLVABLE,
        "3 pipes to the bottom cannot meet 1 to the top",
    )
    check(puzzle, model.solve, 0)
    check(puzzle, search.solve_direct, 0)


def tiny() -> Iterator[Pipes]:
    for size, seeds in ((2, 5), (3, 20), (4, 90)):
        for seed in range(seeds):
            yield random_puzzle(size, seed)


@pytest.mark.parametrize("solve", SOLVERS)
@some_or_all(23)
def test_tiny_puzzles_against_brute_force(solve: Solve, of: Of) -> None:
    counts = []
    for puzzle in of(tiny()):
        counts.append(count_solutions(puzzle))
        check(puzzle, solve, counts[-1])
    assert {0, 1, 2} <= set(counts), "the puzzles are of all kinds"


def test_narrowing_keeps_every_solution() -> None:
    for seed in range(200):
        puzzle = random_puzzle(4, seed)
        narrowed = candidates.board_of(puzzle).narrow(candidates.start(puzzle))
        for grid in alike(4).get(tuple(sorted([*puzzle.tiles, *tiles_of(puzzle.grid)])), []):
            tiles = [tile for row in grid for tile in row]
            clues = [clue for row in puzzle.grid for clue in row]
            if all(clue in (0, tile) for clue, tile in zip(clues, tiles, strict=True)):
                assert narrowed is not None
                assert all(cell >> tile & 1 for cell, tile in zip(narrowed, tiles, strict=True))


@pytest.mark.parametrize(("size", "every"), [(2, 1), (4, 1), (6, 97)])
def test_diagonals_keep_every_square_of_tiles_with_two_pipes(size: int, every: int) -> None:
    grids = list(squares_of(size, [tile for tile in KINDS if tile.bit_count() == 2]))[::every]
    assert grids
    for tiles in grids:
        puzzle = Pipes("loops", ((0,) * size,) * size, tuple(sorted(tiles)))
        narrowed = candidates.board_of(puzzle).narrow(candidates.start(puzzle))
        assert narrowed is not None
        assert all(cell >> tile & 1 for cell, tile in zip(narrowed, tiles, strict=True))


def test_diagonals_show_where_the_corners_of_concentric_squares_lie() -> None:
    _, puzzle = load(FOLDER / "concentric-8x8.yaml")
    narrowed = candidates.board_of(puzzle).narrow(candidates.start(puzzle))
    assert narrowed is not None
    corners = {divmod(cell, 8) for cell, kinds in enumerate(narrowed) if kinds >> 6 & 1}  # where a ╔ can lie
    assert {r + c for r, c in corners} == {0, 2, 4, 6}


@some_or_all(12)
def test_solvers_agree_on_larger_random_puzzles(of: Of) -> None:
    for seed in of(range(60)):
        puzzle = random_puzzle(5 + seed % 3, seed)
        count = count_of(search.solve(puzzle, Settings(), Watch()))
        check(puzzle, model.solve, count)
        check(puzzle, search.solve_direct, count)


LONG = [(model.solve, "concentric-16x16"), (model.solve, "concentric-12x12")]


@pytest.mark.parametrize(("solve", "file"), each_by_each([model.solve, search.solve], FILES, LONG))
def test_the_files_have_as_many_solutions_as_they_say(solve: Solve, file: Path) -> None:
    _, puzzle = load(file)
    check(puzzle, solve, puzzle.known.solutions)


@pytest.mark.parametrize(
    ("name", "iterations"),
    [("blog-5x5", 40), ("blog-6x6", 300), ("concentric-8x8", 30_000), ("concentric-10x10", 1_000_000)],
)
def test_the_direct_search_needs_no_more_iterations_than_the_first_program(name: str, iterations: int) -> None:
    _, puzzle = load(FOLDER / f"{name}.yaml")
    result = search.solve_direct(puzzle, Settings(any_plan=True), Watch())
    assert (result.outcome, result.unique) == (Outcome.SOLVED, None)
    assert result.statistics["nodes_to_first"] <= iterations


@pytest.mark.parametrize("file", sorted(FOLDER.glob("concentric-*.yaml")), ids=lambda file: file.stem)
def test_with_narrowing_fewer_nodes_than_cells_prove_that_the_solution_is_the_only_one(file: Path) -> None:
    _, puzzle = load(file)
    check(puzzle, search.solve, puzzle.known.solutions)
    assert search.solve(puzzle, Settings(), Watch()).statistics["nodes"] < puzzle.size**2


@pytest.mark.parametrize("solve", [model.solve, search.solve_direct])
def test_a_limit_is_no_answer(solve: Solve) -> None:
    check_interrupted(solve, load(FOLDER / "concentric-8x8.yaml")[1])


def test_the_log_shows_the_square_filling_up(capsys: pytest.CaptureFixture[str]) -> None:
    _, puzzle = load(FOLDER / "blog-5x5.yaml")
    result = search.solve_direct(puzzle, Settings(any_plan=True, log=True), Watch())
    frames = capsys.readouterr().err.strip().split("\n\n")
    assert len(frames) == result.statistics["nodes"]
    assert frames[0] == "1\n▒═▒▒▒\n▒═▒▒▒\n▒╔▒╬▒\n▒▒▒▒╗\n╚▒▒▒▒"
    assert frames[-1].split("\n", 1)[1] == "╔═╗╔╗\n╠═╣║║\n║╔╬╬╝\n║║║╚╗\n╚╝╚═╝"


@given(st.integers(2, 7), st.sampled_from([0.0, 0.3, 0.6, 1.0]), st.integers(0, 1000))
def test_a_generated_puzzle_has_the_solutions_that_it_claims(size: int, clues: float, seed: int) -> None:
    puzzle = generate(size=size, clues=clues, count=20, seed=seed)
    assert len(puzzle.tiles) == size * size - int(clues * size * size + 0.5)
    if puzzle.known is not None and size <= 4:
        assert count_solutions(puzzle) == puzzle.known.solutions


def test_a_seed_gives_the_same_puzzle_always() -> None:
    puzzle = generate(size=4, clues=0.4, seed=1)
    assert str(PUZZLE.picture(puzzle)) == "▒══▒\n▒═▒▒\n▒▒▒║\n▒▒═╝\n\nto lay: ╚╚ ║ ╔╔ ╝ ══ ╗╗"


@pytest.mark.parametrize("options", [{"size": 1}, {"clues": 1.1}, {"clues": -0.1}, {"count": -1}])
def test_options_that_make_no_puzzle_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        generate(**options)
