"""Forged proofs by cases, and forged solutions, of small grids all of whose solutions are known."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

from fuzz.forgeries import Forgery, certificate, spoilt
from fuzz.mutation import damaged
from instances.certificates.makers import cases
from instances.checker.cases import Filled, Grid
from instances.checker.futoshiki import Futoshiki
from instances.checker.pipes import BOTTOM, LEFT, RIGHT, TOP, Pipes
from instances.solving.limits import Watch

PUZZLES = 1000  # different ones of each kind
SIDES = (TOP, RIGHT, BOTTOM, LEFT)


class Case(NamedTuple):
    """A puzzle, all its solutions, and a grid that may be none of them."""

    puzzle: Any
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
    squares = latin_squares(size)
    grid, other = rng.choice(squares), rng.choice(squares)
    pairs = [(cell, beside) for cell, beside, _, _ in joints(size)]
    pairs = rng.sample(pairs, rng.randint(0, min(6, len(pairs))))
    less = tuple(pair if grid[pair[0]] < grid[pair[1]] else pair[::-1] for pair in pairs)
    seldom = rng.choice([0.1, 0.3, 0.4])
    givens = tuple(value if rng.random() < seldom else 0 for value in grid)
    solutions = [
        square
        for square in squares
        if all(given in (0, value) for given, value in zip(givens, square, strict=True))
        and all(square[first] < square[second] for first, second in less)
    ]
    if rng.random() < 0.5:
        other = exchanged(grid, rng)
    return Case(Futoshiki(size, givens, less), solutions, other)


def exchanged(grid: Grid, rng: random.Random) -> Grid:
    """With two values exchanged."""
    first, second = rng.sample(range(len(grid)), 2)
    return tuple(grid[{first: second, second: first}.get(cell, cell)] for cell in range(len(grid)))


def joints(size: int) -> list[tuple[int, int, int, int]]:
    """Cells beside each other, and the side of each at which the other one lies."""
    across = [(cell, cell + 1, RIGHT, LEFT) for cell in range(size * size) if (cell + 1) % size]
    return across + [(cell, cell + size, BOTTOM, TOP) for cell in range(size * (size - 1))]


@cache
def latin_squares(size: int) -> list[Grid]:
    rows = list(permutations(range(1, size + 1)))
    return [
        sum(square, ())
        for square in product(rows, repeat=size)
        if all(len(set(column)) == size for column in zip(*square, strict=True))
    ]


@cache
def pipes(seed: int) -> Case:
    rng = random.Random(seed)
    size = rng.choice([2, 3, 3, 4])
    cells = range(size * size)
    tiles = random_tiles(size, rng)
    gaps = rng.sample(cells, rng.choice([min(9, len(cells)), rng.randint(1, min(8, len(cells)))]))
    for cell in rng.sample(cells, rng.choice([0, 0, 0, 1, 2])):  # torn, or leaking over the border
        side = rng.choice(SIDES)
        if (tiles[cell] ^ side).bit_count() > 1:
            tiles[cell] ^= side
    to_lay, other = [tiles[cell] for cell in gaps], list(tiles)
    if rng.random() < 0.3:
        for cell, tile in zip(gaps, rng.sample(to_lay, len(gaps)), strict=True):
            other[cell] = tile
    elif rng.random() < 0.4:  # another tile too often
        to_lay[rng.randrange(len(to_lay))] = rng.choice(to_lay)
    laid = tuple(0 if cell in gaps else tile for cell, tile in enumerate(tiles))
    puzzle = Pipes(size, laid, tuple(sorted(to_lay)))
    return Case(puzzle, list(fillings(puzzle)), tuple(other))


def random_tiles(size: int, rng: random.Random) -> list[int]:
    """Tiles that join: all pipes there can be, and then some taken away as long as each tile keeps two."""
    tiles = [0] * size**2
    for first, second, side, other in joints(size):
        tiles[first] |= side
        tiles[second] |= other
    for first, second, side, other in rng.sample(joints(size), rng.randint(0, len(joints(size)))):
        if min(tiles[first].bit_count(), tiles[second].bit_count()) > 2:
            tiles[first] -= side
            tiles[second] -= other
    return tiles


def fillings(puzzle: Pipes, tiles: Grid = ()) -> Iterator[Grid]:
    """All solutions, cell by cell."""
    cell, size = len(tiles), puzzle.size
    if cell == size * size:
        yield tiles
        return
    row, column = divmod(cell, size)
    left = Counter(puzzle.to_lay) - Counter(tile for tile, laid in zip(tiles, puzzle.laid, strict=False) if not laid)
    for tile in [puzzle.laid[cell]] if puzzle.laid[cell] else left:
        above = row > 0 and bool(tiles[cell - size] & BOTTOM)
        before = column > 0 and bool(tiles[cell - 1] & RIGHT)
        over = (row == size - 1 and tile & BOTTOM) or (column == size - 1 and tile & RIGHT)
        if bool(tile & TOP) == above and bool(tile & LEFT) == before and not over:
            yield from fillings(puzzle, (*tiles, tile))


def forged(name: str, make: Callable[[int], Case], rng: random.Random) -> Forgery:
    """Unsolvable, the only one of several solutions, a grid that is none, or one solution twice."""
    puzzle, solutions, other = make(rng.randrange(PUZZLES))
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
