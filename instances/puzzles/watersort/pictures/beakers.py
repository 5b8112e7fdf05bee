"""Beakers, full and empty ones alike, by the outline that those with units have in common."""

from dataclasses import dataclass, field
from itertools import combinations
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from instances.puzzles.watersort.pictures.areas import Lab, Picture, changes
from instances.puzzles.watersort.pictures.grid import Grid, rows_of

Edges = NDArray[Any]

HALF = 0.5  # outlines are compared at half the size
SHARED = 30  # percentile of the edges of known beakers: what nearly all of them show
LIKE = 0.7  # of the best matches' likeness, the least of a beaker
BOTTOM = 0.6  # of the strength of the edge at the bottom: between two beakers only the sides look like one
UNLIKE = 0.55  # likeness above which a place with a whole bottom is doubtful
TALLEST = 9.6  # units, the height of the beakers looked for
MOST = 60  # places looked at


@dataclass
class Cell:
    """The place of a unit. away: how far its color is from the background's; sign: what is drawn on it."""

    color: Lab
    away: float
    sign: Edges | None = None
    split: bool = False  # whether its upper and lower half differ
    filled: bool = True
    hidden: bool = False
    group: int = -1  # the colour, by number; -1: hidden


@dataclass
class Beaker:
    """A beaker around the middle x; cover: the colour that opens it."""

    x: float
    bottom: float
    likeness: float = 1.0
    cells: list[Cell] = field(default_factory=list)  # from the bottom up
    cover: Lab | None = None


@dataclass
class Outline:
    """What beakers have in common: their edges, at half size, around the middle of their bottom."""

    edges: Edges
    template: Edges
    height: float  # in units, of the sides above the bottom


def edges_of(picture: Picture) -> Edges:
    """How much the colour changes at each pixel, at half size."""
    edges = np.minimum(changes(cv2.GaussianBlur(picture.pixels, (3, 3), 0)), 40) / np.float32(40)
    broad = cv2.dilate(edges, np.ones((3, 3)))
    return cv2.resize(broad, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA)


def window(edges: Edges, x: float, bottom: float, aside: int, up: int, down: int) -> Edges:
    """A part around a place, both at half size; 0 outside the picture."""
    left, top = round(x) - aside, round(bottom) - up
    part = np.zeros((up + down, 2 * aside + 1), np.float32)
    seen = edges[max(0, top) : max(0, top + up + down), max(0, left) : max(0, left + 2 * aside + 1)]
    part[max(0, -top) :, max(0, -left) :][: seen.shape[0], : seen.shape[1]] = seen
    return part


def shared_edges(edges: Edges, known: list[tuple[float, float]], aside: float, up: float, down: float) -> Edges:
    """The edges that nearly all known beakers show, around their (x, bottom); sizes in pixels of the picture."""
    sizes = int(HALF * aside), int(HALF * up), int(HALF * down)
    parts = [window(edges, HALF * x, HALF * y, *sizes) for x, y in known]
    return np.percentile(parts, SHARED, axis=0).astype(np.float32)


