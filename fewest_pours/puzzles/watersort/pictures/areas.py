"""Areas of nearly one colour that may be units: stacked in columns, as wide as most of the stacked ones."""

from statistics import median
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[Any]  # rows of (blue, green, red), 8 bits each
Lab = NDArray[Any]  # CIELAB colours: pictures of them, lists of them, or a single one
Strengths = NDArray[Any]  # how strong edges are: of each pixel, or of each height

SAME_COLOR = 10.0  # CIELAB distance, up to which two points show one colour
OTHER_COLOR = 18.0  # CIELAB distance, from which they surely show two
STRONG = 40  # in 8-bit CIELAB, summed over its axes, from where an edge counts in full, and a sign is seen
SPECKLES = 5  # pixels, the size of the filters that smooth what is smaller; of half size in outlines
NARROWEST_AREA = 5  # pixels, more than which an area is wide: the flask of a cover is the narrowest that counts
WIDEST_AREA = 0.2  # of the longer side of a picture, the most that an area is wide
FLATTEST_AREA = 0.25  # widths, the least that an area is high
CORNER = 0.1  # widths, the sides of the corners of a box, which a circle leaves free up to 0.146
LEAST_FILLED = 0.55  # of its box, the least that an area covers
WIDEST_HIGHLIGHT = 0.5  # of the wider of the two areas beside it, less than which a highlight is wide
UNEVEN_ENDS = 0.2  # of the height of the left one, less than which their tops and bottoms differ in sum
UNLIKE_WIDTHS = 0.7  # of the wider one, the most that the other one beside a highlight is wide
BESIDE_HIGHLIGHT = 14  # CIELAB distance between the two areas beside a highlight
SAME_SIZE = 0.15  # of a width, up to which two count as the same
NARROWER = 0.6  # of the width of most that is stacked, the least of any unit, as highlights hide a part of some
WIDER = 1.3  # of that width, the most, as reflections at their sides add to some
WIDEST_JOINT = 0.35  # widths, the most that areas in a column overlap, or are apart


class Unreadable(Exception):
    """The picture cannot be read as a level; the message says what was seen instead."""


class Picture(NamedTuple):
    """A picture at the size at which it is read, and what it shows at half this size.

    edges: how strong edges are, from 0 to 1; contrast: how much colours change, in 8-bit CIELAB.
    """

    pixels: Pixels
    lab: Lab
    edges: Strengths
    contrast: Strengths


class Area(NamedTuple):
    """A box around pixels of one colour. x, y: its upper left corner; is_round: its corners are free, as of a ball."""

    x: int
    y: int
    wide: int
    high: int
    color: Lab
    is_round: bool = False

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
    off *= off
    return np.asarray(np.sqrt(off[..., 0] + off[..., 1] + off[..., 2]))  # faster than a sum over so short an axis


def components(mask: NDArray[Any], connectivity: int = 8) -> tuple[NDArray[Any], NDArray[Any]]:
    """The connected parts of a mask: a map of their numbers, and the number, x, y, width, height and pixels of each."""
    _, numbers, boxes, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=connectivity)
    return numbers, np.column_stack([np.arange(len(boxes)), boxes])[1:]


def changes(pixels: Pixels) -> Strengths:
    """How much the colour changes between the neighbours of each pixel: 8-bit CIELAB, summed over its axes."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
    every = np.ones((1, 3))
    found = np.zeros(lab.shape[:2], np.uint8)
    found[:, 1:-1] = cv2.transform(cv2.absdiff(lab[:, 2:], lab[:, :-2]), every)
    found[1:-1] = np.maximum(found[1:-1], cv2.transform(cv2.absdiff(lab[2:], lab[:-2]), every))
    return found


def areas(picture: Picture, even: NDArray[np.bool_]) -> list[Area]:
    """The connected parts of a mask as large as units may be, or flasks on covers; none at the picture's border."""
    numbers, parts = components(even, connectivity=4)
    _, left, top, wide, high, pixels = parts.T
    may_be_unit = (wide > NARROWEST_AREA) & (wide < WIDEST_AREA * max(even.shape))
    may_be_unit &= (left > 0) & (top > 0) & (left + wide < even.shape[1]) & (top + high < even.shape[0])
    may_be_unit &= (high > FLATTEST_AREA * wide) & (pixels > LEAST_FILLED * wide * high)
    found = []
    for number, x, y, w, h, _ in parts[may_be_unit].tolist():
        mask = numbers[y : y + h, x : x + w] == number
        color = np.median(picture.lab[y : y + h, x : x + w][mask], 0)
        side = max(1, round(CORNER * w))
        left_and_right = np.hstack((mask[:, :side], mask[:, -side:]))
        in_corners = np.vstack((left_and_right[:side], left_and_right[-side:]))
        found.append(Area(x, y, w, h, color, is_round=not in_corners.any()))
    return found


def joined(found: list[Area]) -> list[Area]:
    """The areas, where two parts of a unit beside a highlight become one.

    They have one colour and equal ends, and touch or have unlike widths: others are units of two beakers.
    """
    whole: list[Area] = []
    for area in sorted(found, key=lambda area: area.x):
        for number, left in enumerate(whole):
            gap = area.x - left.x - left.wide
            widths = sorted((area.wide, left.wide))
            ends = abs(area.y - left.y) + abs(area.bottom - left.bottom)
            belong_together = (
                -2 < gap < WIDEST_HIGHLIGHT * widths[1]
                and ends < UNEVEN_ENDS * left.high
                # What is narrower than the filter is no gap.
                and (widths[0] < UNLIKE_WIDTHS * widths[1] or gap < SPECKLES)
                and deviation(area.color, left.color) < BESIDE_HIGHLIGHT
            )
            if belong_together:
                color = max(area, left, key=lambda part: part.wide).color
                whole[number] = left._replace(wide=area.x + area.wide - left.x, color=color)
                break
        else:
            whole.append(area)
    return whole


def columns(found: list[Area], width: float) -> list[Column]:
    """The areas as columns of those that lie on each other."""
    made: list[Column] = []
    for area in sorted(found, key=lambda area: -area.bottom):
        for column in made:
            widest = max(column, key=lambda each: each.wide)
            shared = min(area.x + area.wide, widest.x + widest.wide) - max(area.x, widest.x)
            is_in_line = shared > (1 - SAME_SIZE) * min(area.wide, widest.wide)
            if is_in_line and abs(column[-1].y - area.bottom) < WIDEST_JOINT * width:
                column.append(area)
                break
        else:
            made.append(Column([area]))
    return made


def stacked(found: list[Area]) -> tuple[int, list[Column]]:
    """How much is stacked, in pixels, and the columns of all areas about as wide as most of that.

    The usual width is the one whose areas cover most, of those in columns of two or more.
    """
    found = joined(found)

    def stacked_pixels(wide: int) -> int:
        alike = [area for area in found if abs(area.wide - wide) <= SAME_SIZE * wide]
        return sum(area.wide * area.high for column in columns(alike, wide) if len(column) > 1 for area in column)

    most, wide = max(((stacked_pixels(wide), wide) for wide in {area.wide for area in found}), default=(0, 0))
    return most, columns([area for area in found if NARROWER * wide <= area.wide <= WIDER * wide], wide)
