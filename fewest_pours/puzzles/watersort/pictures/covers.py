"""Covered beakers: a curtain or a scroll where a beaker would stand, with a small flask of the colour that opens it."""

from itertools import chain, compress, product

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Area
from fewest_pours.puzzles.watersort.pictures.beakers import APART_UPDOWN, Beaker
from fewest_pours.puzzles.watersort.pictures.color_distance import (
    OTHER_COLOR,
    SAME_COLOR,
    Lab,
    distance_to_farthest,
    distance_to_nearest,
    distances,
)
from fewest_pours.puzzles.watersort.pictures.grid import PATCH_ASIDE, PATCH_UPDOWN, Grid, rows_of
from fewest_pours.puzzles.watersort.pictures.outline import ONE_BEAKER

NARROWEST_FLASK = 0.12  # widths; what is not wider is no flask
HIGHEST_FLASK = 1.4  # widths; what is not lower is no flask
LEAST_SHAPE = 0.85  # of its width; a flask is higher than that
AWAY = 2.0  # heights of beakers, the most that the bottom of a cover is from that of some beaker: buttons are farther
BESIDE_FLASK = 0.36  # widths from the middle of a flask to the spots of its cover that are looked at, on both sides
BESIDE_COVER = 0.95  # widths from the middle of a cover to the background beside it
EVEN_COVER = 24.0  # CIELAB distance, the most of any spot of a cover from their median
COVER_CONTRAST = 8.0  # CIELAB distance, the least of any spot of a cover from the background beside it


def may_be_covered(areas: list[Area], grid: Grid, capacity: int, beakers: list[Beaker]) -> list[Beaker]:
    """Places that show a cover with a flask in the middle. beakers: of the level, without covers."""
    covered: list[Beaker] = []
    for area in areas:
        x, y = area.middle, area.y + area.height / 2
        bottom = y + capacity / 2 * grid.unit_height
        is_away = all(abs(each.bottom - bottom) > AWAY * grid.beaker_height for each in beakers)
        is_free = not is_taken(x, bottom, [*beakers, *covered], grid)
        if may_be_flask(area, grid) and not is_away and is_free and lies_on_cover(area, grid):
            covered.append(Beaker(x, bottom, cover=area.color))
    return covered


def in_rows_of_known_colors(covered: list[Beaker], grid: Grid, colors: list[Lab]) -> list[Beaker]:
    """Covers in rows where some flask has the colour of a unit: in others are the signs of buttons."""
    rows = rows_of(covered, grid.unit_height)
    has_known_color = [
        any(each.cover is not None and distance_to_nearest(each.cover, colors) < OTHER_COLOR for each in row)
        for row in rows
    ]
    return [*chain(*compress(rows, has_known_color))]


def may_be_flask(area: Area, grid: Grid) -> bool:
    has_size = area.width > NARROWEST_FLASK * grid.unit_width and area.height < HIGHEST_FLASK * grid.unit_width
    return has_size and area.height / area.width > LEAST_SHAPE


def is_taken(x: float, bottom: float, beakers: list[Beaker], grid: Grid) -> bool:
    """Whether a beaker stands so near a place that no other has room there."""
    limits = ONE_BEAKER * grid.unit_width, APART_UPDOWN * grid.beaker_height
    return any(each.is_near(x, bottom, *limits) for each in beakers)


def lies_on_cover(flask: Area, grid: Grid) -> bool:
    """Whether what is around a flask has one colour, other than its own, with an edge to the background beside it."""
    x, y = flask.middle, flask.y + flask.height / 2
    heights = [y - grid.unit_height, y, y + grid.unit_height]
    sides = [x - BESIDE_FLASK * grid.unit_width, x + BESIDE_FLASK * grid.unit_width]
    spots = [grid.patch(*spot, PATCH_ASIDE, PATCH_UPDOWN) for spot in product(sides, heights)]
    if not all(map(len, spots)):
        return False
    colors = [np.median(spot, 0) for spot in spots]
    cover = np.median(colors, 0)
    backgrounds = [*chain(*(grid.backgrounds(x, height, BESIDE_COVER * grid.unit_width) for height in heights))]
    contrast = distances(np.array(colors), np.median(backgrounds, 0)).min()
    is_even = distance_to_farthest(cover, colors) <= EVEN_COVER
    return bool(contrast >= COVER_CONTRAST and is_even and distances(flask.color, cover) >= OTHER_COLOR)


def color_that_opens(cover: Lab, looks: list[Lab]) -> tuple[int, bool]:
    """The number of the colour in looks that opens a cover, or of a new one, and whether it is doubtful which."""
    away = distance_to_nearest(cover, looks)
    if away >= OTHER_COLOR:
        return len(looks), False
    return int(distances(np.array(looks), cover).argmin()), away > SAME_COLOR
