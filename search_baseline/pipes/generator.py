"""Random pipes puzzles.

Start with a square full of pipes, every cell joined to all its neighbours, and remove pipes in random order as long
as both cells keep two others. Then take out random tiles, down to a share of clues. The solution need not be the only
one; the puzzle says how many there are, counted up to a limit.
"""

import random
from dataclasses import replace
from itertools import product

from instances.grid_puzzle import Grid, Known
from instances.pipes.rules import LARGEST, OPPOSITE, Pipes, neighbours
from instances.shuffling import shuffled
from search_baseline.backtracking import backtrack
from search_baseline.pipes.solver import Board

MOST_WORK = 360_000  # nodes times cells; counting stops there


def generate(size: int = 6, clues: float = 0.3, count: int = 100, seed: int = 0) -> Pipes:
    """A puzzle whose `known` is the number of solutions if that is at most `count`; else `source` has a lower bound.

    With a count of 0 solutions are not counted. The same arguments always give the same tiles. Raises ValueError for an
    impossible size, share or count.
    """
    if not 2 <= size <= LARGEST:
        raise ValueError(f"size is {size}, expected 2 to {LARGEST}")
    if not 0 <= clues <= 1:
        raise ValueError(f"clues is {clues}, expected a share from 0 to 1")
    if count < 0:
        raise ValueError(f"count is {count}, expected 0 or more")
    stream = random.Random(seed)
    laid = [list(row) for row in network(size, stream)]
    order = shuffled(product(range(size), repeat=2), stream)
    taken = order[int(clues * size * size + 0.5) :]
    tiles = tuple(sorted(laid[r][c] for r, c in taken))
    for r, c in taken:
        laid[r][c] = 0
    puzzle = Pipes(f"{size}x{size}, clues {clues:g}, seed {seed}", tuple(map(tuple, laid)), tiles)
    return counted(puzzle, count)


def network(size: int, stream: random.Random) -> Grid:
    """A full square from which no more pipes can be removed."""
    grid = [[0] * size for _ in range(size)]
    joints = []
    for r, c in product(range(size), repeat=2):
        for side, beyond in neighbours(size, r, c):
            if beyond is not None:
                grid[r][c] |= side
                joints.append((r, c, side, *beyond))
    for r, c, side, s, d in shuffled(joints, stream):
        if grid[r][c] & side and grid[r][c].bit_count() > 2 and grid[s][d].bit_count() > 2:
            grid[r][c] ^= side
            grid[s][d] ^= OPPOSITE[side]
    return tuple(map(tuple, grid))


def counted(puzzle: Pipes, most: int) -> Pipes:
    """The puzzle with the number of its solutions, or why it is not known."""
    if most == 0:
        return replace(puzzle, source="generated")
    solutions = 0
    for nodes, (_, solution) in enumerate(backtrack(Board(puzzle)), 1):
        solutions += solution is not None
        if nodes * puzzle.size**2 >= MOST_WORK or solutions > most:
            return replace(puzzle, source=f"generated; at least {max(1, solutions)} solutions")
    return replace(puzzle, known=Known(solutions), source="generated")
