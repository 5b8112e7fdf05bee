"""Futoshiki and pipes: files, rules, solvers against brute force and each other, generators."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, permutations, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodel import futoshiki as futoshiki_model
from cpmodel import pipes as pipes_model
from fewest_pours import puzzle_of
from fewest_pours.puzzles.futoshiki.rules import Futoshiki
from fewest_pours.puzzles.loading import PUZZLES, load
from fewest_pours.puzzles.pipes import generator as pipes_generator
from fewest_pours.puzzles.pipes.rules import Pipes
from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.running.solver_contract import Outcome, Settings, Solve, Watch
from helpers.cases import case, few_or_many
from helpers.deals import named, searched
from helpers.grids import Grid, futoshiki_solutions, pipes_solutions, random_futoshiki, random_pipes
from helpers.paths import INSTANCES
from search_baseline.futoshiki import generator as futoshiki_generator
from search_baseline.futoshiki import solver as futoshiki_search
from search_baseline.pipes import raster
from search_baseline.pipes import solver as pipes_search


class Kind(NamedTuple):
    """Random instances of a puzzle by size and seed, their solutions by brute force, and the puzzle's solvers.

    tiny: sizes that brute force can do, with so many seeds; empty: one with very many solutions.
    """

    random: Callable[[int, int], Any]
    solutions: Callable[[Any], list[Grid]]
    tiny: dict[int, int]
    solvers: list[Solve]
    empty: Any


KINDS_OF_GRID = {
    "futoshiki": Kind(
        random_futoshiki, futoshiki_solutions,
        {1: 1, 2: 10, 3: 40, 4: 60}, [futoshiki_model.solve, futoshiki_search.solve],
        Futoshiki("", ((0,) * 9,) * 9, ()),
    ),
    "pipes": Kind(
        random_pipes, pipes_solutions,
        {2: 5, 3: 20, 4: 90}, [pipes_model.solve, pipes_search.solve, raster.solve],
        Pipes("", ((0,) * 4,) * 4, (3, 6, 9, 12) * 4),
    ),
}  # fmt: skip
each_solver = pytest.mark.parametrize(
    ("kind", "solve"), [(kind, solve) for kind in KINDS_OF_GRID.values() for solve in kind.solvers]
)


def check(puzzle, solve, count):
    """The solver says what there is: no solution, one, or more."""
    result = solve(puzzle, Settings(), Watch())
    assert result.outcome is (Outcome.OPTIMAL if count else Outcome.UNSOLVABLE), puzzle.name
    assert len(result.solutions) == min(count, 2), puzzle.name
    assert result.unique is (count == 1 if count else None), puzzle.name
    if count:
        puzzle_of(puzzle).verify(puzzle, result.solutions)


# --- files and rules


def test_a_drawing_can_be_typed_without_trailing_spaces_and_in_a_block_without_end(tmp_path):
    file = tmp_path / "typed.yaml"
    file.write_text("puzzle: futoshiki\nname: typed\ngrid: |-\n  1 .<.\n  ^\n  .<3 .\n  ^   ^\n  . 1<2\n")
    (_, puzzle), (_, known) = load(file), load("seed-3x3-format")
    assert (puzzle.grid, puzzle.less) == (known.grid, known.less)


def test_neither_no_solution_nor_values_out_of_range_are_an_answer():
    puzzle = KINDS_OF_GRID["futoshiki"].empty
    with pytest.raises(RuleBroken, match="no solution"):
        PUZZLES["futoshiki"].verify(puzzle, ())
    for value in -1, 10:
        with pytest.raises(RuleBroken, match=f"{value} is not a value, expected 1 to 9"):
            puzzle.filled(((value,) * 9,) * 9)


# --- solvers


@each_solver
@few_or_many(12)
def test_tiny_puzzles_have_the_solutions_of_brute_force(kind, solve, of):
    counts = set()
    for puzzle in of(kind.random(size, seed) for size, seeds in kind.tiny.items() for seed in range(seeds)):
        count = len(kind.solutions(puzzle))
        counts.add(min(count, 2))
        check(puzzle, solve, count)
    assert counts == {0, 1, 2}, "the puzzles are of all kinds"


LONG = [
    (futoshiki_search.solve, "random-9x9-b"), (futoshiki_search.solve, "random-9x9-c"),
    (pipes_model.solve, "concentric-16x16"), (pipes_model.solve, "concentric-12x12"),
]  # fmt: skip
FILES = [
    case(solve, file.stem, slow=(solve, file.stem) in LONG)
    for puzzle, kind in KINDS_OF_GRID.items()
    for solve in kind.solvers[:2]
    for file in sorted((INSTANCES / puzzle).glob("*.yaml"))
]


@pytest.mark.parametrize(("solve", "name"), FILES)
def test_the_files_have_as_many_solutions_as_they_state(solve, name):
    instance = named(name)
    check(instance, solve, instance.known.solutions)


@each_solver
def test_the_first_solution_is_no_proof_and_a_limit_no_answer(kind, solve):
    result = solve(kind.empty, Settings(any_plan=True), Watch())
    assert (result.outcome, len(result.solutions), result.unique) == (Outcome.SOLVED, 1, None)
    watch = Watch()
    watch.interrupted.set()
    result = solve(kind.empty, Settings(), watch)
    assert (result.outcome, result.unique) == (Outcome.INTERRUPTED, None)


def test_a_line_keeps_exactly_the_values_of_its_fillings():
    stream = random.Random(4)
    for size in [*range(1, 5)] * 60:
        line = tuple(stream.randrange(2, 2 << size) & ~1 for _ in range(size))
        below = [0] * size
        for first, second in pairwise(range(size)):
            smaller, larger = stream.choice([(first, second), (second, first)])
            below[larger] |= stream.randrange(2) << smaller
        used = [0] * size
        for filling in permutations(range(1, size + 1)):
            smaller_than = [sum(1 << i for i in range(size) if filling[i] < value) for value in filling]
            fits_signs = all(first & ~smaller == 0 for first, smaller in zip(below, smaller_than, strict=True))
            if fits_signs and all(line[i] >> filling[i] & 1 for i in range(size)):
                used = [used[i] | 1 << filling[i] for i in range(size)]
        assert futoshiki_search.values_in_fillings(line, tuple(below)) == tuple(used)
    wide = (futoshiki_search.all_values(15),) * 15
    assert futoshiki_search.values_in_fillings(wide, (2, *[0] * 14)) == wide


# --- generators


def test_a_seed_gives_the_same_puzzle():
    futoshiki = futoshiki_generator.generate(size=5, digits=2)
    drawn = ". . . . .\n      ^ v\n. . . .<.\n\n.<. . . .\n      v\n. . . . .\n^ ^ ^ ^\n. .>. . ."
    assert str(PUZZLES["futoshiki"].picture(futoshiki)) == drawn
    pipes = pipes_generator.generate(size=4, clues=0.4, seed=1)
    assert str(PUZZLES["pipes"].picture(pipes)) == "▒══▒\n▒═▒▒\n▒▒▒║\n▒▒═╝\n\nto lay: ╚╚ ║ ╔╔ ╝ ══ ╗╗"


@pytest.mark.parametrize(("size", "digits", "seed"), [(1, 0, 0), (2, 0, 1), (4, 3, 2), (5, 0, 3), (6, 2, 4)])
def test_a_generated_futoshiki_has_one_solution_and_no_superfluous_clue(size, digits, seed):
    puzzle = futoshiki_generator.generate(size=size, digits=digits, seed=seed)
    without = [replace(puzzle, less=tuple(other for other in puzzle.less if other != sign)) for sign in puzzle.less]
    for r, c in product(range(size), repeat=2):
        grid = [list(row) for row in puzzle.grid]
        grid[r][c] = 0
        if grid != list(map(list, puzzle.grid)):
            without.append(replace(puzzle, grid=tuple(map(tuple, grid))))
    unique = [searched(each).unique for each in (puzzle, *without)]
    assert unique == [True, *[False] * len(without)]


@given(st.integers(2, 7), st.sampled_from([0.0, 0.3, 0.6, 1.0]), st.integers(0, 1000))
def test_generated_pipes_have_a_solution_and_a_share_of_clues(size, clues, seed):
    puzzle = pipes_generator.generate(size=size, clues=clues, seed=seed)
    assert len(puzzle.tiles) == size * size - int(clues * size * size + 0.5)
    assert searched(puzzle, any_plan=True).solutions
