"""The outline of beakers: the edges that most beakers with stacks of units have in common."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.pictures.areas import FILTER_SIZE, SAME_SIZE, EdgeImage
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, Grid

Strengths = NDArray[Any]  # how strong edges are at each height

OUTLINE_SCALE = 0.5  # outlines are compared at half the size
OUTLINE_ASIDE = 0.8  # widths from the middle of a beaker to both ends of its outline
FULL_EDGE = 40  # in 8-bit CIELAB, summed over its axes: a change that is this much beyond the usual one is a full edge
# An edge is divided by this plus the density of edges around it, from 0 to 1, so that a dense pattern counts less than
# an edge that is the only one.
ADDED_DENSITY = 0.5
NEAR_EDGE = 7  # pixels across, within which an edge counts as dense
AROUND_EDGE = 31  # pixels across what is around it
SHARED = 30  # percentile of the edges of known beakers: what seven of ten show
CLEARANCE = 0.15  # widths from the glass of a beaker to the background beside it
INNER = 0.38  # widths from the middle of a beaker, beyond which its sides are; up to there, cells are looked at
USUAL_GLASS = 0.6  # widths from the middle of a beaker, beyond which edges usually are those of the glass alone
BOTTOM_UPDOWN = 0.3  # widths below and above the bottom, which are all compared; an outline ends there
ONE_BEAKER = 0.9  # widths from the middle of a beaker, up to which there is no other middle
MOST_SHIFT = 0.35  # widths, the most that the middle of beakers is off that of their units
SHIFT_COST = 0.2  # what a shift by ONE_BEAKER takes off the correlation of the two sides
FIRST_SIDE = 0.4  # of ONE_BEAKER, from where on a side is looked for
STRONG_SIDE = 0.6  # of the strongest edge, the least of a side
VISIBLE = 0.2  # strength of an edge, from 0 to 1; no weaker one is part of a side
GAP = 0.2  # units, the longest gap in a side
TALLEST = 9.6  # units, the most that a beaker is high


def thick_at_half_size(change: EdgeImage) -> EdgeImage:
    """Changes of colours at half size, thicker, so that outlines that are a pixel apart still meet."""
    thick = cv2.dilate(change, np.ones((3, 3)))
    return np.asarray(cv2.resize(thick, None, fx=OUTLINE_SCALE, fy=OUTLINE_SCALE, interpolation=cv2.INTER_AREA))


def edges_of(change: EdgeImage) -> EdgeImage:
    """Where colours change, at half size: from 0 to 1, and less where edges are dense, as in a pattern."""
    usual = np.median(change).astype(np.float32)  # half of all pixels change less: by grain, or by nothing
    edges = np.clip(change - usual, 0, FULL_EDGE) / np.float32(FULL_EDGE)
    density = cv2.blur(cv2.dilate(edges, np.ones((NEAR_EDGE, NEAR_EDGE))), (AROUND_EDGE, AROUND_EDGE))
    return thick_at_half_size(np.minimum(1, edges / (density + ADDED_DENSITY)))


def edges_around(edges: EdgeImage, x: float, bottom: float, aside: float, up: float, down: float) -> EdgeImage:
    """The edges around a point, at half size, 0 outside of the picture; sizes in pixels of the picture."""
    a, u, d = (int(OUTLINE_SCALE * size) for size in (aside, up, down))
    left = round(OUTLINE_SCALE * x) - a
    top = round(OUTLINE_SCALE * bottom) - u
    part = np.zeros((u + d, 2 * a + 1), np.float32)
    seen = edges[max(0, top) : max(0, top + u + d), max(0, left) : max(0, left + 2 * a + 1)]
    part[max(0, -top) :, max(0, -left) :][: seen.shape[0], : seen.shape[1]] = seen
    return part


def weaker_side(part: EdgeImage, grid: Grid) -> Strengths:
    """How strong the weaker of the two sides of a beaker is at each height of a part around it, at half size."""
    middle = part.shape[1] // 2
    inner = int(INNER * OUTLINE_SCALE * grid.unit_width)
    weaker: Strengths = np.minimum(part[:, : middle - inner].max(1), part[:, middle + inner :].max(1))
    return weaker


def shared_edges(grid: Grid, aside: float, up: float, down: float) -> EdgeImage:
    """The edges that most known beakers show, around the middle of their bottom."""
    seen = [edges_around(grid.picture.edges, x, bottom, aside, up, down) for x, bottom in grid.known]
    return np.percentile(seen, SHARED, axis=0).astype(np.float32)


def measure_sides(grid: Grid, is_glass_measured: bool) -> Grid:
    """The grid with how far glass and background are from the middle of beakers.

    If their sides are more than SAME_SIZE beyond their units, highlights hide a part of these. Then width and middle
    become those of the glass.

    Sides and middle come from the edges that beakers share near their bottom. The middle is where these are most like
    their own mirror image. From there outwards, on both sides at once, the first strong edge is the inside of the
    glass, or the side of the units, and the last one is the outside.
    """
    span = int(ONE_BEAKER * OUTLINE_SCALE * grid.unit_width)
    most = int(MOST_SHIFT * OUTLINE_SCALE * grid.unit_width)
    shared = shared_edges(grid, (span + most) / OUTLINE_SCALE, 2 * grid.unit_height, BOTTOM_UPDOWN * grid.unit_width)
    shared = cv2.GaussianBlur(shared, (FILTER_SIZE, FILTER_SIZE), 0)
    middle = shared.shape[1] // 2

    def symmetry(shift: int) -> float:
        part = shared[:, middle + shift - span : middle + shift + span + 1]
        return float(np.corrcoef(part.ravel(), part[:, ::-1].ravel())[0, 1]) - SHIFT_COST * abs(shift) / span

    shift = max(range(-most, most + 1), key=symmetry)
    straight = shared[: len(shared) // 2]  # the upper half: a round bottom bends the sides in the lower one
    profile = straight[:, middle + shift - span : middle + shift + span + 1].mean(0)
    by_distance = np.minimum(profile, profile[::-1])[span:]  # from the middle outwards
    first = int(FIRST_SIDE * span)
    sides = by_distance[first:]
    strong = first + np.flatnonzero(sides >= STRONG_SIDE * sides.max())
    inside = int(strong[0]) / OUTLINE_SCALE
    outside = int(strong[-1]) / OUTLINE_SCALE
    if 2 * inside > (1 + SAME_SIZE) * grid.unit_width:
        grid = grid._replace(
            unit_width=2 * inside, known=[(x + shift / OUTLINE_SCALE, bottom) for x, bottom in grid.known]
        )
    beside = max(BESIDE * grid.unit_width, outside + CLEARANCE * grid.unit_width)
    glass = (inside + outside) / 2 if is_glass_measured else USUAL_GLASS * grid.unit_width
    return grid._replace(beside_pixels=beside, glass_pixels=glass)


def reach_of_sides(sides: Strengths, unit_height: float) -> int:
    """How far sides reach up without a gap. sides: from the bottom up; both measures and the answer at half size.

    A gap that begins in the lowest unit and ends there does not count, as a round bottom bends the sides.
    """
    end = 0
    for y in np.flatnonzero(sides > VISIBLE):
        if y > unit_height and y - end > GAP * unit_height:
            break
        end = int(y)
    return end


def measure_outline(grid: Grid) -> Grid:
    """The grid with the outline of beakers, and their height."""
    up = TALLEST * grid.unit_height
    unit_height = OUTLINE_SCALE * grid.unit_height
    shared = shared_edges(grid, OUTLINE_ASIDE * grid.unit_width, up, BOTTOM_UPDOWN * grid.unit_width)
    above_bottom = shared[: int(OUTLINE_SCALE * up)]
    top = reach_of_sides(weaker_side(above_bottom, grid)[::-1], unit_height)
    return grid._replace(outline=shared, beaker_units=top / unit_height)


def contrast_of(grid: Grid, x: float, bottom: float, filled: float = 0.0) -> float:
    """How much colours change along the sides of the outline, as if a beaker stood there: the median over its height.

    filled: units from the bottom up that are skipped.
    """
    up = TALLEST * grid.unit_height
    aside, down = OUTLINE_ASIDE * grid.unit_width, BOTTOM_UPDOWN * grid.unit_width
    seen = edges_around(grid.picture.contrast, x, bottom, aside, up, down)
    rows = slice(
        int(OUTLINE_SCALE * up) - int(OUTLINE_SCALE * grid.beaker_height),
        int(OUTLINE_SCALE * (up - filled * grid.unit_height)),
    )
    return float(np.median(weaker_side(np.where(grid.outline > VISIBLE, seen, 0)[rows], grid)))
