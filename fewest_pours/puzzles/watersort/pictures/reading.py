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
from fewest_pours.puzzles.watersort.pictures.covers import opener
from fewest_pours.puzzles.watersort.pictures.decision import FEWEST_UNITS, Candidate, Decision, decide
from fewest_pours.puzzles.watersort.pictures.doubts import doubts_of
from fewest_pours.puzzles.watersort.pictures.grid import unit_heights
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, hypotheses, located
from fewest_pours.puzzles.watersort.pictures.level import Doubt
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT
from fewest_pours.puzzles.watersort.pictures.outline import at_half_size, edges_of
from fewest_pours.puzzles.watersort.pictures.shown_decision import explain_level, show_level
from fewest_pours.puzzles.watersort.pictures.stacks import rows_of_units, stacks
from fewest_pours.puzzles.watersort.pictures.step_pictures import Steps

SIDE = 1100  # pixels, the geometric mean of the sides at which a picture is read
CHANCE = 8  # boundaries, of which fewer may all fit larger units by chance
LARGEST = 2.4  # times that a small picture is enlarged at most


@dataclass
class Reading:
    """The level: beakers from the bottom up, with colours by number and -1 for hidden units; looks: their colours.

    covered: beaker -> colour, counted from 0; remarks: on what is left out, or on balls.
    """

    capacity: int
    beakers: list[list[int]]
    looks: list[Lab]
    covered: dict[int, int]
    doubts: list[Doubt]
    remarks: list[Sentence]


def scaled(pixels: Pixels) -> Picture:
    factor = min(LARGEST, SIDE / (pixels.shape[0] * pixels.shape[1]) ** 0.5)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=how)
    lab = cv2.cvtColor(sized.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    seen = changes(cv2.GaussianBlur(sized, (3, 3), 0))
    return Picture(sized, lab, edges_of(seen), at_half_size(seen))


def read(pixels: Pixels, steps: Steps | None = None) -> Reading:
    """The level in a picture. Raises Unreadable. steps: receives what each step saw."""
    found = stacks(scaled(pixels))
    if steps:
        steps.areas(found.picture, found.columns)
    rows = rows_of_units(found)
    heights = unit_heights(rows, found.wide, found.space)
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
    reading = as_decided(decision)
    if found.are_balls:
        words = "the units look like balls, expected a game that moves all balls of one colour on top at once"
        reading.remarks.append(Sentence(words, "balls"))
    if steps:
        show_level(steps, found.picture, decision, reading.beakers, reading.doubts)
        explain_level(steps, decision, reading.doubts)
    return reading


def as_decided(decision: Decision) -> Reading:
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
    return Reading(hypothesis.capacity, contents, looks, covered, doubts, [*hypothesis.left_out])
