"""The outline of beakers: the edges that most beakers with stacks of units have in common."""

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import SAME_SIZE, SPECKLES, STRONG, Strengths
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, Grid

HALF = 0.5  # outlines are compared at half the size
# An edge is divided by this plus the density of edges around it, 0 to 1: by 1.5 in a dense pattern, by less where it is
# the only one.
ADDED_DENSITY = 0.5
NEAR_EDGE = 7  # pixels across, within which an edge counts as dense
AROUND_EDGE = 31  # pixels across what is around it
SHARED = 30  # percentile of the edges of known beakers: what seven of ten show
CLEARANCE = 0.15  # widths from the glass of a beaker to the background beside it
INNER = 0.38  # widths from the middle of a beaker, beyond which its sides are; up to there, cells are looked at
BELOW_OUTLINE = 0.3  # widths below the bottom, where an outline ends; and above it, up to where all of it is compared
OWN = 0.9  # widths from the middle of a beaker, up to which there is no other middle
MOST_SHIFT = 0.35  # widths, the most that the middle of beakers is off that of their units
SHIFT_COST = 0.2  # what a shift by OWN takes off the correlation of the two sides
FIRST_SIDE = 0.4  # of OWN, from where on a side is looked for
STRONG_SIDE = 0.6  # of the strongest edge, the least of a side
VISIBLE = 0.2  # strength of an edge, from 0 to 1, more than which a side has
GAP = 0.2  # units, the longest gap in a side
TALLEST = 9.6  # units, the most that a beaker is high


def at_half_size(seen: Strengths) -> Strengths:
    """Changes of colours at half size, thicker, so that outlines that are a pixel apart still meet."""
    thick = cv2.dilate(seen, np.ones((3, 3)))
    return np.asarray(cv2.resize(thick, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA))


def edges_of(seen: Strengths) -> Strengths:
    """Where colours change, at half size: from 0 to 1, and less where edges are dense, as in a pattern."""
    usual = np.median(seen).astype(np.float32)  # half of all pixels change less: by grain, or by nothing
    edges = np.clip(seen - usual, 0, STRONG) / np.float32(STRONG)
    density = cv2.blur(cv2.dilate(edges, np.ones((NEAR_EDGE, NEAR_EDGE))), (AROUND_EDGE, AROUND_EDGE))
    return at_half_size(np.minimum(1, edges / (density + ADDED_DENSITY)))


def edges_around(edges: Strengths, x: float, bottom: float, aside: float, up: float, down: float) -> Strengths:
    """The edges around a point, at half size, 0 outside of the picture; sizes in pixels of the picture."""
    a, u, d = (int(HALF * size) for size in (aside, up, down))
    left = round(HALF * x) - a
    top = round(HALF * bottom) - u
    part = np.zeros((u + d, 2 * a + 1), np.float32)
    seen = edges[max(0, top) : max(0, top + u + d), max(0, left) : max(0, left + 2 * a + 1)]
    part[max(0, -top) :, max(0, -left) :][: seen.shape[0], : seen.shape[1]] = seen
    return part


def weaker_side(part: Strengths, grid: Grid) -> Strengths:
    """How strong the weaker of the two sides of a beaker is at each height around it."""
    aside = part.shape[1] // 2
    inner = int(INNER * HALF * grid.wide)
    ends: Strengths = np.minimum(part[:, : aside - inner].max(1), part[:, aside + inner :].max(1))
    return ends


def shared_edges(grid: Grid, aside: float, up: float, down: float) -> Strengths:
    """The edges that most known beakers show, around the middle of their bottom."""
    seen = [edges_around(grid.picture.edges, x, bottom, aside, up, down) for x, bottom in grid.known]
    return np.percentile(seen, SHARED, axis=0).astype(np.float32)


def with_sides(grid: Grid) -> Grid:
    """The grid with the background beside the glass of beakers.

    If their sides are more than SAME_SIZE beyond their units, highlights hide a part of these: then also with the width
    and middle of the glass, in place of those of the units.

    Sides and middle come from the edges that beakers share near their bottom. The middle is where these are most like
    their own mirror image. From there outwards, on both sides at once, the first strong edge is the inside of the
    glass, or of the units in it, and the last one is the outside.
    """
    span = int(OWN * HALF * grid.wide)
    most = int(MOST_SHIFT * HALF * grid.wide)
    shared = shared_edges(grid, (span + most) / HALF, 2 * grid.high, BELOW_OUTLINE * grid.wide)
    shared = cv2.GaussianBlur(shared, (SPECKLES, SPECKLES), 0)
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
    inner = int(strong[0]) / HALF
    outer = int(strong[-1]) / HALF
    if 2 * inner > (1 + SAME_SIZE) * grid.wide:
        grid = grid._replace(wide=2 * inner, known=[(x + shift / HALF, bottom) for x, bottom in grid.known])
    return grid._replace(beside=max(BESIDE * grid.wide, outer + CLEARANCE * grid.wide))


def reach(ends: Strengths, high: float) -> int:
    """How far sides reach without a gap. ends: their strengths from the bottom up; high: of a unit, both at half size.

    Gaps in the lowest unit do not count, as a round bottom bends its sides.
    """
    end = 0
    for y in np.flatnonzero(ends > VISIBLE):
        if y > high and y - end > GAP * high:
            break
        end = int(y)
    return end


def with_outline(grid: Grid) -> Grid:
    """The grid with the outline of beakers."""
    up = TALLEST * grid.high
    high = HALF * grid.high  # at half size
    shared = shared_edges(grid, BESIDE * grid.wide, up, BELOW_OUTLINE * grid.wide)
    above_bottom = shared[: int(HALF * up)]
    top = reach(weaker_side(above_bottom, grid)[::-1], high)
    return grid._replace(template=shared, beaker_height=top / high)


def contrast_of(grid: Grid, x: float, bottom: float, above: float = 0.0) -> float:
    """How much colours change at the sides of a place, as if a beaker stood there: the median over its height.

    above: so many units of it, its lowest, do not count.
    """
    up = TALLEST * grid.high
    seen = edges_around(grid.picture.contrast, x, bottom, BESIDE * grid.wide, up, BELOW_OUTLINE * grid.wide)
    rows = slice(int(HALF * up) - int(HALF * grid.tall), int(HALF * (up - above * grid.high)))
    return float(np.median(weaker_side(np.where(grid.template > VISIBLE, seen, 0)[rows], grid)))
