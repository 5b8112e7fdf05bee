"""A level read from a picture: areas, grid, beakers, cells, covers and colours, one step after the other.

What is not certain is a doubt, of a unit or of the whole: a reading without doubt is believed.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from instances.puzzles.watersort.pictures.areas import Area, Lab, Picture, Pixels, stacks
from instances.puzzles.watersort.pictures.beakers import Beaker, beakers, edges_of, missed, outline, sides
from instances.puzzles.watersort.pictures.cells import (
    EMPTY,
    SECRET,
    beside,
    distance,
    fill_cells,
    mark_hidden,
    patch,
    tint,
    without_air,
)
from instances.puzzles.watersort.pictures.colors import Grouping, grouping
from instances.puzzles.watersort.pictures.covers import covered
from instances.puzzles.watersort.pictures.grid import Grid, grid, rows_of
from instances.puzzles.watersort.pictures.steps import Steps

SIDE = 1100  # pixels, the geometric mean of the sides at which a picture is read
LARGEST = 2.4  # times that a small picture is enlarged at most


Doubt = tuple[int | None, int | None, str]  # beaker and unit from 0, from below, None for the whole; and why


class Unreadable(Exception):
    """No level is seen; the message says what is."""


@dataclass
class Reading:
    """The level: beakers from the bottom up, with colours by number and -1 for hidden units; looks: their colours.

    covered: beaker -> colour, counted from 0; whole: whether the counts are right; places: of the beakers.
    """

    capacity: int
    beakers: list[list[int]]
    looks: list[Lab]
    covered: dict[int, int]
    unsure: list[Doubt] = field(default_factory=list)
    whole: bool = True
    places: list[Beaker] = field(default_factory=list)

    @property
    def merit(self) -> float:
        """For choosing between readings."""
        room = any(len(beaker) < self.capacity for beaker in self.beakers)
        return self.whole + room - 0.2 * len(self.unsure)


def scaled(pixels: Pixels) -> Picture:
    factor = min(LARGEST, SIDE / (pixels.shape[0] * pixels.shape[1]) ** 0.5)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=how)
    return Picture(sized, cv2.cvtColor(sized.astype(np.float32) / 255, cv2.COLOR_BGR2LAB))


def read(pixels: Pixels, steps: Steps | None = None) -> Reading:
    """The level in a picture. Raises Unreadable. steps: receives what each step saw."""
    picture = scaled(pixels)
    wide, found, small = stacks(picture)
    if steps:
        steps.areas(picture, found)
    rows = [without_air(row, picture.lab, wide) for row in rows_of(found, lambda column: column[0].bottom, wide)]
    rows = [row for row in rows if row]
    several = [row for row in rows if sum(len(column) > 1 for column in row) > 1]
    rows = several or [row for row in rows if any(column[1:] for column in row)] or rows
    if not rows:
        raise Unreadable("no stacks of coloured units")
    edges = edges_of(picture)
    fit = grid(rows, wide, picture.lab)
    known = known_beakers(fit)
    shift, wide = sides(edges, [(x, y) for x, y, _ in known], fit)
    if wide > 1.15 * fit.wide:
        fit = grid(rows, wide, picture.lab)
        known = [(x + shift, y, units) for x, y, units in known_beakers(fit)]
    lower = fit.high * missed(edges, [(x, y) for x, y, _ in known], fit)
    fit = fit._replace(rows=[(y + lower, row) for y, row in fit.rows])
    known = [(x, y + lower, units) for x, y, units in known]
    if steps:
        steps.grid(picture, fit)
    doubts: list[Doubt] = []
    if fit.rival:
        doubts.append((None, None, "how high a unit is"))
    times = Counter(units for _, _, units in known)
    most = max(units for units in times if times[units] >= 0.1 * len(known))
    shape = outline(edges, [(x, y) for x, y, _ in known], fit)
    if steps:
        steps.outline(picture, shape)
    by_height = max(1, int(shape.height - 0.2))
    most = min(most, max(1, int(shape.height + 0.1)))
    standing, doubtful = beakers(shape, fit, max(most, by_height) if most < shape.height else by_height)
    if not standing:
        raise Unreadable("no beakers")
    stray = 0
    for column in (column for _, row in fit.rows for column in row if column[1:]):
        x = float(np.median([area.middle for area in column]))
        stray += not any(
            abs(beaker.x - x) < 0.4 * wide and abs(beaker.bottom - column[0].bottom) < (most + 0.5) * fit.high
            for row in standing
            for beaker in row
        )
    if stray:
        doubts.append((None, None, f"{stray} stacks of units without a beaker"))
    if doubtful:
        doubts.append((None, None, "a beaker, or none"))

    def at(capacity: int) -> Reading:
        return at_capacity(picture, fit, standing, small, shape.height, capacity, list(doubts))

    highest = max(most, by_height)
    first = at(highest)
    fullest = max([1, *(len(b) for n, b in enumerate(first.beakers) if n not in first.covered)])
    tried = [first if fullest == highest else at(fullest)]
    if tried[0].merit < 2:
        tried += [at(c) for c in sorted({highest, most, by_height, highest - 1} - {fullest, 0, 1})]
    best = max(tried, key=lambda each: each.merit)
    if best.capacity < by_height and any(-1 in beaker for beaker in best.beakers):
        lower, best = best.capacity, at(by_height)
        if not 0.1 < (shape.height - 0.2) % 1 < 0.93:
            best.unsure.append((None, None, f"{lower} or {by_height} units in a beaker"))
    if steps:
        steps.cells(picture, fit, best)
    return best


def known_beakers(fit: Grid) -> list[tuple[float, float, int]]:
    """The middle, the bottom and the units of beakers seen by their stacks. Raises Unreadable."""
    known = []
    for bottom, row in fit.rows:
        for column in row:
            units = round((bottom - column[-1].y) / fit.high)
            if units > 1 and abs(bottom - column[0].bottom) < 0.3 * fit.high:
                known.append((float(np.median([area.middle for area in column])), bottom, units))
    if not known:
        raise Unreadable("no beakers with stacks of units")
    return known


def at_capacity(
    picture: Picture,
    fit: Grid,
    standing: list[list[Beaker]],
    small: list[Area],
    height: float,
    capacity: int,
    doubts: list[Doubt],
) -> Reading:
    """The level if a beaker holds so many units."""
    rows = [[Beaker(b.x, b.bottom, b.likeness) for b in row] for row in standing]
    fill_cells(rows, picture.lab, fit, capacity, tint(rows, picture.lab, fit, height, capacity))
    cells = [cell for row in rows for beaker in row for cell in beaker.cells]
    mark_hidden(cells)
    hidden = [cell for cell in cells if cell.hidden]
    units = [cell for cell in cells if cell.filled and not cell.hidden]
    if not units:
        raise Unreadable("no coloured units")
    behind = covered(small, picture.lab, fit, capacity, [b for row in rows for b in row], [c.color for c in units])
    for beaker in behind:
        for row in rows:
            bottom = row[0].bottom
            if bottom - (capacity + 1) * fit.high < beaker.bottom < bottom and row[0].cover is None:
                row.append(beaker)
                break
        else:
            near = [row for row in rows if row[0].cover is not None and abs(row[0].bottom - beaker.bottom) < fit.high]
            if near:
                near[0].append(beaker)
            else:
                rows.append([beaker])
    rows.sort(key=lambda row: row[0].bottom + (row[0].cover is not None) * capacity / 2 * fit.high)
    doubts = doubts + list(unread_places(rows, picture.lab, fit, capacity))
    level = [beaker for row in rows for beaker in sorted(row, key=lambda beaker: beaker.x)]
    out = grouping([cell.color for cell in units], capacity, len(hidden) + capacity * len(behind))
    for cell, group in zip(units, out.groups, strict=True):
        cell.group = group
    looks = [np.median([c.color for c in units if c.group == g], 0) for g in range(max(out.groups) + 1)]
    contents = [[cell.group for cell in beaker.cells if cell.filled] for beaker in level]
    covers = {}
    for number, beaker in enumerate(level):
        if beaker.cover is not None:
            if distance(beaker.cover, looks) >= 18:
                looks.append(beaker.cover)
            covers[number] = int(np.argmin([np.linalg.norm(beaker.cover - each) for each in looks]))
            contents[number] = [-1] * capacity
    doubts = doubts + list(doubts_of(level, out, capacity))
    return Reading(capacity, contents, looks, covers, doubts, out.whole, level)


def unread_places(rows: list[list[Beaker]], lab: Lab, fit: Grid, capacity: int) -> Iterator[Doubt]:
    """Something in a gap of a row, or where one more beaker would put the row into the middle."""
    columns = [sorted(beaker.x for beaker in row) for row in rows]
    pitch = float(min((gap for places in columns for gap in np.diff(places)), default=1.4 * fit.wide))
    for row, places in zip(rows, columns, strict=True):
        gaps = np.diff(places)
        spots = [x + pitch for x, gap in zip(places[:-1], gaps, strict=True) if gap > 1.6 * pitch]
        aside = (places[0] + places[-1] - lab.shape[1]) / 2
        shut = any(beaker.cover is not None for beaker in row)  # then others may be, too
        spots += [places[0] - pitch] * (shut or aside > 0.3 * pitch)
        spots += [places[-1] + pitch] * (shut or aside < -0.3 * pitch)
        y = row[0].bottom - (row[0].cover is None) * capacity / 2 * fit.high
        for x in spots:
            seen = patch(lab, x, y, 0.26 * fit.wide, 0.22 * fit.high)
            around = beside(lab, x, y, 0.22 * fit.high, pitch / 2, 2 * fit.wide)
            if 0 < x < lab.shape[1] and len(seen) and distance(np.median(seen, 0), around) >= EMPTY:
                yield None, None, "something where a beaker may be"


def doubts_of(level: list[Beaker], out: Grouping, capacity: int) -> Iterator[Doubt]:
    """What a reading may have got wrong."""
    secrets = [cell.color for beaker in level for cell in beaker.cells if cell.hidden]
    for number, beaker in enumerate(level):
        kinds = [cell.filled for cell in beaker.cells]
        if any(b and not a for a, b in pairwise(kinds)):
            yield number, None, "a gap between units"
        for place, cell in enumerate(beaker.cells):
            if 10 < cell.away < 18 and cell.group >= 0:
                yield number, place, "a unit, or empty"
            if cell.group >= 0 and distance(cell.color, secrets) < 2 * SECRET:
                yield number, place, "a colour, or hidden"
    if sum(cell.split for beaker in level for cell in beaker.cells if cell.filled):
        yield None, None, "units of two colours"
    if len(level) < 3:
        yield None, None, "fewer than three beakers"
    if not 3 <= capacity <= 8:
        yield None, None, f"{capacity} units in a beaker"
    if not out.whole:
        yield None, None, "the counts of the colours do not fit"
    if out.between < 13:
        yield None, None, "two colours are nearly alike"
    if out.margin < 1.3 or out.rival:
        yield None, None, "colours are hard to tell apart"
