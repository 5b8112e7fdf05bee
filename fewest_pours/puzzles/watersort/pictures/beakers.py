"""Beakers, full and empty ones alike, by the outline that those with units have in common."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.pictures.areas import EdgeImage
from fewest_pours.puzzles.watersort.pictures.color_distance import UNLIKE_AIR, Lab
from fewest_pours.puzzles.watersort.pictures.grid import Grid, rows_of
from fewest_pours.puzzles.watersort.pictures.outline import (
    BOTTOM_UPDOWN,
    INNER,
    ONE_BEAKER,
    OUTLINE_SCALE,
    contrast_of,
    edges_around,
)

GLASS_SHARE = 0.3  # of the edges at the sides: if more are those of the glass, it is also compared without the others
RIM = 0.2  # units, the least that a full beaker has above its units; above, the whole width of the outline is compared
UP_TO_RIM = 0.95  # units above those of a full beaker, up to which the outline is compared
LEAST_CORRELATION = 0.4  # with the outline, the least of a place that is looked at
FAILED_CORRELATION = 1.01  # a correlation above 1 has failed, where there are no edges
# Likeness: the correlation of a place, divided by that of the best ones.
SURE_LIKENESS = 0.87  # from which a place surely has the outline of a whole beaker
LIKELY_LIKENESS = 0.7  # from which it counts as a beaker
DOUBTFUL_LIKENESS = 0.55  # from which it is kept, if only as a doubtful one
FADED_LIKENESS = 0.99 * LIKELY_LIKENESS  # just too little: the most with a faint bottom
FAINT_BOTTOM = 0.4  # of the usual strength of the edge at the bottom, less than which it is faint; half of it is none
AT_BOTTOM = 0.25  # widths to all sides: where the edge at the bottom is
LEAST_CONTRAST = 0.15  # of that of sure beakers, the least at the sides of a place that is not even likely
APART_UPDOWN = 0.75  # of the height of beakers, the least between rows: what is above beakers may be part of them
LEAST_PITCH = 0.85  # of the distance of neighbours, the least to a less likely beaker
LOOKALIKE = 1.8  # widths, within which the sides of two beakers may look like another
UNEVEN_ROW = 0.3  # units, by which beakers of a row may stand lower than others


@dataclass(frozen=True, eq=False)
class Cell:
    """What a slot of a beaker looks like, in which a unit may be.

    background: beside it, of both sides the nearer in colour; from_air: its CIELAB distance from this, or from opaque
    glass if that is nearer (NO_COLOR without both); shows_two: whether its upper or lower half lacks its main colour;
    marked: whether it shows a question mark, as hidden units do.
    """

    color: Lab
    from_air: float
    shows_two: bool = False
    has_mark: bool = False
    background: Lab | None = None

    @property
    def looks_filled(self) -> bool:
        """Whether this looks like a unit, if nothing else is known."""
        return self.has_mark or self.from_air >= UNLIKE_AIR


class Standing(Enum):
    """What stands in a place of a row."""

    BEAKER = "a beaker"
    DOUBTFUL = "a beaker, or none"
    TO_BUY = "a beaker that must be bought first"


@dataclass(eq=False)
class Beaker:
    """A beaker around the middle x, or a place that looks a little like one.

    Found by its outline: likeness to it, where 1 is usual (at first, the correlation). Then its cells are looked at,
    from the bottom up, and the slot right above these. Last, what stands there is told: is_faint and is_ghost, by its
    glass (mark_faint), and standing, by these and by what is drawn in it. A beaker behind a cover has only the colour
    that opens it.
    """

    x: float
    bottom: float
    likeness: float = 1.0
    is_faint: bool = False
    is_ghost: bool = False
    cells: list[Cell] = field(default_factory=list)
    above: Cell | None = None
    cover: Lab | None = None
    standing: Standing = Standing.BEAKER

    @property
    def is_left_out(self) -> bool:
        """Whether it is no part of the level: it must be bought first, which is a remark, or its outline is unclear,
        which is a doubt.

        A doubtful one with a clear outline stays in the level, and is marked.
        """
        return self.standing is Standing.TO_BUY or self.likeness < LIKELY_LIKENESS

    @property
    def filled_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.looks_filled]

    @property
    def lowest_looks_empty(self) -> bool:
        """Whether its lowest slot does: what is seen above is a sign, or lies on a unit too pale to be seen."""
        return not (self.cells and self.cells[0].looks_filled)

    @property
    def hides_units(self) -> bool:
        return self.cover is not None or any(cell.has_mark for cell in self.cells)

    def is_near(self, x: float, bottom: float, aside: float, updown: float) -> bool:
        """Whether a place is closer than these pixels, both aside and up or down."""
        return abs(self.x - x) < aside and abs(self.bottom - bottom) < updown


def correlation(edges: EdgeImage, outline: EdgeImage, mask: NDArray[np.bool_]) -> NDArray[Any]:
    """How alike the outline is at each point: the correlation of its edges and the picture's where the mask is.

    It is 1 where edges are strong and weak in the same pixels, and about 0 where they have nothing to do with each
    other, however strong they are in all.
    """
    alike = cv2.matchTemplate(edges, outline, cv2.TM_CCOEFF_NORMED, mask=mask.astype(np.float32))
    alike[~(alike < FAILED_CORRELATION)] = 0  # without any edge it is 0 / 0, which rounding makes anything
    return alike


def correlation_everywhere(grid: Grid) -> NDArray[Any]:
    """How alike the outline is at each point where the middle of a beaker's bottom may be: [y, x] at half size.

    Near the bottom and above the units of a full beaker all of the outline is compared; between these, where units of
    any colour may be, only its sides, or those of its glass.
    """
    capacity = max(1, int(grid.beaker_units - RIM))
    width, height = OUTLINE_SCALE * grid.unit_width, OUTLINE_SCALE * grid.unit_height
    rows, columns = grid.outline.shape
    aside = columns // 2
    down = int(BOTTOM_UPDOWN * width)
    outline = grid.outline[max(0, rows - down - int((capacity + UP_TO_RIM) * height)) :].copy()
    up = len(outline) - down
    y, x = np.mgrid[-up:down, -aside : aside + 1]  # from the middle of a beaker's bottom, y downwards
    at_ends = (y >= -BOTTOM_UPDOWN * width) | (y <= -(capacity + RIM) * height)
    at_sides = np.abs(x) >= INNER * width
    # Padded so that the middle of the bottom may be anywhere in the picture.
    padded = cv2.copyMakeBorder(grid.picture.edges, up, down, aside, aside, cv2.BORDER_CONSTANT, value=0)
    alike = correlation(padded, outline, at_sides | at_ends)
    at_glass = np.abs(x) >= OUTLINE_SCALE * grid.glass_pixels
    if (outline * at_glass).sum() > GLASS_SHARE * (outline * at_sides).sum():
        # Units end before the glass does, so an empty beaker lacks their edges.
        alike = np.maximum(alike, correlation(padded, outline, at_glass | at_ends))
    return alike


def likely_places(grid: Grid) -> Iterator[Beaker]:
    """Where the outline of beakers occurs, the most alike first.

    After each place, all are discarded that are so near that no other beaker has room there.
    """
    likeness = correlation_everywhere(grid)
    updown = int(APART_UPDOWN * OUTLINE_SCALE * grid.beaker_height)
    beside = int(ONE_BEAKER * OUTLINE_SCALE * grid.unit_width)
    while likeness.max() > LEAST_CORRELATION:
        row, column = divmod(int(likeness.argmax()), likeness.shape[1])
        yield Beaker(column / OUTLINE_SCALE, row / OUTLINE_SCALE, float(likeness[row, column]))
        likeness[max(0, row - updown) : row + updown + 1, max(0, column - beside) : column + beside + 1] = -1


def strength_of_bottom(grid: Grid, beaker: Beaker) -> float:
    """How strong the strongest edge across a beaker is near its bottom."""
    size = max(1 / OUTLINE_SCALE, AT_BOTTOM * grid.unit_width)  # at least one pixel at half size
    return float(edges_around(grid.picture.edges, beaker.x, beaker.bottom, size, size, size).mean(1).max())


def find_beakers(grid: Grid) -> list[Beaker]:
    """The beakers, and places that look a little like one, those of a row with the same bottom.

    A less likely place between sure beakers is dropped: the sides of two neighbours look like a beaker. A faint bottom
    makes a place less likely. One that is not even likely is dropped if its sides have hardly any contrast.
    """
    places = [*likely_places(grid)]
    best = places[: max(2, len(grid.columns) // 2)]  # half as many as there are columns of units: these are beakers
    usual = np.median([each.likeness for each in best] or [1.0])
    least_bottom = FAINT_BOTTOM * np.median([strength_of_bottom(grid, each) for each in best] or [1.0])
    for each in places:
        each.likeness /= usual
        bottom = strength_of_bottom(grid, each)
        if bottom < least_bottom / 2:
            each.likeness = 0
        elif bottom < least_bottom:
            each.likeness = min(each.likeness, FADED_LIKENESS)
    kept: list[Beaker] = []
    for least in (SURE_LIKENESS, LIKELY_LIKENESS, DOUBTFUL_LIKENESS):
        kept += clear_of(kept, [each for each in places if each.likeness >= least and each not in kept], grid)
    for row in rows_of(kept, UNEVEN_ROW * grid.unit_height):
        row_bottom = median(beaker.bottom for beaker in row)
        for beaker in row:
            beaker.bottom = row_bottom
    contrast = {beaker: contrast_of(grid, beaker.x, beaker.bottom) for beaker in kept}
    sure = [contrast[beaker] for beaker in kept if beaker.likeness >= SURE_LIKENESS]
    least_contrast = LEAST_CONTRAST * median(sure or [0.0])
    return [beaker for beaker in kept if beaker.likeness >= LIKELY_LIKENESS or contrast[beaker] >= least_contrast]


def pitch_of(rows: list[list[Beaker]], default: float) -> float:
    """The least distance between neighbours in a row, in pixels."""
    return min((float(gap) for row in rows for gap in np.diff(sorted(each.x for each in row))), default=default)


def clear_of(surer: list[Beaker], others: list[Beaker], grid: Grid) -> list[Beaker]:
    """Those others that stand apart from the surer ones."""
    pitch = pitch_of(rows_of(surer, UNEVEN_ROW * grid.unit_height), grid.unit_width)
    limits = min(LEAST_PITCH * pitch, LOOKALIKE * grid.unit_width), APART_UPDOWN * grid.beaker_height
    return [each for each in others if not any(other.is_near(each.x, each.bottom, *limits) for other in surer)]
