"""Pictures of levels as files: SVG, and PNG where OpenCV is installed; drawn from the puzzle's `Drawing`.

A level becomes a list of shapes, which both formats draw alike.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from fewest_pours.drawing.colors import Look
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.solver_contract import Instance

INK = "#1d2129"
EMPTY = "#ffffff"
PAPER = "#f5f6f8"
EDGE = 16.0  # around the whole picture
WIDE = 44.0  # of a beaker
UNIT = 26.0  # height of a unit
GAP = 12.0  # between beakers
IN_A_ROW = 10  # beakers
TALL = 220.0  # of a beaker with many units, which are drawn lower
LIP = 4.0  # by which a beaker stands above its units
CELL = 48.0  # of a block on its board, and of a cell
BLOCK = CELL * 0.8
TIP_AWAY = CELL * 0.24  # of a triangle that points a way, from the middle of its cell
TIP_LONG = 7
TIP_HALF_WIDE = 6
SIGN_HALF_LONG = 4  # of < between cells
SIGN_HALF_WIDE = 7
SIGN_PITCH = CELL * 1.4  # of cells with room for signs between them
PIPE_WIDTH = 10.0
LETTER = 13.0  # height of letters
SCALE = 2.0  # pixels of a PNG for each unit of length
FRACTION_BITS = 4  # of the coordinates that OpenCV takes
STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
PIPES = {
    "╚": "up right",
    "║": "up down",
    "╔": "right down",
    "╠": "up right down",
    "╝": "up left",
    "═": "right left",
    "╩": "up right left",
    "╗": "down left",
    "╣": "up down left",
    "╦": "right down left",
    "╬": "up right down left",
}
Point = tuple[float, float]


@dataclass(frozen=True)
class Polygon:
    """A closed, filled shape, or an open line if `fill` is None."""

    points: tuple[Point, ...]
    fill: str | None = None
    line: str = INK
    width: float = 1.5

    @property
    def svg(self) -> str:
        places = " ".join(f"{x:g},{y:g}" for x, y in self.points)
        kind = "polyline" if self.fill is None else "polygon"
        style = f'fill="{self.fill or "none"}" stroke="{self.line}" stroke-width="{self.width:g}"'
        return f'<{kind} points="{places}" {style} stroke-linejoin="round"/>'


@dataclass(frozen=True)
class Label:
    """A few letters around a point."""

    at: Point
    words: str
    ink: str = INK

    @property
    def svg(self) -> str:
        x, y = self.at
        place = f'x="{x:g}" y="{y + LETTER / 3:g}" text-anchor="middle" font-size="{LETTER:g}"'
        return f'<text {place} font-family="sans-serif" fill="{self.ink}">{escape(self.words)}</text>'


Shape = Polygon | Label


def box(x: float, y: float, width: float, height: float, fill: str = EMPTY, line: str = INK) -> Polygon:
    return Polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill, line)


# -------------------------------------------------------------------------------------------------- kinds of drawings


def beakers(scene: Data, state: Sequence[Sequence[int]], looks: Sequence[Look]) -> list[Shape]:
    """Beakers with their numbers, at most ten in a row; a covered one shows the colour that opens it."""
    unit = min(UNIT, TALL / scene["places"])
    height = scene["places"] * unit
    shapes: list[Shape] = []
    for number, beaker in enumerate(state):
        row, column = divmod(number, IN_A_ROW)
        left = column * (WIDE + GAP)
        top = row * (height + UNIT + 2 * GAP) + UNIT
        bottom = top + height
        shapes.append(Label((left + WIDE / 2, top - UNIT / 2), str(number + 1)))
        shapes.append(box(left, top - LIP, WIDE, height + LIP))
        units = [each for each in beaker if each >= 0]
        opened_by = [-1 - each for each in beaker if each < 0]  # a cover is -1 less the colour that opens it
        for place, color in enumerate(units):
            shapes += labelled_box(left, bottom - (place + 1) * unit, WIDE, unit, looks[color])
        for color in opened_by:
            shapes += labelled_box(left, top - LIP, WIDE, height + LIP, looks[color])
    return shapes


def labelled_box(left: float, top: float, width: float, height: float, look: Look) -> list[Shape]:
    """A box in a colour, with its code if there is room for letters."""
    shapes: list[Shape] = [box(left, top, width, height, look.hue)]
    if height >= LETTER:
        shapes.append(Label((left + width / 2, top + height / 2), look.code, look.ink))
    return shapes


def blocks(scene: Data, state: Sequence[tuple[int, int, str]], looks: Sequence[Look]) -> list[Shape]:
    """Blocks with the ways that they point, goals as diamonds, and arrows that turn blocks."""

    def middle(x: int, y: int) -> Point:
        return CELL * x, -CELL * y

    shapes: list[Shape] = []
    for goal, look in zip(scene["goals"], looks, strict=True):
        if goal:
            x, y = middle(*goal)
            radius = CELL / 2
            shapes.append(Polygon(((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)), look.hue))
    for (*place, way), look in zip(state, looks, strict=True):
        x, y = middle(*place)
        shapes += labelled_box(x - BLOCK / 2, y - BLOCK / 2, BLOCK, BLOCK, look)
        shapes.append(tip((x, y), way, look.ink))
    shapes += [tip(middle(*place), way, INK) for *place, way in scene["arrows"]]
    return shapes


def tip(middle: Point, way: str, ink: str) -> Polygon:
    """A triangle at the side of a cell that a way leads to."""
    right, down = STEPS[way]
    x = middle[0] + right * TIP_AWAY
    y = middle[1] + down * TIP_AWAY
    point = (x + right * TIP_LONG, y + down * TIP_LONG)
    one_end = (x - down * TIP_HALF_WIDE, y + right * TIP_HALF_WIDE)
    other_end = (x + down * TIP_HALF_WIDE, y - right * TIP_HALF_WIDE)
    return Polygon((point, one_end, other_end), ink, ink)


def cells(scene: Data, state: Sequence[str], looks: Sequence[Look]) -> list[Shape]:
    """A square of cells: numbers with the signs between them, or pipes with the tiles that are left below."""
    size = round(len(state) ** 0.5)
    is_pipes = "tiles" in scene
    pitch = CELL if is_pipes else SIGN_PITCH
    shapes: list[Shape] = []
    for number, sign in enumerate(state):
        row, column = divmod(number, size)
        shapes += cell(column * pitch, row * pitch, sign, is_pipes)
    for (row, column), (other_row, other_column) in scene.get("signs", ()):
        x = (column + other_column) / 2 * pitch + CELL / 2
        y = (row + other_row) / 2 * pitch + CELL / 2
        shapes.append(less_than((x, y), other_column - column, other_row - row))
    for number, sign in enumerate(scene.get("tiles") or ()):
        row, column = divmod(number, size)
        shapes += cell(column * (pitch + GAP), size * pitch + GAP + row * (pitch + GAP), sign, is_pipes)
    return shapes


def less_than(middle: Point, right: int, down: int) -> Polygon:
    """The sign < around a point, open towards the larger cell. right, down: the step to that cell."""
    x, y = middle
    point = (x - right * SIGN_HALF_LONG, y - down * SIGN_HALF_LONG)
    x += right * SIGN_HALF_LONG
    y += down * SIGN_HALF_LONG
    one_end = (x + down * SIGN_HALF_WIDE, y - right * SIGN_HALF_WIDE)
    other_end = (x - down * SIGN_HALF_WIDE, y + right * SIGN_HALF_WIDE)
    return Polygon((one_end, point, other_end))


def cell(left: float, top: float, sign: str, is_pipes: bool) -> list[Shape]:
    """A cell with what it holds: a number, or a pipe."""
    shapes: list[Shape] = [box(left, top, CELL, CELL)]
    middle = (left + CELL / 2, top + CELL / 2)
    if is_pipes:
        for way in PIPES.get(sign, "").split():
            right, down = STEPS[way]
            end = (middle[0] + right * CELL / 2, middle[1] + down * CELL / 2)
            shapes.append(Polygon((middle, end), None, INK, PIPE_WIDTH))
    elif sign != ".":
        shapes.append(Label(middle, sign))
    return shapes


KINDS: dict[str, Callable[[Data, Any, Sequence[Look]], list[Shape]]] = {  # the type of a state is its kind's
    "beakers": beakers,
    "blocks": blocks,
    "cells": cells,
}


# ------------------------------------------------------------------------------------------------------------ formats


@dataclass(frozen=True)
class DrawnPicture:
    """Shapes, and the part of the plane that they fill."""

    shapes: Sequence[Shape]
    left: float
    top: float
    width: float
    height: float


def picture_of(puzzle: Puzzle, instance: Instance) -> DrawnPicture:
    """Raises ValueError for an instance that is too large to draw, or shows nothing."""
    drawing = puzzle.drawing
    looks = list(drawing.colors(instance).values())
    shapes = KINDS[drawing.script](drawing.scene(instance), drawing.state(instance), looks)
    points: list[Point] = []
    for shape in shapes:
        if isinstance(shape, Polygon):
            points += shape.points
        else:
            x, y = shape.at
            points.append((x, y - UNIT / 2))
    if not points:
        raise ValueError("nothing to draw, expected a beaker")
    left = min(x for x, _ in points) - EDGE
    top = min(y for _, y in points) - EDGE
    right = max(x for x, _ in points) + EDGE
    bottom = max(y for _, y in points) + EDGE
    return DrawnPicture(shapes, left, top, right - left, bottom - top)


def svg(puzzle: Puzzle, instance: Instance) -> bytes:
    """A level as an SVG file. Raises ValueError if it is too large to draw."""
    picture = picture_of(puzzle, instance)
    view = f"{picture.left:g} {picture.top:g} {picture.width:g} {picture.height:g}"
    size = f'width="{picture.width:g}" height="{picture.height:g}"'
    ground = box(picture.left, picture.top, picture.width, picture.height, PAPER, PAPER).svg
    body = "\n".join([ground, *(shape.svg for shape in picture.shapes)])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size}>\n{body}\n</svg>\n'.encode()


def png(puzzle: Puzzle, instance: Instance) -> bytes:
    """A level as a PNG file. Raises ValueError if it is too large to draw, or OpenCV is not installed."""
    try:
        import cv2
        import numpy as np
    except ImportError:
        raise ValueError("PNG needs OpenCV: pip install 'fewest-pours[pictures]'") from None
    picture = picture_of(puzzle, instance)

    def ink(hue: str) -> tuple[int, ...]:
        return tuple(int(hue[place : place + 2], 16) for place in (5, 3, 1))  # blue, green, red

    def pixel(point: Point) -> Point:
        return (point[0] - picture.left) * SCALE, (point[1] - picture.top) * SCALE

    height = round(picture.height * SCALE)
    width = round(picture.width * SCALE)
    pixels = np.full((height, width, 3), ink(PAPER), np.uint8)
    for shape in picture.shapes:
        if isinstance(shape, Polygon):
            points = np.array([pixel(point) for point in shape.points]) * (1 << FRACTION_BITS)
            corners = [np.round(points).astype(np.int32)]
            if shape.fill is not None:
                cv2.fillPoly(pixels, corners, ink(shape.fill), cv2.LINE_AA, FRACTION_BITS)
            thick = max(1, round(shape.width * SCALE))
            is_closed = shape.fill is not None
            cv2.polylines(pixels, corners, is_closed, ink(shape.line), thick, cv2.LINE_AA, FRACTION_BITS)
        else:
            font = cv2.FONT_HERSHEY_SIMPLEX
            thick = round(SCALE)
            size = cv2.getFontScaleFromHeight(font, round(LETTER * SCALE * 0.7), thick)
            (wide, tall), _ = cv2.getTextSize(shape.words, font, size, thick)
            x, y = pixel(shape.at)
            at = (round(x - wide / 2), round(y + tall / 2))
            cv2.putText(pixels, shape.words, at, font, size, ink(shape.ink), thick, cv2.LINE_AA)
    _, encoded = cv2.imencode(".png", pixels)
    return bytes(encoded)


PICTURES = {"svg": svg, "png": png}
