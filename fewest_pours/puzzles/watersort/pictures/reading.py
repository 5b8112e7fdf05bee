"""A level read from a picture: what the picture may show, and how one level of all these is decided on."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TypeGuard

import cv2
import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Picture, Pixels, Unreadable, changes
from fewest_pours.puzzles.watersort.pictures.beakers import find_beakers
from fewest_pours.puzzles.watersort.pictures.color_distance import Lab
from fewest_pours.puzzles.watersort.pictures.covers import color_that_opens
from fewest_pours.puzzles.watersort.pictures.decision import Candidate, Decision, decide
from fewest_pours.puzzles.watersort.pictures.doubts import doubts_of
from fewest_pours.puzzles.watersort.pictures.grid import Height, unit_heights
from fewest_pours.puzzles.watersort.pictures.hypotheses import FEWEST_UNITS, Hypothesis, Scene, hypotheses, scene_with
from fewest_pours.puzzles.watersort.pictures.level import Doubt
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT
from fewest_pours.puzzles.watersort.pictures.outline import edges_of, thick_at_half_size
from fewest_pours.puzzles.watersort.pictures.stacks import SeenColumns, columns_in, rows_of_units
from fewest_pours.puzzles.watersort.pictures.steps import StepWriter
from fewest_pours.puzzles.watersort.pictures.windows import Window, windows

READ_SIDE = 1100  # pixels: a picture is scaled until the geometric mean of its sides is this
MOST_ENLARGED = 2.4  # times that a small picture is enlarged, at most
FEWEST_COLOR_CHANGES = (
    8  # places where a unit lies on one of another colour: with fewer, larger units may fit by chance
)


@dataclass
class Reading:
    """The level: beakers from the bottom up, with colours by number and HIDDEN_UNIT; looks: the colours.

    seen, decision: where it comes from; covered: beaker -> colour, counted from 0; remarks: on what is left out, or on
    balls.
    """

    seen: SeenColumns
    decision: Decision
    capacity: int
    beakers: list[list[int]]
    looks: list[Lab]
    covered: dict[int, int]
    doubts: list[Doubt]
    remarks: list[Sentence]


def scale_of(pixels: Pixels) -> float:
    """The factor by which a picture is scaled before it is read."""
    return float(min(MOST_ENLARGED, READ_SIDE / (pixels.shape[0] * pixels.shape[1]) ** 0.5))


def scaled(pixels: Pixels, factor: float) -> Picture:
    """A picture at another size, with its colours and edges."""
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=how)
    lab = cv2.cvtColor(sized.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    change = changes(cv2.GaussianBlur(sized, (3, 3), 0))  # without noise of single pixels
    return Picture(sized, lab, edges_of(change), thick_at_half_size(change))


def read(pixels: Pixels, steps: StepWriter | None = None) -> Reading:
    """The level in a picture. Raises Unreadable.

    If it is doubtful or unreadable, the glass is looked for elsewhere, and the game in windows; the first level without
    a doubt is taken. steps: receives what each step saw.
    """
    seen = columns_in(scaled(pixels, scale_of(pixels)))
    if steps:
        steps.draw_areas(seen.picture, seen.columns)  # also of an unreadable picture
    reading = attempt(seen)
    if not is_sure(reading):
        with_other_glass = attempt(seen, is_glass_measured=True)
        reading = with_other_glass if is_sure(with_other_glass) else sure_in_window(pixels, seen.picture) or reading
    if isinstance(reading, Unreadable):
        raise reading
    if steps:
        steps.draw_areas(reading.seen.picture, reading.seen.columns)
        steps.draw_level(reading.seen.picture, reading.decision, reading.beakers, reading.doubts)
        steps.explain_level(reading.decision, reading.doubts)
    return reading


def is_sure(reading: Reading | Unreadable) -> TypeGuard[Reading]:
    return not isinstance(reading, Unreadable) and not reading.doubts


def sure_in_window(pixels: Pixels, picture: Picture) -> Reading | None:
    """The level in the largest window that shows one without a doubt, and with no beaker like its own outside."""
    for window in windows(picture):
        part = window.cut_out(pixels)
        reading = attempt(columns_in(scaled(part, scale_of(part))))
        if is_sure(reading) and not has_beakers_outside(pixels, window, reading):
            reading.remarks.append(Sentence("left out: what is outside of a window", "outside_of_window"))
            return reading
    return None


def has_beakers_outside(pixels: Pixels, window: Window, reading: Reading) -> bool:
    """Whether something outside of a window looks a little like the beakers in it."""
    whole = scaled(pixels, scale_of(window.cut_out(pixels)))
    height, width = whole.pixels.shape[:2]
    # Of the grid only sizes and the outline are used, not where its columns are.
    alike = find_beakers(reading.decision.best.hypothesis.grid._replace(picture=whole))
    return not all(window.has(each.x / width, each.bottom / height) for each in alike)


def attempt(seen: SeenColumns, is_glass_measured: bool = False) -> Reading | Unreadable:
    """The level that these columns show, or why they show none."""
    try:
        rows = rows_of_units(seen)
    except Unreadable as why:
        return why
    scene_of = partial(scene_with, seen=seen, rows=rows, is_glass_measured=is_glass_measured)
    failed: list[Unreadable] = []
    heights = unit_heights(rows, seen.unit_width, seen.mark_distance)
    decision = decide(hypotheses_of(heights, scene_of, failed), larger=partial(with_larger_units, scene_of))
    if decision is None:
        return failed[0] if failed else Unreadable(Sentence("no coloured units", "no_level_in_picture"))
    return as_decided(seen, decision)


def hypotheses_of(
    heights: list[Height], scene_of: Callable[[Height], Scene], failed: list[Unreadable]
) -> Iterator[Hypothesis]:
    """All ways to read the picture with these heights of a unit. failed: receives why some show no level."""
    for height in heights:
        try:
            yield from hypotheses(scene_of(height))
        except Unreadable as why:
            failed.append(why)


def with_larger_units(scene_of: Callable[[Height], Scene], best: Candidate) -> Iterator[Hypothesis]:
    """The ways to read the picture with units of which each is several of the best level's, if that may be."""
    in_one = best.units_in_one
    color_changes = sum(below != above for units in best.contents for below, above in pairwise(units))
    if in_one > 1 and best.hypothesis.capacity >= FEWEST_UNITS * in_one and color_changes >= FEWEST_COLOR_CHANGES:
        # All boundaries above the lowest runs fit larger units as well as smaller ones, whose cost they get.
        height = best.hypothesis.height
        larger = height._replace(pixels=in_one * height.pixels)
        with suppress(Unreadable):
            yield from hypotheses(scene_of(larger))


def as_decided(seen: SeenColumns, decision: Decision) -> Reading:
    """The level that was decided on, with its doubts and remarks."""
    best = decision.best
    hypothesis = best.hypothesis
    contents = best.contents
    looks = best.looks
    doubts = [*hypothesis.doubts, *doubts_of(decision)]
    remarks = [*hypothesis.remarks]
    covered = {}
    for number, cover in hypothesis.covers.items():
        contents[number] = [HIDDEN_UNIT] * hypothesis.capacity
        color, is_doubtful = color_that_opens(cover, looks)
        covered[number] = color
        if color == len(looks):
            looks.append(cover)
        if is_doubtful:
            doubts.append(Doubt(Sentence("the colour of its cover", "color_of_cover"), ((number, None),)))
    if seen.are_balls:
        words = "the units look like balls, expected a game that moves all balls of one colour on top at once"
        remarks.append(Sentence(words, "balls"))
    return Reading(seen, decision, hypothesis.capacity, contents, looks, covered, doubts, remarks)
