"""Covered beakers: a curtain or a scroll where a beaker would stand, with a small flask of the colour that opens it."""

from itertools import chain, compress, product

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import OTHER_COLOR, SAME_COLOR, Area, Lab, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import APART_UPDOWN, Beaker
from fewest_pours.puzzles.watersort.pictures.cells import distance
from fewest_pours.puzzles.watersort.pictures.grid import GROUND, STRIP, Grid, rows_of
from fewest_pours.puzzles.watersort.pictures.outline import OWN

NARROWEST_FLASK = 0.12  # widths, more than which a flask is wide
HIGHEST_FLASK = 1.4  # widths, less than which it is high
LEAST_SHAPE = 0.85  # of its width, the least that a flask is high
AWAY = 2.0  # heights of beakers, the most between the bottoms of rows: what is farther away is a button
BESIDE_FLASK = 0.36  # widths from the middle of a flask to the spots of its cover that are looked at, on both sides
BESIDE_COVER = 0.95  # widths from the middle of a cover to the background beside it
EVEN_COVER = 24.0  # CIELAB distance, the most of any spot of a cover from their median
EDGE = 8.0  # CIELAB distance, the least of any spot of a cover from what is beside it


def covered(areas: list[Area], grid: Grid, capacity: int, known: list[Beaker], colors: list[Lab]) -> list[Beaker]:
    """Beakers behind covers, with the colours of their flasks, in lines where some flask has the colour of a unit."""
    shut: list[Beaker] = []
    for area in areas:
        x, y = area.middle, area.y + area.high / 2
        bottom = y + capacity / 2 * grid.high
        is_away = all(abs(each.bottom - bottom) > AWAY * grid.tall for each in known)
        is_small = area.wide > NARROWEST_FLASK * grid.wide and area.high < HIGHEST_FLASK * grid.wide
        is_flask = is_small and area.high / area.wide > LEAST_SHAPE
        is_free = not is_taken(x, bottom, [*known, *shut], grid)
        if is_flask and not is_away and is_free and has_cover(area, grid):
            shut.append(Beaker(x, bottom, cover=area.color))
    lines = rows_of(shut, grid.high)
    # In lines without a known colour are the signs of buttons.
    has_known_color = [
        any(each.cover is not None and distance(each.cover, colors) < OTHER_COLOR for each in line) for line in lines
    ]
    return [*chain(*compress(lines, has_known_color))]


def is_taken(x: float, bottom: float, level: list[Beaker], grid: Grid) -> bool:
    """Whether a beaker stands so near a place that no other has room there."""
    return any(each.near(x, bottom, OWN * grid.wide, APART_UPDOWN * grid.tall) for each in level)


def has_cover(flask: Area, grid: Grid) -> bool:
    """Whether what is around a flask has one colour, other than its own, with an edge to the background beside it."""
    x, y = flask.middle, flask.y + flask.high / 2
    heights = [y - grid.high, y, y + grid.high]
    sides = [x - BESIDE_FLASK * grid.wide, x + BESIDE_FLASK * grid.wide]
    spots = [grid.patch(*spot, STRIP, GROUND) for spot in product(sides, heights)]
    if not all(map(len, spots)):
        return False
    around = [np.median(spot, 0) for spot in spots]
    cover = np.median(around, 0)
    background = [*chain(*(grid.ground(x, each, BESIDE_COVER * grid.wide, GROUND) for each in heights))]
    edge = deviation(np.array(around), np.median(background, 0)).min()
    is_even = distance(cover, around, max) <= EVEN_COVER
    return bool(edge >= EDGE and is_even and deviation(flask.color, cover) >= OTHER_COLOR)


def opener(cover: Lab, looks: list[Lab]) -> tuple[int, bool]:
    """The number of a cover's colour, which joins the looks if it is none of them, and whether it is doubtful."""
    away = distance(cover, looks)
    if away >= OTHER_COLOR:
        looks.append(cover)
    return int(deviation(np.array(looks), cover).argmin()), SAME_COLOR < away < OTHER_COLOR
