"""Cells: what each slot of a beaker shows, its main colour, whether that is a unit's, and the sign of hidden ones."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import (
    SAME_COLOR,
    Area,
    Column,
    Lab,
    Picture,
    components,
    deviation,
)
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, SURE, Beaker, Cell
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, GROUND, Grid
from fewest_pours.puzzles.watersort.pictures.outline import INNER
from fewest_pours.puzzles.watersort.pictures.question_marks import is_question_mark

NONE_NEAR = 99.0  # CIELAB distance to the nearest of no colours
QUESTION = 0.45  # likeness to a drawn question mark
LEAST_SIGN_UP = 0.25  # of the part of a cell that is looked at, more than which a sign is high: less is noise
CORE_UPDOWN = 0.36  # heights up and down, where the main colour of a unit is looked for
SIGN_UPDOWN = 0.45  # the same for its sign
SAMPLED = 12  # rows of a cell that are compared with each other
ALIKE_WITHIN = 6.0  # CIELAB distance of pixels of a cell that are like each other
LIKE_MAIN = 12.0  # CIELAB distance from the main colour of a cell, within which something has it
TOUCHING = 1.02  # widths, more than which neighbours are apart, so that background is between them
USUAL_PITCH = 1.44  # widths from a beaker to the next where there is none
HALF_OFF_MIDDLE = 0.19  # units from the middle of a cell up to that of its upper half, and down to its lower half's
HALF_UPDOWN = 0.11  # units from there, up and down, that are looked at
BELOW_RIM = 0.3  # units below the top of beakers, where a full beaker rarely has a unit
RIM_UPDOWN = 0.15  # units from there, up and down, that are looked at
LEAST_OF_HALF = 0.3  # of the pixels of a half of a cell: if fewer have the main colour, the cell shows two


def distance(color: Lab, others: list[Lab], which: Callable[..., float] = min) -> float:
    """The distance to the nearest of some colours, or the farthest (max); 99 without any."""
    return which(deviation(np.reshape(others, (-1, 3)), color).tolist(), default=NONE_NEAR)


def around(beaker: Beaker, y: float, level: list[Beaker], grid: Grid) -> list[Lab]:
    """The background beside a beaker at one height. Beakers of a row have the very same bottom."""
    aside = halfway([other.x for other in level if other.bottom == beaker.bottom], grid.wide, grid.beside)
    return grid.ground(beaker.x, y, aside, GROUND)


def halfway(middles: list[float], wide: float, beside: float) -> float:
    """Half the narrowest gap in a row of beakers, at most `beside`: how far the background is from their middles."""
    gaps = [after - x for x, after in pairwise(sorted(middles)) if after - x > TOUCHING * wide]
    return min(beside, min(gaps, default=USUAL_PITCH * wide) / 2)


def without_air(row: list[Column], picture: Picture, wide: float) -> list[Column]:
    """A row's columns without areas of the background's colour at their tops."""
    middles = [column.x for column in row]
    aside = halfway(middles, wide, BESIDE * wide)

    def is_air(area: Area, x: float) -> bool:
        # A grid of which only `ground` is used.
        behind = Grid(picture, wide, area.high).ground(x, area.y + area.high / 2, aside, GROUND)
        return distance(area.color, behind) < EMPTY

    kept = [Column(column) for column in row]
    for column, x in zip(kept, middles, strict=True):
        while column and is_air(column[-1], x):
            column.pop()
    return [column for column in kept if column]


def main_color(x: float, y: float, grid: Grid) -> Lab:
    """The colour of a cell that more of its pixels are like than any other, whatever is drawn on it."""
    inside = grid.box(x, y, INNER, CORE_UPDOWN)
    every = max(1, round(inside.shape[0] / SAMPLED))
    sample = inside[::every, ::every].reshape(-1, 3)
    is_like = deviation(sample[:, None], sample) < ALIKE_WITHIN
    most_like = sample[is_like.sum(1).argmax()]
    return np.asarray(np.median(inside[deviation(inside, most_like) < LIKE_MAIN], 0))


def cells_of(level: list[Beaker], grid: Grid, most: int) -> list[list[Cell]]:
    """What the lowest slots of each beaker look like, from the bottom up; none above the picture."""
    glass = opaque_glass(level, grid)
    return [[*cells_in(beaker, level, grid, most, glass)] for beaker in level]


def opaque_glass(level: list[Beaker], grid: Grid) -> list[Lab]:
    """The colour of the glass, in a list, if it hides the background; else an empty list.

    Then all sure beakers show one colour just below their rims, and it is not that of the background.
    """
    up = (grid.beaker_height - BELOW_RIM) * grid.high
    colors: list[Lab] = []
    background: list[Lab] = []
    for beaker in level:
        y = beaker.bottom - up
        below_rim = grid.patch(beaker.x, y, INNER, RIM_UPDOWN)
        if beaker.likeness >= SURE and len(below_rim):
            colors.append(np.median(below_rim, 0))
            background += around(beaker, y, level, grid)
    if not colors:
        return []
    glass = np.median(colors, 0)
    is_one_color = distance(glass, colors, max) < SAME_COLOR
    return [glass] if is_one_color and distance(glass, background) >= EMPTY else []


def cells_in(beaker: Beaker, level: list[Beaker], grid: Grid, most: int, glass: list[Lab]) -> Iterator[Cell]:
    """What the lowest slots of one beaker look like. glass: its colour if it is opaque."""
    for k in range(most):
        x, y = beaker.x, beaker.bottom - (k + 0.5) * grid.high
        if y < grid.high / 2:
            break
        color = main_color(x, y, grid)
        middles = (y - HALF_OFF_MIDDLE * grid.high, y + HALF_OFF_MIDDLE * grid.high)
        halves = [grid.patch(x, middle, INNER, HALF_UPDOWN) for middle in middles]
        split = any(np.mean(deviation(each, color) < LIKE_MAIN) < LEAST_OF_HALF for each in halves)
        background = around(beaker, y, level, grid)
        behind = min(background, key=partial(deviation, color), default=None)
        yield Cell(color, distance(color, [*background, *glass]), split, has_question_mark(x, y, grid), behind)


def has_question_mark(x: float, y: float, grid: Grid) -> bool:
    """Whether what is drawn in a cell, without touching its borders, is a question mark."""
    part = grid.box(x, y, INNER, SIGN_UPDOWN)
    if not part.size:
        return False
    high, wide = part.shape[:2]
    off = deviation(part, np.median(part, (0, 1)))
    numbers, parts = components(off > max(LIKE_MAIN, off.max() / 2))
    inside = [
        number
        for number, left, top, w, h, _ in parts.tolist()
        if left > 0 and left + w < wide and top > 0 and top + h < high
    ]
    sign = np.isin(numbers, inside).astype(np.float32)
    left, top, across, tall = cv2.boundingRect(sign.astype(np.uint8))
    cut = sign[top : top + tall, left : left + across]
    return tall > LEAST_SIGN_UP * high and is_question_mark(cut, QUESTION)
