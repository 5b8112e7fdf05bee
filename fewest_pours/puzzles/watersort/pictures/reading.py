"""A level read from a picture: what it may show, and the one decision which level that is."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import cv2
import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Lab, Picture, Pixels, Unreadable, changes
from fewest_pours.puzzles.watersort.pictures.beakers import beakers
from fewest_pours.puzzles.watersort.pictures.covers import opener
from fewest_pours.puzzles.watersort.pictures.decision import FEWEST_UNITS, Candidate, Decision, decide
from fewest_pours.puzzles.watersort.pictures.doubts import doubts_of
from fewest_pours.puzzles.watersort.pictures.grid import unit_heights
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, hypotheses, located
from fewest_pours.puzzles.watersort.pictures.level import Doubt
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT
from fewest_pours.puzzles.watersort.pictures.outline import at_half_size, edges_of
from fewest_pours.puzzles.watersort.pictures.shown_decision import explain_level, show_level
from fewest_pours.puzzles.watersort.pictures.stacks import Stacks, rows_of_units, stacks
from fewest_pours.puzzles.watersort.pictures.step_pictures import Steps
from fewest_pours.puzzles.watersort.pictures.windows import Window, windows

SIDE = 1100  # pixels, the geometric mean of the sides at which a picture is read
CHANCE = 8  # boundaries, of which fewer may all fit larger units by chance
LARGEST = 2.4  # times that a small picture is enlarged at most


@dataclass
class Reading:
    """The level: beakers from the bottom up, with colours by number and -1 for hidden units; looks: their colours.

    covered: beaker -> colour, counted from 0; remarks: on what is left out, or on balls.
    """

    found: Stacks
    decision: Decision
    capacity: int
    beakers: list[list[int]]
    looks: list[Lab]
    covered: dict[int, int]
    doubts: list[Doubt]
    remarks: list[Sentence]


def scale_of(pixels: Pixels) -> float:
    """How much larger it becomes at the size at which it is read."""
    return float(min(LARGEST, SIDE / (pixels.shape[0] * pixels.shape[1]) ** 0.5))


def scaled(pixels: Pixels, factor: float) -> Picture:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=how)
    lab = cv2.cvtColor(sized.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    seen = changes(cv2.GaussianBlur(sized, (3, 3), 0))
    return Picture(sized, lab, edges_of(seen), at_half_size(seen))


def read(pixels: Pixels, steps: Steps | None = None) -> Reading:
    """The level in a picture, or in a window of it, if only that is sure. Raises Unreadable.

    steps: receives what each step saw.
    """
    found = stacks(scaled(pixels, scale_of(pixels)))
    if steps:
        steps.areas(found.picture, found.columns)
    try:
        reading = reading_of(found)
    except Unreadable:
        in_window = sure_in_window(pixels, found.picture)
        if in_window is None:
            raise
        reading = in_window
    if reading.doubts:
        reading = sure_in_window(pixels, found.picture) or reading
    if steps:
        steps.areas(reading.found.picture, reading.found.columns)
        show_level(steps, reading.found.picture, reading.decision, reading.beakers, reading.doubts)
        explain_level(steps, reading.decision, reading.doubts)
    return reading


def sure_in_window(pixels: Pixels, picture: Picture) -> Reading | None:
    """The level in the largest window that shows one without a doubt, and with no beaker like its own outside."""
    for window in windows(picture):
        part = window.cut_out(pixels)
        with suppress(Unreadable):
            reading = reading_of(stacks(scaled(part, scale_of(part))))
            if not reading.doubts and not has_beakers_outside(pixels, window, reading):
                reading.remarks.append(Sentence("left out: what is outside of a window", "outside_of_window"))
                return reading
    return None


def has_beakers_outside(pixels: Pixels, window: Window, reading: Reading) -> bool:
    """Whether something outside of a window looks a little like the beakers in it."""
    whole = scaled(pixels, scale_of(window.cut_out(pixels)))
    high, wide = whole.pixels.shape[:2]
    found = beakers(reading.decision.best.hypothesis.grid._replace(picture=whole))
    return not all(window.has(each.x / wide, each.bottom / high) for each in found)


def reading_of(found: Stacks) -> Reading:
    """The level that stacks belong to. Raises Unreadable."""
    rows = rows_of_units(found)
    heights = unit_heights(rows, found.wide, found.mark_distance)
    locate = partial(located, found, rows)
    failed: list[Unreadable] = []

    def every() -> Iterator[Hypothesis]:
        for height in heights:
            try:
                yield from hypotheses(locate(height))
            except Unreadable as why:
                failed.append(why)

    def larger(best: Candidate) -> Iterator[Hypothesis]:
        parts = best.parts
        meet = sum(below != above for units in best.contents for below, above in pairwise(units))
        if parts > 1 and best.hypothesis.capacity >= FEWEST_UNITS * parts and meet >= CHANCE:
            # All boundaries above the lowest runs fit both heights, so the larger one keeps the cost of the smaller, as
            # it is no less likely.
            height = best.hypothesis.height
            taller = height._replace(pixels=parts * height.pixels)
            with suppress(Unreadable):
                yield from hypotheses(locate(taller))

    decision = decide(every(), larger)
    if decision is None:
        raise failed[0] if failed else Unreadable(Sentence("no coloured units", "no_level_in_picture"))
    reading = as_decided(found, decision)
    if found.are_balls:
        words = "the units look like balls, expected a game that moves all balls of one colour on top at once"
        reading.remarks.append(Sentence(words, "balls"))
    return reading


def as_decided(found: Stacks, decision: Decision) -> Reading:
    """The level that was decided on, with its doubts."""
    best = decision.best
    hypothesis = best.hypothesis
    contents = best.contents
    looks = best.looks
    doubts = [*hypothesis.doubts, *doubts_of(decision)]
    covered = {}
    for number, cover in hypothesis.covers.items():
        covered[number], unclear = opener(cover, looks)
        contents[number] = [HIDDEN_UNIT] * hypothesis.capacity
        if unclear:
            doubts.append(Doubt(Sentence("the colour of its cover", "color_of_cover"), ((number, None),)))
    return Reading(found, decision, hypothesis.capacity, contents, looks, covered, doubts, [*hypothesis.left_out])
