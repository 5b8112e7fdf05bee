"""Random levels of Game About Squares, each with a plan."""

import random
from dataclasses import replace

from fewest_pours.drawing.colors import color_name
from fewest_pours.puzzles.shuffling import one_of, shuffled
from fewest_pours.puzzles.squares.file_format import FARTHEST
from fewest_pours.puzzles.squares.rules import STEP, Block, Level, Position, after

MOST_CLICKS = 100_000


def generate(blocks: int = 4, size: int = 5, arrows: int = 4, clicks: int = 30, seed: int = 0) -> Level:
    """Blocks and arrows dealt on the cells of a square, and circles where the blocks are after random clicks.

    size: cells on a side of the square. clicks: at most this many are made, and none moves a block out of the square;
    they are a plan, so the level is solvable. A block on an arrow has the arrow's direction. The same arguments always
    give the same level. Raises ValueError if there are too few cells.
    """
    too_large = max(blocks, arrows) > size * size or size > FARTHEST or clicks > MOST_CLICKS
    if min(blocks, size, arrows, clicks) < 0 or too_large:
        raise ValueError(f"no level of {blocks} blocks, {arrows} arrows and {clicks} clicks on {size} by {size} cells")
    stream = random.Random(seed)
    ways = list(STEP)
    cells: list[Position] = [(x, y) for y in range(size) for x in range(size)]
    direction_at = {cell: one_of(ways, stream) for cell in shuffled(cells, stream)[:arrows]}
    dealt = shuffled(cells, stream)[:blocks]
    starts = tuple(Block(cell, direction_at.get(cell) or one_of(ways, stream)) for cell in dealt)
    name = f"{blocks} blocks, size {size}, {arrows} arrows, {clicks} clicks, seed {seed}"
    level = Level(name, tuple(map(color_name, range(blocks))), starts, (None,) * blocks, direction_at)
    state = level.blocks
    for _ in range(clicks):
        reached = (after(level, state, clicked) for clicked in range(blocks))
        inside = [later for later in reached if {block.position for block in later} <= set(cells)]
        if inside:
            state = one_of(inside, stream)
    return replace(level, goals=tuple(block.position for block in state))


OPTIONS = {
    "blocks": (int, 4, "number of blocks, each with a circle"),
    "size": (int, 5, "cells on a side of the square that the level is dealt on"),
    "arrows": (int, 4, "number of arrows"),
    "clicks": (int, 30, "random clicks, at most, that lead to the circles"),
}
