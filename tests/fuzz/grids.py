"""Forged proofs by cases, and forged solutions, of small grids all of whose solutions are known."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from fuzz.forgeries import Forgery, certificate, spoilt
from fuzz.mutation import damaged
from helpers.grids import flat, futoshiki_solutions, latin_squares, pipes_solutions, random_futoshiki, random_pipes
from instances.certificates.certificate_files import seen
from instances.certificates.makers import cases
from instances.checker.cases import Filled, Grid
from instances.puzzles import PUZZLES
from instances.solving.limits import Watch

DIFFERENT = 1000  # puzzles of each kind


class Case(NamedTuple):
    """A puzzle as the checker sees it, all its solutions, and a grid that may be none of them."""

    puzzle: Filled
    solutions: list[Grid]
    other: Grid


def forged_futoshiki(rng: random.Random) -> Forgery:
    return forged("futoshiki", futoshiki, rng)


def forged_pipes(rng: random.Random) -> Forgery:
    return forged("pipes", pipes, rng)


@cache
def futoshiki(seed: int) -> Case:
    rng = random.Random(seed)
    size = rng.choice([2, 3, 3, 3, 3, 3, 4])
    puzzle = random_futoshiki(size, seed)
    solutions = list(map(flat, futoshiki_solutions(puzzle)))
    squares = list(map(flat, latin_squares(size)))
    other = rng.choice([rng.choice(squares), exchanged(rng.choice(solutions or squares), rng)])
    return Case(seen(PUZZLES["futoshiki"], puzzle), solutions, other)


@cache
def pipes(seed: int) -> Case:
    rng = random.Random(seed)
    puzzle = random_pipes(rng.choice([2, 3, 3, 4]), seed)
    solutions = list(map(flat, pipes_solutions(puzzle)))
    left = rng.sample(puzzle.tiles, len(puzzle.tiles))
    laid = tuple(tile or left.pop() for tile in flat(puzzle.grid))
    other = rng.choice([laid, exchanged(rng.choice(solutions or [laid]), rng)])
    return Case(seen(PUZZLES["pipes"], puzzle), solutions, other)


def exchanged(grid: Grid, rng: random.Random) -> Grid:
    """With two values exchanged, or one changed."""
    first, second = rng.sample(range(len(grid)), 2)
    places = rng.choice([{first: second, second: first}, {first: second}])
    return tuple(grid[places.get(cell, cell)] for cell in range(len(grid)))


def forged(name: str, make: Callable[[int], Case], rng: random.Random) -> Forgery:
    """Unsolvable, the only one of several solutions, a grid that is none, or one solution twice."""
    puzzle, solutions, other = make(rng.randrange(DIFFERENT))
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
    rows: list[Any] = [drawn(puzzle, grid) for grid in answers]
    if claim.get("unique") and rng.random() < 0.1:  # it stays false
        rows = [damaged(rows[0], rng)]
    strangers = [{"cell": [rng.randint(0, puzzle.size + 1) for _ in range(2)]} for _ in range(12)]
    lines = spoilt(rng.choice([telling, telling, strangers, []]), [*telling, *strangers], rng)
    truth = f"which has {len(solutions)} solutions"
    return certificate(name, puzzle, claim | {"answers": len(rows) or None}, rows, lines, truth)


def drawn(puzzle: Filled, grid: Grid) -> list[str]:
    text = "".join(puzzle.characters[value] for value in grid)
    return [text[first : first + puzzle.size] for first in range(0, len(text), puzzle.size)]
