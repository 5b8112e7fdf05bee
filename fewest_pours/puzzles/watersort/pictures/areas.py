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
SPREADS = (0.08, 1.0), (0.3, 0.3)  # how much units differ in width, and what stacks then count for; 0.3 in flasks
LEFT = 0.6  # of the width of units, what highlights leave of some
NARROWEST_AREA = 5  # pixels, the width of an area: a third of the narrowest unit's beside a highlight, or a sign
LEAK = 0.5, 75  # a row or column of an area with fewer pixels than this share of this percentile is a leak
WIDEST_AREA = 0.2  # of the longer side of a picture, the most that an area is wide
FLATTEST_AREA, TALLEST_AREA = 0.25, 25  # widths, the least and the most that an area is high
LEAST_FILLED = 0.55  # of its box, the least that an area covers
WIDEST_HIGHLIGHT = 0.5  # of the wider of the two areas beside it
UNEVEN_ENDS = 0.2  # of their height, the most by which the ends of two areas beside a highlight differ
UNLIKE_WIDTHS = 0.7  # of the wider one, the most that the other one beside a highlight is wide
BESIDE_HIGHLIGHT = 14  # CIELAB distance between the two areas beside a highlight
ABOVE = 0.85  # of the narrower of two areas, the least width that they share if one lies above the other
WIDEST_JOINT = 0.35  # widths, the most that areas in a column overlap, or are apart
SINGLE = 0.3  # what a column of one area counts for, as it may be a button
FEW_STACKS = 0.1  # what columns count for where fewer than two are stacks
RIGHT = 1.3  # of the width of units, what reflections at their sides add to some


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


def solid(profile: NDArray[np.int64]) -> tuple[int, int]:
    """Where the pixels of a mask, counted by row or by column, are not merely a thin leak: start and end."""
    places = np.flatnonzero(profile > LEAK[0] * np.percentile(profile, LEAK[1]))
    return int(places[0]), int(places[-1]) + 1


def areas(picture: Picture, even: NDArray[np.bool_]) -> list[Area]:
    """Connected even areas of at most the size of units, without the leaks of their outlines."""
    numbers, parts = components(even, connectivity=4)
    found = []
    for number, x, y, w, h, pixels in parts:
        inside = 0 < x < x + w < even.shape[1]  # others are bars beside a level
        if (
            inside
            and NARROWEST_AREA < w < WIDEST_AREA * max(even.shape)
            and FLATTEST_AREA * w < h < TALLEST_AREA * w
            and pixels > LEAST_FILLED * w * h
        ):
            mask = numbers[y : y + h, x : x + w] == number
            color = np.median(picture.lab[y : y + h, x : x + w][mask], 0)
            top, bottom = solid(mask.sum(1))
            left, right = solid(mask[top:bottom].sum(0))
            found.append(Area(x + left, y + top, right - left, bottom - top, color))
    return found


def joined(found: list[Area]) -> list[Area]:
    """The areas; the two beside a highlight, of one colour and height but unlike widths, become one."""
    whole: list[Area] = []
    for area in sorted(found, key=lambda area: area.x):
        for place, left in enumerate(whole):
            gap = area.x - left.x - left.wide
            widths = sorted((area.wide, left.wide))
            ends = abs(area.y - left.y) + abs(area.bottom - left.bottom)
            near = (
                -2 < gap < WIDEST_HIGHLIGHT * widths[1]
                and ends < UNEVEN_ENDS * left.high
                and widths[0] < UNLIKE_WIDTHS * widths[1]
            )
            if near and deviation(area.color, left.color) < BESIDE_HIGHLIGHT:
                color = max(area, left, key=lambda part: part.wide).color
                whole[place] = left._replace(wide=area.x + area.wide - left.x, color=color)
                break
        else:
            whole.append(area)
    return whole


def columns(found: list[Area], width: float) -> list[Column]:
    """Areas one on top of the other, sorted from the bottom up."""
    made: list[Column] = []
    for area in sorted(found, key=lambda area: -area.bottom):
        for column in made:
            below = max(column, key=lambda each: each.wide)
            shared = min(area.x + area.wide, below.x + below.wide) - max(area.x, below.x)
            over = shared > ABOVE * min(area.wide, below.wide) and area.y < column[-1].y
            if over and abs(column[-1].y - area.bottom) < WIDEST_JOINT * width:
                column.append(area)
                break
        else:
            made.append(Column([area]))
    return made


def stacked(found: list[Area]) -> tuple[float, list[Column]]:
    """The size of the largest stacked areas of about one width, and the columns of areas of about this width."""

    def size(wide: int, off: float) -> float:
        alike = columns([area for area in found if abs(area.wide - wide) <= max(2, off * wide)], wide)
        several = sum(len(column) > 1 for column in alike) > 1  # a single stack may be a menu
        whole = sum(area.wide * area.high * (1 if column[1:] else SINGLE) for column in alike for area in column)
        return whole if several else FEW_STACKS * whole

    found = [area for area in joined(found) if area.wide > 3 * NARROWEST_AREA]
    widths = {area.wide for area in found}
    best, wide = max(((share * size(wide, off), wide) for off, share in SPREADS for wide in widths), default=(0, 0))
    return best, columns([area for area in found if LEFT * wide <= area.wide <= RIGHT * wide], wide)
