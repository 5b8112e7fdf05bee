"""Whether all beakers are equally high."""

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import EdgeImage
from fewest_pours.puzzles.watersort.pictures.beakers import Beaker
from fewest_pours.puzzles.watersort.pictures.grid import Grid
from fewest_pours.puzzles.watersort.pictures.outline import OUTLINE_ASIDE, OUTLINE_SCALE, edges_around, weaker_side

TOP_OF_BEAKER = (1.2, 1.9)  # units, downwards from one above the tops of beakers
ABOVE_BEAKER = (0.2, 0.8)  # units, downwards from the same point
LEAST_SIDE = 0.5  # of the usual edges at the top of beakers; a beaker with weaker ones ends lower
TALLER = 0.75  # of the same edges, plus those of the background: stronger ones above the usual top are no rim
PATTERN = 10  # percentile of the edges above beakers: those of the background


def are_unequal(beakers: list[Beaker], grid: Grid) -> bool:
    """Whether the sides of some beaker end before the usual top, or go on above it."""
    at_top = sides_of(beakers, grid, TOP_OF_BEAKER).mean(1)
    usual = np.median(at_top)
    if at_top.min() < LEAST_SIDE * usual:
        return True
    height_with_space = (grid.beaker_units + 1) * grid.unit_height

    def is_below_another(each: Beaker) -> bool:
        in_column = [other for other in beakers if other is not each and abs(other.x - each.x) < grid.unit_width]
        return any(0 < each.bottom - other.bottom < height_with_space for other in in_column)

    uppermost = [each for each in beakers if not is_below_another(each)]
    if not uppermost:
        return False
    above = sides_of(uppermost, grid, ABOVE_BEAKER)
    # A taller beaker has a side at every height above the usual top, so the weakest height counts.
    pattern = np.median(np.percentile(above, PATTERN, axis=1))
    return bool(above.min(1).max() > TALLER * usual + pattern)


def sides_of(beakers: list[Beaker], grid: Grid, part: tuple[float, float]) -> EdgeImage:
    """How strong the weaker side of each beaker is, at each height of a part: [beaker, height]."""
    up = (grid.beaker_units + 1) * grid.unit_height
    aside = OUTLINE_ASIDE * grid.unit_width
    seen = [edges_around(grid.picture.edges, each.x, each.bottom, aside, up, 0) for each in beakers]
    first, last = (int(units * OUTLINE_SCALE * grid.unit_height) for units in part)
    return np.array([weaker_side(each, grid)[first:last] for each in seen])
