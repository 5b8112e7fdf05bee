"""What must be bought first: a faint beaker, or a free place, with a sign, such as a padlock or a price; or a ghost.

The glass of a faint beaker has clearly less contrast than that of others. A ghost is empty, and much fainter than
another empty beaker.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from statistics import median
from typing import NamedTuple

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import components
from fewest_pours.puzzles.watersort.pictures.beakers import (
    LIKELY_LIKENESS,
    SURE_LIKENESS,
    Beaker,
    Cell,
    Standing,
    pitch_of,
)
from fewest_pours.puzzles.watersort.pictures.color_distance import (
    SAME_COLOR,
    UNLIKE_AIR,
    distance_to_farthest,
    distances,
)
from fewest_pours.puzzles.watersort.pictures.grid import USUAL_PITCH, Grid
from fewest_pours.puzzles.watersort.pictures.outline import contrast_of

# Of the contrast of other glass: an empty beaker with less is faint, if it has a sign, or if another one is empty.
FAINT = 0.8
FAINTER = 0.68  # the same for all others
GHOST = 0.55  # of the contrast of the clearest empty beaker, less than which another one is a ghost also without a sign
ALL_GHOSTS = 0.5  # of the contrast above units, less than which the clearest empty beaker has if all may be ghosts
LEAST_GLASS = 0.3  # units of glass that a beaker shows above its units, at least, if its contrast counts
INK = 22.0  # CIELAB distance from an empty beaker of what is drawn in it
INSIDE = 0.45  # widths to both sides, or heights of a beaker up and down from its middle: its glass without its rim
MIDDLE_HEIGHT = 0.48  # heights of a beaker from its bottom up to the middle of this glass
OFF_MIDDLE = 0.15  # widths, the most that a sign is off the middle of a beaker
THIN = 0.12  # widths; what is drawn narrower or lower on glass is a reflection
LEAST_SIGN = 0.03  # squares of a unit's width; what covers no more is no sign
TALLEST_SIGN = 1.6  # widths; what is taller is a reflection
MOST_OF_SIGN = 0.5  # of the pixels of a free place as wide as units: what covers more is a cover, or glass
LEAST_SEEN = 0.02  # of the pixels of a free place, more than which differ from the background if something stands there
SIDE_SEEN = 0.7  # of the rows of pixels of a place, the least in which a beaker is seen that the border cuts off
ROUNDING_OF_PLACES = 0.4  # of a pitch: a gap has one more place for a beaker if it lacks no more


class Drawn(NamedTuple):
    """What is drawn in the middle of a beaker: its area in squares of a unit's width, and its height in widths."""

    area: float
    height: float

    @property
    def is_sign(self) -> bool:
        return self.area > LEAST_SIGN and self.height < TALLEST_SIGN


class SeenPlace(NamedTuple):
    """A place of a row with something that may be no beaker of the level. where: 'at the right end of row 2'."""

    standing: Standing
    where: Sentence


def drawn_in(grid: Grid, x: float, bottom: float) -> Drawn:
    """What is drawn in the middle of a beaker. What touches its bottom, its rim, or both sides may lie behind it."""
    part = grid.box(x, bottom - MIDDLE_HEIGHT * grid.beaker_height, INSIDE, INSIDE * grid.beaker_units)
    if not part.size:
        return Drawn(0, 0)
    height, width = part.shape[:2]
    area = 0
    tops: list[int] = []
    bottoms: list[int] = []
    ink = distances(part, np.median(part, (0, 1))) > INK
    for _, left, top, w, h, pixels in components(ink)[1].tolist():
        is_inside = w < width and 0 < top < top + h < height
        is_centred = abs(left + w / 2 - width / 2) < OFF_MIDDLE * grid.unit_width
        if is_inside and is_centred and min(w, h) >= THIN * grid.unit_width:
            area += pixels
            tops.append(top)
            bottoms.append(top + h)
    from_top_to_bottom = max(bottoms, default=0) - min(tops, default=0)
    return Drawn(area / grid.unit_width**2, from_top_to_bottom / grid.unit_width)


@dataclass
class Glass:
    """The glass of a beaker above its units, and how much colours change at its sides."""

    beaker: Beaker
    drawn: Drawn
    contrast: float

    @property
    def is_empty(self) -> bool:
        """Whether it shows an empty beaker that is open."""
        is_likely = self.beaker.likeness >= LIKELY_LIKENESS
        return is_likely and not self.beaker.filled_cells and not self.drawn.is_sign


