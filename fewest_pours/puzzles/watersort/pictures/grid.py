"""The grid of units: rows of columns, the height of a unit, and where the lowest units of a row end."""

from collections.abc import Sequence
from math import sqrt
from operator import attrgetter
from statistics import median
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Column, Lab, Picture, Strengths, Unreadable

BESIDE = 0.8  # widths from the middle of a beaker to the background, if its glass is not wider
MOST_OFF = 0.2  # of a unit, the most that a boundary off the grid costs
POOR = 0.1  # cost for each boundary, in heights of a unit, from which on a row is not one of beakers
# If boundaries lay anywhere, each place equally likely: what one costs on average, and the standard deviation.
BY_CHANCE = MOST_OFF - MOST_OFF**2
CHANCE_SPREAD = sqrt(MOST_OFF**2 - 4 / 3 * MOST_OFF**3 - BY_CHANCE**2)
CERTAIN_FIT = 3.5  # standard deviations of the average cost, the least by which a height fits better than by chance
TRIED = 0.06  # cost for each boundary: another height may cost so much more and be tried
OTHER_HEIGHT = 0.14  # of a height, the least by which another differs
MOST_HEIGHTS = 3  # heights that are tried, and a fourth if it costs least of those near it
LARGER = 0.02  # cost for each boundary: a larger height that costs only so much more is preferred: half of it fits, too
STRIP = 0.05  # widths to both sides of a spot, the strip that is looked at: of the background, or of a cover
GROUND = 0.22  # heights of a unit above and below a spot that are looked at: of the background, or of a cover
OFF_BOTTOM = 0.35  # units, the most that the grid ends below or above the lowest areas of a row
OFF_BOTTOM_COST = 0.15  # cost for each boundary, times how many units the grid ends below or above them
BETWEEN_MARKS = 0.93, 1.07  # of the distance of question marks, the least and the most that a unit is high
BETWEEN_WIDTHS = 0.3, 2.0  # widths, the least and the most that a unit is high where there are none
HEIGHT_STEP = 0.5  # pixels between the heights that are tried
USUAL_SHAPE = 0.95  # of its width, the usual height of a unit
UNUSUAL_SHAPE = 0.12  # cost for each boundary, times how far the logarithm of a shape is beyond ANY_SHAPE
ANY_SHAPE = 0.22  # the logarithm of a shape over the usual one, up to which it costs nothing
MUCH_LARGER = 1.4  # times the height that fits best, from where a larger one is preferred
STACK = 1.5  # heights of a unit, more than which a column must reach up for a beaker to be known there


class HasBottom(Protocol):
    @property
    def bottom(self) -> float: ...


T = TypeVar("T", bound=HasBottom)


class Grid(NamedTuple):
    """A picture, measured by the width and height of its units, in pixels; columns of units.

    known: the x and bottom of beakers with stacks; beside: pixels from the middle of a beaker to the background.
    template: the edges that beakers have in common, around the middle of their bottom. beaker_height: in units.
    """

    picture: Picture
    wide: float
    high: float
    columns: Sequence[Column] = ()
    known: Sequence[tuple[float, float]] = ()
    beside: float = 0
    template: Strengths = np.empty((0, 0))
    beaker_height: float = 0

    @property
    def tall(self) -> float:
        """The height of beakers in pixels."""
        return self.beaker_height * self.high

    def box(self, x: float, y: float, aside: float, updown: float) -> Lab:
        """The picture around a point, so many widths and heights of a unit to all sides."""
        aside, updown = aside * self.wide, updown * self.high
        rows = self.picture.lab[max(0, int(y - updown)) : max(0, int(y + updown))]
        return rows[:, max(0, int(x - aside)) : max(0, int(x + aside))]

    def patch(self, x: float, y: float, aside: float, updown: float) -> Lab:
        """The colours in a box, as a list."""
        return self.box(x, y, aside, updown).reshape(-1, 3)

    def ground(self, x: float, y: float, away: float, updown: float) -> list[Lab]:
        """The colour of the background on each side of a beaker, if that side is in the picture.

        away: pixels from the middle; updown: heights of a unit that are looked at, above and below.
        """
        parts = [self.patch(x + side * away, y, STRIP, updown) for side in (-1, 1)]
        return [np.median(part, 0) for part in parts if len(part)]


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


