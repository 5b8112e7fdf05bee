"""Areas of nearly one colour that may be units: stacked in columns, as wide as most of the stacked ones."""

from statistics import median
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[Any]  # rows of (blue, green, red), 8 bits each
Lab = NDArray[Any]  # CIELAB colours: pictures of them, lists of them, or a single one
Edges = NDArray[Any]  # how much the colour changes, at half the size of the picture

STEPS = (14, 22)  # in CIELAB, summed over its axes, between the two neighbours of a pixel within an area
NARROWEST_AREA = 5  # pixels, the width of an area: of a flask on a cover
WIDEST_AREA = 0.2  # of the longer side of a picture, the most that an area is wide
FLATTEST_AREA = 0.25  # widths, the least that an area is high
LEAST_FILLED = 0.55  # of its box, the least that an area covers
SAME_WIDTH = 0.15  # of the width of units, by which most differ
NARROWER, WIDER = 0.6, 1.3  # of this width, the least and the most of any unit, with highlights and reflections
ABOVE = 0.85  # of the narrower of two areas, the least width that they share if one lies above the other
WIDEST_JOINT = 0.35  # widths, the most that areas in a column overlap, or are apart


class Unreadable(Exception):
    """No level is seen; the message says what is."""


class Picture(NamedTuple):
    """A picture at the size at which it is read. edges: where colours change, contrast: by how much, at half size."""

    pixels: Pixels
    lab: Lab
    edges: Edges
    contrast: Edges


class Area(NamedTuple):
    """A box around pixels of one colour."""

    x: int
    y: int
    wide: int
    high: int
    color: Lab

    @property
    def middle(self) -> float:
        return self.x + self.wide / 2

    @property
    def bottom(self) -> int:
        return self.y + self.high


class Column(list[Area]):
    """Areas one on top of the other, from the bottom up."""

    @property
    def x(self) -> float:
        return median(area.middle for area in self)

    @property
    def bottom(self) -> int:
        return self[0].bottom


def deviation(colors: Lab, color: Lab) -> Lab:
    """The CIELAB distances of colours from a colour."""
    off = colors - color
    return np.asarray(np.sqrt((off * off).sum(-1)))


def components(mask: NDArray[Any], connectivity: int = 8) -> tuple[NDArray[Any], list[list[int]]]:
    """The connected parts of a mask: a map of their numbers, and the number, x, y, width, height and pixels of each."""
    _, numbers, boxes, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=connectivity)
    return numbers, [[number, *box] for number, box in enumerate(boxes.tolist()) if number]


def changes(pixels: Pixels) -> Pixels:
    """How much the colour changes between the neighbours of each pixel: CIELAB, summed over its axes, at most 255."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
    every = np.ones((1, 3))
    found = np.zeros(lab.shape[:2], np.uint8)
    found[:, 1:-1] = cv2.transform(cv2.absdiff(lab[:, 2:], lab[:, :-2]), every)
    found[1:-1] = np.maximum(found[1:-1], cv2.transform(cv2.absdiff(lab[2:], lab[:-2]), every))
    return found


def areas(picture: Picture, even: NDArray[np.bool_]) -> list[Area]:
    """Connected even areas of at most the size of units."""
    numbers, parts = components(even, connectivity=4)
    widest = WIDEST_AREA * max(even.shape)
    found = []
    for number, x, y, w, h, pixels in parts:
        if NARROWEST_AREA < w < widest and h > FLATTEST_AREA * w and pixels > LEAST_FILLED * w * h:
            mask = numbers[y : y + h, x : x + w] == number
            color = np.median(picture.lab[y : y + h, x : x + w][mask], 0)
            found.append(Area(x, y, w, h, color))
    return found


def columns(found: list[Area], width: float) -> list[Column]:
    """Areas one on top of the other, sorted from the bottom up."""
    made: list[Column] = []
    for area in sorted(found, key=lambda area: -area.bottom):
        for column in made:
            below = max(column, key=lambda each: each.wide)
            shared = min(area.x + area.wide, below.x + below.wide) - max(area.x, below.x)
            is_above = shared > ABOVE * min(area.wide, below.wide)
            if is_above and abs(column[-1].y - area.bottom) < WIDEST_JOINT * width:
                column.append(area)
                break
        else:
            made.append(Column([area]))
    return made


def stacked(found: list[Area]) -> tuple[float, list[Column]]:
    """The size of the largest stacked areas of about one width, and the columns of areas of about this width."""

    def size(wide: int) -> float:
        alike = [area for area in found if abs(area.wide - wide) <= SAME_WIDTH * wide]
        return sum(area.wide * area.high for column in columns(alike, wide) if len(column) > 1 for area in column)

    best, wide = max(((size(wide), wide) for wide in {area.wide for area in found}), default=(0, 0))
    return best, columns([area for area in found if NARROWER * wide <= area.wide <= WIDER * wide], wide)
