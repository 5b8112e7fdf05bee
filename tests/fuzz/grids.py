"""Forged proofs by cases, and forged solutions, of small grids all of whose solutions are known."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from fewest_pours.checker.case_splits import GridToCheck
from fewest_pours.running.solver_contract import Watch
from fewest_pours.solving.uniqueness_proofs import cases
from fuzz.forgeries import certificate, spoilt
from fuzz.runner import Trial
from helpers.certificates import as_checked
from helpers.grids import flat, futoshiki_solutions, latin_squares, pipes_solutions, random_futoshiki, random_pipes

DIFFERENT = 1000  # puzzles of each kind

Grid = tuple[int, ...]  # one value for each cell, row by row


class Case(NamedTuple):
    """A puzzle as the checker sees it, all its solutions, and grids that may be none of them."""

    puzzle: GridToCheck
    solutions: list[Grid]
    others: list[Grid]


@cache
def futoshiki(seed: int) -> Case:
    size = (2, 3, 3, 3, 3, 3, 4)[seed % 7]
    puzzle = random_futoshiki(size, seed)
    solutions, squares = futoshiki_solutions(puzzle), latin_squares(size)
    return Case(as_checked(puzzle), list(map(flat, solutions)), list(map(flat, squares)))


@cache
def pipes(seed: int) -> Case:
    puzzle = random_pipes((2, 3, 3, 4)[seed % 4], seed)
    left = list(puzzle.tiles)
    laid = tuple(tile or left.pop() for tile in flat(puzzle.grid))
    return Case(as_checked(puzzle), list(map(flat, pipes_solutions(puzzle))), [laid])


def exchanged(grid: Grid, rng: Random) -> Grid:
    """With two values exchanged, or one changed."""
    first, second = rng.sample(range(len(grid)), 2)
    places = rng.choice([{first: second, second: first}, {first: second}])
    return tuple(grid[places.get(cell, cell)] for cell in range(len(grid)))


def forged(name: str, make: Callable[[int], Case], rng: Random) -> Trial:
    """Unsolvable, the only one of several solutions, a grid that is none, or one solution twice."""
    puzzle, solutions, others = make(rng.randrange(DIFFERENT))
    other = rng.choice([rng.choice(others), exchanged(rng.choice(solutions or others), rng)])
    telling = list(cases(puzzle, 10**6, Watch()))  # an honest witness, if all solutions were listed
    false: list[tuple[dict[str, Any], list[Grid]]] = []
    if solutions:
        false += [({"outcome": "unsolvable"}, [])] * 5
        false.append(({"outcome": "optimal", "unique": False}, [solutions[0], solutions[0]]))
    if len(solutions) > 1:
        false += [({"outcome": "optimal", "unique": True}, [rng.choice(solutions)])] * 10
    if other not in solutions:
        false += [({"outcome": "solved", "unique": rng.choice([None, True])}, [other])] * 4
    if not false:
        return forged(name, make, rng)
    claim, answers = rng.choice(false)
    rows = [drawn(puzzle, grid) for grid in answers]
    strangers = [{"cell": [rng.randint(0, puzzle.size + 1) for _ in range(2)]} for _ in range(12)]
    lines = spoilt(rng.choice([telling, telling, strangers, []]), [*telling, *strangers], rng)
    truth = f"which has {len(solutions)} solutions"
    return certificate(name, puzzle, claim | {"answers": len(rows) or None}, rows, lines, truth)


def drawn(puzzle: GridToCheck, grid: Grid) -> list[str]:
    text = "".join(puzzle.characters[value] for value in grid)
    return [text[first : first + puzzle.size] for first in range(0, len(text), puzzle.size)]
