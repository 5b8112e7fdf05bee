"""Beakers, full and empty ones alike, by the outline that those with units have in common."""

from dataclasses import dataclass, field
from enum import Enum
from statistics import median
from typing import Any

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Lab, Strengths
from fewest_pours.puzzles.watersort.pictures.grid import Grid, rows_of
from fewest_pours.puzzles.watersort.pictures.outline import BELOW_OUTLINE, HALF, INNER, OWN, contrast_of, edges_around

GLASS = 0.6  # widths from the middle of a beaker, beyond which edges are those of the glass
GLASS_SHARE = 0.3  # of the edges at the sides, those beyond the units: with more, the glass is looked for alone, too
EMPTY = 14.0  # CIELAB distance from the background below which a cell looks empty
LIKE = 0.7  # of the best matches' likeness, the least of a beaker
# Likeness, the most of a place with a faint bottom, which is doubtful at most; below half of BOTTOM it is none.
FADED = 0.99 * LIKE
SURE = 0.87  # likeness from which a place surely has the outline of a whole beaker
BOTTOM = 0.4  # of the usual strength of the edge at the bottom, less than which it is faint, as between two beakers
DOUBTFUL_LIKENESS = 0.55  # likeness, the least of a place that is kept, if only as a doubtful one
APART_UPDOWN = 0.75  # of the height of beakers, the least between rows: what is above beakers may be part of it
LEAST_PITCH = 0.85  # of the pitch, the least between beakers
NEXT = 1.8  # widths, within which the sides of two beakers may look like another
ALL_ALIKE = 1.01  # likeness above which the correlation has failed
RIM = 0.2  # units, the least that a full beaker has above its units; above, the whole width of the outline is compared
UP_TO_RIM = 0.95  # heights of a unit above the units of a full beaker, up to which the outline is compared
LEAST_CONTRAST = 0.15  # of that of sure beakers, the least at the sides of a less likely one
LEAST_CORRELATION = 0.4  # with the outline, the least of a place that is looked at; divided, it is the likeness
AT_BOTTOM = 0.25  # widths to all sides: where the edge at the bottom is
ROW_UNEVEN = 0.3  # units, by which beakers of a row may stand lower than others


