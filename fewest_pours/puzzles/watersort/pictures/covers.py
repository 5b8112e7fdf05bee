"""Covered beakers: a curtain or a scroll where a beaker would stand, with a small flask of the colour that opens it."""

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Area, Lab, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, LEVEL, Beaker, pitch_of
from fewest_pours.puzzles.watersort.pictures.beakers_to_buy import INSIDE
from fewest_pours.puzzles.watersort.pictures.cells import (
    GROUND,
    MIDDLE_ASIDE,
    OTHER_COLOR,
    SAME_COLOR,
    around,
    distance,
)
from fewest_pours.puzzles.watersort.pictures.grid import Grid, rows_of

EVEN_COVER = 24.0  # CIELAB distance within a cover
FOLDS = 6.0  # CIELAB distance between what is above a flask and below it, along one fold or stripe of a cover
OFF_MIDDLE = 0.6  # units, how far the middle of a cover is from that of beakers, and a flask from others, in its row
NARROWEST_FLASK, WIDEST_FLASK = 0.12, 0.5  # widths of units that a flask is wide
WIDEST_IN_ROW = 0.6  # widths of units, the most where a flask is as high as the middle of its row
SLIM = 1.5  # times its width: what is higher is a flask, not a sign on a button
AWAY = 2.5  # times the units in a beaker, the most between the bottoms of rows
LEAST_EMBLEM = 0.02  # of the pixels in the middle of a curtain, the least that the emblem on it covers
OF_ONE_COLOR = 0.7  # of an emblem's pixels, the least that have its main colour
BEYOND_EMBLEM = 0.1  # of an emblem's pixels, the most that have its colour on the rest of a curtain
EDGE = 8.0  # distance of a cover from what is beside it
LEAST_CLEAR = 0.8  # widths from a beaker, nearer than which no cover hangs
CLEAR_OF_PITCH = 0.9  # of the pitch, the same
MOST_CLEAR = 1.5  # widths, from where it may hang whatever the pitch
LOWEST_FLASK, HIGHEST_FLASK = 0.3, 1.4  # widths of units that a flask is high
FLASK_SHAPE = 0.85  # of its width, the least that a flask is high
SAME_ROW = 0.9  # of the height of units in a beaker, the most that a cover in its row is above or below
RING_ASIDE = 0.36  # widths from the middle of a flask to the spots of its cover that are looked at, on both sides
RING = (-1.1, 0, 0.9)  # units from there, downwards, to these spots
BESIDE_COVER = (-1.1, 0, 0.9)  # widths from there, downwards, to where the background beside the cover is looked at
SPOT = 0.05, 0.15  # widths and heights of a unit to all sides, the spots of this ring
BEYOND_COVER = 0.95  # widths from the middle of a cover to the background beside it
SAME_FLASK = 0.25  # of the height of a flask, the most by which that of another like it differs


class Flask(NamedTuple):
    """An area that may be a flask. cover: the colour around it; in_row: whether at the middle of a row's height."""

    area: Area
    cover: Lab
    in_row: bool


def on_covers(areas: list[Area], grid: Grid, capacity: int, known: list[Beaker]) -> Iterator[Flask]:
    """Areas that may be flasks, away from the known beakers, each with the colour of the cover around it."""
    pitch = pitch_of(rows_of(known, LEVEL * grid.high), 0)
    apart = max(LEAST_CLEAR * grid.wide, min(CLEAR_OF_PITCH * pitch, MOST_CLEAR * grid.wide))
    for area in areas:
        x, y = area.middle, area.y + area.high / 2
        # From each known beaker: pixels aside, and units off the middle of its height.
        offsets = [(abs(k.x - x), abs(k.bottom - y - capacity / 2 * grid.high) / grid.high) for k in known]
        in_row = any(off < OFF_MIDDLE for _, off in offsets)
        far = all(off > AWAY * capacity for _, off in offsets)
        wide, high = area.wide / grid.wide, area.high / grid.wide
        has_shape_of_flask = (
            NARROWEST_FLASK < wide < (WIDEST_IN_ROW if in_row else WIDEST_FLASK)
            and LOWEST_FLASK < high < HIGHEST_FLASK
            and high > FLASK_SHAPE * wide
        )
        near = any(aside < apart and off < SAME_ROW * capacity for aside, off in offsets)
        if near or far or not has_shape_of_flask:
            continue
        spots = product((-RING_ASIDE, RING_ASIDE), RING)
        parts = [grid.patch(x + a * grid.wide, y + b * grid.high, *SPOT) for a, b in spots]
        if not all(map(len, parts)):
            continue
        ring = [np.median(part, 0) for part in parts]
        cover = np.median(ring, 0)
        sides = ring[:3], ring[3:]  # left and right of the flask: above, beside and below it
        # Folds hang down: on either side of the flask, a cover with folds looks above it as it does below.
        folded = in_row and all(deviation(above, below) < FOLDS for above, _, below in sides)
        heights = [y + b * grid.wide for b in BESIDE_COVER]
        aside = BEYOND_COVER * grid.wide
        beyond = [*chain(*(grid.ground(x, each, GROUND, aside) for each in heights))]
        off_folds = [*sides[0][::2], *sides[1][::2]] if folded else ring  # beside the flask may be another fold
        edge = min(deviation(each, np.median(beyond, 0)) for each in off_folds)
        if edge >= EDGE and (folded or distance(cover, ring, max) <= EVEN_COVER):
            yield Flask(area, cover, in_row)


