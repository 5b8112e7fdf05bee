"""Question marks, which hidden units show, wherever they stand in a picture."""

from functools import cache
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.pictures.areas import Area, Picture, components

Ink = NDArray[Any]  # a sign that is cut out: 0 to 1 in each pixel, or 0 to 255 where it is drawn

COMPARED_SIZE = (20, 28)  # width and height in pixels at which signs are compared
INK_CONTRAST = 40  # in 8-bit CIELAB, summed over its axes, more than which ink differs from what is around it
AROUND = 21  # pixels at half size, the side of a square of which a sign covers less than half: its median is no ink
LARGEST_PART = 82  # pixels; a higher hook, or a larger dot, is no part of a question mark
SLIMMEST = 0.25  # of its height; what is narrower is no question mark
CLEAR_MARK = 0.6  # the least likeness to a drawn question mark of one that is found anywhere in a picture
AGREE = 0.08  # of the usual distance between marks, the most by which one that agrees is off it
FEWEST_DISTANCES = 3  # that agree; with fewer, no unit height is measured by them
BEYOND_NEXT_UNIT = 4  # heights of a mark, from which on the next mark below is not that of the next unit
AREA_SHARE = 0.94  # of the distance between marks, the height of a unit's area
GAP_INK = 0.33  # of the ink around it, the most in a gap of a sign
LEFT_OF_HOOK = slice(10, 14), slice(0, 6)  # rows and columns of a sign at COMPARED_SIZE, left of the end of a hook
LOWEST_HOOK = 9  # pixels; what is lower is no hook of a question mark
SMALLEST_DOT = 3  # pixels; what is narrower or lower is no dot
HIGHEST_GAP = 0.5  # heights of its hook, the most that the dot of a question mark is below it
HIGHEST_DOT = 0.5  # heights of its hook; what is higher is no dot
MARK_ASIDE = 0.2  # heights of a mark, less than which the one on the next unit is off to a side
DISTANCE_PERCENTILE = 25  # percentile of the distances between marks: units without marks may lie between some
OFF_SIZE = 0.3  # of the distance, the most by which the height of a unit without a mark differs
ONE_UNIT = 1.4  # times the distance, within which the next mark of an area must be
USUAL_WIDTH = 0.8  # of the distance, the width of units where no other unit is above or below a mark
BESIDE_MARK = 1 / 3  # widths of a unit from the middle of a mark to the left, where a unit shows its own colour


class QuestionMark(NamedTuple):
    """Its middle, and its height in pixels."""

    x: float
    y: float
    height: int


@cache
def drawn_question_marks() -> list[Ink]:
    """Question marks of two fonts, drawn large, cut out and reduced to COMPARED_SIZE, as lists of pixels."""
    drawn = []
    for font in (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX):
        mark = np.zeros((240, 200), np.uint8)
        cv2.putText(mark, "?", org=(40, 200), fontFace=font, fontScale=5, color=255, thickness=14)
        x, y, width, height = cv2.boundingRect(mark)
        cut = mark[y : y + height, x : x + width]
        drawn.append(cv2.resize(cut, COMPARED_SIZE, interpolation=cv2.INTER_AREA).ravel())
    return drawn


def likeness(sign: Ink) -> float:
    """How much a sign of COMPARED_SIZE looks like a question mark: a correlation, 1 at most."""
    return max(float(np.corrcoef(sign.ravel(), mark)[0, 1]) for mark in drawn_question_marks())


