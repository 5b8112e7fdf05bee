"""What a reading may have got wrong, and what is no level at rest."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise, takewhile
from math import gcd

import numpy as np

from instances.puzzles.watersort.pictures.areas import Lab, Unreadable
from instances.puzzles.watersort.pictures.beakers import GHOST, HALF, Beaker, Cell, Outline, ends_of, window
from instances.puzzles.watersort.pictures.cells import EMPTY, SECRET, beside, distance, drawn_in, patch
from instances.puzzles.watersort.pictures.colors import OTHER, Grouping
from instances.puzzles.watersort.pictures.grid import Grid

MEETINGS = 2  # heights at which units meet that are told apart, without which the height of units is a guess
PALE = 0.6  # of the usual contrast at the sides, the most of ghosts
DRAWN = 0.02  # of the pixels of a free place, the least that something drawn there covers
SMALL_SIGN, LARGE_SIGN = 0.055, 0.45  # areas in squares of a unit's width of signs on what must be bought
TALL = 1.6  # widths, more than the height of signs
CLEAR = 18.0  # CIELAB distance from the background of what is clearly a unit

Doubt = tuple[int | None, int | None, str]  # beaker and unit from 0, from below, None for the whole; and why


def upright(level: list[Beaker], shape: Outline, fit: Grid) -> list[Beaker]:
    """Those that are beakers for sure; others are ghosts without sides.

    Raises Unreadable unless all are as high as their outline, and none is lifted from its row.
    """
    for each in level:
        for other in level:
            if 0.25 * fit.high < other.bottom - each.bottom < 0.5 * shape.height * fit.high:
                raise Unreadable("a beaker that is lifted or stands lower than others")
    high, sizes = HALF * fit.high, (0.8 * fit.wide, (shape.height + 1) * fit.high, 0)
    edges, contrast = (
        np.array([ends_of(window(seen, each.x, each.bottom, *sizes), fit) for each in level])
        for seen in (shape.edges, shape.contrast)
    )
    highest, strength = (profiles[:, int(1.2 * high) : int(1.9 * high)].mean(1) for profiles in (edges, contrast))
    for each, pale in zip(level, strength < PALE * np.median(strength), strict=True):
        each.likeness = min(each.likeness, GHOST - 0.01) if pale else each.likeness
    above, usual = edges[:, int(0.2 * high) : int(0.8 * high)], np.median(highest)
    pattern = np.median(np.percentile(above, 10, axis=1))  # of the background
    taller = above.min(1).max() - pattern > 0.6 * usual
    ghosts = [each for each, high in zip(level, highest, strict=True) if high < 0.5 * usual and each.likeness < GHOST]
    if taller or (highest < 0.5 * usual).sum() > len(ghosts):
        raise Unreadable("beakers of unequal heights")
    return [each for each in level if each not in ghosts]


def strays(level: list[Beaker], shape: Outline, fit: Grid) -> Iterator[Doubt]:
    """Stacks of units where no beaker was found."""
    for _, row in fit.rows:
        for column in row:
            x, reach = float(np.median([area.middle for area in column])), (shape.height + 0.5) * fit.high
            near = (abs(b.x - x) < 0.4 * fit.wide and abs(b.bottom - column[0].bottom) < reach for b in level)
            if column[1:] and not any(near):
                yield None, None, "a stack of units without a beaker"


def too_high(level: list[Beaker], fit: Grid, capacity: int) -> bool:
    """Whether a unit is seen above the highest place of a beaker."""
    stacked = [column[-1] for _, row in fit.rows for column in row if column[1:] and column[-1].high > 0.7 * fit.high]
    tops = [(top.middle, top.y + top.high / 2) for top in stacked]
    return any(
        abs(beaker.x - x) < 0.3 * fit.wide and 0.1 < (beaker.bottom - y) / fit.high - capacity < 1
        for x, y in tops
        for beaker in level
    )


def free_places(rows: list[list[Beaker]], fit: Grid, right: int) -> Iterator[tuple[float, float, float]]:
    """The places in gaps of rows, or where one more beaker would put a row into the middle: x, bottom, pitch."""
    columns = [sorted(beaker.x for beaker in row) for row in rows]
    pitch = float(min((gap for places in columns for gap in np.diff(places)), default=1.4 * fit.wide))
    for row, places in zip(rows, columns, strict=True):
        free = [x + pitch for x, after in pairwise(places) if after - x > 1.6 * pitch]
        aside = (places[0] + places[-1] - right) / 2
        shut = any(beaker.cover is not None for beaker in row)  # then others may be, too
        free += [places[0] - pitch] * (shut or aside > 0.3 * pitch)
        free += [places[-1] + pitch] * (shut or aside < -0.3 * pitch)
        yield from ((x, row[0].bottom, pitch) for x in free if 0 < x < right)


def left_out(lab: Lab, fit: Grid, high: float, free: Iterator[tuple[float, float, float]]) -> Iterator[str]:
    """What is seen in free places, high pixels high: a doubt, or '' for a sign on the background."""
    for x, bottom, pitch in free:
        y = bottom - high / 2
        around = beside(lab, x, y, 0.22 * fit.high, pitch / 2, 2 * fit.wide)
        middle, whole = (patch(lab, x, y, a * fit.wide, b * fit.high) for a, b in ((0.26, 0.22), (0.5, 2)))
        if not len(middle) or not len(whole):
            continue
        ground = np.median(whole, 0)
        other, differs = distance(ground, around) >= EMPTY, distance(np.median(middle, 0), around) >= EMPTY
        if other or differs or np.mean(np.linalg.norm(whole - ground, axis=1) > EMPTY) > DRAWN:
            drawn = drawn_in(lab, x, bottom, high, fit.wide)
            sign = drawn.centred and drawn.tall < TALL and SMALL_SIGN < drawn.area < LARGE_SIGN
            yield "" if sign and not other else "something where a beaker may be"


def shown_in(beaker: Beaker) -> list[Cell]:
    return [cell for cell in beaker.cells if cell.group >= 0]


def pale_tops(beaker: Beaker) -> list[Cell]:
    """The uppermost units, as far as they are much like empty places. Those below clear ones are units for sure."""
    return list(takewhile(lambda cell: cell.away < CLEAR, reversed(shown_in(beaker))))


def larger_units(shown: list[list[int]]) -> int:
    """How many units one may be a part of, as all boundaries fit those, too."""
    return gcd(*(1 if group < 0 else len([*run]) for units in shown for group, run in groupby(units)))


def meetings(shown: list[list[int]]) -> int:
    """The number of heights at which units meet; signs show each unit."""
    return len({n for units in shown for n, (b, a) in enumerate(pairwise(units)) if b != a or b < 0})


def doubts_of(level: list[Beaker], out: Grouping, capacity: int) -> Iterator[Doubt]:
    """Doubts about units, colours and counts."""
    secrets = [cell.color for beaker in level for cell in beaker.cells if cell.hidden]
    pale = [pale_tops(beaker) for beaker in level]
    often = Counter(cell.group for tops in pale for cell in tops)
    counted = out.whole and not secrets
    unknown = secrets or any(beaker.cover is not None for beaker in level)  # units, so that counts confirm no colour
    confirmed = {cell.group for beaker in level for cell in shown_in(beaker) if not (unknown and cell.marked)}
    for number, beaker in enumerate(level):
        if [cell.hidden for cell in beaker.cells if cell.filled][-1:] == [True]:
            yield number, None, "its uppermost unit is hidden"
        if not counted and any(cell.away < EMPTY and cell not in pale[number] for cell in shown_in(beaker)):
            yield number, None, "a gap between units"
        for place, cell in enumerate(beaker.cells):
            if cell in pale[number] and (not counted or often[cell.group] >= capacity):
                yield number, place, "a unit, or empty"
            if cell.group >= 0 and (cell.group not in confirmed or distance(cell.color, secrets) < SECRET):
                yield number, place, "a colour, or hidden"
    shown = [[cell.group for cell in beaker.cells if cell.filled] for beaker in level]
    larger = larger_units(shown)
    usual = capacity == 2 * larger == 4  # as many as most play with, and nobody plays with two
    full = [units[0] for units in shown if len(units) == capacity and len({*units}) == 1]
    wholes = {
        "too few units meet to measure them by": meetings(shown) < MEETINGS and not usual,
        "one colour fills two beakers": len(full) > len({*full}),
        "how high a unit is, as larger ones would fit": larger > 1 and not usual,
        "no room for a move": not any(len(u) < capacity for u, b in zip(shown, level, strict=True) if b.cover is None),
        "units of two colours": any(cell.split and cell.filled for beaker in level for cell in beaker.cells),
        "fewer than three beakers": len(level) < 3,
        f"{capacity} units in a beaker": not 3 <= capacity <= 8,
        "the counts of the colours do not fit": not out.whole,
        "two colours are nearly alike": out.between < 13,
        "colours are hard to tell apart": out.margin < 1.3 or out.within > OTHER or out.rival,
    }
    yield from ((None, None, why) for why, doubtful in wholes.items() if doubtful)
