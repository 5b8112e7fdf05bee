"""Cells: the colour of each unit's place, whether there is a unit, and the sign of hidden ones."""

from functools import cache

import cv2
import numpy as np

from instances.puzzles.watersort.pictures.areas import Column, Lab
from instances.puzzles.watersort.pictures.beakers import Beaker, Cell, Edges
from instances.puzzles.watersort.pictures.grid import Grid

EMPTY = 14.0  # CIELAB distance from the background below which a cell is empty
SIGN = (20, 28)  # wide and high, the size at which signs are compared
SECRET = 10.0  # CIELAB distance from hidden units below which a unit is hidden, too
QUESTION = 0.45  # likeness to a drawn question mark


def patch(lab: Lab, x: float, y: float, aside: float, updown: float) -> Lab:
    """The colours in a box around a place, as a list."""
    part = lab[max(0, int(y - updown)) : max(0, int(y + updown)), max(0, int(x - aside)) : max(0, int(x + aside))]
    return part.reshape(-1, 3)


def distance(color: Lab, others: list[Lab]) -> float:
    """To the nearest of some colours; 99 without any."""
    return min((float(np.linalg.norm(color - other)) for other in others), default=99.0)


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
    """The median in the middle of a cell; where a sign covers it, the most frequent colour."""
    median = np.median(patch(lab, x, y, 0.26 * grid.wide, 0.22 * grid.high), 0)
    around = patch(lab, x, y, 0.38 * grid.wide, 0.36 * grid.high)
    keys = (around // 8).astype(np.int32) @ np.array([10000, 100, 1])
    values, times = np.unique(keys, return_counts=True)
    mode = np.median(around[keys == values[times.argmax()]], 0)
    near = np.linalg.norm(around - mode, axis=1) < 12
    if np.linalg.norm(mode - median) > 12 and near.mean() > 0.45:
        median = np.median(around[near], 0)
    return np.asarray(median)


def offset(lab: Lab, x: float, y: float, updown: float, color: Lab, aside: float, wide: float) -> Lab:
    """From the nearest background beside a place to a colour."""
    offsets = [color - each for each in beside(lab, x, y, updown, aside, wide)]
    nearest: Lab = min(offsets, key=lambda each: float(np.linalg.norm(each)), default=color)
    return nearest


def tint(level: list[Beaker], lab: Lab, grid: Grid, height: float, capacity: int) -> Lab:
    """What the glass adds to the background, as seen in the air above full beakers; 0 where that is not clear."""
    air = height - capacity
    middle, updown = (capacity + air / 2) * grid.high, min(0.22, air / 4) * grid.high
    if updown <= 1:
        return np.zeros(3)
    seen = [np.zeros(3)]
    for beaker in level:
        aside = halfway([other.x for other in level if other.bottom == beaker.bottom], grid.wide)
        y = beaker.bottom - middle
        inside = patch(lab, beaker.x, y, 0.26 * grid.wide, updown)
        if len(inside):
            seen.append(offset(lab, beaker.x, y, updown, np.median(inside, 0), aside, grid.wide))
    usual = np.median(seen, 0)
    clear = np.median(np.linalg.norm(seen - usual, axis=1)) < 4 and np.linalg.norm(usual) < 2 * EMPTY
    return usual if clear else np.zeros(3)


def fill_cells(level: list[Beaker], lab: Lab, grid: Grid, capacity: int, glass: Lab) -> None:
    """Read the cells of all beakers; glass: the tint of empty ones."""
    for beaker in level:
        aside = halfway([other.x for other in level if other.bottom == beaker.bottom], grid.wide)
        for k in range(capacity):
            x, y = beaker.x, beaker.bottom - (k + 0.5) * grid.high
            if y < 0.5 * grid.high:
                break
            color = main_color(lab, x, y, grid)
            off = offset(lab, x, y, 0.22 * grid.high, color, aside, grid.wide)
            away = float(min(np.linalg.norm(off), np.linalg.norm(off - glass)))
            halves = [patch(lab, x, y + d * grid.high, 0.38 * grid.wide, 0.11 * grid.high) for d in (-0.19, 0.19)]
            split = any(np.mean(np.linalg.norm(half - color, axis=1) < 14) < 0.3 for half in halves)
            beaker.cells.append(Cell(color, away, sign_at(lab, x, y, grid), split, away >= EMPTY))


def sign_at(lab: Lab, x: float, y: float, grid: Grid) -> Edges | None:
    """The shape of a sign in the middle of a cell."""
    x1, x2 = int(x - 0.36 * grid.wide), int(x + 0.36 * grid.wide)
    y1, y2 = int(y - 0.45 * grid.high), int(y + 0.45 * grid.high)
    if x1 < 0 or y1 < 0 or x2 > lab.shape[1] or y2 > lab.shape[0]:
        return None
    part = lab[y1:y2, x1:x2]
    off = np.linalg.norm(part - np.median(part.reshape(-1, 3), 0), axis=2)
    inked = (off > max(12, 0.5 * np.percentile(off, 97))).astype(np.uint8)
    _, labels, boxes, middles = cv2.connectedComponentsWithStats(inked, connectivity=8)
    wide, high = x2 - x1, y2 - y1
    parts = [
        number
        for number, (left, top, w, h, pixels) in enumerate(boxes.tolist())
        if number and 0 < left < left + w < wide and 0 < top < top + h < high
        and w < 0.75 * wide and pixels > 0.006 * wide * high and abs(middles[number][0] - wide / 2) < 0.22 * wide
    ]  # fmt: skip
    if not parts:
        return None
    sign = np.isin(labels, parts)
    ys, xs = np.nonzero(sign)
    cut = sign[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)
    if cut.shape[0] < 0.28 * high or cut.shape[1] < 0.14 * wide or not 0.9 < cut.shape[0] / cut.shape[1] < 3.2:
        return None
    return cv2.resize(cut, SIGN, interpolation=cv2.INTER_AREA)


def likeness(sign: Edges, other: Edges) -> float:
    return float(np.corrcoef(sign.ravel(), other.ravel())[0, 1])


@cache
def question_marks() -> list[Edges]:
    """Question marks in several weights."""
    drawn = []
    for font in (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX):
        for thick in (8, 14, 20):
            mark = np.zeros((240, 200), np.uint8)
            cv2.putText(mark, "?", (40, 200), font, 5, 255, thick)
            x, y, w, h = cv2.boundingRect(mark)
            drawn.append(cv2.resize(mark[y : y + h, x : x + w], SIGN, interpolation=cv2.INTER_AREA) / np.float32(255))
    return drawn


def mark_hidden(cells: list[Cell]) -> None:
    """Mark the hidden cells: those with question marks, and others of their very colour."""
    for cell in cells:
        cell.hidden = cell.sign is not None and max(likeness(cell.sign, mark) for mark in question_marks()) > QUESTION
    sure = [cell.color for cell in cells if cell.hidden]
    for cell in cells:
        cell.hidden |= len(sure) > 1 and cell.filled and distance(cell.color, sure) < SECRET
        cell.filled |= cell.hidden