def mark_faint(beakers: list[Beaker], drawn: list[Drawn], grid: Grid) -> None:
    """Mark the beakers that are faint, and those that are ghosts."""
    seen: list[Glass] = []
    for beaker, inside in zip(beakers, drawn, strict=True):
        filled = 0 if beaker.lowest_looks_empty else len(beaker.filled_cells)
        if filled <= grid.beaker_units - LEAST_GLASS:
            seen.append(Glass(beaker, inside, contrast_of(grid, beaker.x, beaker.bottom, filled)))
    for glass in seen:
        others = [other for other in seen if other is not glass]
        beaker = glass.beaker
        seems_empty = not beaker.filled_cells or is_floating_sign(beaker)
        clearest_empty = max((other.contrast for other in others if other.is_empty), default=0.0)
        can_be_told = glass.drawn.is_sign or clearest_empty > 0
        share = FAINT if seems_empty and can_be_told else FAINTER
        usual = usual_contrast(glass, others, clearest_empty, int(grid.beaker_units))
        beaker.is_faint = glass.contrast < share * usual
        beaker.is_ghost = not beaker.filled_cells and glass.contrast < GHOST * clearest_empty


def usual_contrast(glass: Glass, others: list[Glass], clearest_empty: float, most_units: int) -> float:
    """The contrast that some glass should have, in a picture that shows also these others; 0 if nothing tells.

    It is that of the clearest empty beaker (0 without one), or the median of those with units and an empty slot, in its
    row if there are some: of both the lower one. Empty ones do not count if they are so faint that all may be ghosts.
    Without any of these it is the median of the full ones, up to their rims.
    """
    with_units = [other for other in others if not other.beaker.lowest_looks_empty]
    not_full = [other for other in with_units if len(other.beaker.filled_cells) < most_units]

    def median_of(some: list[Glass]) -> list[float]:
        in_row = [other for other in some if other.beaker.bottom == glass.beaker.bottom]
        return [median(other.contrast for other in in_row or some)] if some else []

    usual = median_of(not_full)
    if clearest_empty > 0 and clearest_empty >= ALL_GHOSTS * min(usual, default=0.0):
        usual.append(clearest_empty)
    return min(usual or median_of(with_units), default=0.0)


def is_floating_sign(beaker: Beaker) -> bool:
    """Whether what seems to be units lies on an empty slot, in one colour."""
    return beaker.lowest_looks_empty and bool(beaker.filled_cells) and may_be_one_sign(beaker.filled_cells)


def standing_of(beaker: Beaker, drawn: Drawn) -> Standing:
    """Whether a place is a beaker, one to buy, or doubtful: by its outline, its glass, and what is seen in it.

    Faint glass is to be bought if it shows a sign, and that of a ghost with the whole outline anyway. Faint glass
    without sign and units is doubtful; so is a sign in clear glass without units: it may be a reflection or a bubble.
    What has an unclear outline, and is filled from below, may be a cover, and is doubtful in any case.
    """
    units = beaker.filled_cells
    has_sign = is_floating_sign(beaker) or (drawn.is_sign and may_be_one_sign(units))
    is_likely = beaker.likeness >= LIKELY_LIKENESS
    is_faint_with_sign = beaker.is_faint and has_sign
    may_be_cover = not (beaker.lowest_looks_empty or is_likely)
    is_sure_ghost = beaker.is_ghost and beaker.likeness >= SURE_LIKENESS
    if (is_faint_with_sign and not may_be_cover) or is_sure_ghost:
        return Standing.TO_BUY
    # No cell looks filled; or all do, and alike, as dark glass does.
    shows_glass_alone = not units or (has_sign and len(units) == len(beaker.cells))
    is_doubtful = shows_glass_alone and (beaker.is_faint or has_sign)
    return Standing.DOUBTFUL if is_doubtful or not is_likely else Standing.BEAKER


def may_be_one_sign(filled: list[Cell]) -> bool:
    """Whether cells that look filled may show a sign, or dark glass around one: in one colour, and not marked."""
    colors = [cell.color for cell in filled]
    is_any_marked = any(cell.has_mark for cell in filled)
    return not is_any_marked and all(distance_to_farthest(color, colors) < SAME_COLOR for color in colors)


