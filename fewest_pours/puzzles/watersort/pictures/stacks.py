"""What is stacked in a picture, and the rows in which it stands."""

from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import (
    FILTER_SIZE,
    Area,
    Column,
    Picture,
    Unreadable,
    areas_in,
    changes,
    usual_columns,
)
from fewest_pours.puzzles.watersort.pictures.color_distance import UNLIKE_AIR, distance_to_nearest
from fewest_pours.puzzles.watersort.pictures.grid import BESIDE, backgrounds, halfway, rows_of
from fewest_pours.puzzles.watersort.pictures.question_marks import (
    QuestionMark,
    question_marks_in,
    usual_spacing,
    with_hidden_units,
)

FINER_STEP = 14  # in 8-bit CIELAB, summed over its axes, the most between the two neighbours of a pixel within an area
COARSER_STEP = 22  # the same where grain or a gradient splits units
CLEARLY_MORE = 1.15  # times the size of the finer step's stacks, which the coarser step's must exceed


class SeenColumns(NamedTuple):
    """The columns of areas about as wide as units in a picture, single areas too.

    unit_width: in pixels, the median of these areas; areas: all by the finer step, as flasks on covers are small;
    mark_distance: between question marks, in pixels, if several agree.
    """

    picture: Picture
    unit_width: float
    columns: list[Column]
    areas: list[Area]
    marks: list[QuestionMark]
    mark_distance: float | None

    @property
    def are_balls(self) -> bool:
        """Whether most units look like balls. The lowest areas do not count, as the bottom of a glass may be round."""
        above = [area for column in self.columns for area in column[1:]]
        return 2 * sum(area.is_round for area in above) > len(above)


def columns_in(picture: Picture) -> SeenColumns:
    """The columns by the finer step, unless the coarser one finds clearly more that is stacked."""
    marks = question_marks_in(picture)
    mark_distance = usual_spacing(marks)
    change = changes(cv2.medianBlur(picture.pixels, FILTER_SIZE))
    fine, coarse = (areas_in(picture, change <= step) for step in (FINER_STEP, COARSER_STEP))
    if mark_distance:
        fine, coarse = (with_hidden_units(areas, marks, mark_distance, picture) for areas in (fine, coarse))
    fine_pixels, columns = usual_columns(fine)
    coarse_pixels, coarse_columns = usual_columns(coarse)
    if coarse_pixels > CLEARLY_MORE * fine_pixels:
        columns = coarse_columns
    unit_width = float(np.median([area.width for column in columns for area in column] or [0]))
    return SeenColumns(picture, unit_width, columns, fine, marks, mark_distance)


def merge_overlapping(rows: list[list[Column]]) -> list[list[Column]]:
    """The rows, where two that overlap in height become one: the lowest units of the upper one were not seen."""
    merged: list[list[Column]] = []
    for row in reversed(rows):
        if merged and median(column.bottom for column in row) > median(column[-1].y for column in merged[-1]):
            merged[-1] += row
        else:
            merged.append(row)
    return merged[::-1]


def without_air(row: list[Column], picture: Picture, unit_width: float) -> list[Column]:
    """A row's columns without areas of the background's colour at their tops."""
    middles = [column.middle for column in row]
    aside = halfway(middles, unit_width, BESIDE * unit_width)

    def is_air(area: Area, x: float) -> bool:
        beside = backgrounds(picture, x, area.y + area.height / 2, aside, unit_width, area.height)
        return distance_to_nearest(area.color, beside) < UNLIKE_AIR

    kept = [Column(column) for column in row]
    for column, x in zip(kept, middles, strict=True):
        while column and is_air(column[-1], x):
            column.pop()
    return [column for column in kept if column]


def rows_of_units(seen: SeenColumns) -> list[list[Column]]:
    """Rows with stacks, from top to bottom, without air. Raises Unreadable."""
    rows = merge_overlapping(rows_of(seen.columns, seen.unit_width))
    rows = [without_air(row, seen.picture, seen.unit_width) for row in rows]
    rows = [row for row in rows if any(column[1:] for column in row)]
    if not rows:
        raise Unreadable(Sentence("no stacks of coloured units, seen from the side", "no_level_in_picture"))
    return rows
