"""What is stacked in a picture, and the rows in which it stands."""

from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import (
    SPECKLES,
    Area,
    Column,
    Picture,
    Unreadable,
    areas,
    changes,
    stacked,
)
from fewest_pours.puzzles.watersort.pictures.cells import without_air
from fewest_pours.puzzles.watersort.pictures.grid import rows_of
from fewest_pours.puzzles.watersort.pictures.question_marks import Mark, marks_in, spacing, with_hidden

FINER_STEP = 14  # in 8-bit CIELAB, summed over its axes, the most between the two neighbours of a pixel within an area
COARSER_STEP = 22  # the same where grain or a shade parts units
CLEARLY_MORE = 1.15  # times the size of the finer step's stacks, which the coarser step's must exceed


class Stacks(NamedTuple):
    """The columns of areas about as wide as units in a picture, single areas too.

    wide: of units; areas: by the finer step, in columns or not; marks: question marks; mark_distance:
    between them, if several agree.
    """

    picture: Picture
    wide: float
    columns: list[Column]
    areas: list[Area]
    marks: list[Mark]
    mark_distance: float | None

    @property
    def are_balls(self) -> bool:
        """Whether most units look like balls. The lowest areas do not count, as the bottom of a glass may be round."""
        above = [area for column in self.columns for area in column[1:]]
        return 2 * sum(area.is_round for area in above) > len(above)


def stacks(picture: Picture) -> Stacks:
    """The stacked areas by the finer step, unless the coarser finds clearly more."""
    marks = marks_in(picture)
    mark_distance = spacing(marks)
    smooth = changes(cv2.medianBlur(picture.pixels, SPECKLES))
    fine, coarse = (areas(picture, smooth <= step) for step in (FINER_STEP, COARSER_STEP))
    if mark_distance:
        fine, coarse = (with_hidden(found, marks, mark_distance, picture) for found in (fine, coarse))
    in_fine, found = stacked(fine)
    in_coarse, more = stacked(coarse)
    if in_coarse > CLEARLY_MORE * in_fine:
        found = more
    wide = float(np.median([area.wide for column in found for area in column] or [0]))
    return Stacks(picture, wide, found, fine, marks, mark_distance)  # flasks on covers are small: by the finer step


def beside_each_other(rows: list[list[Column]]) -> list[list[Column]]:
    """The rows, where two that overlap in height become one: in the upper of them, lowest units were not seen."""
    joined: list[list[Column]] = []
    for row in reversed(rows):
        if joined and median(column.bottom for column in row) > median(column[-1].y for column in joined[-1]):
            joined[-1] += row
        else:
            joined.append(row)
    return joined[::-1]


def rows_of_units(found: Stacks) -> list[list[Column]]:
    """Rows with stacks, without air. Raises Unreadable."""
    rows = beside_each_other(rows_of(found.columns, found.wide))
    rows = [without_air(row, found.picture, found.wide) for row in rows]
    rows = [row for row in rows if any(column[1:] for column in row)]
    if not rows:
        raise Unreadable(Sentence("no stacks of coloured units, seen from the side", "no_level_in_picture"))
    return rows