def covered(areas: list[Area], grid: Grid, capacity: int, known: list[Beaker], colors: list[Lab]) -> list[Beaker]:
    """The beakers behind like covers, with flasks of one height: slim, several in a row, or of known colours."""
    groups: list[list[Flask]] = []
    for flask in on_covers(areas, grid, capacity, known):
        for group in groups:
            other = group[0].area
            beneath = group[0].cover
            if (
                abs(flask.area.high - other.high) < SAME_FLASK * other.high
                and deviation(flask.cover, beneath) < OTHER_COLOR
            ):
                group.append(flask)
                break
        else:
            groups.append([flask])

    def are_flasks(group: list[Flask]) -> bool:
        """Whether like areas on like covers are flasks rather than signs on buttons; one that is suffices."""
        has_known_color = any(distance(each.area.color, colors) < OTHER_COLOR for each in group)
        has_slim_one = any(each.in_row and each.area.high > SLIM * each.area.wide for each in group)
        in_line = len(group) > 1 and np.ptp([each.area.y for each in group]) < OFF_MIDDLE * grid.high
        return has_known_color or has_slim_one or bool(in_line)

    largest = max(filter(are_flasks, groups), key=len, default=[])
    shut = [flask.area for flask in largest]
    return [Beaker(a.middle, a.y + (a.high + capacity * grid.high) / 2, cover=a.color) for a in shut]


def curtains(places: list[tuple[float, float]], grid: Grid, known: list[Beaker], colors: list[Lab]) -> Iterator[Beaker]:
    """Beakers behind cloth or paper, at those (x, bottom) where the emblem on it has a known colour."""
    empty = [cell.color for each in known for cell in each.cells if not cell.filled]
    for x, bottom in places:
        y = bottom - grid.tall / 2
        whole, middle = (grid.patch(x, y, part, part * grid.height) for part in (INSIDE, MIDDLE_ASIDE))
        beside = [around(each, y, known, grid) for each in known]
        if not len(middle):
            continue
        cloth = np.median(whole, 0)
        ground = np.median([*chain(*beside)], 0)
        may_be_water = distance(cloth, colors) < OTHER_COLOR
        if may_be_water or distance(cloth, [ground, *empty]) < EMPTY:
            continue
        off = deviation(middle[:, None], np.array(colors))
        drawn = middle[(off.min(1) < SAME_COLOR) & (deviation(middle, cloth) > OTHER_COLOR)]
        if len(drawn) <= LEAST_EMBLEM * len(middle):
            continue
        emblem = np.median(drawn, 0)
        parts = whole, middle, drawn
        on_whole, in_middle, in_emblem = (np.count_nonzero(deviation(part, emblem) < OTHER_COLOR) for part in parts)
        if in_emblem > OF_ONE_COLOR * len(drawn) and on_whole - in_middle < BEYOND_EMBLEM * in_middle:
            yield Beaker(x, bottom, cover=emblem)


def opener(cover: Lab, looks: list[Lab]) -> tuple[int, bool]:
    """The number of a cover's colour, which joins the looks if it is none of them, and whether it is doubtful."""
    away = distance(cover, looks)
    if away >= OTHER_COLOR:
        looks.append(cover)
    return int(deviation(np.array(looks), cover).argmin()), SAME_COLOR < away < OTHER_COLOR