def sides(edges: Edges, known: list[tuple[float, float]], grid: Grid) -> tuple[float, float]:
    """How far the middle of beakers is from that of their areas, and their width: highlights hide a part of units."""
    aside = 1.3 * grid.wide
    shared = cv2.GaussianBlur(shared_edges(edges, known, aside, 2 * grid.high, 0.3 * grid.wide), (5, 5), 0)
    middle, reach = shared.shape[1] // 2, int(0.9 * HALF * grid.wide)
    best, axis = -1.0, 0
    for shift in range(-int(0.35 * HALF * grid.wide), int(0.35 * HALF * grid.wide) + 1):
        part = shared[:, middle + shift - reach : middle + shift + reach + 1]
        like = float(np.corrcoef(part.ravel(), part[:, ::-1].ravel())[0, 1]) - 0.2 * abs(shift) / reach
        if like > best:
            best, axis = like, shift
    profile = shared[: len(shared) // 2, middle + axis - reach : middle + axis + reach + 1].mean(0)
    both = np.minimum(profile, profile[::-1])[reach:]
    strong = np.flatnonzero(both[int(0.4 * reach) :] > 0.6 * both[int(0.4 * reach) :].max())
    return axis / HALF, 2 * (int(strong[0]) + int(0.4 * reach)) / HALF


def ends_of(part: Edges, grid: Grid) -> Edges:
    """How strong the weaker of the two sides of a beaker is at each height of a window."""
    aside, inner = part.shape[1] // 2, int(0.38 * HALF * grid.wide)
    ends: Edges = np.minimum(part[:, : aside - inner].max(1), part[:, aside + inner :].max(1))
    return ends


def missed(edges: Edges, known: list[tuple[float, float]], grid: Grid) -> int:
    """How many units the sides of beakers go on below the lowest areas, as highlights may hide those at the bottom."""
    ends = ends_of(shared_edges(edges, known, 0.8 * grid.wide, 0, 3 * grid.high), grid)
    return round(float(np.argmax(np.r_[ends, 0] < 0.5)) / (HALF * grid.high))


def outline(edges: Edges, known: list[tuple[float, float]], grid: Grid) -> Outline:
    """The outline of beakers, from the (x, bottom) of known ones."""
    high = HALF * grid.high
    shared = shared_edges(edges, known, 0.8 * grid.wide, TALLEST * grid.high, 0.3 * grid.wide)
    top = 0
    for y in np.flatnonzero(ends_of(shared[: int(HALF * TALLEST * grid.high)], grid)[::-1] > 0.2):
        if y - top > 0.2 * high and y > high:
            break
        top = int(y)
    return Outline(edges, shared, top / high)


def places(shape: Outline, grid: Grid) -> list[Beaker]:
    """Where the outline of beakers occurs, the most alike first."""
    units = max(1, int(shape.height - 0.2))
    wide, high = HALF * grid.wide, HALF * grid.high
    rows, columns = shape.template.shape
    up, aside, down = int((units + 0.95) * high), columns // 2, int(0.3 * wide)
    template = shape.template[max(0, rows - down - up) :].copy()
    up = len(template) - down
    y, x = np.mgrid[-up:down, -aside : aside + 1]
    outer = (np.abs(x) >= 0.4 * wide) | (y >= -0.3 * wide) | (y <= -(units + 0.25) * high)
    template *= outer
    mask = outer.astype(np.float32)
    padded = cv2.copyMakeBorder(shape.edges, up, up, up, up, cv2.BORDER_CONSTANT, value=0)
    likeness = cv2.matchTemplate(padded, template, cv2.TM_CCOEFF_NORMED, mask=mask)
    strength = cv2.matchTemplate(padded, template, cv2.TM_CCORR) / max(1e-6, float((template**2).sum()))
    likeness[~np.isfinite(likeness) | (strength < 0.45)] = 0
    found: list[Beaker] = []
    while len(found) < MOST:
        row, column = divmod(int(likeness.argmax()), likeness.shape[1])
        if likeness[row, column] < 0.4:
            break
        found.append(Beaker((column - up + aside) / HALF, row / HALF, float(likeness[row, column])))
        a, b = int(0.6 * up), int(0.5 * wide)
        likeness[max(0, row - a) : row + a + 1, max(0, column - b) : column + b + 1] = -1
    return found


def bottom_edge(part: Edges, wide: float) -> float:
    """The strength of the edge below the middle of a beaker; part: a window around its bottom."""
    middle, reach = part.shape[1] // 2, int(0.2 * HALF * wide)
    return float(part[:, middle - reach : middle + reach + 1].mean(1).max())


def shared_bottom(shape: Outline, wide: float, beaker: Beaker) -> float:
    """How strong the bottom's edge is, compared with that of known beakers."""
    aside, updown, down = int(0.3 * HALF * wide), int(0.25 * HALF * wide), int(0.3 * HALF * wide)
    here = window(shape.edges, HALF * beaker.x, HALF * beaker.bottom, aside, updown, updown)
    known = shape.template[len(shape.template) - down - updown : len(shape.template) - down + updown]
    return bottom_edge(here, wide) / max(1e-6, bottom_edge(known, wide))


def beakers(shape: Outline, grid: Grid) -> tuple[list[Beaker], bool]:
    """The beakers, at the bottoms that the grid gives, and whether some place is doubtful."""
    found = places(shape, grid)
    if not found:
        return [], False
    usual = float(np.median([each.likeness for each in found[: max(2, sum(len(r) for _, r in grid.rows) // 2)]]))
    kept: list[Beaker] = []
    weak: list[Beaker] = []
    for each in found:
        share, bottom = each.likeness / usual, shared_bottom(shape, grid.wide, each)
        reach = (1 if share < LIKE else 0.6) * shape.height * grid.high
        apart = all(abs(k.x - each.x) >= 0.9 * grid.wide or abs(k.bottom - each.bottom) >= reach for k in kept)
        if not apart or share < UNLIKE or bottom < BOTTOM:
            continue
        (kept if share >= LIKE else weak).append(each)
    side_by_side = (abs(a.x - b.x) for a, b in combinations(kept, 2) if abs(a.bottom - b.bottom) < 0.3 * grid.high)
    pitch, high = min(side_by_side, default=grid.wide), shape.height * grid.high
    doubtful = any(
        all(abs(k.x - each.x) > 0.7 * pitch or abs(k.bottom - each.bottom) > high / 2 for k in kept) for each in weak
    )
    for row in rows_of(kept, lambda beaker: beaker.bottom, 0.3 * grid.high):
        stands = median(beaker.bottom for beaker in row)
        fitted = min((y for y, _ in grid.rows), key=lambda y: abs(y - stands))
        for beaker in row:
            beaker.bottom = fitted if abs(fitted - stands) < 0.35 * grid.high else stands
    return kept, doubtful
