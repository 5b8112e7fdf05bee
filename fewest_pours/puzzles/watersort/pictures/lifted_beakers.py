"""Levels at rest: all beakers are equally high, and none is lifted or filled beyond its height."""

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import SAME_COLOR, Edges, Lab, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, LEVEL, Beaker
from fewest_pours.puzzles.watersort.pictures.cells import around, distance, main_color
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, Grid
from fewest_pours.puzzles.watersort.pictures.outline import HALF, ends_of, window

SEVERAL = 2  # full beakers that must have units above them, of two or more full ones: on one it may be a cork
LIFTED = 0.5  # of a beaker's height, less than which a lifted beaker stands above others
TOP_OF_BEAKER = (1.2, 1.9)  # units, downwards from one above the tops of beakers
ABOVE_BEAKER = (0.2, 0.8)  # units, downwards from the same place
LEAST_SIDE = 0.5  # of the usual edges at the top of beakers: less if one ends lower, more above it if it is taller
PATTERN = 10  # percentile of the edges above beakers: those of the background


def expect_upright(level: list[Beaker], fit: Grid) -> None:
    """Raise Unreadable unless all are as high as their outline, and none is lifted."""
    for each in level:
        for other in level:
            if LEVEL * fit.high < other.bottom - each.bottom < LIFTED * fit.tall:
                raise Unreadable(Sentence("a beaker that is lifted or stands lower than others", "lifted_beaker"))
    above = sides_of(level, fit, ABOVE_BEAKER)
    # A taller beaker has a side at every height above the usual top, so the weakest place of it counts.
    pattern = np.median(np.percentile(above, PATTERN, axis=1))  # of the background
    least = LEAST_SIDE * np.median(sides_of(level, fit, TOP_OF_BEAKER).mean(1))
    if is_one_lower(level, fit) or above.min(1).max() > least + pattern:
        raise Unreadable(Sentence("beakers of unequal heights", "unequal_heights"))


def sides_of(level: list[Beaker], fit: Grid, part: tuple[float, float]) -> Edges:
    """How strong the weaker side of each beaker is, at each height of a part: [beaker, height]."""
    up = (fit.height + 1) * fit.high
    seen = [window(fit.picture.edges, each.x, each.bottom, BESIDE * fit.wide, up, 0) for each in level]
    first, last = (int(units * HALF * fit.high) for units in part)
    return np.array([ends_of(each, fit)[first:last] for each in seen])


def is_one_lower(level: list[Beaker], fit: Grid) -> bool:
    """Whether the sides of one end before the usual top."""
    at_top = sides_of(level, fit, TOP_OF_BEAKER).mean(1)
    return bool(at_top.min() < LEAST_SIDE * np.median(at_top))


def too_high(level: list[Beaker], fit: Grid, looks: list[Lab]) -> bool:
    """Whether units of known colours are seen above two full beakers, or above the only full one."""
    full = 0  # so many beakers are filled up to the highest place that is looked at
    above = 0
    for beaker in level:
        x, y = beaker.x, beaker.bottom - (len(beaker.cells) + 0.5) * fit.high
        if beaker.cells and beaker.cells[-1].filled and y > 0.5 * fit.high:
            color = main_color(x, y, fit)
            full += 1
            above += distance(color, looks) < SAME_COLOR and distance(color, around(beaker, y, level, fit)) >= EMPTY
    return above > 0 and above >= min(SEVERAL, full)
