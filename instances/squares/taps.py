"""Clicks as the board's page sends them: [1] is a click on the second block."""

from collections.abc import Iterator
from dataclasses import replace

from instances.puzzle import Move, RuleBroken, Taps
from instances.squares import rules as squares
from instances.squares.rules import Level


def click(start: Level, position: Level, move: Move) -> Level:
    (block,) = move
    if not block < len(position.blocks):
        raise RuleBroken(f"there is no block {block + 1}")
    return replace(position, blocks=squares.after(position, position.blocks, block), known=None)


def clicks(position: Level) -> Iterator[tuple[Move, Level]]:
    for block in range(len(position.blocks)):
        yield (block,), click(position, position, (block,))


TAPS = Taps(
    after=click,
    moves=clicks,
    answer=lambda level, plan: [[level.colors.index(color)] for color in plan],
    done=lambda level: squares.solved(level, level.blocks),
)
