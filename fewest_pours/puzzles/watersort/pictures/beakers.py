"""Beakers, full and empty ones alike, by the outline that those with units have in common."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from statistics import median
from typing import Any

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Edges, Lab
from fewest_pours.puzzles.watersort.pictures.grid import Grid, rows_of
from fewest_pours.puzzles.watersort.pictures.outline import ASIDE_OUTLINE, BELOW_OUTLINE, HALF, INNER, ends_of, window

GLASS = 0.6  # widths from the middle, beyond which edges are those of the glass
GLASS_SHARE = 0.3  # of the edges at the sides, those beyond the units: with more, the glass is looked for alone, too
EMPTY = 14.0  # CIELAB distance from the background below which a cell looks empty
LIKE = 0.7  # of the best matches' likeness, the least of a beaker
FADED = 0.99 * LIKE  # likeness, the most of a place whose sides or bottom are not those of a beaker
GHOST = 0.87  # likeness below which what has a sign must be bought
UNLIKE = GHOST - 0.01  # of a place with paler sides than beakers have
BOTTOM = 0.4  # of the strength of the edge at the bottom: between two beakers only the sides look like one
SEEN = 0.2  # of the contrast at the sides of beakers, below which there is none
DOUBTFUL_LIKENESS = 0.55  # likeness above which a place with a whole bottom is doubtful
APART_UPDOWN = 0.75  # of the height of beakers, the least between rows: what stands above beakers may be counted in it
LEAST_PITCH = 0.85  # of the pitch, the least between beakers
NEXT = 1.8  # widths, within which the sides of two beakers may look like another
ASIDE = 0.25  # widths, the most that a lone place is off a column, or a row off the middle
MOST_PLACES = 60  # places looked at
ALL_ALIKE = 1.01  # likeness above which the correlation has failed
RIM = 0.2  # units, the least that a full beaker has above its units; above, the whole width of the outline is compared
UP_TO_RIM = 0.95  # units above a full beaker's that are compared
LEAST_LIKE = 0.4  # likeness, the least of a place that is looked at
SAME_PLACE = 0.5, 0.6  # widths, and of what is compared above the bottom, within which two places are one
AT_BOTTOM = 0.25  # widths to all sides: where the edge at the bottom is
SIDES_UP = 0.8  # of the height of beakers from the bottom, where this is measured
APART_ASIDE = 0.9  # widths, less than which two beakers are not apart
LEVEL = 0.3  # units, by which beakers of a row may stand lower than others


@dataclass(frozen=True, eq=False)
class Cell:
    """What the place of a unit looks like. beside: the background on both sides; away: how far the color is from it.

    sign: how like a question mark its sign is, None without one; hidden: whether this is the sign of a hidden unit.
    split: whether its upper and lower half differ.
    """

    color: Lab
    beside: list[Lab]
    away: float
    sign: float | None = None
    split: bool = False
    hidden: bool = False

    @property
    def filled(self) -> bool:
        """Whether this looks like a unit, if nothing else is known."""
        return self.hidden or self.away >= EMPTY


class Standing(Enum):
    """What stands in a place of a row."""

    BEAKER = "a beaker"
    DOUBTFUL = "a beaker, or none"
    TO_BUY = "a beaker that must be bought first"


@dataclass(eq=False)
class Beaker:
    """A beaker around the middle x. likeness: to the outline, where 1 is usual; cover: the colour that opens it.

    standing: whether it is one, by what is drawn in it.
    """

    x: float
    bottom: float
    likeness: float = 1.0
    cells: list[Cell] = field(default_factory=list)  # from the bottom up
    cover: Lab | None = None
    standing: Standing = Standing.BEAKER

    @property
    def barred(self) -> bool:
        """Whether it must be bought first, or perhaps is none."""
        return self.standing is Standing.TO_BUY or self.likeness < LIKE

    @property
    def units(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.filled]

    def near(self, x: float, bottom: float, aside: float, updown: float) -> bool:
        """Whether a place is less than so many pixels aside, and up or down."""
        return abs(self.x - x) < aside and abs(self.bottom - bottom) < updown


def matched(edges: Edges, template: Edges, mask: Any) -> Edges:
    """How alike a part of the template is at each place."""
    likeness = cv2.matchTemplate(edges, template * mask, cv2.TM_CCOEFF_NORMED, mask=mask.astype(np.float32))
    likeness[~(likeness < ALL_ALIKE)] = 0  # where a picture is even, it is anything
    return likeness


def places(grid: Grid) -> list[Beaker]:
    """Where the outline of beakers occurs, the most alike first."""
    units = max(1, int(grid.height - RIM))
    wide, high = HALF * grid.wide, HALF * grid.high
    rows, columns = grid.template.shape
    up = int((units + UP_TO_RIM) * high)
    aside = columns // 2
    down = int(BELOW_OUTLINE * wide)
    template = grid.template[max(0, rows - down - up) :].copy()
    up = len(template) - down
    y, x = np.mgrid[-up:down, -aside : aside + 1]
    at_ends = (y >= -BELOW_OUTLINE * wide) | (y <= -(units + RIM) * high)
    at_sides = np.abs(x) >= INNER * wide
    at_glass = np.abs(x) >= GLASS * wide
    padded = cv2.copyMakeBorder(grid.picture.edges, up, down, aside, aside, cv2.BORDER_CONSTANT, value=0)
    likeness = matched(padded, template, at_sides | at_ends)
    if (template * at_glass).sum() > GLASS_SHARE * (template * at_sides).sum():
        # Units end before the glass does, so an empty beaker lacks their edges.
        likeness = np.maximum(likeness, matched(padded, template, at_glass | at_ends))
    found: list[Beaker] = []
    while len(found) < MOST_PLACES:
        row, column = divmod(int(likeness.argmax()), likeness.shape[1])
        if likeness[row, column] < LEAST_LIKE:
            break
        found.append(Beaker(column / HALF, row / HALF, float(likeness[row, column])))
        a = int(SAME_PLACE[1] * up)
        b = int(SAME_PLACE[0] * wide)
        likeness[max(0, row - a) : row + a + 1, max(0, column - b) : column + b + 1] = -1
    return found


def bottom_share(grid: Grid, beaker: Beaker) -> float:
    """How strong the edge below the middle of a beaker is, compared with that of known beakers."""
    wide = grid.wide
    here = window(grid.picture.edges, beaker.x, beaker.bottom, AT_BOTTOM * wide, AT_BOTTOM * wide, AT_BOTTOM * wide)
    middle = grid.template.shape[1] // 2
    reach = here.shape[1] // 2
    high = len(here)
    end = len(grid.template) - int(BELOW_OUTLINE * HALF * wide) + high // 2
    known = grid.template[end - high : end, middle - reach : middle + reach + 1]
    return float(here.mean(1).max() / max(1e-6, known.mean(1).max()))


def side_contrast(grid: Grid, beaker: Beaker) -> float:
    """How much the colour changes at the fainter side of a beaker."""
    part = window(grid.picture.contrast, beaker.x, beaker.bottom, ASIDE_OUTLINE * grid.wide, SIDES_UP * grid.tall, 0)
    return float(np.median(ends_of(part, grid)))


def beakers(grid: Grid) -> tuple[list[Beaker], list[Beaker]]:
    """The beakers, and places that look a little like one.

    The likeness of each is divided by that of the best matches, and from then on tells what it is: from GHOST on a
    beaker, from LIKE on a beaker or a ghost that must be bought, at most FADED a place that may be none.
    """
    found = places(grid)
    usual = np.median([each.likeness for each in found[: max(2, len(grid.columns) // 2)]] or [1.0])
    kept: list[Beaker] = []
    weak: list[Beaker] = []
    for each in found:
        apart = not any(k.near(each.x, each.bottom, APART_ASIDE * grid.wide, APART_UPDOWN * grid.tall) for k in kept)
        below = bottom_share(grid, each)
        if apart and each.likeness >= DOUBTFUL_LIKENESS * usual and below >= BOTTOM / 2:
            like = each.likeness >= LIKE * usual and below >= BOTTOM
            (kept if like else weak).append(each)
    for each in kept:
        each.likeness = max(LIKE, each.likeness / usual)
    for each in weak:
        each.likeness = min(each.likeness / usual, FADED)
    sure = [each for each in kept if each.likeness >= GHOST]
    clear = sure + clear_of(sure, kept, grid)  # and ghosts that are not the gap between two beakers
    for each in kept:
        if each not in clear:
            each.likeness = FADED
            weak.append(each)
    kept = clear
    for row in rows_of(kept, LEVEL * grid.high):
        stands = median(beaker.bottom for beaker in row)
        for beaker in row:
            beaker.bottom = stands
    least = SEEN * float(np.median([side_contrast(grid, each) for each in kept] or [0.0]))
    weak = [each for each in clear_of(kept, weak, grid, NEXT * grid.wide) if side_contrast(grid, each) > least]
    return kept, [*in_line(weak, kept, grid)]


def pitch_of(rows: list[list[Beaker]], default: float) -> float:
    """The least distance between neighbours in a row."""
    return min((float(gap) for row in rows for gap in np.diff(sorted(each.x for each in row))), default=default)


def clear_of(sure: list[Beaker], others: list[Beaker], grid: Grid, most: float = inf) -> list[Beaker]:
    """Those others that stand apart from the sure ones: between two beakers, their sides look like another.

    most: a distance that is enough, in pixels.
    """
    pitch = pitch_of(rows_of(sure, LEVEL * grid.high), grid.wide)
    limits = min(LEAST_PITCH * pitch, most), APART_UPDOWN * grid.tall
    return [each for each in others if not any(other.near(each.x, each.bottom, *limits) for other in sure)]


def in_line(weak: list[Beaker], sure: list[Beaker], grid: Grid) -> Iterator[Beaker]:
    """The weak places beside beakers, below or above one, or whose row has its middle where that of the level is."""
    columns = [beaker.x for beaker in sure] or [0.0]
    near = ASIDE * grid.wide
    for row in rows_of(weak, grid.high):
        beside = any(abs(beaker.bottom - row[0].bottom) < grid.high for beaker in sure)
        middle = (min(place.x for place in row) + max(place.x for place in row)) / 2
        centred = abs(middle - (min(columns) + max(columns)) / 2) < near
        yield from (each for each in row if beside or centred or min(abs(each.x - x) for x in columns) < near)
