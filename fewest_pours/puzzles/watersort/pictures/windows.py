"""Windows in a picture: large rectangles, in which a game may be shown beside something else, as on a web page."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.pictures.areas import Picture, Pixels

LEAST_OF_PICTURE = 0.15  # of a picture, the least that a window takes
MOST_OF_PICTURE = 0.85  # the same, the most
SIDE_CHANGE = 20  # in 8-bit CIELAB, summed over its axes, more than which the colour changes at the sides of a window
LEAST_OF_SIDE = 0.85  # of each side, the least along which it does
AT_SIDE = 3  # pixels at half size, within which a side lies
MOST_WINDOWS = 4  # that are looked at, the largest


class Window(NamedTuple):
    """A part of a picture: its left, top, right and bottom side, from 0 to 1."""

    left: float
    top: float
    right: float
    bottom: float

    def cut_out(self, pixels: Pixels) -> Pixels:
        high, wide = pixels.shape[:2]
        return pixels[int(self.top * high) : int(self.bottom * high), int(self.left * wide) : int(self.right * wide)]

    def has(self, x: float, y: float) -> bool:
        """Whether a point, from 0 to 1, is in this window."""
        return self.left < x < self.right and self.top < y < self.bottom


def windows(picture: Picture) -> list[Window]:
    """The largest windows, without their sides, the largest first."""
    found = sorted(rectangles(picture), key=lambda box: -box[2] * box[3])
    rows, columns = picture.contrast.shape
    return [
        Window(
            (x + AT_SIDE) / columns, (y + AT_SIDE) / rows, (x + wide - AT_SIDE) / columns, (y + high - AT_SIDE) / rows
        )
        for x, y, wide, high in found[:MOST_WINDOWS]
    ]


def rectangles(picture: Picture) -> Iterator[tuple[int, int, int, int]]:
    """Boxes with a line along each of their four sides: x, y, width and height, at half size.

    A line has two contours, its outer and its inner one, of which the first is taken.
    """
    taken: list[NDArray[Any]] = []
    lines = (picture.contrast > SIDE_CHANGE).astype(np.uint8)
    least, most = LEAST_OF_PICTURE * lines.size, MOST_OF_PICTURE * lines.size
    for line in cv2.findContours(lines, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
        x, y, wide, high = cv2.boundingRect(line)
        box = lines[y : y + high, x : x + wide]
        sides = [box[:AT_SIDE].max(0), box[-AT_SIDE:].max(0), box[:, :AT_SIDE].max(1), box[:, -AT_SIDE:].max(1)]
        ends = np.array([x, y, x + wide, y + high])
        is_new = all(np.abs(ends - other).max() > 2 * AT_SIDE for other in taken)
        if is_new and least < wide * high < most and min(side.mean() for side in sides) >= LEAST_OF_SIDE:
            taken.append(ends)
            yield x, y, wide, high
