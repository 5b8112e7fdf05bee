"""Cells: the colour of each unit's place, whether there is a unit, and the sign of hidden ones."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import (
    Area,
    Column,
    Lab,
    Picture,
    components,
    deviation,
)
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, Beaker, Cell
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, Grid
from fewest_pours.puzzles.watersort.pictures.question_marks import SIZE, likeness

SAME_COLOR = 10.0  # CIELAB distance of a cover's colour from that of the units it stands for
OTHER_COLOR = 18.0  # CIELAB distance of different colours
SECRET = 15.0  # CIELAB distance from hidden units below which a unit may be hidden, too
QUESTION = 0.45  # likeness to a drawn question mark
EMPTY_AREA = EMPTY + 2  # distance from the background below which an uppermost area is air; EMPTY is that of cells
CLEARLY_EMPTY = 7.0  # distance from the background of what is clearly empty
MANY = 4  # colours with signs, from which on these are for players who cannot tell the colours apart
CERTAIN = 0.75  # likeness to a drawn question mark that a sign of a hidden unit must have then
WHITE, BLACK = (100.0, 0.0, 0.0), (0.0, 0.0, 0.0)
SAME_AIR = 6.0  # CIELAB distance of the air in most beakers from a veil over the background
AS_LIKELY = 1.5  # CIELAB distance, by which another veil may be farther from this air than the nearest one
INK = 22.0  # CIELAB distance from an empty beaker of what is drawn in it
NONE_NEAR = 99.0  # CIELAB distance to the nearest of no colours
MIDDLE = 0.38, 0.36  # of a unit's width and height to all sides, where its main colour is looked for
COARSE = 8  # in CIELAB, the size of the boxes in which the colours of a cell are counted
LIKE_MAIN = 12.0  # CIELAB distance from the main colour of a cell, within which something has it
MIDDLE_ASIDE = 0.25  # widths to both sides of the middle of a beaker, which its glass and reflections leave free
GROUND = 0.22  # units to above and below, the background beside a beaker that is looked at
TOUCHING = 1.02  # widths, more than which neighbours are apart, so that background is between them
USUAL_PITCH = 1.44  # widths from a beaker to the next where there is none
HALF_OFF_MIDDLE = 0.19  # units from the middle of a cell up to that of its upper half, and down to its lower half's
HALF_UPDOWN = 0.11  # units from there, up and down, that are looked at
LEAST_OF_HALF = 0.3  # of the pixels of each half of a cell, the least that have its colour, else it shows two
SIGN_ROOM = 0.36, 0.45  # widths and heights of a unit to all sides, where its sign is
STRONGEST_INK = 97  # percentile of the distances from the main colour, that of a sign's strokes
STRONG_SIGN = 0.5  # of this distance, the least of what belongs to a sign
LEAST_STROKE = 0.006  # of the room for a sign, the least that a part of it covers
STROKE_ASIDE = 0.22  # of this room, the most that a part is off its middle
LOWEST_SIGN = 0.28  # of this room, the least that a sign is high
WIDEST_SIGN, SLIMMEST_SIGN = 0.9, 3.2  # of its width, the least and the most that a sign is high


def distance(color: Lab, others: list[Lab], which: Callable[..., float] = min) -> float:
    """To the nearest of some colours, or the farthest (max); 99 without any."""
    return which(deviation(np.reshape(others, (-1, 3)), color).tolist(), default=NONE_NEAR)


class Air(NamedTuple):
    """Empty glass as a veil: a share of one colour before the background."""

    toward: Lab
    share: float

    def over(self, background: Lab) -> Lab:
        return background + self.share * (self.toward - background)


def around(beaker: Beaker, y: float, level: list[Beaker], grid: Grid, updown: float = GROUND) -> list[Lab]:
    """The background beside a beaker of a level at one height."""
    aside = halfway([other.x for other in level if other.bottom == beaker.bottom], grid.wide, grid.beside)
    return grid.ground(beaker.x, y, updown, aside)


def halfway(places: list[float], wide: float, beside: float) -> float:
    """From the middle of a beaker to the background between it and its neighbours."""
    gaps = [after - x for x, after in pairwise(sorted(places)) if after - x > TOUCHING * wide]
    return min(beside, min(gaps, default=USUAL_PITCH * wide) / 2)


def without_air(row: list[Column], picture: Picture, wide: float) -> list[Column]:
    """A row's columns without areas of the background's colour at their tops."""
    middles = [column.x for column in row]
    aside = halfway(middles, wide, BESIDE * wide)

    def is_air(area: Area, x: float) -> bool:
        behind = Grid(picture, wide, area.high).ground(x, area.y + area.high / 2, GROUND, aside)
        return distance(area.color, behind) < EMPTY_AREA

    kept = [Column(column) for column in row]
    for column, x in zip(kept, middles, strict=True):
        while column and is_air(column[-1], x):
            column.pop()
    return [column for column in kept if column]


def main_color(x: float, y: float, grid: Grid) -> Lab:
    """The most frequent colour of a cell, whatever is drawn on it."""
    inside = grid.patch(x, y, *MIDDLE)
    keys = (inside // COARSE).astype(np.int32) @ np.array([10000, 100, 1])
    values, times = np.unique(keys, return_counts=True)
    mode = np.median(inside[keys == values[times.argmax()]], 0)
    return np.asarray(np.median(inside[deviation(inside, mode) < LIKE_MAIN], 0))


def air_above(level: list[Beaker], grid: Grid, capacity: int) -> list[Air]:
    """The veils that may be seen at the tops of beakers, above the units: white, black, or opaque."""
    air = grid.height - capacity
    middle = (capacity + air / 2) * grid.high
    updown = min(GROUND, air / 4)
    parts = [grid.patch(each.x, each.bottom - middle, MIDDLE_ASIDE, updown) for each in level]
    grounds = [around(each, each.bottom - middle, level, grid, updown) for each in level]
    if updown * grid.high <= 1 or not all(map(len, parts)) or not all(grounds):
        return []
    seen = np.array([np.median(part, 0) for part in parts])
    behind = np.array([np.mean(each, 0) for each in grounds])
    airs = [Air(np.median(seen, 0), 1.0)]
    for toward in np.array((WHITE, BLACK)):
        way = toward - behind
        shares = (way * (seen - behind)).sum(1) / (way**2).sum(1).clip(1)
        airs.append(Air(toward, float(np.median(shares).clip(0, 1))))
    off = [np.median(deviation(seen, air.over(behind))) for air in airs]  # most beakers
    return [air for air, far in zip(airs, off, strict=True) if far < min(SAME_AIR, min(off) + AS_LIKELY)]


def cells_of(level: list[Beaker], grid: Grid, most: int) -> list[list[Cell]]:
    """What the places of so many units look like in each beaker, from the bottom up."""
    return [[*cells_in(beaker, level, grid, most)] for beaker in level]


def cells_in(beaker: Beaker, level: list[Beaker], grid: Grid, most: int) -> Iterator[Cell]:
    for k in range(most):
        x, y = beaker.x, beaker.bottom - (k + 0.5) * grid.high
        if y < 0.5 * grid.high:
            break
        color = main_color(x, y, grid)
        beside = around(beaker, y, level, grid)
        off = HALF_OFF_MIDDLE * grid.high
        halves = [grid.patch(x, height, MIDDLE[0], HALF_UPDOWN) for height in (y - off, y + off)]
        split = any(np.mean(deviation(half, color) < LIKE_MAIN) < LEAST_OF_HALF for half in halves)
        yield Cell(color, beside, distance(color, beside), sign_at(x, y, grid), split)


def through_glass(cell: Cell, airs: list[Air]) -> Cell:
    """The cell, as far away as its color is from the background beside it or that behind empty glass."""
    behind = cell.beside + [air.over(each) for each in cell.beside for air in airs]
    return replace(cell, away=distance(cell.color, behind))


def sign_at(x: float, y: float, grid: Grid) -> float | None:
    """How like a question mark the sign in the middle of a cell is; None without a sign."""
    part = grid.box(x, y, *SIGN_ROOM)
    if not part.size:
        return None
    high, wide = part.shape[:2]
    off = deviation(part, np.median(part, (0, 1)))
    numbers, parts = components(off > max(LIKE_MAIN, STRONG_SIGN * np.percentile(off, STRONGEST_INK)))
    inside = [
        number
        for number, left, top, w, h, pixels in parts
        if pixels > LEAST_STROKE * wide * high
        and 0 < left < left + w < wide
        and 0 < top < top + h < high
        and abs(left + w / 2 - wide / 2) < STROKE_ASIDE * wide
    ]
    sign = np.isin(numbers, inside).astype(np.float32)
    left, top, across, tall = cv2.boundingRect(sign.astype(np.uint8))
    if tall < LOWEST_SIGN * high or not WIDEST_SIGN < tall / across < SLIMMEST_SIGN:
        return None
    cut = sign[top : top + tall, left : left + across]
    return None if cut.all() else likeness(cv2.resize(cut, SIZE, interpolation=cv2.INTER_AREA))


def least_likeness(cells: list[Cell], capacity: int) -> Callable[[Cell], float]:
    """How like a question mark the sign of a cell must be for its unit to be hidden.

    Where cells of many colours have signs, these are for players who cannot tell the colours apart. Then a sign must be
    more like a question mark, unless its cell's colour has more signs than a beaker has units.
    """
    signed = np.array([cell.color for cell in cells if cell.sign is not None]).reshape(-1, 3)
    kinds: list[Lab] = []
    for color in signed:
        if distance(color, kinds) > SECRET:
            kinds.append(color)
    few = len(kinds) < MANY
    return lambda cell: QUESTION if few or (deviation(signed, cell.color) < SECRET).sum() > capacity else CERTAIN
