"""Cells: the main colour of each slot of a beaker, how far that is from the background, and its question mark."""

from collections.abc import Iterator
from functools import partial

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import components
from fewest_pours.puzzles.watersort.pictures.beakers import SURE_LIKENESS, Beaker, Cell
from fewest_pours.puzzles.watersort.pictures.color_distance import (
    SAME_COLOR,
    UNLIKE_AIR,
    Lab,
    distance_to_farthest,
    distance_to_nearest,
    distances,
)
from fewest_pours.puzzles.watersort.pictures.grid import Grid, halfway
from fewest_pours.puzzles.watersort.pictures.outline import INNER
from fewest_pours.puzzles.watersort.pictures.question_marks import is_question_mark

MARK_IN_CELL = 0.45  # likeness to a drawn question mark of one in a cell: less than elsewhere, as one is expected here
LOWEST_MARK = 0.25  # of the part of a cell that is looked at; what is not higher is noise
MARK_UPDOWN = 0.45  # units up and down from the middle of a cell, where its question mark is looked for
CORE_UPDOWN = 0.36  # the same for its main colour
SAMPLED = 12  # rows of a cell that are compared with each other, and columns as densely
ALIKE_WITHIN = 6.0  # CIELAB distance of pixels of a cell that are like each other
LIKE_MAIN = 12.0  # CIELAB distance from the main colour of a cell, within which something has it
HALF_OFF_MIDDLE = 0.19  # units from the middle of a cell up to that of its upper half, and down to its lower half's
HALF_UPDOWN = 0.11  # units from there, up and down, that are looked at
LEAST_OF_HALF = 0.3  # of the pixels of a half of a cell: if fewer have the main colour, the cell shows two
BELOW_RIM = 0.3  # units below the top of beakers, where a full beaker rarely has a unit
RIM_UPDOWN = 0.15  # units from there, up and down, that are looked at


def backgrounds_beside(beaker: Beaker, y: float, beakers: list[Beaker], grid: Grid) -> list[Lab]:
    """The background beside a beaker at one height. Beakers of a row have the very same bottom."""
    aside = halfway(
        [other.x for other in beakers if other.bottom == beaker.bottom], grid.unit_width, grid.beside_pixels
    )
    return grid.backgrounds(beaker.x, y, aside)


def main_color(x: float, y: float, grid: Grid) -> Lab:
    """The most common colour of a cell, whatever is drawn on it."""
    inside = grid.box(x, y, INNER, CORE_UPDOWN)
    every = max(1, round(inside.shape[0] / SAMPLED))
    sample = inside[::every, ::every].reshape(-1, 3)
    is_like = distances(sample[:, None], sample) < ALIKE_WITHIN
    most_like = sample[is_like.sum(1).argmax()]
    return np.asarray(np.median(inside[distances(inside, most_like) < LIKE_MAIN], 0))


def cells_of(beakers: list[Beaker], grid: Grid, most: int) -> list[list[Cell]]:
    """What the lowest slots of each beaker look like, from the bottom up, `most` at most; none above the picture."""
    glass = opaque_glass(beakers, grid)
    airs = [] if glass is None else [glass]
    return [[*cells_in(beaker, beakers, grid, most, airs)] for beaker in beakers]


def opaque_glass(beakers: list[Beaker], grid: Grid) -> Lab | None:
    """The colour of the glass, if it hides the background.

    Then all sure beakers show one colour just below their rims, and it is not that of the background.
    """
    up = (grid.beaker_units - BELOW_RIM) * grid.unit_height
    colors: list[Lab] = []
    backgrounds: list[Lab] = []
    for beaker in beakers:
        y = beaker.bottom - up
        below_rim = grid.patch(beaker.x, y, INNER, RIM_UPDOWN)
        if beaker.likeness >= SURE_LIKENESS and len(below_rim):
            colors.append(np.median(below_rim, 0))
            backgrounds += backgrounds_beside(beaker, y, beakers, grid)
    if not colors:
        return None
    glass: Lab = np.median(colors, 0)
    is_one_color = distance_to_farthest(glass, colors) < SAME_COLOR
    return glass if is_one_color and distance_to_nearest(glass, backgrounds) >= UNLIKE_AIR else None


def cells_in(beaker: Beaker, beakers: list[Beaker], grid: Grid, most: int, airs: list[Lab]) -> Iterator[Cell]:
    """What the lowest slots of one beaker look like. airs: colours of air besides the background."""
    for up in range(most):
        x, y = beaker.x, beaker.bottom - (up + 0.5) * grid.unit_height
        if y < grid.unit_height / 2:
            break
        color = main_color(x, y, grid)
        halves = [grid.patch(x, y + side * HALF_OFF_MIDDLE * grid.unit_height, INNER, HALF_UPDOWN) for side in (-1, 1)]
        backgrounds = backgrounds_beside(beaker, y, beakers, grid)
        yield Cell(
            color,
            from_air=distance_to_nearest(color, [*backgrounds, *airs]),
            shows_two=any(np.mean(distances(half, color) < LIKE_MAIN) < LEAST_OF_HALF for half in halves if len(half)),
            has_mark=has_question_mark(x, y, grid),
            background=min(backgrounds, key=partial(distances, color), default=None),
        )


def has_question_mark(x: float, y: float, grid: Grid) -> bool:
    """Whether what is drawn in a cell, without touching its borders, is a question mark."""
    part = grid.box(x, y, INNER, MARK_UPDOWN)
    if not part.size:
        return False
    height, width = part.shape[:2]
    off = distances(part, np.median(part, (0, 1)))
    numbers, parts = components(off > max(LIKE_MAIN, off.max() / 2))
    inside = [
        number
        for number, left, top, w, h, _ in parts.tolist()
        if left > 0 and left + w < width and top > 0 and top + h < height
    ]
    ink = np.isin(numbers, inside).astype(np.float32)
    left, top, across, tall = cv2.boundingRect(ink.astype(np.uint8))
    cut = ink[top : top + tall, left : left + across]
    return tall > LOWEST_MARK * height and is_question_mark(cut, MARK_IN_CELL)
