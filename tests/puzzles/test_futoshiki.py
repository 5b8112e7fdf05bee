"""Futoshiki alone: drawings as people type them, nodes of the search, and the generator."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from helpers.paths import INSTANCES
from instances.futoshiki.rules import Futoshiki
from instances.puzzles import load
from instances.solving.limits import Settings, Watch
from search_baseline.futoshiki import solver as search
from search_baseline.futoshiki.generator import generate

FOLDER = INSTANCES / "futoshiki"


def test_a_drawing_can_be_typed_without_trailing_spaces_and_in_a_block_without_end(tmp_path: Path) -> None:
    file = tmp_path / "typed.yaml"
    file.write_text("puzzle: futoshiki\nname: typed\ngrid: |-\n  1 .<.\n  ^\n  .<3 .\n  ^   ^\n  . 1<2\n")
    _, puzzle = load(file)
    _, known = load(FOLDER / "seed-3x3-format.yaml")
    assert (puzzle.grid, puzzle.less) == (known.grid, known.less)


@pytest.mark.parametrize(
    ("name", "nodes"), [("gen-6x6-a", 9), ("seed-7x7-hard", 11), ("gen-8x8-a", 996), ("gen-8x8-b", 1955)]
)
def test_the_search_needs_no_more_nodes_than_known(name: str, nodes: int) -> None:
    _, puzzle = load(FOLDER / f"{name}.yaml")
    assert search.solve(puzzle, Settings(), Watch()).statistics["nodes"] <= nodes


def unique(puzzle: Futoshiki) -> bool | None:
    return search.solve(puzzle, Settings(), Watch()).unique


@pytest.mark.parametrize(("size", "digits", "seed"), [(1, 0, 0), (2, 0, 1), (4, 3, 2), (5, 0, 3), (6, 2, 4)])
def test_a_generated_puzzle_has_one_solution_and_no_superfluous_clue(size: int, digits: int, seed: int) -> None:
    puzzle = generate(size=size, digits=digits, seed=seed)
    assert unique(puzzle)
    for sign in puzzle.less:
        assert unique(replace(puzzle, less=tuple(other for other in puzzle.less if other != sign))) is False
    for r, c in product(range(size), repeat=2):
        if puzzle.grid[r][c]:
            grid = [list(row) for row in puzzle.grid]
            grid[r][c] = 0
            assert unique(replace(puzzle, grid=tuple(map(tuple, grid)))) is False
