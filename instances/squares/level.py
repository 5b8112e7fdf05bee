"""Game About Squares files, and random levels."""

import random
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from instances.colors import Word, color_name
from instances.document import Misfit
from instances.shuffling import shuffled
from instances.squares.rules import STEP, Block, Click, Known, Level, Position

FARTHEST = 99  # of a coordinate in a file, so that every level can be drawn
Coordinate = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
Place = Annotated[tuple[Coordinate, Coordinate], Field(description="[x, y], y upward")]
Way = Literal["up", "down", "left", "right"]


class BlockEntry(BaseModel):
    """A block, and the place of the circle of its colour if there is one."""

    model_config = ConfigDict(extra="forbid")

    color: Word
    position: Place
    direction: Way
    goal: Place | None = None


class ArrowEntry(BaseModel):
    """An arrow: a block that comes onto it takes its direction."""

    model_config = ConfigDict(extra="forbid")

    position: Place
    direction: Way


class KnownAnswer(BaseModel):
    """A proven answer: the fewest clicks, or that no plan exists."""

    model_config = ConfigDict(extra="forbid")

    clicks: Annotated[int, Field(ge=0)] | None = None
    solvable: bool = True


class Document(BaseModel):
    """A level of Game About Squares."""

    model_config = ConfigDict(extra="forbid", title="squares level")

    puzzle: Literal["squares"]
    name: str
    blocks: list[BlockEntry]
    arrows: list[ArrowEntry] = []
    known: KnownAnswer | None = None
    source: str | None = None


def parse(document: Document) -> Level:
    """Raises Misfit for what cannot stand side by side, and for a `known` that contradicts itself."""
    blocks, arrows = document.blocks, document.arrows
    expect_different([block.color for block in blocks], "blocks", "color", "blocks of colour")
    expect_different([block.position for block in blocks], "blocks", "position", "blocks at")
    expect_different([block.goal for block in blocks], "blocks", "goal", "circles at")
    expect_different([arrow.position for arrow in arrows], "arrows", "position", "arrows at")
    direction_at = {arrow.position: arrow.direction for arrow in arrows}
    for i, block in enumerate(blocks):
        if (direction := direction_at.get(block.position, block.direction)) != block.direction:
            message = f"direction is {block.direction} on an arrow that points {direction}, expected {direction}"
            raise Misfit(("blocks", i, "direction"), message)
    known = None
    if document.known is not None:
        if (document.known.clicks is None) == document.known.solvable:
            raise Misfit(("known",), "expected either 'clicks: N' or 'solvable: false'")
        known = Known(document.known.clicks, document.known.solvable)
    return Level(
        document.name,
        tuple(block.color for block in blocks),
        tuple(Block(block.position, block.direction) for block in blocks),
        tuple(block.goal for block in blocks),
        dict(direction_at),
        known,
        document.source,
    )


def expect_different(values: Sequence[Any], entries: str, key: str, what: str) -> None:
    """Misfit at the first value that has been there before; any number of them may be None."""
    for i, value in enumerate(values):
        if value is not None and value in values[:i]:
            shown = value if isinstance(value, str) else list(value)
            raise Misfit((entries, i, key), f"two {what} {shown}, expected one")


def document(level: Level) -> dict[str, Any]:
    """The inverse of parse, as plain data."""
    blocks: list[dict[str, Any]] = []
    for color, block, goal in zip(level.colors, level.blocks, level.goals, strict=True):
        entry = {"color": color, "position": list(block.position), "direction": block.direction}
        blocks.append(entry if goal is None else entry | {"goal": list(goal)})
    arrows = [{"position": list(position), "direction": direction} for position, direction in level.arrows.items()]
    data: dict[str, Any] = {"puzzle": "squares", "name": level.name, "blocks": blocks, "arrows": arrows}
    if level.known is not None:
        data["known"] = {"clicks": level.known.clicks} if level.known.solvable else {"solvable": False}
    if level.source is not None:
        data["source"] = level.source
    return data


def plan_data(level: Level, plan: tuple[Click, ...]) -> list[str]:
    """A plan for JSON: the colours of the blocks to click."""
    return list(plan)


def read_plan(level: Level, data: list[str]) -> tuple[Click, ...]:
    """The inverse of plan_data."""
    return tuple(data)


def generate(blocks: int = 3, size: int = 4, arrows: int = 3, seed: int = 0) -> Level:
    """Blocks, their circles and arrows, each dealt on cells of a square; not every such level has a plan.

    size: cells on a side of the square. A block on an arrow looks the arrow's way. The same arguments give the same
    level for ever. Raises ValueError if the cells do not suffice.
    """
    if not 0 <= max(blocks, arrows) <= size * size or min(blocks, arrows) < 0 or size > FARTHEST:
        raise ValueError(f"no level of {blocks} blocks and {arrows} arrows on {size} by {size} cells")
    stream = random.Random(seed)
    cells: list[Position] = [(x, y) for y in range(size) for x in range(size)]
    ways = list(STEP)
    direction_at = {cell: ways[int(4 * stream.random())] for cell in shuffled(cells, stream)[:arrows]}
    starts = shuffled(cells, stream)[:blocks]
    goals = shuffled(cells, stream)[:blocks]
    directions = [ways[int(4 * stream.random())] for _ in starts]
    return Level(
        f"{blocks} blocks, size {size}, {arrows} arrows, seed {seed}",
        tuple(color_name(i) for i in range(blocks)),
        tuple(Block(cell, direction_at.get(cell, way)) for cell, way in zip(starts, directions, strict=True)),
        tuple(goals),
        direction_at,
    )


OPTIONS = {
    "blocks": (int, 3, "number of blocks, each with a circle"),
    "size": (int, 4, "cells on a side of the square that the level is dealt on"),
    "arrows": (int, 3, "number of arrows"),
}
