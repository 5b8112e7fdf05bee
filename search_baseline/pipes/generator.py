"""Random pipes puzzles.

Start with the square full of pipes, every cell joined to all its neighbours, and take pipes away in a random order as
long as both cells keep two others. Then take tiles out, at random, down to a share of clues. The solution that is left
over need not be the only one; how many there are is counted, up to a limit, and told in the puzzle.
"""

import random
from dataclasses import replace
from itertools import product

from instances.grid_puzzle import Known
from instances.pipes.rules import LARGEST, OPPOSITE, Grid, Pipes, neighbours
from instances.shuffling import shuffled
from search_baseline.pipes.propagation import board_of, start

MOST_WORK = 360_000  # nodes times cells; a count of solutions that takes longer is given up


def generate(size: int = 6, clues: float = 0.3, count: int = 100, seed: int = 0) -> Pipes:
    """A puzzle whose `known` tells the number of solutions if that is at most `count`, else `source` a lower bound.

    Nothing is counted with a count of 0.

    The same arguments give the same tiles for ever. Raises ValueError for a size, share or count that cannot be.
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
    """A full square from which no more pipes can be taken."""
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
    """The puzzle with the number of its solutions, or with a word on why it is not known."""
    if most == 0:
        return replace(puzzle, source="generated")
    board = board_of(puzzle)
    stack, nodes, solutions = [start(puzzle)], 0, 0
    while stack and nodes * puzzle.size**2 < MOST_WORK and solutions <= most:
        cells = board.narrow(stack.pop())
        nodes += 1
        if cells is not None:
            branches = board.branches(cells)
            solutions += not branches
            stack += reversed(branches)
    if not stack and solutions <= most:
        return replace(puzzle, known=Known(solutions), source="generated")
    return replace(puzzle, source=f"generated; at least {max(1, solutions)} solutions")
