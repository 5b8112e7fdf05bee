"""Game About Squares files, and random levels."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, field

from instances.drawing.colors import color_name
from instances.reading import yaml_files
from instances.reading.fields import Coordinate, Natural, Record, Word, known_steps, respelt
from instances.reading.validation import read_as
from instances.reading.yaml_files import Misfit
from instances.shuffling import shuffled
from instances.squares.rules import STEP, Block, Click, Known, Level, Position, after

MOST_CLICKS = 100_000  # of a random level
FARTHEST = Coordinate.most  # of a coordinate in a file, so that every level can be drawn
Place = tuple[Coordinate, Coordinate]  # [x, y], y upward
Way = Literal["up", "down", "left", "right"]
Item = TypeVar("Item")


class SquaresBlock(Record):
    """A block, and the place of the circle of its colour if there is one; places are [x, y], y upward."""

    color: Word
    position: Place
    direction: Way
    goal: Place | None = None


class SquaresArrow(Record):
    """An arrow: a block that comes onto it takes its direction."""

    position: Place
    direction: Way


class KnownClicks(Record):
    """A proven answer: the fewest clicks, or that no plan exists."""

    clicks: Natural | None = None
    solvable: bool = True


class SquaresLevel(Record, kw_only=True):
    """A level of Game About Squares."""

    puzzle: Literal["squares"]
    name: Annotated[str, Meta(description="left out, the name of the file")] = ""
    blocks: list[SquaresBlock]
    arrows: list[SquaresArrow] = field(default_factory=list)
    known: KnownClicks | None = None
    source: str | None = None


def parse(document: SquaresLevel) -> Level:
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
        clicks, solvable = document.known.clicks, document.known.solvable
        known = Known(known_steps("clicks", clicks, solvable), solvable)
    return Level(
        document.name,
        tuple(str(block.color) for block in blocks),
        tuple(Block(cell(block.position), block.direction) for block in blocks),
        tuple(None if block.goal is None else cell(block.goal) for block in blocks),
        {cell(position): direction for position, direction in direction_at.items()},
        known,
        document.source,
    )


def advice(document: SquaresLevel) -> list[tuple[yaml_files.Place, str]]:
    """What was repaired."""
    return respelt((("blocks", i, "color"), block.color) for i, block in enumerate(document.blocks))


def cell(place: Place) -> Position:
    x, y = place
    return int(x), int(y)


def expect_different(values: Sequence[Any], entries: str, key: str, what: str) -> None:
    """Misfit at the first value that has been there before; any number of them may be None."""
    known = set()
    for i, value in enumerate(values):
        if value is not None and value in known:
            shown = value if isinstance(value, str) else list(value)
            raise Misfit((entries, i, key), f"two {what} {shown}, expected one")
        known.add(value)


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


def read_plan(level: Level, data: Any) -> tuple[Click, ...]:
    """The inverse of plan_data; raises ValueError."""
    return tuple(read_as(list[str], data))


def generate(blocks: int = 4, size: int = 5, arrows: int = 4, clicks: int = 30, seed: int = 0) -> Level:
    """Blocks and arrows dealt on the cells of a square, and circles where the blocks are after random clicks.

    size: cells on a side of the square. clicks: so many at most, none of which moves a block out of the square; they
    are a plan, so the level is solvable. A block on an arrow looks the arrow's way. The same arguments give the same
    level always. Raises ValueError if there are too few cells.
    """
    if not 0 <= max(blocks, arrows) <= size * size or min(blocks, arrows, clicks) < 0 or size > FARTHEST:
        raise ValueError(f"no level of {blocks} blocks, {arrows} arrows and {clicks} clicks on {size} by {size} cells")
    if clicks > MOST_CLICKS:
        raise ValueError(f"no level of {clicks} random clicks, expected {MOST_CLICKS} at most")
    stream = random.Random(seed)
    cells: list[Position] = [(x, y) for y in range(size) for x in range(size)]
    ways = list(STEP)
    direction_at = {cell: pick(ways, stream) for cell in shuffled(cells, stream)[:arrows]}
    starts = [Block(cell, direction_at.get(cell) or pick(ways, stream)) for cell in shuffled(cells, stream)[:blocks]]
    name = f"{blocks} blocks, size {size}, {arrows} arrows, {clicks} clicks, seed {seed}"
    colors = tuple(map(color_name, range(blocks)))
    level = Level(name, colors, tuple(starts), (None,) * blocks, direction_at)
    state, square = level.blocks, set(cells)
    for _ in range(clicks):
        later = (after(level, state, clicked) for clicked in range(blocks))
        inside = [state for state in later if square.issuperset(block.position for block in state)]
        state = pick(inside, stream) if inside else state
    return replace(level, goals=tuple(block.position for block in state))


def pick(items: Sequence[Item], stream: random.Random) -> Item:
    return items[int(len(items) * stream.random())]


OPTIONS = {
    "blocks": (int, 4, "number of blocks, each with a circle"),
    "size": (int, 5, "cells on a side of the square that the level is dealt on"),
    "arrows": (int, 4, "number of arrows"),
    "clicks": (int, 30, "random clicks, at most, that lead to the circles"),
}
