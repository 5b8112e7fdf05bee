"""Cells: the colour of each unit's place, whether there is a unit, and the sign of hidden ones."""

from collections.abc import Callable

import cv2
import numpy as np

from instances.puzzles.watersort.pictures.areas import Column, Lab
from instances.puzzles.watersort.pictures.beakers import Beaker, Cell, Edges
from instances.puzzles.watersort.pictures.grid import Grid

EMPTY = 14.0  # CIELAB distance from the background below which a cell is empty
SIGN = (20, 28)  # wide and high, the size at which signs are compared
SECRET = 15.0  # CIELAB distance from hidden units below which a unit may be hidden, too
QUESTION = 0.45  # likeness to a drawn question mark
SAME_AIR = 6.0  # CIELAB distance within which most beakers' air is
INK = 16.0  # CIELAB distance from an empty beaker of what is drawn in it
SIGNED = 0.05  # of the middle of an empty beaker, the least that a sign covers; stars behind it are smaller


def patch(lab: Lab, x: float, y: float, aside: float, updown: float) -> Lab:
    """The colours in a box around a place, as a list."""
    part = lab[max(0, int(y - updown)) : max(0, int(y + updown)), max(0, int(x - aside)) : max(0, int(x + aside))]
    return part.reshape(-1, 3)


def distance(color: Lab, others: list[Lab], which: Callable[..., float] = min) -> float:
    """To the nearest of some colours, or the farthest (max); 99 without any."""
    return which((float(np.linalg.norm(color - other)) for other in others), default=99.0)


def beside(lab: Lab, x: float, y: float, updown: float, aside: float, wide: float) -> list[Lab]:
    """The background on both sides of a beaker at one height."""
    parts = [patch(lab, x + side * aside, y, 0.05 * wide, updown) for side in (-1, 1)]
    return [np.median(part, 0) for part in parts if len(part)]


def halfway(places: list[float], wide: float) -> float:
    """From the middle of a beaker to the background between it and its neighbours."""
    gaps = [gap for gap in np.diff(sorted(places)) if gap > 1.02 * wide]
    return min(0.8 * wide, min(gaps, default=1.44 * wide) / 2)


def without_air(row: list[Column], lab: Lab, wide: float) -> list[Column]:
    """A row's columns without areas of the background's colour at their tops."""
    aside = halfway([float(np.median([area.middle for area in column])) for column in row], wide)
    kept = []
    for column in row:
        rest = list(column)
        x = float(np.median([area.middle for area in column]))
        while rest:
            top = rest[-1]
            if distance(top.color, beside(lab, x, top.y + top.high / 2, 0.3 * top.high, aside, wide)) >= EMPTY + 2:
                kept.append(rest)
                break
            rest.pop()
    return kept


