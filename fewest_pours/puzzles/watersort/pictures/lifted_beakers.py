"""Levels at rest: all beakers are equally high, and none is lifted or filled beyond its height."""

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import SAME_COLOR, Lab, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, LEVEL, Beaker
from fewest_pours.puzzles.watersort.pictures.cells import around, distance, main_color
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, Grid
from fewest_pours.puzzles.watersort.pictures.outline import HALF, ends_of, window

SEVERAL = 2  # full beakers with units above, of several full ones: what one of them has may be a cork
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
    high = HALF * fit.high
    up = (fit.height + 1) * fit.high
    seen = [window(fit.picture.edges, each.x, each.bottom, BESIDE * fit.wide, up, 0) for each in level]
    sides = np.array([ends_of(part, fit) for part in seen])  # [beaker, height]
    top, above = (slice(int(first * high), int(last * high)) for first, last in (TOP_OF_BEAKER, ABOVE_BEAKER))
    at_top = sides[:, top].mean(1)
    least = LEAST_SIDE * np.median(at_top)
    # A taller beaker has a side at every height above the usual top, so the weakest place of it counts.
    pattern = np.median(np.percentile(sides[:, above], PATTERN, axis=1))  # of the background
    if at_top.min() < least or sides[:, above].min(1).max() > least + pattern:
        raise Unreadable(Sentence("beakers of unequal heights", "unequal_heights"))


def too_high(level: list[Beaker], fit: Grid, looks: list[Lab]) -> bool:
    """Whether units of known colours are seen above full beakers."""
    full = 0  # so many beakers are filled up to the highest place that is looked at
    above = 0
    for beaker in level:
        x, y = beaker.x, beaker.bottom - (len(beaker.cells) + 0.5) * fit.high
        if beaker.cells and beaker.cells[-1].filled and y > 0.5 * fit.high:
            color = main_color(x, y, fit)
            full += 1
            above += distance(color, looks) < SAME_COLOR and distance(color, around(beaker, y, level, fit)) >= EMPTY
    return above > 0 and above >= min(SEVERAL, full)