def fitted(row: list[Column], high: float) -> tuple[float, float]:
    """What the best grid with this unit height costs a row, summed over boundaries, and its bottom."""
    ends = boundaries(row)
    lowest = max(column.bottom for column in row)
    bottom = median(column.bottom for column in row if lowest - column.bottom < high / 2)
    bottoms = np.arange(bottom - OFF_BOTTOM * high, bottom + OFF_BOTTOM * high)
    units = (bottoms[:, None] - ends) / high
    off = np.minimum(np.abs(units - np.round(units)), MOST_OFF)
    cost = off.sum(1) + OFF_BOTTOM_COST * np.abs(bottoms - bottom) / high * len(ends)
    best = int(cost.argmin())
    return float(cost[best]), float(bottoms[best])


class Height(NamedTuple):
    """How high a unit may be. cost: for each boundary, what boundaries and shape say against it.

    boundaries: how many there are; least: what the height costs that fits best.
    """

    pixels: float
    cost: float
    boundaries: int
    least: float = 1.0

    @property
    def may_be_chance(self) -> bool:
        """Whether so many boundaries without any grid may cost as little as this height does."""
        return self.is_usual_by_chance(self.cost)

    @property
    def may_all_be_chance(self) -> bool:
        """The same for all heights."""
        return self.is_usual_by_chance(self.least)

    def is_usual_by_chance(self, cost: float) -> bool:
        return BY_CHANCE - cost < CERTAIN_FIT * CHANCE_SPREAD / sqrt(self.boundaries)


def unit_heights(rows: list[list[Column]], wide: float, mark_distance: float | None) -> list[Height]:
    """The heights that units may have, the likeliest first; mark_distance: between question marks, or None.

    A part of a unit, such as its half, fits each boundary that the unit fits, and by chance may fit better. So a much
    larger height that costs little more comes first; the others are tried as well, and the decision tells.
    """
    (low, top), measure = (BETWEEN_MARKS, mark_distance) if mark_distance else (BETWEEN_WIDTHS, wide)
    heights = np.arange(low * measure, top * measure, HEIGHT_STEP)
    count = sum(len(boundaries(row)) for row in rows)
    cost = np.array([sum(fitted(row, high)[0] for row in rows) / count for high in heights])
    cost += UNUSUAL_SHAPE * np.maximum(0, np.abs(np.log(heights / wide / USUAL_SHAPE)) - ANY_SHAPE)
    best = int(cost.argmin())
    larger = np.flatnonzero((cost < cost[best] + LARGER) & (heights > MUCH_LARGER * heights[best]))
    chosen = min(larger, key=cost.__getitem__, default=best)
    high = float(heights[chosen])
    least = float(cost[best])
    likely = [Height(high, float(cost[chosen]), count, least)]
    for other in np.argsort(cost):
        is_another = all(abs(heights[other] / each.pixels - 1) > OTHER_HEIGHT for each in likely)
        nearby = np.abs(heights / heights[other] - 1) < OTHER_HEIGHT
        # The last turn is for a height that costs least nearby, not for one that is only near a better one.
        is_best_nearby = cost[other] == cost[nearby].min()
        most = MOST_HEIGHTS + 1 if is_best_nearby else MOST_HEIGHTS
        if is_another and cost[other] < cost[best] + TRIED and len(likely) < most:
            likely.append(Height(float(heights[other]), float(cost[other]), count, least))
    return likely


def grid_of(picture: Picture, rows: list[list[Column]], wide: float, high: float) -> Grid:
    """The grid for one unit height, without rows that fit it badly, as buttons do, unless all do. Raises Unreadable."""

    def reaches_up(column: Column, bottom: float, row: list[Column]) -> bool:
        """Whether units are stacked here, with other columns at this x: units between may not have been seen."""
        tops = [other[-1].y for other in row if abs(other.x - column.x) < wide / 2]
        return bottom - min(tops) > STACK * high

    fits = [(*fitted(row, high), row) for row in rows]
    good = [fit for fit in fits if fit[0] < POOR * len(boundaries(fit[2]))] or fits
    standing = [(column, bottom, row) for _, bottom, row in good for column in row]
    known = [
        (column.x, bottom)
        for column, bottom, row in standing
        if bottom - column.bottom < high / 2 and reaches_up(column, bottom, row)
    ]
    if not known:
        raise Unreadable(Sentence("no beakers with stacks of units", "no_level_in_picture"))
    return Grid(picture, wide, high, [column for column, _, _ in standing], known)