def free_places(rows: list[list[Beaker]], grid: Grid, are_some_hidden: bool) -> Iterator[tuple[int, float, float]]:
    """Free places in rows: in gaps, and one more at an end where the row lacks a beaker.

    It lacks one where a longer row has one, or where one more would centre it in the picture. Each is the number of the
    row from 0, x, and the pitch: the distance to the next place. Where some units are hidden, counts do not show that a
    beaker is missing: then a place that the picture cuts off also counts.
    """
    picture_width = grid.picture.lab.shape[1]
    half_a_beaker = grid.unit_width / 2
    middles = [sorted(beaker.x for beaker in row) for row in rows]
    least_pitch = max(grid.unit_width, pitch_of(rows, USUAL_PITCH * grid.unit_width))
    leftmost = min((row[0] for row in middles), default=0)
    rightmost = max((row[-1] for row in middles), default=0)
    for number, row in enumerate(middles):
        pitch = max(least_pitch, pitch_of([rows[number]], least_pitch))  # a row of fewer beakers may be wider spaced
        free = [*chain(*(places_between(x, after, least_pitch) for x, after in pairwise(row)))]
        # A row in the middle of the picture is as far from its left edge as from its right one. One that lacks a beaker
        # on the left is a pitch farther from the left edge.
        lacks_on_left = row[0] + row[-1] - picture_width
        for x, lacks in (
            (row[0] - pitch, max(lacks_on_left, row[0] - leftmost)),
            (row[-1] + pitch, max(-lacks_on_left, rightmost - row[-1])),
        ):
            is_in_picture = half_a_beaker <= x <= picture_width - half_a_beaker
            is_missing = lacks > (1 - ROUNDING_OF_PLACES) * pitch and is_in_picture
            if is_missing or (is_cut_off(x, grid) and are_some_hidden):
                free.append(x)
        yield from ((number, x, pitch) for x in free)


def is_cut_off(x: float, grid: Grid) -> bool:
    """Whether the border of the picture would cut a beaker in two that stands here."""
    picture_width: int = grid.picture.lab.shape[1]
    return min(abs(x), abs(picture_width - x)) < grid.unit_width / 2


def places_between(x: float, after: float, pitch: float) -> list[float]:
    """Places between two neighbours of a row, evenly, as many as have room."""
    spaces = int((after - x) / pitch + ROUNDING_OF_PLACES)
    return [x + n * (after - x) / spaces for n in range(1, spaces)]


def place_in(row: list[Beaker], x: float, number: int) -> Sentence:
    """Where a place of a row, counted from 0, is, in words: 'at the right end of row 2'."""
    others = [beaker.x for beaker in row if beaker.x != x]
    if x < min(others, default=x):
        return Sentence(f"at the left end of row {number + 1}", "left_end_of_row", row=number + 1)
    if x > max(others, default=x):
        return Sentence(f"at the right end of row {number + 1}", "right_end_of_row", row=number + 1)
    return Sentence(f"within row {number + 1}", "within_row", row=number + 1)


def seen_in_free_places(rows: list[list[Beaker]], grid: Grid, are_some_hidden: bool) -> Iterator[SeenPlace]:
    """What stands in free places, if more than background is seen: to be bought if it is a sign, else doubtful."""
    for number, x, pitch in free_places(rows, grid, are_some_hidden):
        row = rows[number]
        bottom = row[0].bottom
        y = bottom - grid.beaker_height / 2
        backgrounds = grid.backgrounds(x, y, pitch / 2)
        place = grid.box(x, y, pitch / 2 / grid.unit_width, INSIDE * grid.beaker_units)
        if not backgrounds or not place.size:
            continue
        differs = np.min([distances(place, each) for each in backgrounds], 0) > UNLIKE_AIR
        if is_cut_off(x, grid) and differs.any(1).mean() < SIDE_SEEN:
            continue
        if differs.mean() > LEAST_SEEN:
            share = differs.mean() * pitch / grid.unit_width  # as if the place were as wide as units
            is_sign = share < MOST_OF_SIGN and drawn_in(grid, x, bottom).is_sign
            yield SeenPlace(Standing.TO_BUY if is_sign else Standing.DOUBTFUL, place_in(row, x, number))
