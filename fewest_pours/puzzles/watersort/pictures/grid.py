"""The grid of units: rows of columns, the height of a unit, and where the lowest units of a row end."""

from collections.abc import Sequence
from operator import attrgetter
from statistics import median
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Column, Edges, Lab, Picture, Unreadable

OTHER_HEIGHT = 0.14  # of a height, the least by which another differs
MOST_HEIGHTS = 4  # that are tried
STRIP = 0.05  # widths, the background looked at beside a beaker, a cover or a free place
OFF_BOTTOM = 0.35  # units, the most that the grid ends below or above the lowest areas of a row
LOW_COST = 0.15  # for each boundary, what a grid costs that ends a unit below or above them
OFF_SPACE = 0.07  # of the distance of question marks, the most by which the height of a unit differs
LOWEST = 0.5  # widths, the least that a unit is high where there are none
HIGHEST = 1.5  # widths, the most
USUAL_SHAPE = 0.95  # of its width, the usual height of a unit
ANY_SHAPE = 0.22  # the logarithm of a shape over the usual one, up to which it costs nothing
UNUSUAL = 0.12  # for each boundary, what a shape costs for each 1 that its logarithm is beyond this
FINENESS = 0.5  # pixels between the heights that are tried


class HasBottom(Protocol):
    @property
    def bottom(self) -> float: ...


T = TypeVar("T", bound=HasBottom)


class Grid(NamedTuple):
    """A picture, measured by the width and height of its units, in pixels.

    known: the x and bottom of beakers with stacks of units.
    template: the edges that beakers have in common, around the middle of their bottom; room: units that fit into the
    outline of a beaker.
    """

    picture: Picture
    wide: float
    high: float
    known: Sequence[tuple[float, float]] = ()
    template: Edges = np.empty((0, 0))
    room: float = 0

    @property
    def tall(self) -> float:
        """The height of beakers in pixels."""
        return self.room * self.high

    def box(self, x: float, y: float, aside: float, updown: float) -> Lab:
        """The picture around a place, so many widths and heights of a unit to all sides."""
        aside, updown = aside * self.wide, updown * self.high
        rows = self.picture.lab[max(0, int(y - updown)) : max(0, int(y + updown))]
        return rows[:, max(0, int(x - aside)) : max(0, int(x + aside))]

    def patch(self, x: float, y: float, aside: float, updown: float) -> Lab:
        """The colours in a box, as a list."""
        return self.box(x, y, aside, updown).reshape(-1, 3)

    def ground(self, x: float, y: float, updown: float, aside: float) -> list[Lab]:
        """The background at one height, so many pixels aside on both sides of a beaker."""
        parts = [self.patch(x + side * aside, y, STRIP, updown) for side in (-1, 1)]
        return [np.median(part, 0) for part in parts if len(part)]


def rows_of(found: list[T], wide: float) -> list[list[T]]:
    """What stands on one line, from top to bottom."""
    rows: list[list[T]] = []
    for each in sorted(found, key=attrgetter("bottom")):
        if rows and each.bottom - median(other.bottom for other in rows[-1]) < wide:
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows


def boundaries(row: list[Column]) -> NDArray[np.float64]:
    """The tops of all areas, and the bottoms of those that lie on others."""
    tops = [area.y for column in row for area in column]
    return np.array(tops + [area.bottom for column in row for area in column[1:]], np.float64)


def fitted(row: list[Column], high: float) -> tuple[float, float]:
    """What the best grid with this unit height costs a row, summed over boundaries, and its bottom."""
    ends = boundaries(row)
    bottom = median(column.bottom for column in row)
    bottoms = np.arange(bottom - OFF_BOTTOM * high, bottom + OFF_BOTTOM * high)
    units = (bottoms[:, None] - ends) / high
    off = np.abs(units - np.round(units))
    cost = off.sum(1) + LOW_COST * np.abs(bottoms - bottom) / high * len(ends)
    best = int(cost.argmin())
    return float(cost[best]), float(bottoms[best])


class Height(NamedTuple):
    """How high a unit may be. cost: what the boundaries say against it, each on average; boundaries: their number."""

    pixels: float
    cost: float
    boundaries: int


def unit_heights(rows: list[list[Column]], wide: float, space: float | None) -> list[Height]:
    """The heights that units may have, the likeliest first: those that fit better than all near them.

    space: the height of hidden units.
    """
    if space:
        least, most = (1 - OFF_SPACE) * space, (1 + OFF_SPACE) * space
    else:
        least, most = LOWEST * wide, HIGHEST * wide
    heights = np.arange(least, most, FINENESS)
    count = sum(len(boundaries(row)) for row in rows)
    cost = np.array([sum(fitted(row, high)[0] for row in rows) / count for high in heights])
    shape = np.abs(np.log(heights / wide / USUAL_SHAPE))
    cost += UNUSUAL * np.maximum(0, shape - ANY_SHAPE)
    likely: list[Height] = []
    for place in np.argsort(cost):
        nearby = np.flatnonzero(np.abs(heights / heights[place] - 1) < OTHER_HEIGHT)
        if place == nearby[cost[nearby].argmin()]:
            likely.append(Height(float(heights[place]), float(cost[place]), count))
    return likely[:MOST_HEIGHTS]


def grid(picture: Picture, rows: list[list[Column]], wide: float, high: float) -> Grid:
    """The grid with one unit height for all rows. Raises Unreadable."""
    bottoms = [fitted(row, high)[1] for row in rows]
    known = [(column.x, bottom) for row, bottom in zip(rows, bottoms, strict=True) for column in row if len(column) > 1]
    if not known:
        raise Unreadable(Sentence("no beakers with stacks of units", "no_level_in_picture"))
    return Grid(picture, wide, high, known)
