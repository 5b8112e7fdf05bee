"""Random puzzles whose answer is a grid, and all their solutions by brute force."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, permutations, product

from fewest_pours.puzzles.futoshiki.rules import Futoshiki, Less
from fewest_pours.puzzles.pipes.generator import network
from fewest_pours.puzzles.pipes.rules import BOTTOM, KINDS, LEFT, RIGHT, TOP, Pipes
from search_baseline.futoshiki.generator import latin_square, signs

Grid = tuple[tuple[int, ...], ...]


def flat(grid: Grid) -> tuple[int, ...]:
    return tuple(chain(*grid))


def fits(puzzle, grid: Grid) -> bool:
    return all(given in (0, value) for given, value in zip(flat(puzzle.grid), flat(grid), strict=True))


@cache
def latin_squares(size: int) -> list[Grid]:
    """All Latin squares, found by trying every permutation in every row."""
    return [
        grid
        for grid in product(permutations(range(1, size + 1)), repeat=size)
        if all(len(set(column)) == size for column in zip(*grid, strict=True))
    ]


def futoshiki_solutions(puzzle: Futoshiki) -> list[Grid]:
    return [
        grid
        for grid in latin_squares(puzzle.size)
        if fits(puzzle, grid) and all(grid[r][c] < grid[s][d] for (r, c), (s, d) in puzzle.less)
    ]


def random_futoshiki(size: int, seed: int) -> Futoshiki:
    """A random Latin square's signs, some reversed, and a few values: puzzles with no, one or several solutions."""
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


def squares_of(size: int, kinds: Sequence[int], laid: tuple[int, ...] = ()) -> Iterator[Grid]:
    """Every square of these kinds of tiles whose pipes all meet, found by trying every tile in every cell."""
    row, column = divmod(len(laid), size)
    if row == size:
        yield tuple(laid[first : first + size] for first in range(0, size * size, size))
        return
    above = bool(row and laid[-size] & BOTTOM)
    before = bool(column and laid[-1] & RIGHT)
    border = BOTTOM * (row == size - 1) + RIGHT * (column == size - 1)
    for tile in kinds:
        if bool(tile & TOP) == above and bool(tile & LEFT) == before and not tile & border:
            yield from squares_of(size, kinds, (*laid, tile))


@cache
def networks(size: int) -> dict[tuple[int, ...], list[Grid]]:
    groups: dict[tuple[int, ...], list[Grid]] = {}
    for grid in squares_of(size, KINDS):
        groups.setdefault(tuple(sorted(flat(grid))), []).append(grid)
    return groups


def pipes_solutions(puzzle: Pipes) -> list[Grid]:
    tiles = tuple(sorted([*puzzle.tiles, *filter(None, flat(puzzle.grid))]))
    return [grid for grid in networks(puzzle.size).get(tiles, []) if fits(puzzle, grid)]


def random_pipes(size: int, seed: int) -> Pipes:
    """A random network without some tiles, sometimes one changed: puzzles with no, one or several solutions."""
    stream = random.Random(seed)
    grid = stream.choice(stream.choice(list(networks(size).values()))) if size <= 4 else network(size, stream)
    share = stream.random()
    laid = tuple(tuple(tile if stream.random() < share else 0 for tile in row) for row in grid)
    tiles = [tile for tile, kept in zip(flat(grid), flat(laid), strict=True) if not kept]
    if tiles and stream.random() < 0.3:
        tiles[0] = stream.choice(KINDS)
    if stream.random() < 0.2:
        laid = laid[::-1]
    return Pipes(f"random {size} {seed}", laid, tuple(sorted(tiles)))
