"""Forged proofs by cases, and forged solutions, of small grids all of whose solutions are known."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from fuzz.forgeries import Forgery, certificate, spoilt
from fuzz.mutation import damaged
from fuzz.small_deals import Lines
from instances.certificates.makers import cases
from instances.checker.cases import Filled, Grid
from instances.checker.futoshiki import Futoshiki
from instances.checker.pipes import BOTTOM, LEFT, RIGHT, TOP, Pipes
from instances.solving.limits import Watch

PUZZLES = 1000  # different ones of each kind
SIDES = (TOP, RIGHT, BOTTOM, LEFT)


class Case(NamedTuple):
    """A puzzle with a solution, all its solutions, a grid that may be none of them, and cells that tell all cases."""

    puzzle: Any
    solutions: list[Grid]
    other: Grid
    telling: Lines


def forged_futoshiki(rng: random.Random) -> Forgery:
    return forged("futoshiki", futoshiki(rng.randrange(PUZZLES)), rng)


def forged_pipes(rng: random.Random) -> Forgery:
    return forged("pipes", pipes(rng.randrange(PUZZLES)), rng)


@cache
def futoshiki(seed: int) -> Case:
    rng = random.Random(seed)
    size = rng.choice([2, 3, 3, 3, 3, 3, 4])
    squares = latin_squares(size)
    grid, other = rng.choice(squares), rng.choice(squares)
    neighbours = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    neighbours += [(cell, cell + size) for cell in range(size * (size - 1))]
    pairs = rng.sample(neighbours, rng.randint(0, min(6, len(neighbours))))
    less = tuple(pair if grid[pair[0]] < grid[pair[1]] else pair[::-1] for pair in pairs)
    seldom = rng.choice([0.1, 0.3, 0.4])
    givens = tuple(value if rng.random() < seldom else 0 for value in grid)
    solutions = [
        other
        for other in squares
        if all(given in (0, value) for given, value in zip(givens, other, strict=True))
        and all(other[first] < other[second] for first, second in less)
    ]
    puzzle = Futoshiki(size, givens, less)
    if rng.random() < 0.5:
        first, second = rng.sample(range(size * size), 2)
        other = tuple(grid[{first: second, second: first}.get(cell, cell)] for cell in range(size * size))
    return Case(puzzle, solutions, other, telling(puzzle))


@cache
def latin_squares(size: int) -> list[Grid]:
    rows = list(permutations(range(1, size + 1)))
    squares: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(size):
        squares = [
            (*above, row)
            for above in squares
            for row in rows
            if all(value != other[i] for other in above for i, value in enumerate(row))
        ]
    return [sum(square, ()) for square in squares]


@cache
def pipes(seed: int) -> Case:
    rng = random.Random(seed)
    size = rng.choice([2, 3, 3, 4])
    tiles, most = random_tiles(size, rng), min(9, size * size)
    gaps = rng.sample(range(size * size), rng.choice([most, rng.randint(1, min(8, most))]))
    match rng.choice(["leak", "torn", "joined", "joined"]):
        case "leak":  # over one side of the border
            side = rng.choice(SIDES)
            edge = [cell for cell in range(size * size) if side & over(cell, size)]
            for cell in rng.sample(edge, rng.randint(1, size)):
                tiles[cell] += side
        case "torn":  # at one joint
            inner = [(cell, side) for cell in range(size * size) for side in SIDES if not side & over(cell, size)]
            cell, side = rng.choice(inner)
            if (tiles[cell] ^ side).bit_count() > 1:
                tiles[cell] ^= side
    to_lay, other = [tiles[cell] for cell in gaps], list(tiles)
    match rng.choice(["as they are", "as they are", "shuffled", "miscounted"]):
        case "shuffled":
            for cell, tile in zip(gaps, rng.sample(to_lay, len(gaps)), strict=True):
                other[cell] = tile
        case "miscounted":  # as many kinds
            often = [i for i, tile in enumerate(to_lay) if to_lay.count(tile) > 1]
            to_lay[rng.choice(often or [0])] = rng.choice(to_lay)
    laid = tuple(0 if cell in gaps else tile for cell, tile in enumerate(tiles))
    puzzle = Pipes(size, laid, tuple(sorted(to_lay)))
    return Case(puzzle, list(fillings(puzzle)), tuple(other), telling(puzzle))


def over(cell: int, size: int) -> int:
    """The sides of a cell that lie at the border."""
    row, column = divmod(cell, size)
    last = size - 1
    return TOP * (row == 0) + LEFT * (column == 0) + BOTTOM * (row == last) + RIGHT * (column == last)


def random_tiles(size: int, rng: random.Random) -> list[int]:
    """Tiles that join: all pipes there can be, and then some taken away as long as each tile keeps two."""
    tiles = [sum(SIDES) - over(cell, size) for cell in range(size * size)]
    joints = [(cell, cell + 1, RIGHT, LEFT) for cell in range(size * size) if (cell + 1) % size]
    joints += [(cell, cell + size, BOTTOM, TOP) for cell in range(size * (size - 1))]
    for first, second, side, other in rng.sample(joints, rng.randint(0, len(joints))):
        if min(tiles[first].bit_count(), tiles[second].bit_count()) > 2:
            tiles[first] -= side
            tiles[second] -= other
    return tiles


def fillings(puzzle: Pipes, tiles: tuple[int, ...] = (), left: tuple[int, ...] | None = None) -> Iterator[Grid]:
    """All solutions, cell by cell."""
    left = puzzle.to_lay if left is None else left
    cell, size = len(tiles), puzzle.size
    if cell == size * size:
        yield tiles
        return
    for tile in sorted(set(left)) if puzzle.laid[cell] == 0 else [puzzle.laid[cell]]:
        above = cell >= size and bool(tiles[cell - size] & BOTTOM)
        before = cell % size > 0 and bool(tiles[cell - 1] & RIGHT)
        if bool(tile & TOP) == above and bool(tile & LEFT) == before and not tile & over(cell, size):
            rest = list(left)
            if puzzle.laid[cell] == 0:
                rest.remove(tile)
            yield from fillings(puzzle, (*tiles, tile), tuple(rest))


def telling(puzzle: Filled) -> Lines:
    """An honest witness, if all solutions were listed."""
    return list(cases(puzzle, 10**6, Watch()))


def forged(name: str, case: Case, rng: random.Random) -> Forgery:
    """Unsolvable, the only one of several solutions, a grid that is none, or one solution twice."""
    puzzle, solutions, other, telling = case
    false: list[tuple[dict[str, Any], list[Grid]]] = []
    if solutions:
        false += [({"outcome": "unsolvable"}, [])] * 5
        false.append(({"outcome": "optimal", "unique": False}, [solutions[0], solutions[0]]))
    if len(solutions) > 1:
        false += [({"outcome": "optimal", "unique": True}, [rng.choice(solutions)])] * 10
    if other not in solutions:
        false += [({"outcome": "solved", "unique": rng.choice([None, True])}, [other])] * 4
    if not false:
        return forged(name, GRIDS[name](rng.randrange(PUZZLES)), rng)
    claim, answers = rng.choice(false)
    rows: list[Any] = [drawn(puzzle, grid) for grid in answers]
    if claim.get("unique") and rng.random() < 0.1:  # it stays false
        rows = [damaged(rows[0], rng)]
    strangers = [{"cell": [rng.randint(0, puzzle.size + 1) for _ in range(2)]} for _ in range(12)]
    lines = spoilt(rng.choice([telling, telling, strangers, []]), [*telling, *strangers], rng)
    truth = f"which has {len(solutions)} solutions"
    return certificate(name, puzzle, claim | {"answers": len(rows) or None}, rows, lines, truth)


GRIDS = {"futoshiki": futoshiki, "pipes": pipes}


def drawn(puzzle: Filled, grid: Grid) -> list[str]:
    text = "".join(puzzle.characters[value] for value in grid)
    return [text[first : first + puzzle.size] for first in range(0, len(text), puzzle.size)]