def main_color(lab: Lab, x: float, y: float, grid: Grid) -> Lab:
    """The most frequent colour of a cell, whatever is drawn on it."""
    around = patch(lab, x, y, 0.38 * grid.wide, 0.36 * grid.high)
    keys = (around // 8).astype(np.int32) @ np.array([10000, 100, 1])
    values, times = np.unique(keys, return_counts=True)
    mode = np.median(around[keys == values[times.argmax()]], 0)
    return np.asarray(np.median(around[np.linalg.norm(around - mode, axis=1) < 12], 0))


def air_above(level: list[Beaker], lab: Lab, grid: Grid, height: float, capacity: int) -> list[Lab]:
    """The colour at the top of each beaker, above where units may be; none if most differ."""
    air = height - capacity
    middle, updown = (capacity + air / 2) * grid.high, min(0.22, air / 4) * grid.high
    parts = [patch(lab, each.x, each.bottom - middle, 0.26 * grid.wide, updown) for each in level]
    if updown <= 1 or not all(map(len, parts)):
        return []
    seen = [np.median(part, 0) for part in parts]
    usual = np.median(seen, 0)
    return seen if np.median(np.linalg.norm(seen - usual, axis=1)) < SAME_AIR else []


def fill_cells(level: list[Beaker], lab: Lab, grid: Grid, capacity: int, airs: list[Lab]) -> None:
    """Read the cells of all beakers; airs: the colour of the air in each, if that is known."""
    for number, beaker in enumerate(level):
        aside = halfway([other.x for other in level if other.bottom == beaker.bottom], grid.wide)
        air = [each for each in airs[number : number + 1] if distance(each, [np.median(airs, 0)]) < EMPTY]
        for k in range(capacity):
            x, y = beaker.x, beaker.bottom - (k + 0.5) * grid.high
            if y < 0.5 * grid.high:
                break
            color = main_color(lab, x, y, grid)
            away = distance(color, beside(lab, x, y, 0.22 * grid.high, aside, grid.wide) + air)
            halves = [patch(lab, x, y + d * grid.high, 0.38 * grid.wide, 0.11 * grid.high) for d in (-0.19, 0.19)]
            split = any(np.mean(np.linalg.norm(half - color, axis=1) < 14) < 0.3 for half in halves)
            beaker.cells.append(Cell(color, away, away >= EMPTY, sign_at(lab, x, y, grid), split))


def drawn_in(lab: Lab, x: float, bottom: float, high: float, wide: float) -> tuple[float, bool]:
    """The share of the middle of an empty beaker that is drawn on, and whether with a sign: a padlock, a plus."""
    x1, x2 = max(0, int(x - 0.16 * wide)), int(x + 0.16 * wide)
    part = lab[max(0, int(bottom - 0.85 * high)) : int(bottom - 0.15 * high), x1:x2]
    if not part.size:
        return 0.0, False
    inked = np.linalg.norm(part - np.median(part.reshape(-1, 3), 0), axis=2) > INK
    rows, share = np.flatnonzero(inked.any(1)), float(inked.mean())
    return share, bool(share > SIGNED and rows[0] > 0 and rows[-1] < min(len(part) - 1, rows[0] + 0.85 * wide))


def sign_at(lab: Lab, x: float, y: float, grid: Grid) -> Edges | None:
    """The shape of a sign in the middle of a cell."""
    x1, x2 = int(x - 0.36 * grid.wide), int(x + 0.36 * grid.wide)
    y1, y2 = int(y - 0.45 * grid.high), int(y + 0.45 * grid.high)
    wide, high = x2 - x1, y2 - y1
    part = lab[max(0, y1) : y2, max(0, x1) : x2]
    if part.shape[:2] != (high, wide):
        return None
    off = np.linalg.norm(part - np.median(part.reshape(-1, 3), 0), axis=2)
    inked = (off > max(12, 0.5 * np.percentile(off, 97))).astype(np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(inked, connectivity=8)
    inside = [
        number
        for number, (left, top, w, h, pixels) in enumerate(boxes)
        if number
        and pixels > 0.006 * wide * high
        and 0 < left < left + w < wide
        and 0 < top < top + h < high
        and abs(left + w / 2 - wide / 2) < 0.22 * wide
    ]
    left, top, across, tall = cv2.boundingRect(np.isin(labels, inside).astype(np.uint8))
    if tall < 0.28 * high or across < 0.14 * wide or not 0.9 < tall / across < 3.2:
        return None
    cut = np.isin(labels, inside)[top : top + tall, left : left + across].astype(np.float32)
    return cv2.resize(cut, SIGN, interpolation=cv2.INTER_AREA)


def question_marks() -> list[Edges]:
    """Drawn question marks."""
    drawn = []
    for font in (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX):
        mark = np.zeros((240, 200), np.uint8)
        cv2.putText(mark, "?", (40, 200), font, 5, 255, 14)
        x, y, wide, high = cv2.boundingRect(mark)
        drawn.append(cv2.resize(mark[y : y + high, x : x + wide], SIGN, interpolation=cv2.INTER_AREA))
    return drawn


def mark_hidden(cells: list[Cell]) -> None:
    """Mark the hidden cells: those with question marks."""
    marks = question_marks()
    for cell in cells:
        if cell.sign is not None and max(np.corrcoef(cell.sign.ravel(), m.ravel())[0, 1] for m in marks) > QUESTION:
            cell.filled = cell.hidden = True
