"""Game About Squares certificates. A position is (x, y), y upward; a state lists the blocks in the order of the file.

    {"state": [[0, 2, "down"], [0, 0, "up"]], "after": 3}

proves that no plan is shorter, or that none exists, by distance_bound.py, with `LevelToCheck.bound` as the bound.
"""

from collections.abc import Hashable, Iterator, Sequence
from math import inf
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from fewest_pours.checker.certificate_lines import (
    EMPTY_PLACE,
    Count,
    ExactKeys,
    FileToCheck,
    Line,
    NaturalNumber,
    expect,
    expect_steps_or_none,
    hyphenated,
    keys_of_file,
    word_other_than,
)
from fewest_pours.checker.distance_bound import check_distances
from fewest_pours.files.yaml_files import Data

WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}

Position = tuple[int, int]
Way = Literal["up", "down", "left", "right"]
Growing = Literal["up", "down"]  # which way y grows in a file
BlockToCheck = tuple[int, int, Way]  # (0, 2, 'down')
State = tuple[BlockToCheck, ...]
WrittenCoordinate = Annotated[str, Meta(pattern=r"^[+-]?0{0,7}[0-9]{1,2}\Z")]  # -99 to 99


class ArrowEntry(ExactKeys):
    position: tuple[WrittenCoordinate, WrittenCoordinate]
    direction: Way

    def with_y_upward(self, y: Growing) -> BlockToCheck:
        """The block or arrow; y: which way y grows in the file."""
        return (*cell_at(self.position, y), self.direction)


class BlockEntry(ArrowEntry, kw_only=True):
    color: Annotated[str, Meta(pattern=word_other_than(*EMPTY_PLACE))]
    goal: tuple[WrittenCoordinate, WrittenCoordinate] | Annotated[str, Meta(pattern=r"^(?i:null)\Z")] = "null"


class ClicksInFile(ExactKeys):
    clicks: Count | None = None
    solvable: bool = True

    def __post_init__(self) -> None:
        expect_steps_or_none(self.clicks, self.solvable, "clicks")


class LevelFile(FileToCheck):
    blocks: list[BlockEntry]
    known: ClicksInFile | None = None
    arrows: tuple[ArrowEntry, ...] = ()
    y: Growing = "up"


class ClickLine(ExactKeys):
    answer: str


class BlocksLine(ExactKeys):
    state: State
    after: NaturalNumber


class LevelToCheck(NamedTuple):
    """LevelToCheck(('red',), ((0, 2, 'down'),), ((0, 0),), ()): colours, blocks, circles; arrows.

    start: the blocks in the file. colors, circles: one for each block.
    """

    colors: tuple[str, ...]
    start: State
    circles: tuple[Position | None, ...]
    arrows: tuple[BlockToCheck, ...]

    def read(self, line: Line) -> tuple[State, int]:
        listed = line.read(BlocksLine)
        if len(listed.state) != len(self.start):
            raise line.wrong(f"not a state of {len(self.start)} blocks")
        return listed.state, listed.after

    def line(self, state: State, after: int) -> Data:
        return {"state": state, "after": after}

    def solved(self, state: State) -> bool:
        return all(circle in (None, block[:2]) for block, circle in zip(state, self.circles, strict=True))

    def successors(self, state: State) -> Iterator[State]:
        return (self.clicked(state, i) for i in range(len(state)))

    def clicked(self, state: State, i: int) -> State:
        """The state after a click: the block and the unbroken row of blocks ahead move on, perhaps onto arrows."""
        x, y, way = state[i]
        dx, dy = WAYS[way]
        arrow_ways = {arrow[:2]: arrow[2] for arrow in self.arrows}
        block_at = {block[:2]: j for j, block in enumerate(state)}
        blocks = list(state)
        while (x, y) in block_at:
            j = block_at[x, y]
            x += dx
            y += dy
            blocks[j] = (x, y, arrow_ways.get((x, y), state[j][2]))
        return tuple(blocks)

    def bound(self, state: State) -> float:
        """For each direction the most cells that a block still has to go, added up; infinite if it cannot.

        A click moves blocks by one cell at most, all in one direction, so the bound falls by at most 1. If no block
        looks in a direction and no arrow points there, no block ever moves there.
        """
        total = 0
        ways = {way for _, _, way in (*state, *self.arrows)}
        pairs = zip(state, self.circles, strict=True)
        to_go = [(circle[0] - x, circle[1] - y) for (x, y, _), circle in pairs if circle]
        for way, (dx, dy) in WAYS.items():
            needed = max([0, *(right * dx + up * dy for right, up in to_go)])
            if needed and way not in ways:
                return inf
            total += needed
        return total


def game(level: LevelToCheck, clicks: float) -> LevelToCheck:
    """The game whose states a proof lists: the level itself, however many clicks are claimed."""
    return level


def read(data: Data) -> LevelToCheck:
    """The level in a file's data. Raises Misfit."""
    file = keys_of_file(data, LevelFile)
    level = LevelToCheck(
        tuple(hyphenated(block.color) for block in file.blocks),
        tuple(block.with_y_upward(file.y) for block in file.blocks),
        tuple(None if isinstance(block.goal, str) else cell_at(block.goal, file.y) for block in file.blocks),
        tuple(sorted(arrow.with_y_upward(file.y) for arrow in file.arrows)),
    )
    must_differ: list[tuple[str, str, Sequence[Hashable]]] = [
        ("blocks", "of a colour", level.colors),
        ("blocks", "in a cell", [block[:2] for block in level.start]),
        ("blocks", "with a circle in one cell", [circle for circle in level.circles if circle]),
        ("arrows", "in a cell", [arrow[:2] for arrow in level.arrows]),
    ]
    for key, what, values in must_differ:
        expect(len(set(values)) == len(values), key, f"two {key} {what}, expected one")
    arrow_ways = {arrow[:2]: arrow[2] for arrow in level.arrows}
    agree_with_arrows = all(arrow_ways.get((x, y), way) == way for x, y, way in level.start)
    expect(agree_with_arrows, "blocks", "a block on an arrow, expected the arrow's direction")
    return level


def cell_at(position: tuple[str, str], y: Growing) -> Position:
    """The cell at [x, y] in a file where y grows this way, with y upward."""
    right, along = map(int, position)
    upward = along if y == "up" else -along
    return right, upward


def verify(level: LevelToCheck, plan: Iterator[Line]) -> None:
    """Raise Refused unless the lines are clicks that solve the level."""
    state = level.start
    line = Line(1, {})
    for line in plan:
        color = line.read(ClickLine).answer
        if color not in level.colors:
            raise line.wrong(f"no such block, expected {' or '.join(level.colors)}")
        state = level.clicked(state, level.colors.index(color))
    if not level.solved(state):
        raise line.wrong("the plan ends and a block is not on its circle")


at_least = check_distances
