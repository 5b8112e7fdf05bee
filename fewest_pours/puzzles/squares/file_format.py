"""Game About Squares files: reading and writing levels.

A file may count y downward, as screens do, and says so by `y: down`. Levels count it upward, and so do files that are
written here, which say `y: up`.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, structs, to_builtins

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.validation import Coordinate, PuzzleFile, Record, Word, respelt
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import OtherReading
from fewest_pours.puzzles.squares.rules import Block, Direction, KnownClicks, Level, Position

FARTHEST = Coordinate.most  # of a coordinate in a file, so that every level can be drawn
Cell = tuple[Coordinate, Coordinate]  # [x, y]
Way = Literal["up", "down", "left", "right"]


class SquaresBlock(Record, omit_defaults=True):
    """A block, and the place of the circle of its colour if there is one; places are [x, y]."""

    color: Word
    position: Cell
    direction: Way
    goal: Cell | None = None


class SquaresArrow(Record):
    """An arrow: a block that lands on it takes its direction."""

    position: Cell
    direction: Way


class SquaresLevel(PuzzleFile, kw_only=True):
    """A level of Game About Squares."""

    puzzle: Literal["squares"]
    y: Annotated[Literal["up", "down"], Meta(description="where y grows; left out, upward")] | None = None
    blocks: list[SquaresBlock]
    arrows: list[SquaresArrow] = []
    known: KnownClicks | None = None
    source: str | None = None


def parse(document: SquaresLevel) -> Level:
    """Raises Misfit for entries that contradict each other."""
    blocks = document.blocks
    upward = -1 if document.y == "down" else 1

    def placed(cell: Cell) -> Position:
        x, y = cell
        return x, upward * y

    for entries, key, what in (
        ("blocks", "color", "blocks of colour"),
        ("blocks", "position", "blocks at"),
        ("blocks", "goal", "circles at"),
        ("arrows", "position", "arrows at"),
    ):
        seen = set()
        for i, entry in enumerate(getattr(document, entries)):
            value = getattr(entry, key)
            if value in seen:
                shown = value if key == "color" else list(value)
                raise Misfit(f"two {what} {shown}, expected one", (entries, i, key))
            if value is not None:  # any number of blocks may have no circle
                seen.add(value)
    arrows: dict[Position, Direction] = {placed(arrow.position): arrow.direction for arrow in document.arrows}
    for i, block in enumerate(blocks):
        direction = arrows.get(placed(block.position), block.direction)
        if direction != block.direction:
            message = f"direction is {block.direction} on an arrow that points {direction}, expected {direction}"
            raise Misfit(message, ("blocks", i, "direction"))
    return Level(
        document.name,
        tuple(str(block.color) for block in blocks),
        tuple(Block(placed(block.position), block.direction) for block in blocks),
        tuple(None if block.goal is None else placed(block.goal) for block in blocks),
        arrows,
        document.known,
        document.source,
    )


def other_reading(document: SquaresLevel) -> OtherReading | None:
    """The level with y downward, if the file says neither which way y grows nor what the answer is."""
    if document.y is not None or document.known is not None:
        return None
    downward = parse(structs.replace(document, y="down"))
    return OtherReading("if y grows downward", downward, "write `y: down`", only_if_unsolvable=True)


def advice(document: SquaresLevel) -> list[tuple[Place, str]]:
    """What was repaired."""
    return respelt((("blocks", i, "color"), block.color) for i, block in enumerate(document.blocks))


def document(level: Level) -> Data:
    """The inverse of parse, as plain data."""
    blocks: Any = zip(level.colors, level.blocks, level.goals, strict=True)
    arrows: Any = level.arrows.items()
    whole = SquaresLevel(
        puzzle="squares",
        name=level.name,
        y="up",
        blocks=[SquaresBlock(color, at, direction, goal) for color, (at, direction), goal in blocks],
        arrows=[SquaresArrow(*arrow) for arrow in arrows],
        known=level.known,
        source=level.source,
    )
    data: Data = to_builtins(whole, enc_hook=int)
    return data
