"""Game About Squares certificates. A position is (x, y), y upward; a state lists the blocks in the order of the file.

{"state": [[0, 2, "down"], [0, 0, "up"]], "after": 3}     No plan is shorter than p; no plan exists (p infinite)
    The argument is in distance_bound.py, with `bound` as the bound.
"""

import re
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from instances.checker.distance_bound import check_distances
from instances.checker.lines import Line, expect_keys
from instances.reading.yaml_files import Misfit

WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
FARTHEST = 99  # of a coordinate in a file
BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}

Position = tuple[int, int]
Block = tuple[int, int, str]  # (0, 2, 'down')
State = tuple[Block, ...]


class Level(NamedTuple):
    """Level(('red',), ((0, 2, 'down'),), ((0, 0),), ()): colours, blocks and circles, a block each; and the arrows."""

    colors: tuple[str, ...]
    blocks: State
    circles: tuple[Position | None, ...]
    arrows: tuple[Block, ...]


def read(data: dict[str, Any]) -> Level:
    """The level in a file's data; Misfit if it is none."""
    expect_keys(data, "blocks", "arrows")
    blocks = entries(data, "blocks", "color", "position", "direction", "goal")
    arrows = entries(data, "arrows", "position", "direction") if "arrows" in data else []
    for i, block in enumerate(blocks):
        if not isinstance(block.get("color"), str):
            raise Misfit(("blocks", i), "a block without a colour, expected 'color:'")
        if not block["color"].strip():
            raise Misfit(("blocks", i), "a colour that is no word, expected one")
    level = Level(
        tuple("-".join(block["color"].split()) for block in blocks),
        tuple(placed(block, "blocks", i) for i, block in enumerate(blocks)),
        tuple(None if no_goal(block) else position(block["goal"], "blocks", i) for i, block in enumerate(blocks)),
        tuple(placed(arrow, "arrows", i) for i, arrow in enumerate(arrows)),
    )
    apart(level.colors, "blocks", "two blocks of a colour")
    apart([block[:2] for block in level.blocks], "blocks", "two blocks in a cell")
    apart([circle for circle in level.circles if circle is not None], "blocks", "two circles in a cell")
    apart([arrow[:2] for arrow in level.arrows], "arrows", "two arrows in a cell")
    pointing = {arrow[:2]: arrow[2] for arrow in level.arrows}
    for i, (x, y, way) in enumerate(level.blocks):
        if pointing.get((x, y), way) != way:
            raise Misfit(("blocks", i), f"a block on an arrow, expected direction {pointing[x, y]}")
    return level._replace(arrows=tuple(sorted(level.arrows)))


def apart(values: Sequence[object], key: str, wrong: str) -> None:
    """Raise Misfit if two of them are equal."""
    if len(set(values)) < len(values):
        raise Misfit((key,), f"{wrong}, expected one")


def entries(data: dict[str, Any], key: str, *parts: str) -> list[dict[str, Any]]:
    found = data.get(key)
    if not isinstance(found, list) or not all(
        isinstance(entry, dict) and entry.keys() <= set(parts) for entry in found
    ):
        raise Misfit((key,), f"no list of {key}, expected {', '.join(parts)} of each")
    return found


def placed(entry: dict[str, Any], key: str, i: int) -> Block:
    way = entry.get("direction")
    if not isinstance(way, str) or way not in WAYS:
        raise Misfit((key, i), f"no direction, expected one of {', '.join(WAYS)}")
    return (*position(entry.get("position"), key, i), way)


def no_goal(block: dict[str, Any]) -> bool:
    return str(block.get("goal", "null")).lower() == "null"


def position(value: Any, key: str, i: int) -> Position:
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(re.fullmatch(r"[+-]?[0-9]{1,9}", str(part)) and abs(int(part)) <= FARTHEST for part in value)
    ):
        return int(value[0]), int(value[1])
    raise Misfit((key, i), f"no position, expected [x, y], each from -{FARTHEST} to {FARTHEST}")


