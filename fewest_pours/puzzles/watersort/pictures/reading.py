"""A level read from a picture: areas, grid, beakers, cells, covers and colours, one step after the other.

What is not certain is a doubt, of a unit or of the whole: a reading without doubt is believed.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import compress, pairwise

import cv2
import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Area, Column, Lab, Picture, Pixels, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import (
    FADED,
    RIM,
    Beaker,
    Standing,
    beakers,
)
from fewest_pours.puzzles.watersort.pictures.beakers_to_buy import (
    FreePlace,
    free_places,
    place_in,
    seen_beside,
    standing_of,
)
from fewest_pours.puzzles.watersort.pictures.cells import close_gaps, empty_alike, fill_cells, mark_hidden
from fewest_pours.puzzles.watersort.pictures.covers import covered, curtains, opener
from fewest_pours.puzzles.watersort.pictures.doubts import FEWEST_UNITS, doubts_of, larger_units, strays
from fewest_pours.puzzles.watersort.pictures.grid import Grid, grid, rows_of, unit_heights
from fewest_pours.puzzles.watersort.pictures.level import Doubt
from fewest_pours.puzzles.watersort.pictures.lifted_beakers import too_high, upright
from fewest_pours.puzzles.watersort.pictures.outline import below_units, edges_of, with_outline, with_sides
from fewest_pours.puzzles.watersort.pictures.stacks import Stacks, rows_of_units, stacks
from fewest_pours.puzzles.watersort.pictures.step_pictures import Steps
from fewest_pours.puzzles.watersort.pictures.unit_counts import counted, grouped

SCARCE = 2  # beakers with known units, beside hidden ones
SIDE = 1100  # pixels, the geometric mean of the sides at which a picture is read
LARGEST = 2.4  # times that a small picture is enlarged at most
RIVAL_MERIT = 0.5  # less merit than the best has, and a reading with right counts is another likely one
CHANCE = 8  # boundaries, of which fewer may all fit larger units by chance
CLEAR_MERIT = 2  # the merit of a reading with right counts, room for a move, and no doubt
DOUBT_COST = 0.2  # of merit, what each doubt costs
SCARCE_MERIT = 0.1  # less merit than the best one's, where little is seen
MORE_SEEN = 0.1  # units that may be missing for one more below those seen, or above them
OVERLAP = 0.5, 2  # widths and units, within which two things stand in one place


@dataclass
class Scene:
    """Where beakers stand, or may. small: areas that may be flasks on covers.

    deeper: units, how far the sides of beakers continue below what is seen in them.
    """

    fit: Grid
    places: list[Beaker]
    small: list[Area]
    doubts: list[Doubt]
    deeper: float


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
    left_out: list[Sentence]
    fit: Grid

    @property
    def secret(self) -> bool:
        """Whether units are hidden: then counts prove little."""
        return any(-1 in beaker for beaker in self.beakers)

    @property
    def scarce(self) -> bool:
        """Whether so little is seen that units of another height may fit as well."""
        return self.secret and sum(any(color >= 0 for color in beaker) for beaker in self.beakers) <= SCARCE

    @property
    def level(self) -> list[list[int]]:
        """The beakers with colours in the order in which they occur: equal for equal levels."""
        order: dict[int, int] = {-1: -1}
        return [[order.setdefault(color, len(order)) for color in beaker] for beaker in self.beakers]

    @property
    def merit(self) -> float:
        """For choosing between readings; CLEAR_MERIT at most."""
        room = any(len(beaker) < self.capacity for beaker in self.beakers)
        return self.whole + room - DOUBT_COST * len(self.unsure)


def scaled(pixels: Pixels) -> Picture:
    factor = min(LARGEST, SIDE / (pixels.shape[0] * pixels.shape[1]) ** 0.5)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=how)
    return Picture(sized, cv2.cvtColor(sized.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), *edges_of(sized))


def read(pixels: Pixels, steps: Steps | None = None) -> Reading:
    """The level in a picture. Raises Unreadable. steps: receives what each step saw.

    Of several heights that a unit may have, the counts of the colours decide.
    """
    found = stacks(scaled(pixels))
    if steps:
        steps.areas(found.picture, found.columns)
    rows = rows_of_units(found)
    heights = unit_heights(rows, found.wide, found.space)
    locate = partial(located, found, rows, steps)
    readings: list[Reading] = []
    failed: list[Unreadable] = []
    for high in heights.likely:
        try:
            readings.append(with_whole_units(locate, high))
        except Unreadable as why:
            failed.append(why)
        if readings and readings[0].merit == CLEAR_MERIT and not (heights.rival or readings[0].scarce):
            break
    if not readings:
        raise failed[0]
    best = max(readings, key=lambda each: each.merit)
    near = best.merit - (SCARCE_MERIT if best.scarce else RIVAL_MERIT)
    differing = any(each.whole and each.merit > near and each.level != best.level for each in readings)
    unlikely = best.scarce and best.fit.high != heights.likely[0]
    if heights.few or differing or unlikely or (heights.rival and not best.whole):
        best.unsure.append(Doubt(Sentence("how high a unit is", "height_of_units")))
    if steps:
        steps.cells(best)
        steps.readings(readings, best)
    return best


def with_whole_units(locate: Callable[..., Scene], high: float) -> Reading:
    """The level if units have this height, or a multiple of it which all boundaries fit. Raises Unreadable."""
    scene = locate(high)
    read = with_best_capacity(scene)
    for unseen in range(1, int(scene.deeper + MORE_SEEN) + 1) if read.merit < CLEAR_MERIT else ():
        with suppress(Unreadable):
            read = max(read, with_best_capacity(locate(high, unseen)), key=lambda each: each.merit)
    parts = larger_units(read.beakers)
    meet = sum(below != above for units in read.beakers for below, above in pairwise(units))
    if parts > 1 and read.capacity >= FEWEST_UNITS * parts and meet >= CHANCE:
        with suppress(Unreadable):
            return max(with_best_capacity(locate(parts * high)), read, key=lambda each: each.merit)
    return read


def located(found: Stacks, rows: list[list[Column]], steps: Steps | None, high: float, unseen: int = 0) -> Scene:
    """Find the beakers of a picture, with units of one height, some unseen below the others. Raises Unreadable."""
    fit = with_outline(with_sides(grid(found.picture, rows, found.wide, high, unseen)))
    if steps:
        steps.write("2-outline", 255 * fit.template)
    seen, weak = beakers(fit) if fit.height >= 1 else ([], [])
    if not seen:
        raise Unreadable(Sentence("no beakers", "no_level_in_picture"))
    sure = upright(seen, fit)
    ghosts = [each for each in seen if each not in sure]
    for each in ghosts:
        each.likeness = min(each.likeness, FADED)
    return Scene(fit, [*sure, *weak, *ghosts], found.small, list(strays(sure, fit)), below_units(fit))


def with_best_capacity(scene: Scene) -> Reading:
    """The level if units are as high as in this scene, and a beaker holds as many as explain most of it.

    Beakers are read with room for as many as fit, then with room for those of the fullest; with others only in doubt.
    """
    height = scene.fit.height
    room = max(1, int(height - RIM))  # units, and some air
    roomy = at_capacity(scene, max(room, int(height + MORE_SEEN)))
    fullest = max([1, *(len(units) for n, units in enumerate(roomy.beakers) if n not in roomy.covered)])
    best = roomy if fullest == roomy.capacity else at_capacity(scene, fullest)
    if best.merit < CLEAR_MERIT:
        above = fullest if roomy.secret else fullest + 1  # the sides of a flask are followed up to its neck only
        others = {room, roomy.capacity, roomy.capacity - 1, above} - {fullest, 0, 1}
        for other in sorted(others):
            with suppress(Unreadable):  # all that is seen then may be hidden units
                best = max(best, at_capacity(scene, other), key=lambda each: each.merit)
    return best if best.capacity >= room else with_room(scene, best, room, fullest, roomy.whole)


def with_room(scene: Scene, best: Reading, room: int, fullest: int, was_whole: bool) -> Reading:
    """The level if beakers may have room for more units.

    fullest: the most units that a beaker held when as many as seem to fit were read; was_whole: whether counts were
    right then.
    """
    filled = [units for number, units in enumerate(best.beakers) if units and number not in best.covered]
    hidden = any(-1 in units for units in filled)
    if hidden:
        larger = at_capacity(scene, room)
        is_smaller = best.capacity >= fullest and best.whole and not larger.whole
    else:
        larger = best
        is_smaller = best.whole and not was_whole
    if is_smaller:
        if any(at_capacity(scene, more).whole for more in range(best.capacity + 1, room + 1)):
            words = f"{best.capacity} units in a beaker, or more"
            best.unsure.append(Doubt(Sentence(words, "units_or_more", capacity=best.capacity)))
        return best
    if not hidden or not MORE_SEEN < (scene.fit.height - RIM) % 1 < 1 - MORE_SEEN:
        words = f"{best.capacity} or {room} units in a beaker"
        larger.unsure.append(Doubt(Sentence(words, "units_or_units", fewer=best.capacity, more=room)))
    return larger


def overlap(one: Beaker, others: list[Beaker], fit: Grid) -> bool:
    return any(one.near(other.x, other.bottom, OVERLAP[0] * fit.wide, OVERLAP[1] * fit.high) for other in others)


def behind_covers(scene: Scene, level: list[Beaker], capacity: int, colors: list[Lab]) -> list[Beaker]:
    """Beakers behind covers with flasks, and behind curtains wherever another beaker may stand."""
    fit = scene.fit
    known = [each for each in level if not each.barred or not each.units]
    shut = covered(scene.small, fit, capacity, known, colors)
    rows = rows_of([*known, *shut], capacity / 2 * fit.high)
    rest = [(x, bottom) for x, bottom, _ in free_places(rows, fit)]
    rest += [(each.x, each.bottom) for each in level if each.barred]
    for each in curtains(rest, fit, known, colors):
        if not overlap(each, shut, fit):
            shut.append(each)
    return shut


def left_out(rows: list[list[Beaker]], fit: Grid) -> tuple[list[Sentence], list[Doubt]]:
    """Notes on what must be bought first, and doubts about what else stands in rows, or beside them."""
    barred = [
        FreePlace(beaker.standing, place_in(row, beaker.x, number))
        for number, row in enumerate(rows, 1)
        for beaker in row
        if beaker.barred
    ]
    seen = [*barred, *seen_beside(rows, fit)]
    bought = [
        Sentence(f"left out: what must be bought first, {place.where}", "bought_first", where=place.where)
        for place in seen
        if place.standing is Standing.TO_BUY
    ]
    doubtful = [place.where for place in seen if place.standing is Standing.DOUBTFUL]
    words = "a beaker may stand {}: crop the picture to the level"
    return bought, [Doubt(Sentence(words.format(where), "beaker_may_stand", where=where)) for where in doubtful]


def at_capacity(scene: Scene, capacity: int) -> Reading:
    """The level if a beaker holds so many units."""
    fit = scene.fit
    level = [Beaker(each.x, each.bottom, each.likeness) for each in scene.places]
    fill_cells(level, fit, capacity)
    mark_hidden([cell for beaker in level for cell in beaker.cells], capacity)
    empty_alike(level)
    close_gaps(level)
    for beaker in level:
        beaker.standing = standing_of(beaker, fit)
    cells = [cell for beaker in level if not beaker.barred for cell in beaker.units]
    units = [cell for cell in cells if not cell.hidden]
    if not units:
        raise Unreadable(Sentence("no coloured units", "no_level_in_picture"))
    shut = behind_covers(scene, level, capacity, [cell.color for cell in units])
    alone = [not (each.barred and overlap(each, shut, fit)) for each in level]
    level = [*compress(level, alone), *shut]
    rows = rows_of(level, capacity / 2 * fit.high)
    bought, doubts = left_out(rows, fit)
    level = [each for row in rows for each in sorted(row, key=lambda beaker: beaker.x) if not each.barred]
    doubtful = [number for number, each in enumerate(level) if each.standing is Standing.DOUBTFUL]
    doubts += [Doubt(Sentence(Standing.DOUBTFUL.value, "beaker_or_none"), ((number, None),)) for number in doubtful]
    behind = {number: beaker.cover for number, beaker in enumerate(level) if beaker.cover is not None}
    unknown = len(cells) - len(units) + capacity * len(behind)
    units, out = (units, grouped(units, capacity, unknown)) if unknown else counted(level, units, capacity)
    looks = [np.median([c.color for c in units if c.group == g], 0) for g in range(max(out.groups) + 1)]
    doubts += [*scene.doubts, *doubts_of(level, out, capacity)]
    if too_high(level, fit, looks):
        words = "units above a full beaker: are beakers of unequal heights?"
        doubts.append(Doubt(Sentence(words, "units_above_full")))
    covers = {}
    for number, cover in behind.items():
        covers[number], unclear = opener(cover, looks)
        if unclear:
            doubts.append(Doubt(Sentence("the colour of its cover", "color_of_cover"), ((number, None),)))
    contents = [[cell.group for cell in beaker.units] if beaker.cover is None else [-1] * capacity for beaker in level]
    return Reading(capacity, contents, looks, covers, out.whole, level, doubts, bought, fit)
