"""Random pipes puzzles.

Start with a square full of pipes, every cell joined to all its neighbours, and remove pipes in random order as long
as both cells keep two others. Then take out random tiles, down to a share of clues. The solution need not be the only
one.
"""

import random
from itertools import product

from fewest_pours.puzzles.pipes.rules import LARGEST, OPPOSITE, Pipes, Tile, neighbours
from fewest_pours.puzzles.shuffling import shuffled


def generate(size: int = 6, clues: float = 0.3, seed: int = 0) -> Pipes:
    """A puzzle that has a solution. The same arguments always give the same one.

    Raises ValueError for an impossible size or share.
    """
    if not 2 <= size <= LARGEST:
        raise ValueError(f"size is {size}, expected 2 to {LARGEST}")
    if not 0 <= clues <= 1:
        raise ValueError(f"clues is {clues}, expected a share from 0 to 1")
    stream = random.Random(seed)
    laid = network(size, stream)
    order = shuffled(product(range(size), repeat=2), stream)
    given = int(clues * size * size + 0.5)  # rounded, halves up
    taken = order[given:]
    tiles = tuple(sorted(laid[r][c] for r, c in taken))
    for r, c in taken:
        laid[r][c] = 0
    return Pipes(f"{size}x{size}, clues {clues:g}, seed {seed}", tuple(map(tuple, laid)), tiles, source="generated")


def network(size: int, stream: random.Random) -> list[list[Tile]]:
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
    return grid