def has_gaps(sign: Ink) -> bool:
    """Whether a sign of COMPARED_SIZE has the gaps of a question mark: above its dot, and left of its hook.

    Digits that resemble one have no dot, and bubbles, a large one above a small one, are full on the left.
    """
    ink = sign.sum(1)
    lower = range(len(ink) // 2, len(ink) - 1)
    has_dot = any(ink[row] < GAP_INK * min(ink[:row].max(), ink[row + 1 :].max()) for row in lower)
    return has_dot and bool(sign[LEFT_OF_HOOK].mean() < GAP_INK * sign.mean())


def is_question_mark(cut: Ink, least: float) -> bool:
    """Whether a sign that is cut out has the shape and gaps of a question mark, and at least this likeness to one."""
    height, width = cut.shape
    if width < SLIMMEST * height:
        return False
    sign = cv2.resize(cut, COMPARED_SIZE, interpolation=cv2.INTER_AREA)
    return has_gaps(sign) and likeness(sign) > least


def question_marks_in(picture: Picture) -> list[QuestionMark]:
    """All question marks: each a hook above a dot."""
    small = cv2.resize(picture.pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    without_ink = cv2.resize(cv2.medianBlur(small, AROUND), picture.pixels.shape[1::-1])
    off = cv2.absdiff(*(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB) for pixels in (picture.pixels, without_ink)))
    numbers, parts = components(cv2.transform(off, np.ones((1, 3))) > INK_CONTRAST)
    sizes = parts[:, 3:5]
    hooks = parts[(sizes[:, 1] >= LOWEST_HOOK) & (sizes[:, 1] < LARGEST_PART)]
    dots = parts[(sizes.min(1) >= SMALLEST_DOT) & (sizes.max(1) < LARGEST_PART)]
    _, left, top, width, height, _ = dots.T
    middle = left + width / 2
    found = []
    for hook, x, y, w, h, _ in hooks.tolist():
        is_below = (top >= y + h) & (top < y + (1 + HIGHEST_GAP) * h) & (middle > x) & (middle < x + w)
        for dot, _, y2, _, h2, _ in dots[is_below & (width < w) & (height < HIGHEST_DOT * h)].tolist():
            end = y2 + h2
            cut = np.isin(numbers[y:end, x : x + w], (hook, dot)).astype(np.float32)
            if is_question_mark(cut, CLEAR_MARK):
                found.append(QuestionMark(x + w / 2, (y + end) / 2, end - y))
    return found


def usual_spacing(marks: list[QuestionMark]) -> float | None:
    """The usual distance of a mark to the next below it, in pixels, if several agree: the height of a unit."""
    distances: list[float] = []
    for mark in marks:
        in_line = [other.y - mark.y for other in marks if abs(other.x - mark.x) < MARK_ASIDE * mark.height]
        next_below = min((distance for distance in in_line if distance > mark.height), default=inf)
        if next_below < BEYOND_NEXT_UNIT * mark.height:
            distances.append(next_below)
    usual = float(np.percentile(distances, DISTANCE_PERCENTILE)) if distances else 0.0
    agreeing = [distance for distance in distances if abs(distance - usual) < AGREE * usual]
    return float(np.median(agreeing)) if len(agreeing) >= FEWEST_DISTANCES else None


def with_hidden_units(
    areas: list[Area], marks: list[QuestionMark], mark_distance: float, picture: Picture
) -> list[Area]:
    """The areas, with one more for each mark outside of them; a stack of hidden units that is one area is divided.

    An area that also holds unmarked units below its highest mark stays whole, or these would be lost; its marks are
    found again, cell by cell.
    """

    def holds(area: Area, mark: QuestionMark) -> bool:
        return area.x < mark.x < area.x + area.width and area.y < mark.y < area.bottom

    def is_hidden_stack(area: Area) -> bool:
        """Whether each unit of an area, from its bottom up to its highest mark, has a mark.

        What lies above that mark may be empty glass of the same colour.
        """
        inside = sorted(mark.y for mark in marks if holds(area, mark))
        below_lowest = area.bottom + mark_distance / 2  # the middle of a unit below the area
        downwards: list[float] = [*inside, below_lowest]
        return bool(inside) and all(lower - upper < ONE_UNIT * mark_distance for upper, lower in pairwise(downwards))

    unmarked = [area for area in areas if not any(holds(area, mark) for mark in marks)]
    units = [area for area in unmarked if abs(area.height / mark_distance - 1) < OFF_SIZE]
    # Those above or below a mark: highlights split units into narrow areas beside it.
    widths = [float(area.width) for area in units if any(area.x < mark.x < area.x + area.width for mark in marks)]
    width = round(float(np.median(widths or [USUAL_WIDTH * mark_distance])))
    height = round(AREA_SHARE * mark_distance)
    kept = [area for area in areas if not is_hidden_stack(area)]
    for mark in marks:
        if any(holds(area, mark) for area in kept):  # also one that was made for another mark
            continue
        color = picture.lab[int(mark.y), max(0, int(mark.x - BESIDE_MARK * width))]
        top = round(mark.y - AREA_SHARE * mark_distance / 2)
        kept.append(Area(round(mark.x - width / 2), top, width, height, color))
    return kept
