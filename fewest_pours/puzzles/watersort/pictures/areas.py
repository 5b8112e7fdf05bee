"""Areas that may be units: even in colour, stacked in columns, as wide as most of the stacked ones."""

from statistics import median
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.pictures.color_distance import Lab, distances

Pixels = NDArray[Any]  # rows of (blue, green, red), 8 bits each
EdgeImage = NDArray[Any]  # how strong edges are in each pixel

FILTER_SIZE = 5  # pixels, the side of the smoothing filters; in outlines, pixels at half size
NARROWEST_AREA = 6  # pixels; narrower areas are ignored (the narrowest that matters is the flask of a cover)
WIDEST_AREA = 0.2  # of the longer side of a picture; areas at least as wide are ignored
FLATTEST_AREA = 0.25  # of its width; areas that are not higher are ignored
LEAST_FILLED = 0.55  # of its box; areas that do not cover more are ignored
CORNER = 0.1  # widths, the sides of the corners of a box, which a circle leaves free up to 0.146
WIDEST_HIGHLIGHT = 0.5  # of the wider of the two areas beside it; a wider gap is no highlight
UNEVEN_ENDS = 0.2  # of the height of the left area: at most so unequal are the ends of two parts of a unit, in sum
MOST_WIDTH_RATIO = 0.7  # of the narrower to the wider part of a unit beside a highlight
MOST_UNLIKE_PARTS = 14  # CIELAB distance between the two parts of a unit beside a highlight, at most
SAME_SIZE = 0.15  # of a width, up to which two count as the same
NARROWEST_UNIT = 0.6  # of the usual width, as highlights hide a part of some
WIDEST_UNIT = 1.3  # of the usual width, as reflections at their sides add to some
LARGEST_JOINT = 0.35  # widths, the most that areas in a column overlap, or are apart


class Unreadable(Exception):
    """The picture cannot be read as a level; the message says what was seen instead."""


class Picture(NamedTuple):
    """A picture at the size at which it is read.

    lab: its colours; at half size, edges: how strong edges are, from 0 to 1, and contrast: how much colours change, in
    8-bit CIELAB.
    """

    pixels: Pixels
    lab: Lab
    edges: EdgeImage
    contrast: EdgeImage

    def box(self, x: float, y: float, aside: float, updown: float) -> Lab:
        """The colours around a point, this many pixels to both sides, and up and down."""
        rows = self.lab[max(0, int(y - updown)) : max(0, int(y + updown))]
        return rows[:, max(0, int(x - aside)) : max(0, int(x + aside))]


class Area(NamedTuple):
    """A box around connected pixels. x, y: its upper left corner; is_round: its corners are free, as of a ball."""

    x: int
    y: int
    width: int
    height: int
    color: Lab
    is_round: bool = False

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> int:
        return self.y + self.height


class Column(list[Area]):
    """Areas one on top of the other, from the bottom up."""

    @property
    def middle(self) -> float:
        return median(area.middle for area in self)

    @property
    def bottom(self) -> int:
        return self[0].bottom


def components(mask: NDArray[Any], connectivity: int = 8) -> tuple[NDArray[Any], NDArray[Any]]:
    """The connected parts of a mask: a map of their numbers, and the number, x, y, width, height and pixels of each."""
    _, numbers, boxes, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=connectivity)
    return numbers, np.column_stack([np.arange(len(boxes)), boxes])[1:]


def changes(pixels: Pixels) -> EdgeImage:
    """How much the colour changes around each pixel, from left to right or from above to below, whichever is more.

    In 8-bit CIELAB, summed over its axes, 255 at most.
    """
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
    every = np.ones((1, 3))
    change = np.zeros(lab.shape[:2], np.uint8)
    change[:, 1:-1] = cv2.transform(cv2.absdiff(lab[:, 2:], lab[:, :-2]), every)
    change[1:-1] = np.maximum(change[1:-1], cv2.transform(cv2.absdiff(lab[2:], lab[:-2]), every))
    return change


