"""Levels at rest: all beakers are equally high, and none is lifted or filled beyond its height."""

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Edges, Lab, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, GHOST, LEVEL, UNLIKE, Beaker
from fewest_pours.puzzles.watersort.pictures.cells import SAME_COLOR, around, distance, main_color
from fewest_pours.puzzles.watersort.pictures.grid import Grid
from fewest_pours.puzzles.watersort.pictures.outline import ASIDE_OUTLINE, HALF, INNER, ends_of, window

NEAR_SIDES = 0.08  # of the width of units, how far the sides of taller beakers are from those of others
SEVERAL = 2  # beakers with units above the highest place, unless fewer are full: a single one may have a cork
PALE = 0.6  # of the usual contrast at the sides, the most of ghosts
LIFTED = 0.5  # of a beaker's height, less than which a lifted beaker stands above others
TOP_OF_BEAKER = (1.2, 1.9)  # units, downwards from one above the tops of beakers
ABOVE_BEAKER = (0.2, 0.8)  # units, downwards from the same place
LEAST_SIDE = 0.5  # of the usual edges at the top of beakers: less if one ends lower, more above it if it is taller
PATTERN = 10  # percentile of the edges above beakers: those of the background


def upright(level: list[Beaker], fit: Grid) -> list[Beaker]:
    """Those that are beakers for sure; others are ghosts without sides.

    Raises Unreadable unless all are as high as their outline, and none is lifted from its row.
    """
    for each in level:
        for other in level:
            if LEVEL * fit.high < other.bottom - each.bottom < LIFTED * fit.tall:
                raise Unreadable(Sentence("a beaker that is lifted or stands lower than others", "lifted_beaker"))
    high = HALF * fit.high
    sizes = (ASIDE_OUTLINE * fit.wide, (fit.height + 1) * fit.high, 0)
    edges, contrast = (
        np.array([window(seen, each.x, each.bottom, *sizes) for each in level])
        for seen in (fit.picture.edges, fit.picture.contrast)
    )
    top, beyond = (slice(int(first * high), int(last * high)) for first, last in (TOP_OF_BEAKER, ABOVE_BEAKER))
    # Of each beaker, how strong its sides are just below the usual top.
    at_top, contrast_at_top = (
        np.array([ends_of(part[top], fit).mean() for part in parts]) for parts in (edges, contrast)
    )
    for each, pale in zip(level, contrast_at_top < PALE * np.median(contrast_at_top), strict=True):
        each.likeness = min(each.likeness, UNLIKE) if pale else each.likeness
    above = sides_beyond(edges[:, beyond], np.median(edges[:, top], 0).mean(0), fit)  # [beaker, height]
    usual = np.median(at_top)
    pattern = np.median(np.percentile(above, PATTERN, axis=1))  # of the background
    # A taller beaker has a side at every height above the usual top, so the weakest place of it counts.
    is_one_taller = above.min(1).max() - pattern > LEAST_SIDE * usual
    ends_lower = at_top < LEAST_SIDE * usual
    ghosts = [each for each, lower in zip(level, ends_lower, strict=True) if lower and each.likeness < GHOST]
    if is_one_taller or ends_lower.sum() > len(ghosts):
        raise Unreadable(Sentence("beakers of unequal heights", "unequal_heights"))
    return [each for each in level if each not in ghosts]


def sides_beyond(above: Edges, profile: Edges, fit: Grid) -> Edges:
    """[beaker, height]: how strong the weaker side of each beaker is above the usual top.

    profile: [column], the edges just below that top. The sides are looked for in the columns where it is strongest.
    """
    middle = len(profile) // 2
    inner = int(INNER * HALF * fit.wide)
    near = max(1, round(NEAR_SIDES * HALF * fit.wide))
    sides = int(profile[: middle - inner].argmax()), middle + inner + int(profile[middle + inner :].argmax())
    left, right = (above[:, :, max(0, side - near) : side + near + 1].max(2) for side in sides)
    return np.asarray(np.minimum(left, right))


def too_high(level: list[Beaker], fit: Grid, looks: list[Lab]) -> bool:
    """Whether units of known colours are seen above full beakers."""
    above = full = 0
    for beaker in level:
        x, y = beaker.x, beaker.bottom - (len(beaker.cells) + 0.5) * fit.high
        if beaker.cells and beaker.cells[-1].filled and y > 0.5 * fit.high:
            color = main_color(x, y, fit)
            full += 1
            above += distance(color, looks) < SAME_COLOR and distance(color, around(beaker, y, level, fit)) >= EMPTY
    return above > 0 and above >= min(SEVERAL, full)
