"""Whether all beakers are equally high."""

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Strengths
from fewest_pours.puzzles.watersort.pictures.beakers import Beaker
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, Grid
from fewest_pours.puzzles.watersort.pictures.outline import HALF, edges_around, weaker_side

TOP_OF_BEAKER = (1.2, 1.9)  # units, downwards from one above the tops of beakers
ABOVE_BEAKER = (0.2, 0.8)  # units, downwards from the same point
LEAST_SIDE = 0.5  # of the usual edges at the top of beakers, less than which one ends lower
TALLER = 0.75  # of the same edges, more than which a taller beaker has above the usual top: rims have less
PATTERN = 10  # percentile of the edges above beakers: those of the background


def is_one_higher(level: list[Beaker], grid: Grid) -> bool:
    """Whether the sides of one go on above the usual top; those right below another are not looked at."""
    reached = (grid.beaker_height + 1) * grid.high

    def is_below_another(each: Beaker) -> bool:
        near = [other for other in level if other is not each and abs(other.x - each.x) < grid.wide]
        return any(0 < each.bottom - other.bottom < reached for other in near)

    uppermost = [each for each in level if not is_below_another(each)]
    if not uppermost:
        return False
    above = sides_of(uppermost, grid, ABOVE_BEAKER)
    # A taller beaker has a side at every height above the usual top, so the weakest height counts.
    pattern = np.median(np.percentile(above, PATTERN, axis=1))  # of the background
    least = TALLER * np.median(sides_of(level, grid, TOP_OF_BEAKER).mean(1))
    return bool(above.min(1).max() > least + pattern)


def sides_of(level: list[Beaker], grid: Grid, part: tuple[float, float]) -> Strengths:
    """How strong the weaker side of each beaker is, at each height of a part: [beaker, height]."""
    up = (grid.beaker_height + 1) * grid.high
    seen = [edges_around(grid.picture.edges, each.x, each.bottom, BESIDE * grid.wide, up, 0) for each in level]
    first, last = (int(units * HALF * grid.high) for units in part)
    return np.array([weaker_side(each, grid)[first:last] for each in seen])


def is_one_lower(level: list[Beaker], grid: Grid) -> bool:
    """Whether the sides of one end before the usual top."""
    at_top = sides_of(level, grid, TOP_OF_BEAKER).mean(1)
    return bool(at_top.min() < LEAST_SIDE * np.median(at_top))
