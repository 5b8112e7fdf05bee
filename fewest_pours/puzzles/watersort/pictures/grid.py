"""The grid of units: rows of columns, the height of a unit, and where the lowest units of a row end."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from operator import attrgetter
from statistics import median
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Column, EdgeImage, Picture, Unreadable
from fewest_pours.puzzles.watersort.pictures.color_distance import Lab

BESIDE = 0.8  # widths from the middle of a beaker to the background, if its glass is not wider
TOUCHING = 1.02  # widths; neighbours that are not farther apart touch, so that no background is between them
USUAL_PITCH = 1.44  # widths from a beaker to the next, where a row has only one
PATCH_ASIDE = 0.05  # widths to both sides of a spot that are looked at: of the background, or of a cover
PATCH_UPDOWN = 0.22  # units above and below it that are looked at
MOST_OFF = 0.2  # units, the most that a boundary off the grid costs
# The distance u of a boundary from the grid costs min(u, MOST_OFF). If it lay anywhere, u would be uniform in 0 to 0.5:
# then this is the mean of the cost, and its standard deviation.
BY_CHANCE = MOST_OFF - MOST_OFF**2
CHANCE_SPREAD = sqrt(MOST_OFF**2 - 4 / 3 * MOST_OFF**3 - BY_CHANCE**2)
# Standard deviations of the average cost, by which a height must fit better than by chance. Two would not do, as the
# best of many heights is taken.
CERTAIN_FIT = 3.5
POOR = 0.1  # cost for each boundary, from which on a row is not one of beakers
OFF_BOTTOM = 0.35  # units, the most that the grid ends below or above the lowest areas of a row
OFF_BOTTOM_COST = 0.15  # cost for each boundary, times how many units the grid ends below or above them
BETWEEN_MARKS = 0.93, 1.07  # of the distance of question marks, the least and the most that a unit is high
BETWEEN_WIDTHS = 0.3, 2.0  # widths, the least and the most that a unit is high where there are none
HEIGHT_STEP = 0.5  # pixels between the heights that are tried
USUAL_SHAPE = 0.95  # of its width, the usual height of a unit
UNUSUAL_SHAPE = 0.12  # cost for each boundary, times how far the logarithm of a shape is beyond ANY_SHAPE
ANY_SHAPE = 0.22  # the logarithm of a shape over the usual one, up to which it costs nothing
TRIED = 0.06  # cost for each boundary: another height may cost this much more and be tried
OTHER_HEIGHT = 0.14  # of a height, the least by which another differs
MOST_HEIGHTS = 3  # heights that are tried, and a fourth if it costs least of those nearby
MUCH_LARGER = 1.4  # times the height that fits best, from where a larger one is preferred
LARGER = 0.02  # cost for each boundary, the most that this one costs more: half a unit fits wherever a unit does
STACK = 1.5  # units; a column that reaches up no higher does not tell that a beaker stands there


class HasBottom(Protocol):
    @property
    def bottom(self) -> float: ...


T = TypeVar("T", bound=HasBottom)


class Grid(NamedTuple):
    """A picture, measured by the width and height of its units, in pixels; columns of units.

    grid_of fills in all up to known: the middles and bottoms of beakers with stacks. measure_sides adds how many pixels
    from the middle of a beaker the background is (beside), and edges are those of the glass alone (glass).
    measure_outline adds outline: the edges that beakers have in common around the middle of their bottom, from 0 to 1,
    at half size; and beaker_units: how many units high beakers are.
    """

    picture: Picture
    unit_width: float
    unit_height: float
    columns: Sequence[Column] = ()
    known: Sequence[tuple[float, float]] = ()
    beside_pixels: float = 0
    glass_pixels: float = 0
    outline: EdgeImage = np.empty((0, 0))
    beaker_units: float = 0

    @property
    def beaker_height(self) -> float:
        """In pixels."""
        return self.beaker_units * self.unit_height

    def box(self, x: float, y: float, aside: float, updown: float) -> Lab:
        """The picture around a point. aside: widths of a unit to both sides; updown: units up and down."""
        return self.picture.box(x, y, aside * self.unit_width, updown * self.unit_height)

    def patch(self, x: float, y: float, aside: float, updown: float) -> Lab:
        """The colours in a box, as a list."""
        return self.box(x, y, aside, updown).reshape(-1, 3)

    def backgrounds(self, x: float, y: float, pixels: float) -> list[Lab]:
        """The colours of the background this many pixels left and right of a point, if they are in the picture."""
        return backgrounds(self.picture, x, y, pixels, self.unit_width, self.unit_height)


def backgrounds(
    picture: Picture, x: float, y: float, pixels: float, unit_width: float, unit_height: float
) -> list[Lab]:
    """The colours of the background this many pixels left and right of a point, if they are in the picture."""
    size = PATCH_ASIDE * unit_width, PATCH_UPDOWN * unit_height
    patches = [picture.box(x + side * pixels, y, *size).reshape(-1, 3) for side in (-1, 1)]
    return [np.median(patch, 0) for patch in patches if len(patch)]


def halfway(middles: list[float], unit_width: float, most: float) -> float:
    """Half the least distance of neighbours in a row, at most the given pixels: from a middle to the background."""
    gaps = [after - x for x, after in pairwise(sorted(middles)) if after - x > TOUCHING * unit_width]
    return min(most, min(gaps, default=USUAL_PITCH * unit_width) / 2)


def rows_of(found: list[T], apart: float) -> list[list[T]]:
    """Rows, from top to bottom: of what stands less than `apart` pixels below the median of the row so far."""
    rows: list[list[T]] = []
    for each in sorted(found, key=attrgetter("bottom")):
        if rows and each.bottom - median(other.bottom for other in rows[-1]) < apart:
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows


def boundaries(row: list[Column]) -> NDArray[np.float64]:
    """The tops of all areas, and the bottoms of those that lie on others."""
    tops = [area.y for column in row for area in column]
    return np.array(tops + [area.bottom for column in row for area in column[1:]], np.float64)


def fitted(row: list[Column], unit_height: float) -> tuple[float, float]:
    """What the best grid with this height costs a row, summed over boundaries, and the bottom of this grid."""
    ys = boundaries(row)
    lowest = max(column.bottom for column in row)
    # In columns that end half a unit higher, the lowest units were not seen.
    bottom = median(column.bottom for column in row if lowest - column.bottom < unit_height / 2)
    bottoms = np.arange(bottom - OFF_BOTTOM * unit_height, bottom + OFF_BOTTOM * unit_height)
    units = (bottoms[:, None] - ys) / unit_height
    off = np.minimum(np.abs(units - np.round(units)), MOST_OFF)
    cost = off.sum(1) + OFF_BOTTOM_COST * np.abs(bottoms - bottom) / unit_height * len(ys)
    best = int(cost.argmin())
    return float(cost[best]), float(bottoms[best])


class Height(NamedTuple):
    """How high a unit may be. cost: for each boundary, what boundaries and shape say against it.

    boundary_count: how many there are; least_cost: of the height that fits best.
    """

    pixels: float
    cost: float
    boundary_count: int
    least_cost: float

    @property
    def may_be_chance(self) -> bool:
        """Whether this many boundaries, if they lay anywhere, might cost as little as with this height."""
        return self.is_usual_by_chance(self.cost)

    @property
    def best_may_be_chance(self) -> bool:
        """Whether even the height that fits best may do so by chance."""
        return self.is_usual_by_chance(self.least_cost)

    def is_usual_by_chance(self, cost: float) -> bool:
        return BY_CHANCE - cost < CERTAIN_FIT * CHANCE_SPREAD / sqrt(self.boundary_count)


def unit_heights(rows: list[list[Column]], unit_width: float, mark_distance: float | None) -> list[Height]:
    """The heights that units may have, the likeliest first; mark_distance: between question marks, or None.

    A part of a unit, such as its half, fits each boundary that the unit fits, and by chance may fit better. So a much
    larger height that costs little more comes first; the others are tried as well, and the decision tells.
    """
    (low, top), measure = (BETWEEN_MARKS, mark_distance) if mark_distance else (BETWEEN_WIDTHS, unit_width)
    heights = np.arange(low * measure, top * measure, HEIGHT_STEP)
    count = sum(len(boundaries(row)) for row in rows)
    cost = np.array([sum(fitted(row, height)[0] for row in rows) / count for height in heights])
    cost += UNUSUAL_SHAPE * np.maximum(0, np.abs(np.log(heights / unit_width / USUAL_SHAPE)) - ANY_SHAPE)
    best = int(cost.argmin())
    larger = np.flatnonzero((cost < cost[best] + LARGER) & (heights > MUCH_LARGER * heights[best]))
    first = min(larger, key=cost.__getitem__, default=best)
    likely = [first]
    for other in np.argsort(cost):
        is_another = all(abs(heights[other] / heights[each] - 1) > OTHER_HEIGHT for each in likely)
        nearby = np.abs(heights / heights[other] - 1) < OTHER_HEIGHT
        is_best_nearby = cost[other] == cost[nearby].min()
        most = MOST_HEIGHTS + 1 if is_best_nearby else MOST_HEIGHTS
        if is_another and cost[other] < cost[best] + TRIED and len(likely) < most:
            likely.append(other)
    return [Height(float(heights[each]), float(cost[each]), count, float(cost[best])) for each in likely]


def grid_of(picture: Picture, rows: list[list[Column]], unit_width: float, unit_height: float) -> Grid:
    """The grid for one unit height, without rows that fit it badly, as buttons do, unless all do. Raises Unreadable."""

    def reaches_up(column: Column, bottom: float, row: list[Column]) -> bool:
        """Whether the column, with others above or below it, is a stack: units between them may not have been seen."""
        tops = [other[-1].y for other in row if abs(other.middle - column.middle) < unit_width / 2]
        return bottom - min(tops) > STACK * unit_height

    fits = [(*fitted(row, unit_height), row) for row in rows]
    good = [(cost, bottom, row) for cost, bottom, row in fits if cost < POOR * len(boundaries(row))] or fits
    in_good_rows = [(column, bottom, row) for _, bottom, row in good for column in row]
    known = [
        (column.middle, bottom)
        for column, bottom, row in in_good_rows
        if bottom - column.bottom < unit_height / 2 and reaches_up(column, bottom, row)
    ]
    if not known:
        raise Unreadable(Sentence("no beakers with stacks of units", "no_level_in_picture"))
    return Grid(picture, unit_width, unit_height, [column for column, _, _ in in_good_rows], known)
