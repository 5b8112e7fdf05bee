"""Beakers, full and empty ones alike, by the outline that those with units have in common."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from statistics import median
from typing import Any

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Edges, Lab, Pixels, changes
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, Grid, rows_of

HALF = 0.5  # outlines are compared at half the size
DAMPING = 0.5  # the larger, the less an edge counts for standing out from what is around it
SHARED = 30  # percentile of the edges of known beakers: what nearly all of them show
CLEARANCE = 0.15  # widths from the glass of a beaker to the background beside it
GLASS = 0.6  # widths from the middle, beyond which edges are those of the glass
OWN = 0.3  # of the edges at the sides, the least that glass has beyond its units to be looked for without them
LIKE = 0.7  # of the best matches' likeness, the least of a beaker
FADED = 0.99 * LIKE  # of a place with the sides or the bottom of none
GHOST = 0.87  # likeness below which what has a sign must be bought
BOTTOM = 0.4  # of the strength of the edge at the bottom: between two beakers only the sides look like one
SEEN = 0.2  # of the contrast at the sides of beakers, below which there is none
DOUBTFUL_LIKENESS = 0.55  # likeness above which a place with a whole bottom is doubtful
TALLEST = 9.6  # units, the height of the beakers looked for
DEEPEST = 2.5  # units, how far below those seen the sides are followed
APART_UPWARD = 0.75  # of their height, by which beakers one above the other are apart: what is above them may add to it
LEAST_PITCH = 0.85  # of the pitch, the least between beakers
NEXT = 1.8  # widths, within which the sides of two beakers may look like another
ASIDE = 0.25  # widths, the most that a lone place is off a column, or a row off the middle
MOST_PLACES = 60  # places looked at


@dataclass(eq=False)
class Cell:
    """The place of a unit. away: how far its color is from an empty one's; sign: what is drawn on it.

    marked: whether anything is drawn in its middle; split: whether its upper and lower half differ.
    """

    color: Lab
    away: float
    filled: bool
    sign: Edges | None
    marked: bool
    split: bool
    hidden: bool = False
    group: int = -1  # the colour, by number; -1: hidden


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


def edges_of(pixels: Pixels) -> tuple[Edges, Edges]:
    """Where colours change, and by how much, at half size."""
    seen = changes(cv2.GaussianBlur(pixels, (3, 3), 0))
    edges = np.clip(seen - np.median(seen).astype(np.float32), 0, 40) / np.float32(40)
    near = cv2.blur(cv2.dilate(edges, np.ones((7, 7))), (31, 31))
    edges = np.minimum(1, edges / (near + DAMPING))

    def halved(pixels: Edges) -> Edges:
        return cv2.resize(cv2.dilate(pixels, np.ones((3, 3))), None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA)

    return halved(edges), halved(seen.astype(np.float32))


def window(edges: Edges, x: float, bottom: float, aside: float, up: float, down: float) -> Edges:
    """A part around a place, in pixels of the picture; 0 outside of it."""
    a, u, d = (int(HALF * size) for size in (aside, up, down))
    left, top = round(HALF * x) - a, round(HALF * bottom) - u
    part = np.zeros((u + d, 2 * a + 1), np.float32)
    seen = edges[max(0, top) : max(0, top + u + d), max(0, left) : max(0, left + 2 * a + 1)]
    part[max(0, -top) :, max(0, -left) :][: seen.shape[0], : seen.shape[1]] = seen
    return part


def ends_of(part: Edges, grid: Grid) -> Edges:
    """How strong the weaker of the two sides of a beaker is at each height of a window."""
    aside, inner = part.shape[1] // 2, int(0.38 * HALF * grid.wide)
    ends: Edges = np.minimum(part[:, : aside - inner].max(1), part[:, aside + inner :].max(1))
    return ends


def shared_edges(grid: Grid, aside: float, up: float, down: float) -> Edges:
    """The edges that nearly all known beakers show, around the middle of their bottom."""
    seen = [window(grid.picture.edges, x, bottom, aside, up, down) for x, bottom in grid.known]
    return np.percentile(seen, SHARED, axis=0).astype(np.float32)


def with_sides(grid: Grid) -> Grid:
    """The grid with the middle of beakers, their width, and the background beside their glass.

    Highlights hide a part of units.
    """
    shared = shared_edges(grid, 1.3 * grid.wide, 2 * grid.high, 0.3 * grid.wide)
    shared = cv2.GaussianBlur(shared, (5, 5), 0)
    middle, reach, most = shared.shape[1] // 2, int(0.9 * HALF * grid.wide), int(0.35 * HALF * grid.wide)

    def symmetry(shift: int) -> float:
        part = shared[:, middle + shift - reach : middle + shift + reach + 1]
        return float(np.corrcoef(part.ravel(), part[:, ::-1].ravel())[0, 1]) - 0.2 * abs(shift) / reach

    shift = max(range(-most, most + 1), key=symmetry)
    profile = shared[: len(shared) // 2, middle + shift - reach : middle + shift + reach + 1].mean(0)
    both = np.minimum(profile, profile[::-1])[reach + int(0.4 * reach) :]
    strong = np.flatnonzero(both >= 0.6 * both.max()) + int(0.4 * reach)
    inner, outer = int(strong[0]) / HALF, int(strong[-1]) / HALF
    if 2 * inner > 1.15 * grid.wide:
        grid = grid._replace(wide=2 * inner, known=[(x + shift / HALF, bottom) for x, bottom in grid.known])
    return grid._replace(beside=max(BESIDE * grid.wide, outer + CLEARANCE * grid.wide))


def below_units(grid: Grid) -> float:
    """How far the sides of beakers continue below their lowest units, in units."""
    ends = ends_of(shared_edges(grid, 0.8 * grid.wide, 0, DEEPEST * grid.high), grid)
    return reach(ends, HALF * grid.high) / (HALF * grid.high)


def reach(ends: Edges, high: float, least: float = 0) -> int:
    """How far sides reach without a gap, beyond some least length."""
    end = 0
    for y in np.flatnonzero(ends > 0.2):
        if y - end > 0.2 * high and y > least:
            break
        end = int(y)
    return end


def with_outline(grid: Grid) -> Grid:
    """The grid with the outline of beakers."""
    up, high = TALLEST * grid.high, HALF * grid.high
    shared = shared_edges(grid, 0.8 * grid.wide, up, 0.3 * grid.wide)
    top = reach(ends_of(shared[: int(HALF * up)], grid)[::-1], high, high)
    return grid._replace(template=shared, height=top / high)


def matched(edges: Edges, template: Edges, mask: Any) -> Edges:
    """How alike a part of the template is at each place."""
    likeness = cv2.matchTemplate(edges, template * mask, cv2.TM_CCOEFF_NORMED, mask=mask.astype(np.float32))
    likeness[~(likeness < 1.01)] = 0  # where a picture is even, it is anything
    return likeness


def places(grid: Grid) -> list[Beaker]:
    """Where the outline of beakers occurs, the most alike first."""
    units = max(1, int(grid.height - 0.2))
    wide, high = HALF * grid.wide, HALF * grid.high
    rows, columns = grid.template.shape
    up, aside, down = int((units + 0.95) * high), columns // 2, int(0.3 * wide)
    template = grid.template[max(0, rows - down - up) :].copy()
    up = len(template) - down
    y, x = np.mgrid[-up:down, -aside : aside + 1]
    ends = (y >= -0.3 * wide) | (y <= -(units + 0.25) * high)
    sides, beyond = np.abs(x) >= 0.4 * wide, np.abs(x) >= GLASS * wide
    padded = cv2.copyMakeBorder(grid.picture.edges, up, down, aside, aside, cv2.BORDER_CONSTANT, value=0)
    likeness = matched(padded, template, sides | ends)
    if (template * beyond).sum() > OWN * (template * sides).sum():  # units end before the glass does
        likeness = np.maximum(likeness, matched(padded, template, beyond | ends))
    found: list[Beaker] = []
    while len(found) < MOST_PLACES:
        row, column = divmod(int(likeness.argmax()), likeness.shape[1])
        if likeness[row, column] < 0.4:
            break
        found.append(Beaker(column / HALF, row / HALF, float(likeness[row, column])))
        a, b = int(0.6 * up), int(0.5 * wide)
        likeness[max(0, row - a) : row + a + 1, max(0, column - b) : column + b + 1] = -1
    return found


def bottom_share(grid: Grid, beaker: Beaker) -> float:
    """How strong the edge below the middle of a beaker is, compared with that of known beakers."""
    wide = grid.wide
    here = window(grid.picture.edges, beaker.x, beaker.bottom, 0.2 * wide, 0.25 * wide, 0.25 * wide)
    middle, reach, high = grid.template.shape[1] // 2, here.shape[1] // 2, len(here)
    end = len(grid.template) - int(0.3 * HALF * wide) + high // 2
    known = grid.template[end - high : end, middle - reach : middle + reach + 1]
    return float(here.mean(1).max() / max(1e-6, known.mean(1).max()))


def side_contrast(grid: Grid, beaker: Beaker) -> float:
    """How much the colour changes at the fainter side of a beaker."""
    part = window(grid.picture.contrast, beaker.x, beaker.bottom, 0.75 * grid.wide, 0.8 * grid.tall, 0)
    return float(np.median(ends_of(part, grid)))


def beakers(grid: Grid) -> tuple[list[Beaker], list[Beaker]]:
    """The beakers, and places that look a little like one."""
    found = places(grid)
    usual = np.median([each.likeness for each in found[: max(2, len(grid.columns) // 2)]] or [1.0])
    kept: list[Beaker] = []
    weak: list[Beaker] = []
    for each in found:
        apart = not any(k.near(each.x, each.bottom, 0.9 * grid.wide, APART_UPWARD * grid.tall) for k in kept)
        below = bottom_share(grid, each)
        if apart and each.likeness >= DOUBTFUL_LIKENESS * usual and below >= BOTTOM / 2:
            like = each.likeness >= LIKE * usual and below >= BOTTOM
            (kept if like else weak).append(each)
    for each in kept:
        each.likeness = max(LIKE, each.likeness / usual)
    for each in weak:
        each.likeness = min(each.likeness / usual, FADED)
    sure = [each for each in kept if each.likeness >= GHOST]
    clear = sure + clear_of(sure, kept, grid)
    for each in (each for each in kept if each not in clear):
        each.likeness = FADED
        weak.append(each)
    kept = clear
    for row in rows_of(kept, 0.3 * grid.high):
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
    pitch = pitch_of(rows_of(sure, 0.3 * grid.high), grid.wide)
    limits = min(LEAST_PITCH * pitch, most), APART_UPWARD * grid.tall
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