def verify(level: Level, plan: Iterator[Line]) -> None:
    """Raise Refused unless the lines are clicks that solve the level."""
    state, line = level.blocks, Line(1, {})
    for line in plan:
        color = line.data["answer"]
        if not isinstance(color, str) or color not in level.colors:
            raise line.wrong(f"a click on no block, expected {' or '.join(level.colors)}")
        state = clicked(level, state, level.colors.index(color))
    if not solved(level, state):
        raise line.wrong("the plan ends and a block is not on its circle")


def no_answer(level: Level, lines: Iterator[Line]) -> bool:
    """Whether the lines prove that no plan exists; False if there are none, Refused if they do not."""
    return at_least(level, inf, lines)


def at_least(level: Level, clicks: float, lines: Iterator[Line]) -> bool:
    """Whether the lines prove that no plan is shorter; False if there are none, Refused if they do not."""
    return check_distances(
        clicks,
        level.blocks,
        lines,
        state_of=lambda line: state_of(level, line),
        bound=lambda state: bound(level, state),
        solved=lambda state: solved(level, state),
        successors=lambda state: (clicked(level, state, i) for i in range(len(state))),
    )


def state_of(level: Level, line: Line) -> State:
    blocks = line.data["state"]
    if not isinstance(blocks, list) or len(blocks) != len(level.blocks):
        raise line.wrong(f"no state of {len(level.blocks)} blocks")
    for block in blocks:
        if not isinstance(block, list) or [type(part) for part in block] != [int, int, str] or block[2] not in WAYS:
            raise line.wrong('no block, expected [x, y, "up"] or another direction')
    return tuple(map(tuple, blocks))


def solved(level: Level, state: State) -> bool:
    return all(circle in (None, block[:2]) for block, circle in zip(state, level.circles, strict=True))


def clicked(level: Level, state: State, i: int) -> State:
    """The state after a click: the block and the unbroken row of blocks ahead of it move on, perhaps onto arrows."""
    x, y, way = state[i]
    dx, dy = WAYS[way]
    turned = {(x, y): way for x, y, way in level.arrows}
    there = {block[:2]: j for j, block in enumerate(state)}
    blocks = list(state)
    while (x, y) in there:
        j = there[x, y]
        x, y = x + dx, y + dy
        blocks[j] = (x, y, turned.get((x, y), state[j][2]))
    return tuple(blocks)


def bound(level: Level, state: State) -> float:
    """For each direction the most cells that a block still has to go, added up; infinite if it cannot.

    A click moves blocks by one cell at most, all in one direction, so the bound falls by at most 1.
    """
    total = 0
    for way, (dx, dy) in WAYS.items():
        needed = 0
        for (x, y, _), circle in zip(state, level.circles, strict=True):
            if circle is not None:
                needed = max(needed, (circle[0] - x) * dx + (circle[1] - y) * dy)
        if (needed and not appears(level, state, way)) or lost(level, state, way):
            return inf
        total += needed
    return total


def appears(level: Level, state: State, way: str) -> bool:
    """Whether a block looks this way or an arrow may turn one; otherwise no block ever moves this way."""
    return any(block[2] == way for block in (*state, *level.arrows))


def lost(level: Level, state: State, way: str) -> bool:
    """Whether a block that has to come back never can. Stated for `right`; the other directions are alike.

    Its x is larger than some m that is no less than the x of its circle, nor of any block or arrow that looks left. As
    long as no block beyond m looks left, none moves left there, so none comes back inside. For one to look left there,
    it has to be pushed over m by a clicked block that looks right, both inside until then. But there are no two blocks
    inside of which one looks left, now or some day by an arrow, and the other looks right, now or by an arrow inside.
    """
    dx, dy = WAYS[way]
    blocks = [(x * dx + y * dy, looks) for x, y, looks in state]
    arrows = [(x * dx + y * dy, looks) for x, y, looks in level.arrows]
    farthest_back = max((u for u, looks in blocks + arrows if looks == BACK[way]), default=-inf)
    for (here, _), circle in zip(blocks, level.circles, strict=True):
        m = inf if circle is None else max(farthest_back, circle[0] * dx + circle[1] * dy)
        if here > m:
            arrows_there = {looks for u, looks in arrows if u <= m}
            inside = [(i, {looks} | arrows_there) for i, (u, looks) in enumerate(blocks) if u <= m]
            if not any(i != j and BACK[way] in a and way in b for i, a in inside for j, b in inside):
                return True
    return False
