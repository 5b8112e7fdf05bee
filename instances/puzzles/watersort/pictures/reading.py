"""A level read from a picture: areas, grid, beakers, cells, covers and colours, one step after the other.

What is not certain is a doubt, of a unit or of the whole: a reading without doubt is believed.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from instances.puzzles.watersort.pictures.areas import Area, Lab, Picture, Pixels, Unreadable, stacks
from instances.puzzles.watersort.pictures.beakers import Beaker, Outline, beakers, edges_of, missed, outline, sides
from instances.puzzles.watersort.pictures.cells import distance, fill_cells, mark_hidden, tint, without_air
from instances.puzzles.watersort.pictures.colors import OTHER, grouping
from instances.puzzles.watersort.pictures.covers import covered
from instances.puzzles.watersort.pictures.doubts import Doubt, doubts_of, free_places, left_out, strays, upright
from instances.puzzles.watersort.pictures.grid import Grid, grid, rows_of, standing
from instances.puzzles.watersort.pictures.steps import Steps

SIDE = 1100  # pixels, the geometric mean of the sides at which a picture is read
LARGEST = 2.4  # times that a small picture is enlarged at most


@dataclass
class Scene:
    """Where the beakers stand. shut: areas that may be flasks on covers."""

    picture: Picture
    fit: Grid
    shape: Outline
    beakers: list[Beaker]
    shut: list[Area]
    doubts: list[Doubt]


@dataclass
class Reading:
    """The level: beakers from the bottom up, with colours by number and -1 for hidden units; looks: their colours.

    covered: beaker -> colour, counted from 0; whole: whether the counts are right; places: of the beakers.
    left_out: notes on what is no beaker.
    """

    capacity: int
    beakers: list[list[int]]
    looks: list[Lab]
    covered: dict[int, int]
    whole: bool
    places: list[Beaker]
    unsure: list[Doubt]
    left_out: list[str]

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
    scene = located(scaled(pixels), steps)
    height = scene.shape.height
    room = max(1, int(height - 0.2))  # units, and some air
    first = at_capacity(scene, max(room, int(height + 0.1)))
    fullest = max([1, *(len(units) for n, units in enumerate(first.beakers) if n not in first.covered)])
    best = first if fullest == first.capacity else at_capacity(scene, fullest)
    if best.merit < 2:
        others = {room, first.capacity, first.capacity - 1} - {fullest, 0, 1}
        best = max([best, *(at_capacity(scene, other) for other in sorted(others))], key=lambda each: each.merit)
    if best.capacity < room and any(-1 in beaker for beaker in best.beakers):  # then counts prove little
        lower, best = best.capacity, at_capacity(scene, room)
        if not 0.1 < (height - 0.2) % 1 < 0.93:
            best.unsure.append((None, None, f"{lower} or {room} units in a beaker"))
    elif best.capacity < room:  # a few units of each colour may fit both
        best.unsure.append((None, None, f"{best.capacity} or {room} units in a beaker"))
    if steps:
        steps.cells(scene.picture, scene.fit, best)
    return best


def located(picture: Picture, steps: Steps | None) -> Scene:
    """Find the beakers of a picture. Raises Unreadable."""
    wide, found, small = stacks(picture)
    if steps:
        steps.areas(picture, found)
    rows = [without_air(row, picture.lab, wide) for row in rows_of(found, lambda column: column[0].bottom, wide)]
    several = [row for row in rows if sum(len(column) > 1 for column in row) > 1]
    rows = several or [row for row in rows if any(column[1:] for column in row)] or [row for row in rows if row]
    if not rows:
        raise Unreadable("no stacks of coloured units")
    edges = edges_of(picture)
    fit = grid(rows, wide, picture.lab)
    shift, wide = sides(edges, standing(fit), fit)
    if wide > 1.15 * fit.wide:
        fit = grid(rows, wide, picture.lab)
    else:
        shift = 0
    fit = fit.lower(missed(edges, standing(fit, shift), fit))
    shape = outline(edges, standing(fit, shift), fit)
    if steps:
        steps.outline(shape)
    doubts: list[Doubt] = [(None, None, "how high a unit is")] if fit.rival else []
    seen, doubtful = beakers(shape, fit)
    if doubtful:
        doubts.append((None, None, "a beaker, or none"))
    if not seen or shape.height < 1:
        raise Unreadable("no beakers")
    upright(seen, shape, fit)
    return Scene(picture, fit, shape, seen, small, [*doubts, *strays(seen, shape, fit)])


def at_capacity(scene: Scene, capacity: int) -> Reading:
    """The level if a beaker holds so many units."""
    lab, fit = scene.picture.lab, scene.fit
    level = [Beaker(each.x, each.bottom) for each in scene.beakers]
    fill_cells(level, lab, fit, capacity, tint(level, lab, fit, scene.shape.height, capacity))
    cells = [cell for beaker in level for cell in beaker.cells]
    mark_hidden(cells)
    units = [cell for cell in cells if cell.filled and not cell.hidden]
    if not units:
        raise Unreadable("no coloured units")
    level += covered(scene.shut, lab, fit, capacity, level, [cell.color for cell in units])
    rows = rows_of(level, lambda beaker: beaker.bottom, capacity / 2 * fit.high)
    level = [beaker for row in rows for beaker in sorted(row, key=lambda beaker: beaker.x)]
    behind = {number: beaker.cover for number, beaker in enumerate(level) if beaker.cover is not None}
    unknown = sum(cell.hidden for cell in cells) + capacity * len(behind)
    out = grouping([cell.color for cell in units], capacity, unknown)
    for cell, group in zip(units, out.groups, strict=True):
        cell.group = group
    looks = [np.median([c.color for c in units if c.group == g], 0) for g in range(max(out.groups) + 1)]
    contents = [[cell.group for cell in beaker.cells if cell.filled] for beaker in level]
    covers = {}
    for number, cover in behind.items():
        contents[number] = [-1] * capacity
        if distance(cover, looks) >= OTHER:
            looks.append(cover)
        covers[number] = int(np.argmin([np.linalg.norm(cover - each) for each in looks]))
    doubts, notes = left_out(scene.picture, fit, [*free_places(rows, fit, capacity, lab.shape[1])])
    doubts = [*scene.doubts, *doubts, *doubts_of(level, out, capacity)]
    return Reading(capacity, contents, looks, covers, out.whole, level, doubts, notes)
