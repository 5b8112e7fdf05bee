"""Question marks, the signs of hidden units, wherever they stand in a picture."""

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fewest_pours.puzzles.watersort.pictures.areas import STRONG, Area, Picture, components

Sign = NDArray[Any]

SIZE = (20, 28)  # wide and high, the size at which signs are compared
AROUND = 21  # pixels of half size, the side of a square of which a sign covers less than half: its median is the ground
LARGEST_PART = 82  # pixels, less than which the hook and the dot of a question mark are high, and the dot is wide
SLIMMEST = 0.25  # of its height, the least that a question mark is wide
CLEAR_MARK = 0.6  # likeness to a drawn question mark of what is one, wherever it stands
AGREE = 0.08  # of the usual distance between marks, the most by which one that agrees is off it
FEWEST_DISTANCES = 3  # that agree, without which marks measure nothing
FAR = 4  # heights of a mark, from which on the next mark below is not that of the next unit
HIGH = 0.94  # of the distance, the height of a unit's area
GAP_INK = 0.33  # of the ink around, the most in a gap of a sign
LEFT_OF_HOOK = slice(10, 14), slice(0, 6)  # rows and columns of a sign, left of the end of a hook
LEAST_HOOK = 8  # pixels, more than which the hook of a question mark is high
LEAST_DOT = 2  # pixels, more than which the dot below it is wide and high
MARK_ASIDE = 0.2  # heights of a mark, less than which the one on the next unit is off to a side
GAP_PERCENTILE = 25  # percentile of the distances between marks: units without marks may lie between some
OFF_SIZE = 0.3  # of the distance, the most by which the height of a unit without a mark differs
ONE_UNIT = 1.4  # times the distance, within which the next mark of an area must be
USUAL_WIDTH = 0.8  # of the distance, the width of units where no other unit is above or below a mark


class Mark(NamedTuple):
    """A question mark: its middle, and its height in pixels."""

    x: float
    y: float
    high: int


@cache
def question_marks() -> list[Sign]:
    """Drawn question marks."""
    drawn = []
    for font in (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX):
        mark = np.zeros((240, 200), np.uint8)
        cv2.putText(mark, "?", (40, 200), font, 5, 255, 14)
        x, y, wide, high = cv2.boundingRect(mark)
        drawn.append(cv2.resize(mark[y : y + high, x : x + wide], SIZE, interpolation=cv2.INTER_AREA).ravel())
    return drawn


def likeness(sign: Sign) -> float:
    """How much a sign, cut out and scaled to SIZE, looks like a question mark: a correlation, 1 at most."""
    return max(float(np.corrcoef(sign.ravel(), mark)[0, 1]) for mark in question_marks())


def has_gaps(sign: Sign) -> bool:
    """Whether a sign, as large as those compared, has the gaps of a question mark: above its dot, and left of its hook.

    Digits that resemble one have no dot, and bubbles, a large one above a small one, are full on the left.
    """
    ink = sign.sum(1)
    lower = range(len(ink) // 2, len(ink) - 1)
    has_dot = any(ink[row] < GAP_INK * min(ink[:row].max(), ink[row + 1 :].max()) for row in lower)
    return has_dot and bool(sign[LEFT_OF_HOOK].mean() < GAP_INK * sign.mean())


def is_question_mark(cut: Sign, least: float) -> bool:
    """Whether a sign that is cut out has the shape and gaps of a question mark, and at least this likeness to one."""
    high, wide = cut.shape
    if wide < SLIMMEST * high:
        return False
    sign = cv2.resize(cut, SIZE, interpolation=cv2.INTER_AREA)
    return has_gaps(sign) and likeness(sign) > least


def marks_in(picture: Picture) -> list[Mark]:
    """All question marks: each a hook above a dot."""
    small = cv2.resize(picture.pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    ground = cv2.resize(cv2.medianBlur(small, AROUND), picture.pixels.shape[1::-1])
    off = cv2.absdiff(*(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB) for pixels in (picture.pixels, ground)))
    numbers, parts = components(cv2.transform(off, np.ones((1, 3))) > STRONG)
    sizes = parts[:, 3:5]
    hooks = parts[(sizes[:, 1] > LEAST_HOOK) & (sizes[:, 1] < LARGEST_PART)]
    dots = parts[(sizes.min(1) > LEAST_DOT) & (sizes.max(1) < LARGEST_PART)]
    _, left, top, wide, high, _ = dots.T
    middle = left + wide / 2
    found = []
    for hook, x, y, w, h, _ in hooks.tolist():
        is_below = (top >= y + h) & (top < y + 1.5 * h) & (middle > x) & (middle < x + w)
        for dot, _, y2, _, h2, _ in dots[is_below & (wide < w) & (high < h / 2)].tolist():
            end = y2 + h2
            cut = np.isin(numbers[y:end, x : x + w], (hook, dot)).astype(np.float32)
            if is_question_mark(cut, CLEAR_MARK):
                found.append(Mark(x + w / 2, (y + end) / 2, end - y))
    return found


def spacing(marks: list[Mark]) -> float | None:
    """The distance of question marks above each other, where several agree: the height of a unit."""
    gaps: list[float] = []
    for mark in marks:
        under = [other.y - mark.y for other in marks if abs(other.x - mark.x) < MARK_ASIDE * mark.high]
        below = [gap for gap in under if gap > mark.high]
        gaps += [gap for gap in below if gap == min(below) < FAR * mark.high]
    usual = float(np.percentile(gaps, GAP_PERCENTILE)) if gaps else 0.0
    agreeing = [gap for gap in gaps if abs(gap - usual) < AGREE * usual]
    return float(np.median(agreeing)) if len(agreeing) >= FEWEST_DISTANCES else None


def with_hidden(found: list[Area], marks: list[Mark], mark_distance: float, picture: Picture) -> list[Area]:
    """The areas, with one for each mark in place of a stack of hidden units, and one for each mark outside of areas.

    An area that also holds unmarked units below its highest mark stays whole, or these would be lost; its marks are
    found again, cell by cell.
    """

    def holds(area: Area, mark: Mark) -> bool:
        return area.x < mark.x < area.x + area.wide and area.y < mark.y < area.bottom

    def is_hidden_stack(area: Area) -> bool:
        """Whether each unit of an area, from its bottom up to its highest mark, has a mark.

        Above that mark it may go on: as empty glass of the same colour.
        """
        inside = sorted(mark.y for mark in marks if holds(area, mark))
        below_lowest = area.bottom + mark_distance / 2  # the middle of a unit below the area
        downwards: list[float] = [*inside, below_lowest]
        return bool(inside) and all(lower - upper < ONE_UNIT * mark_distance for upper, lower in pairwise(downwards))

    colored = [area for area in found if not any(holds(area, mark) for mark in marks)]
    as_high = [area for area in colored if abs(area.high / mark_distance - 1) < OFF_SIZE]
    # Those above or below a mark: highlights part units into narrow areas beside it.
    widths = [float(area.wide) for area in as_high if any(area.x < mark.x < area.x + area.wide for mark in marks)]
    wide = round(float(np.median(widths or [USUAL_WIDTH * mark_distance])))
    kept = [area for area in found if not is_hidden_stack(area)]
    for mark in marks:
        if any(holds(area, mark) for area in kept):  # also one that was made for another mark
            continue
        x, y, _ = mark
        color = picture.lab[int(y), max(0, int(x - wide / 3))]  # left of the sign
        kept.append(
            Area(round(x - wide / 2), round(y - HIGH * mark_distance / 2), wide, round(HIGH * mark_distance), color)
        )
    return kept