@dataclass(frozen=True, eq=False)
class Cell:
    """What a slot of a beaker looks like, in which a unit may be.

    behind: the background beside it, of both sides the nearer in colour; away: its CIELAB distance from `behind`, or
    from opaque glass if that is nearer; split: whether its upper or lower half lacks its main colour; hidden: whether
    it has the sign of a hidden unit.
    """

    color: Lab
    away: float
    split: bool = False
    hidden: bool = False
    behind: Lab | None = None

    @property
    def looks_filled(self) -> bool:
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

    contrast: of its sides; is_faint: whether that is clearly less than usual (mark_faint); standing: whether it is one,
    by its likeness, its contrast, and what is drawn in it.
    """

    x: float
    bottom: float
    likeness: float = 1.0
    contrast: float = 0.0
    is_faint: bool = False
    cells: list[Cell] = field(default_factory=list)  # from the bottom up
    above: Cell | None = None  # what the slot right above these looks like
    cover: Lab | None = None
    standing: Standing = Standing.BEAKER

    @property
    def barred(self) -> bool:
        """Whether it is left out of the level, with a note: it must be bought first, or its outline is unclear.

        A doubtful one with a clear outline stays in the level, and is marked.
        """
        return self.standing is Standing.TO_BUY or self.likeness < LIKE

    @property
    def units(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.looks_filled]

    @property
    def seems_empty(self) -> bool:
        """Whether its lowest slot looks empty: what is seen above is a sign, or lies on a unit too pale to be seen."""
        return not (self.cells and self.cells[0].looks_filled)

    def near(self, x: float, bottom: float, aside: float, updown: float) -> bool:
        """Whether a place is less than so many pixels aside, and up or down."""
        return abs(self.x - x) < aside and abs(self.bottom - bottom) < updown


def matched(edges: Strengths, template: Strengths, mask: Any) -> Strengths:
    """How alike the template is at each point: the correlation of its edges and the picture's where the mask is 1.

    It is 1 where edges are strong and weak in the same pixels, and about 0 where they have nothing to do with each
    other, however strong they are in all.
    """
    likeness = cv2.matchTemplate(edges, template, cv2.TM_CCOEFF_NORMED, mask=mask.astype(np.float32))
    likeness[~(likeness < ALL_ALIKE)] = 0  # without any edge it is 0 / 0, which rounding makes anything
    return likeness


def matches_of_outline(grid: Grid) -> list[Beaker]:
    """Where the outline of beakers occurs, the most alike first.

    The outline is compared at every point of the picture. Then, again and again, the best one is chosen, and all are
    discarded that are so near that no other beaker has room there.
    """
    units = max(1, int(grid.beaker_height - RIM))
    wide, high = HALF * grid.wide, HALF * grid.high
    rows, columns = grid.template.shape
    up = int((units + UP_TO_RIM) * high)
    aside = columns // 2
    down = int(BELOW_OUTLINE * wide)
    template = grid.template[max(0, rows - down - up) :].copy()
    up = len(template) - down
    # x and y from the middle of a beaker's bottom, y downwards. Near the bottom and above the units of a full beaker
    # all is compared; between these, where units of any colour may be, only the sides.
    y, x = np.mgrid[-up:down, -aside : aside + 1]
    is_near_bottom = y >= -BELOW_OUTLINE * wide
    is_above_units = y <= -(units + RIM) * high
    at_ends = is_near_bottom | is_above_units
    at_sides = np.abs(x) >= INNER * wide
    at_glass = np.abs(x) >= GLASS * wide
    # Padded so that likeness[row, column] is that of a beaker with the middle of its bottom there.
    padded = cv2.copyMakeBorder(grid.picture.edges, up, down, aside, aside, cv2.BORDER_CONSTANT, value=0)
    likeness = matched(padded, template, at_sides | at_ends)
    if (template * at_glass).sum() > GLASS_SHARE * (template * at_sides).sum():
        # Units end before the glass does, so an empty beaker lacks their edges.
        likeness = np.maximum(likeness, matched(padded, template, at_glass | at_ends))
    updown = int(APART_UPDOWN * HALF * grid.tall)
    beside = int(OWN * wide)
    found: list[Beaker] = []
    while likeness.max() > LEAST_CORRELATION:
        row, column = divmod(int(likeness.argmax()), likeness.shape[1])
        found.append(Beaker(column / HALF, row / HALF, float(likeness[row, column])))
        likeness[max(0, row - updown) : row + updown + 1, max(0, column - beside) : column + beside + 1] = -1
    return found


def strength_of_bottom(grid: Grid, beaker: Beaker) -> float:
    """How strong the edge below the middle of a beaker is."""
    size = max(1 / HALF, AT_BOTTOM * grid.wide)  # at least one pixel at half size
    return float(edges_around(grid.picture.edges, beaker.x, beaker.bottom, size, size, size).mean(1).max())


def beakers(grid: Grid) -> list[Beaker]:
    """The beakers, and places that look a little like one.

    The likeness of each is divided by that of the best matches. From SURE on it is surely the outline of a beaker, so
    others between such places are none; from LIKE on it counts as a beaker, unless what is drawn in it says otherwise
    (standing_of in beakers_to_buy.py); with less, it may be none. A faint bottom makes a place less likely, and one
    whose sides have hardly any contrast is dropped if it is unlikely. All beakers of a row get the same bottom.
    """
    found = matches_of_outline(grid)
    best = found[: max(2, len(grid.columns) // 2)]  # half as many as there are columns of units: surely beakers
    usual = np.median([each.likeness for each in best] or [1.0])
    least_bottom = BOTTOM * np.median([strength_of_bottom(grid, each) for each in best] or [1.0])
    for each in found:
        each.likeness /= usual
        bottom = strength_of_bottom(grid, each)
        if bottom < least_bottom:
            each.likeness = min(each.likeness, FADED if bottom >= least_bottom / 2 else 0)
    kept: list[Beaker] = []
    for least in (SURE, LIKE, DOUBTFUL_LIKENESS):
        kept += clear_of(kept, [each for each in found if each.likeness >= least and each not in kept], grid)
    for row in rows_of(kept, ROW_UNEVEN * grid.high):
        stands = median(beaker.bottom for beaker in row)
        for beaker in row:
            beaker.bottom = stands
            beaker.contrast = contrast_of(grid, beaker.x, stands)
    sure = [beaker.contrast for beaker in kept if beaker.likeness >= SURE]
    least_contrast = LEAST_CONTRAST * median(sure or [0.0])
    return [beaker for beaker in kept if beaker.likeness >= LIKE or beaker.contrast >= least_contrast]


def pitch_of(rows: list[list[Beaker]], default: float) -> float:
    """The least distance between neighbours in a row."""
    return min((float(gap) for row in rows for gap in np.diff(sorted(each.x for each in row))), default=default)


def clear_of(surer: list[Beaker], others: list[Beaker], grid: Grid) -> list[Beaker]:
    """Those others that stand apart from the surer ones: between two beakers, their sides look like another."""
    pitch = pitch_of(rows_of(surer, ROW_UNEVEN * grid.high), grid.wide)
    limits = min(LEAST_PITCH * pitch, NEXT * grid.wide), APART_UPDOWN * grid.tall
    return [each for each in others if not any(other.near(each.x, each.bottom, *limits) for other in surer)]