def areas_in(picture: Picture, smooth: NDArray[np.bool_]) -> list[Area]:
    """The connected parts of a mask as large as units may be, or flasks on covers; none at the picture's border.

    smooth: where the colour changes little from pixel to pixel, so that a unit is one part also with a gradient.
    """
    numbers, parts = components(smooth, connectivity=4)
    _, left, top, width, height, pixels = parts.T
    may_be_unit = (width >= NARROWEST_AREA) & (width < WIDEST_AREA * max(smooth.shape))
    may_be_unit &= (left > 0) & (top > 0) & (left + width < smooth.shape[1]) & (top + height < smooth.shape[0])
    may_be_unit &= (height > FLATTEST_AREA * width) & (pixels > LEAST_FILLED * width * height)
    areas = []
    for number, x, y, w, h, _ in parts[may_be_unit].tolist():
        mask = numbers[y : y + h, x : x + w] == number
        color = np.median(picture.lab[y : y + h, x : x + w][mask], 0)
        side = max(1, round(CORNER * w))
        left_and_right = np.hstack((mask[:, :side], mask[:, -side:]))
        in_corners = np.vstack((left_and_right[:side], left_and_right[-side:]))
        areas.append(Area(x, y, w, h, color, is_round=not in_corners.any()))
    return areas


def without_highlights(areas: list[Area]) -> list[Area]:
    """The areas, with the two parts of a unit that a highlight splits made one.

    They have one colour and equal ends, and touch or have unlike widths: others are units of two beakers.
    """
    whole: list[Area] = []
    for area in sorted(areas, key=lambda area: area.x):
        for number, left in enumerate(whole):
            if are_parts_of_one(left, area):
                color = max(area, left, key=lambda part: part.width).color
                whole[number] = left._replace(width=area.x + area.width - left.x, color=color)
                break
        else:
            whole.append(area)
    return whole


def are_parts_of_one(left: Area, right: Area) -> bool:
    """Whether two areas are what a highlight between them leaves of a unit."""
    gap = right.x - left.x - left.width
    narrower, wider = sorted((left.width, right.width))
    ends = abs(right.y - left.y) + abs(right.bottom - left.bottom)
    return (
        -2 < gap < WIDEST_HIGHLIGHT * wider  # boxes may overlap by a pixel
        and ends < UNEVEN_ENDS * left.height
        # What is narrower than the filter is no gap.
        and (narrower < MOST_WIDTH_RATIO * wider or gap < FILTER_SIZE)
        and float(distances(right.color, left.color)) < MOST_UNLIKE_PARTS
    )


def columns_of(areas: list[Area], unit_width: float) -> list[Column]:
    """The areas as columns of those that lie on each other."""
    columns: list[Column] = []
    for area in sorted(areas, key=lambda area: -area.bottom):
        for column in columns:
            widest = max(column, key=lambda each: each.width)
            shared = min(area.x + area.width, widest.x + widest.width) - max(area.x, widest.x)
            is_in_line = shared > (1 - SAME_SIZE) * min(area.width, widest.width)
            if is_in_line and abs(column[-1].y - area.bottom) < LARGEST_JOINT * unit_width:
                column.append(area)
                break
        else:
            columns.append(Column([area]))
    return columns


def usual_columns(areas: list[Area]) -> tuple[int, list[Column]]:
    """How much is stacked, in pixels, and the columns of all areas about as wide as most of that.

    The usual width is the one whose areas cover most, of those in columns of two or more.
    """
    areas = without_highlights(areas)

    def stacked_pixels(width: int) -> int:
        alike = [area for area in areas if abs(area.width - width) <= SAME_SIZE * width]
        stacks = [column for column in columns_of(alike, width) if len(column) > 1]
        return sum(area.width * area.height for column in stacks for area in column)

    most, usual = max(((stacked_pixels(width), width) for width in {area.width for area in areas}), default=(0, 0))
    units = [area for area in areas if NARROWEST_UNIT * usual <= area.width <= WIDEST_UNIT * usual]
    return most, columns_of(units, usual)
