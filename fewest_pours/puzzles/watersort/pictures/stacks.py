"""What is stacked in a picture, and the rows in which it stands."""

from typing import NamedTuple

import cv2
import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import (
    COARSER_STEP,
    FINER_STEP,
    Area,
    Column,
    Picture,
    Unreadable,
    areas,
    changes,
    stacked,
)
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY
from fewest_pours.puzzles.watersort.pictures.cells import GROUND, distance, halfway
from fewest_pours.puzzles.watersort.pictures.grid import Grid, rows_of
from fewest_pours.puzzles.watersort.pictures.question_marks import marks_in, spacing, with_hidden

FAR_MORE = 1.15  # times the pixels in the stacks of the finer step, which those of the coarser one must exceed
SPECKLES = 5  # pixels, the size of the filter that removes what is smaller before areas are looked for


class Stacks(NamedTuple):
    """What is stacked in a picture. wide: of units; small: all areas; space: between question marks, None without."""

    picture: Picture
    wide: float
    columns: list[Column]
    small: list[Area]
    space: float | None


def stacks(picture: Picture) -> Stacks:
    """The stacked areas by the finer step, unless the coarser one finds far more."""
    marks = marks_in(picture)
    space = spacing(marks)
    smooth = changes(cv2.medianBlur(picture.pixels, SPECKLES))
    fine, coarse = (areas(picture, smooth <= step) for step in (FINER_STEP, COARSER_STEP))
    if space:
        fine, coarse = (with_hidden(found, marks, space, picture) for found in (fine, coarse))
    in_fine, columns = stacked(fine)
    in_coarse, more = stacked(coarse)
    if in_coarse > FAR_MORE * in_fine:
        columns = more
    wide = float(np.median([area.wide for column in columns for area in column] or [0]))
    return Stacks(picture, wide, columns, fine, space)


def without_air(row: list[Column], picture: Picture, wide: float) -> list[Column]:
    """A row's columns without areas of the background's colour at their tops, as empty glass has it."""
    aside = halfway([column.x for column in row], wide)
    kept = []
    for column in row:
        units = Column(column)
        while units and is_air(units[-1], Grid(picture, wide, units[-1].high), column.x, aside):
            units.pop()
        if units:
            kept.append(units)
    return kept


def is_air(area: Area, grid: Grid, x: float, aside: float) -> bool:
    return distance(area.color, grid.ground(x, area.y + area.high / 2, GROUND, aside)) < EMPTY


def rows_of_units(found: Stacks) -> list[list[Column]]:
    """Rows of columns with stacks, without air. Raises Unreadable."""
    rows = [without_air(row, found.picture, found.wide) for row in rows_of(found.columns, found.wide)]
    rows = [row for row in rows if any(len(column) > 1 for column in row)]
    if not rows:
        raise Unreadable(Sentence("no stacks of coloured units", "no_level_in_picture"))
    return rows
