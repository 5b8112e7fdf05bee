"""Covered beakers: a curtain or a scroll where a beaker would stand, with a small flask of the colour that opens it."""

from itertools import chain, compress, product

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Area, Lab, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import Beaker
from fewest_pours.puzzles.watersort.pictures.cells import GROUND, OTHER_COLOR, SAME_COLOR, distance
from fewest_pours.puzzles.watersort.pictures.grid import Grid, rows_of

NARROWEST_FLASK, WIDEST_FLASK = 0.12, 0.6  # widths of units
LOWEST_FLASK, HIGHEST_FLASK = 0.3, 1.4  # widths of units
LEAST_SHAPE = 0.85  # of its width, the least that a flask is high
SAME_ROW = 0.8  # of the height of beakers, the most that a cover in a row is above or below another beaker
AWAY = 2.0  # heights of beakers, the most between the bottoms of rows
CLEAR_OF_BEAKERS = 1.0  # widths, the least from a beaker to a cover in its row
BESIDE_FLASK = 0.36  # widths from the middle of a flask to the spots of its cover that are looked at, on both sides
ABOVE_FLASK = 1.1  # units from there up to the uppermost of these spots
BELOW_FLASK = 0.9  # units from there down to the lowest ones
SPOT_ASIDE, SPOT_UPDOWN = 0.05, 0.15  # widths and units to all sides, each of these spots
BESIDE_COVER = 0.95  # widths from the middle of a cover to the background beside it
EVEN_COVER = 24.0  # CIELAB distance within a cover
EDGE = 8.0  # CIELAB distance of a cover from what is beside it


def covered(small: list[Area], grid: Grid, capacity: int, known: list[Beaker], colors: list[Lab]) -> list[Beaker]:
    """The beakers behind covers, each with the colour of its flask: all in a line where one flask has a known colour."""
    shut: list[Beaker] = []
    for area in small:
        x, y = area.middle, area.y + area.high / 2
        bottom = y + capacity / 2 * grid.high
        is_taken = any(each.near(x, bottom, CLEAR_OF_BEAKERS * grid.wide, SAME_ROW * grid.tall) for each in known)
        is_away = all(abs(each.bottom - bottom) > AWAY * grid.tall for each in known)
        if not is_taken and not is_away and has_shape_of_flask(area, grid) and has_cover(x, y, grid):
            shut.append(Beaker(x, bottom, cover=area.color))
    # In other lines are signs of buttons.
    lines = rows_of(shut, grid.high)
    has_flask = [any(distance(each.cover, colors) < OTHER_COLOR for each in line) for line in lines]
    return [*chain(*compress(lines, has_flask))]


def has_shape_of_flask(area: Area, grid: Grid) -> bool:
    wide, high = area.wide / grid.wide, area.high / grid.wide
    return NARROWEST_FLASK < wide < WIDEST_FLASK and max(LOWEST_FLASK, LEAST_SHAPE * wide) < high < HIGHEST_FLASK


def has_cover(x: float, y: float, grid: Grid) -> bool:
    """Whether what is around a flask has one colour, with an edge to the background beside it."""
    heights = [y - ABOVE_FLASK * grid.high, y, y + BELOW_FLASK * grid.high]
    sides = [x - BESIDE_FLASK * grid.wide, x + BESIDE_FLASK * grid.wide]
    spots = [grid.patch(*spot, SPOT_ASIDE, SPOT_UPDOWN) for spot in product(sides, heights)]
    if not all(map(len, spots)):
        return False
    around = [np.median(spot, 0) for spot in spots]
    cover = np.median(around, 0)
    background = [*chain(*(grid.ground(x, each, GROUND, BESIDE_COVER * grid.wide) for each in heights))]
    edge = deviation(np.array(around), np.median(background, 0)).min()
    return bool(edge >= EDGE and distance(cover, around, max) <= EVEN_COVER)


def opener(cover: Lab, looks: list[Lab]) -> tuple[int, bool]:
    """The number of a cover's colour, which joins the looks if it is none of them, and whether it is doubtful."""
    away = distance(cover, looks)
    if away >= OTHER_COLOR:
        looks.append(cover)
    return int(deviation(np.array(looks), cover).argmin()), SAME_COLOR < away < OTHER_COLOR
