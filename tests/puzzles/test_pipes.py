"""Pipes alone: counting, diagonals, the direct search, and the generator."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grids import flat, pipes_solutions, squares_of
from helpers.paths import INSTANCES
from instances.pipes.rules import KINDS, Pipes
from instances.puzzles import load
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from search_baseline.pipes import raster
from search_baseline.pipes import solver as search
from search_baseline.pipes.generator import generate
from search_baseline.pipes.solver import Board

FOLDER = INSTANCES / "pipes"


def test_pipes_without_partners_are_the_reason() -> None:
    puzzle = Pipes("odd", ((0, 0), (0, 0)), (6, 6, 9, 12))
    result = search.solve(puzzle, Settings(), Watch())
    reason = "3 pipes to the bottom cannot meet 1 to the top"
    assert (result.outcome, result.reason) == (Outcome.UNSOLVABLE, reason)


@pytest.mark.parametrize(("size", "every"), [(2, 1), (4, 1), (6, 97)])
def test_diagonals_keep_every_square_of_tiles_with_two_pipes(size: int, every: int) -> None:
    grids = list(squares_of(size, [tile for tile in KINDS if tile.bit_count() == 2]))[::every]
    assert grids
    for tiles in map(flat, grids):
        puzzle = Pipes("loops", ((0,) * size,) * size, tuple(sorted(tiles)))
        board = Board(puzzle)
        narrowed = board.narrow(board.first)
        assert narrowed is not None
        assert all(cell >> tile & 1 for cell, tile in zip(narrowed, tiles, strict=True))


def test_diagonals_show_where_the_corners_of_concentric_squares_lie() -> None:
    _, puzzle = load(FOLDER / "concentric-8x8.yaml")
    board = Board(puzzle)
    narrowed = board.narrow(board.first)
    assert narrowed is not None
    corners = {divmod(cell, 8) for cell, kinds in enumerate(narrowed) if kinds >> 6 & 1}  # where a ╔ can lie
    assert {r + c for r, c in corners} == {0, 2, 4, 6}


@pytest.mark.parametrize(
    ("name", "iterations"),
    [("blog-5x5", 40), ("blog-6x6", 300), ("concentric-8x8", 30_000), ("concentric-10x10", 1_000_000)],
)
def test_the_direct_search_needs_no_more_iterations_than_the_first_program(name: str, iterations: int) -> None:
    _, puzzle = load(FOLDER / f"{name}.yaml")
    result = raster.solve(puzzle, Settings(any_plan=True), Watch())
    assert result.statistics["nodes_to_first"] <= iterations


@pytest.mark.parametrize("file", sorted(FOLDER.glob("concentric-*.yaml")), ids=lambda file: file.stem)
def test_with_narrowing_fewer_nodes_than_cells_prove_that_the_solution_is_the_only_one(file: Path) -> None:
    _, puzzle = load(file)
    assert search.solve(puzzle, Settings(), Watch()).statistics["nodes"] < puzzle.size**2


def test_the_log_shows_the_square_filling_up(capsys: pytest.CaptureFixture[str]) -> None:
    _, puzzle = load(FOLDER / "blog-5x5.yaml")
    result = raster.solve(puzzle, Settings(any_plan=True, log=True), Watch())
    frames = capsys.readouterr().err.strip().split("\n\n")
    assert len(frames) == result.statistics["nodes"]
    assert frames[0] == "1\n▒═▒▒▒\n▒═▒▒▒\n▒╔▒╬▒\n▒▒▒▒╗\n╚▒▒▒▒"
    assert frames[-1].split("\n", 1)[1] == "╔═╗╔╗\n╠═╣║║\n║╔╬╬╝\n║║║╚╗\n╚╝╚═╝"


@given(st.integers(2, 7), st.sampled_from([0.0, 0.3, 0.6, 1.0]), st.integers(0, 1000))
def test_a_generated_puzzle_has_the_solutions_that_it_claims(size: int, clues: float, seed: int) -> None:
    puzzle = generate(size=size, clues=clues, count=20, seed=seed)
    assert len(puzzle.tiles) == size * size - int(clues * size * size + 0.5)
    if puzzle.known is not None and size <= 4:
        assert len(pipes_solutions(puzzle)) == puzzle.known.solutions
