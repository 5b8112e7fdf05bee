"""Beakers, full and empty ones alike, by the outline that those with units have in common."""

from dataclasses import dataclass, field
from enum import Enum
from statistics import median
from typing import Any, NamedTuple

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Edges, Lab
from fewest_pours.puzzles.watersort.pictures.grid import Grid, rows_of
from fewest_pours.puzzles.watersort.pictures.outline import BELOW_OUTLINE, HALF, INNER, window

EMPTY = 14.0  # CIELAB distance from the background below which a cell looks empty
LIKE = 0.7  # of the best matches' likeness, the least of a beaker
GHOST = 0.87  # of the same, below which a beaker is faint
BOTTOM = 0.4  # of the strength of the best matches' bottoms: between two beakers only the sides look like one
ALL_ALIKE = 1.01  # likeness above which the correlation has failed
RIM = 0.2  # units, the least that a full beaker has above its units; above, the whole width of the outline is compared
UP_TO_RIM = 0.95  # units above a full beaker's that are compared: the rim is 0.2 to 1.2 above them, so mostly within
AT_BOTTOM = 0.25  # widths to all sides: where the edge at the bottom is
APART_ASIDE = 0.9  # widths, less than which two beakers are not apart
APART_UPDOWN = 0.75  # of the height of beakers, the same
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
    """A beaker around the middle x. cover: the colour that opens it; standing: whether it is one.

    is_faint: whether its outline is weaker than that of others, as a ghost's that must be bought.
    """

    x: float
    bottom: float
    is_faint: bool = False
    cells: list[Cell] = field(default_factory=list)  # from the bottom up
    cover: Lab | None = None
    standing: Standing = Standing.BEAKER

    @property
    def barred(self) -> bool:
        return self.standing is Standing.TO_BUY

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


class Match(NamedTuple):
    """A place where the outline of beakers occurs, by the middle of its bottom."""

    x: float
    bottom: float
    likeness: float


def matches(grid: Grid) -> list[Match]:
    """Where the outline of beakers occurs, the most alike first.

    Between its bottom and its rim a beaker is compared at its sides only, as its units differ; near its bottom, as far
    up as down, and above the units of a full beaker, over its whole width.
    """
    wide, high = HALF * grid.wide, HALF * grid.high
    units = max(1, int(grid.room - RIM))
    down = int(BELOW_OUTLINE * wide)
    up = min(int((units + UP_TO_RIM) * high), len(grid.template) - down)
    template = grid.template[len(grid.template) - down - up :]
    aside = template.shape[1] // 2
    y, x = np.mgrid[-up:down, -aside : aside + 1]  # from the middle of the bottom
    at_sides = np.abs(x) >= INNER * wide
    at_ends = (y >= -BELOW_OUTLINE * wide) | (y <= -(units + RIM) * high)
    # A match is found by its upper left corner. With so much padding, this is where the middle of its bottom is in the
    # picture without padding.
    padded = cv2.copyMakeBorder(grid.picture.edges, up, down, aside, aside, cv2.BORDER_CONSTANT, value=0)
    likeness = matched(padded, template, at_sides | at_ends)
    updown = int(APART_UPDOWN * HALF * grid.tall)
    aside = int(APART_ASIDE * wide)
    found: list[Match] = []
    least = 0.0
    while likeness.max() > least:
        row, column = divmod(int(likeness.argmax()), likeness.shape[1])
        found.append(Match(column / HALF, row / HALF, float(likeness[row, column])))
        least = LIKE * usual([match.likeness for match in found], grid)
        likeness[max(0, row - updown) : row + updown + 1, max(0, column - aside) : column + aside + 1] = -1
    return found


def usual(values: list[float], grid: Grid) -> float:
    """The median of the best matches, of which half as many are looked at as columns of units are seen."""
    return median(values[: max(2, len(grid.columns) // 2)])


def strength_of_bottom(grid: Grid, match: Match) -> float:
    """How strong the edge below the middle of a beaker is."""
    size = AT_BOTTOM * grid.wide
    return float(window(grid.picture.edges, match.x, match.bottom, size, size, size).mean(1).max())


def beakers(grid: Grid) -> list[Beaker]:
    """The beakers: all that have the outline and the bottom of those with units."""
    found = matches(grid)
    if not found:
        return []
    clear = GHOST * usual([match.likeness for match in found], grid)
    bottoms = [strength_of_bottom(grid, match) for match in found]
    least = BOTTOM * usual(bottoms, grid)
    kept = [
        Beaker(match.x, match.bottom, is_faint=match.likeness < clear)
        for match, strength in zip(found, bottoms, strict=True)
        if strength >= least
    ]
    for row in rows_of(kept, LEVEL * grid.high):
        bottom = median(beaker.bottom for beaker in row)
        for beaker in row:
            beaker.bottom = bottom
    return kept


def pitch_of(rows: list[list[Beaker]], default: float) -> float:
    """The least distance between neighbours in a row."""
    return min((float(gap) for row in rows for gap in np.diff(sorted(each.x for each in row))), default=default)
