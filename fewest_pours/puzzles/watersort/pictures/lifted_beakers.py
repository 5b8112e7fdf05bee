"""Levels at rest: all beakers are equally high, and none is lifted or filled beyond its height."""

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Edges, Lab, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import GHOST, HALF, Beaker, ends_of, window
from fewest_pours.puzzles.watersort.pictures.cells import EMPTY, around, distance, main_color
from fewest_pours.puzzles.watersort.pictures.color_groups import SAME_COLOR
from fewest_pours.puzzles.watersort.pictures.grid import Grid

NEAR_SIDES = 0.08  # of the width of units, how far the sides of taller beakers are from those of others
SEVERAL = 2  # beakers with units above the highest place, unless fewer are full: a single one may have a cork
PALE = 0.6  # of the usual contrast at the sides, the most of ghosts


def upright(level: list[Beaker], fit: Grid) -> list[Beaker]:
    """Those that are beakers for sure; others are ghosts without sides.

    Raises Unreadable unless all are as high as their outline, and none is lifted from its row.
    """
    for each in level:
        for other in level:
            if 0.25 * fit.high < other.bottom - each.bottom < 0.5 * fit.tall:
                raise Unreadable("a beaker that is lifted or stands lower than others")
    high, sizes = HALF * fit.high, (0.8 * fit.wide, (fit.height + 1) * fit.high, 0)
    edges, contrast = (
        np.array([window(seen, each.x, each.bottom, *sizes) for each in level])
        for seen in (fit.picture.edges, fit.picture.contrast)
    )
    top, beyond = slice(int(1.2 * high), int(1.9 * high)), slice(int(0.2 * high), int(0.8 * high))
    highest, strength = (np.array([ends_of(part[top], fit).mean() for part in parts]) for parts in (edges, contrast))
    for each, pale in zip(level, strength < PALE * np.median(strength), strict=True):
        each.likeness = min(each.likeness, GHOST - 0.01) if pale else each.likeness
    above, usual = sides_beyond(edges[:, beyond], np.median(edges[:, top], 0).mean(0), fit), np.median(highest)
    pattern = np.median(np.percentile(above, 10, axis=1))  # of the background
    taller = above.min(1).max() - pattern > 0.6 * usual
    ghosts = [each for each, high in zip(level, highest, strict=True) if high < 0.5 * usual and each.likeness < GHOST]
    if taller or (highest < 0.5 * usual).sum() > len(ghosts):
        raise Unreadable("beakers of unequal heights")
    return [each for each in level if each not in ghosts]


def sides_beyond(above: Edges, profile: Edges, fit: Grid) -> Edges:
    """How strong the weaker side of each beaker is at each height above the others, where theirs are in the profile."""
    middle, inner, near = len(profile) // 2, int(0.38 * HALF * fit.wide), max(1, round(NEAR_SIDES * HALF * fit.wide))
    places = int(profile[: middle - inner].argmax()), middle + inner + int(profile[middle + inner :].argmax())
    left, right = (above[:, :, max(0, place - near) : place + near + 1].max(2) for place in places)
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
