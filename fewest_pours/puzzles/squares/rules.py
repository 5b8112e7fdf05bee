"""Game About Squares: click blocks on an unbounded grid until every block that has a circle is on it.

A click moves a block one cell in its direction; the blocks that stand in its way, however many in a row, are pushed one
cell the same way. A block that lands on an arrow, clicked or pushed, takes the arrow's direction; the push under way
keeps its own. Circles and arrows stay where they are and stop nothing. A position is (x, y), y upward.
(The game is by Andrey Shevchuk, http://gameaboutsquares.com.)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct

from fewest_pours.files.validation import Count
from fewest_pours.puzzles.notebook_view import ShownAsPicture
from fewest_pours.puzzles.puzzle import RuleBroken

Color = str  # 'red'
Direction = str  # 'up'
Position = tuple[int, int]  # (2, -1): two to the right of the origin and one down
STEP: dict[Direction, Position] = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Block(NamedTuple):
    """Block((0, 2), 'down')"""

    position: Position
    direction: Direction


Blocks = tuple[Block, ...]  # (Block((0, 2), 'down'), Block((0, 0), 'up')), in the order of the file
Click = Color  # 'red': no two blocks have the same colour


class KnownClicks(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A proven answer, also in files: KnownClicks(clicks=9) or KnownClicks(solvable=False)."""

    clicks: Count | None = None
    solvable: bool = True

    def __post_init__(self) -> None:
        if (self.clicks is None) == self.solvable:
            raise ValueError("either 'clicks: N' or 'solvable: false'")


@dataclass(frozen=True)
class Level(ShownAsPicture):
    """An instance. The block blocks[i] has the colour colors[i], and its circle at goals[i] or no circle.

    A block on an arrow has the arrow's direction: parse requires it at the start, and clicks preserve it.
    """

    name: str
    colors: tuple[Color, ...]
    blocks: Blocks
    goals: tuple[Position | None, ...]
    arrows: dict[Position, Direction]
    known: KnownClicks | None = None
    source: str | None = None


def ahead(position: Position, direction: Direction) -> Position:
    """The next cell.

    >>> ahead((0, 2), 'down')
    (0, 1)
    """
    x, y = position
    dx, dy = STEP[direction]
    return x + dx, y + dy


def moved_by(state: Blocks, clicked: int) -> list[int]:
    """The blocks that a click moves: the clicked one, and the contiguous ones ahead of it, nearest first."""
    standing = {block.position: i for i, block in enumerate(state)}
    moved: list[int] = []
    position, direction = state[clicked]
    while position in standing:
        moved.append(standing[position])
        position = ahead(position, direction)
    return moved


def after(level: Level, state: Blocks, clicked: int) -> Blocks:
    """The state after a click on the block of this number."""
    blocks = list(state)
    for i in moved_by(state, clicked):
        position = ahead(state[i].position, state[clicked].direction)
        blocks[i] = Block(position, level.arrows.get(position, state[i].direction))
    return tuple(blocks)


def solved(level: Level, state: Blocks) -> bool:
    """Whether every block that has a circle is on it."""
    return all(goal in (None, block.position) for block, goal in zip(state, level.goals, strict=True))


def replay(level: Level, plan: Iterable[Click]) -> list[Blocks]:
    """All states along a plan, the level's own first; raises RuleBroken for a click on no block."""
    states = [level.blocks]
    for number, color in enumerate(plan, 1):
        if color not in level.colors:
            raise RuleBroken(f"click {number}: there is no {color} block, expected {' or '.join(level.colors)}")
        states.append(after(level, states[-1], level.colors.index(color)))
    return states


def verify(level: Level, plan: tuple[Click, ...]) -> None:
    """Raises RuleBroken unless the plan solves the level."""
    last = replay(level, plan)[-1]
    for color, block, goal in zip(level.colors, last, level.goals, strict=True):
        if goal not in (None, block.position):
            raise RuleBroken(f"after {len(plan)} clicks {color} is at {block.position}, expected {goal}")
