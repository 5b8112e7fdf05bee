"""What must be bought first: a faint beaker (a ghost) or a free place with a sign, such as a padlock or a price."""

from collections.abc import Iterator
from itertools import chain, pairwise
from statistics import median
from typing import NamedTuple

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import SAME_COLOR, components, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, LIKE, Beaker, Cell, Standing, pitch_of
from fewest_pours.puzzles.watersort.pictures.cells import USUAL_PITCH, distance
from fewest_pours.puzzles.watersort.pictures.grid import GROUND, Grid
from fewest_pours.puzzles.watersort.pictures.outline import contrast_of

# Of the contrast that glass is compared with: below it an empty beaker is faint, if it has a sign or others are empty.
FAINT = 0.8
FAINTER = 0.68  # the same for all others
LEAST_GLASS = 0.3  # units of glass that a beaker shows above its units, at least, if its contrast counts
INK = 22.0  # CIELAB distance from an empty beaker of what is drawn in it
INSIDE = 0.45  # widths to both sides, or heights of a beaker up and down from its middle: its glass without its rim
MIDDLE_HEIGHT = 0.48  # heights of a beaker from its bottom up to the middle of this glass
OFF_MIDDLE = 0.15  # widths, the most that a sign is off the middle of a beaker
THIN = 0.12  # widths, the least width and height of what is drawn on glass: what is thinner is a reflection
LEAST_SIGN = 0.03  # squares of a unit's width, the least area of a sign
TALLEST_SIGN = 1.6  # widths: what is taller is a reflection
MOST_OF_SIGN = 0.5  # of the pixels of a free place as wide as units: what covers more is a cover, or glass
SHARE = 0.02  # of the pixels of a free place, the least that differ from the background if something stands there
SIDE_SEEN = 0.7  # of the rows of pixels of a place, the least in which a beaker is seen that the border cuts off
ONE_MORE = 0.4  # of the distance between beakers, by which a gap may be too narrow for one more place, and still has it


class Drawn(NamedTuple):
    """What is drawn in the middle of a beaker: its area in squares of a unit's width, and its height in widths."""

    area: float
    tall: float

    @property
    def is_sign(self) -> bool:
        return self.area > LEAST_SIGN and self.tall < TALLEST_SIGN


class SeenPlace(NamedTuple):
    """A place of a row with something that may be no beaker of the level. where: 'at the right end of row 2'."""

    standing: Standing
    where: Sentence


def drawn_in(grid: Grid, x: float, bottom: float) -> Drawn:
    """What is drawn in the middle of a beaker; what reaches both sides, its bottom or its rim may be behind it."""
    part = grid.box(x, bottom - MIDDLE_HEIGHT * grid.tall, INSIDE, INSIDE * grid.beaker_height)
    if not part.size:
        return Drawn(0, 0)
    tall, across = part.shape[:2]
    area = 0
    tops: list[int] = []
    ends: list[int] = []
    inked = deviation(part, np.median(part, (0, 1))) > INK
    for _, left, top, w, h, pixels in components(inked)[1].tolist():
        is_inside = w < across and 0 < top < top + h < tall
        is_centred = abs(left + w / 2 - across / 2) < OFF_MIDDLE * grid.wide
        if is_inside and is_centred and min(w, h) >= THIN * grid.wide:
            area += pixels
            tops.append(top)
            ends.append(top + h)
    height = max(ends, default=0) - min(tops, default=0)
    return Drawn(area / grid.wide**2, height / grid.wide)


def mark_faint(level: list[Beaker], drawn: list[Drawn], grid: Grid) -> None:
    """Mark the beakers whose glass has clearly less contrast at its sides than that of others, as ghosts have.

    Glass is what is above the units. Others are the clearest empty beaker without a sign, and the usual one with units
    and an empty slot; of the two, the fainter counts. Without both it is the usual full one, up to its rim.
    """
    glass: list[tuple[Beaker, Drawn, float]] = []
    for beaker, inside in zip(level, drawn, strict=True):
        units = 0 if beaker.seems_empty else len(beaker.units)
        if units <= grid.beaker_height - LEAST_GLASS:
            glass.append((beaker, inside, contrast_of(grid, beaker.x, beaker.bottom, units)))

    def usual(beaker: Beaker, others: list[tuple[Beaker, float]]) -> list[float]:
        """The median of others in its row, or if there are none of all, in a list; without any, an empty one."""
        in_row = [clear for other, clear in others if other.bottom == beaker.bottom]
        every = in_row or [clear for _, clear in others]
        return [median(every)] if every else []

    for beaker, inside, contrast in glass:
        others = [(other, sign, clear) for other, sign, clear in glass if other is not beaker]
        empty = [clear for other, sign, clear in others if other.likeness >= LIKE and not (other.units or sign.is_sign)]
        with_units = [(other, clear) for other, _, clear in others if not other.seems_empty]
        not_full = [(other, clear) for other, clear in with_units if len(other.units) < int(grid.beaker_height)]
        compared = [*([max(empty)] if empty else []), *usual(beaker, not_full)] or usual(beaker, with_units)
        is_told = (not beaker.units or floats(beaker)) and (empty or inside.is_sign)
        beaker.is_faint = contrast < (FAINT if is_told else FAINTER) * min(compared, default=0.0)


def floats(beaker: Beaker) -> bool:
    """Whether what seems to be units lies on an empty slot, in one colour: so it is a sign."""
    return beaker.seems_empty and bool(beaker.units) and is_of_one_color(beaker.units)


def standing_of(beaker: Beaker, drawn: Drawn) -> Standing:
    """Whether a place is a beaker, one to buy, or doubtful: by its outline, its glass, and what is seen in it.

    A ghost, which has faint glass, is to be bought if it shows a sign. Faint glass without sign and units is doubtful;
    so is a sign in clear glass without water, as it may be a reflection or a bubble.
    """
    units = beaker.units
    has_sign = floats(beaker) or (drawn.is_sign and is_of_one_color(units))
    may_be_cover = not beaker.seems_empty and beaker.likeness < LIKE
    if beaker.is_faint and has_sign and not may_be_cover:
        return Standing.TO_BUY
    # All its cells look alike and filled, as dark glass does; or none does.
    shows_glass_alone = not units or (has_sign and len(units) == len(beaker.cells))
    is_doubtful = shows_glass_alone and (beaker.is_faint or has_sign)
    return Standing.DOUBTFUL if is_doubtful or beaker.likeness < LIKE else Standing.BEAKER


def is_of_one_color(units: list[Cell]) -> bool:
    """Whether these cells may be a sign, or dark glass around one; those with question marks are units."""
    colors = [cell.color for cell in units]
    return not any(cell.hidden for cell in units) and all(distance(color, colors, max) < SAME_COLOR for color in colors)


def free_places(rows: list[list[Beaker]], grid: Grid, are_some_hidden: bool) -> Iterator[tuple[int, float, float]]:
    """Free places in rows: in gaps, and one more at an end where the row lacks a beaker.

    It lacks one where a longer row has one, or where one more would put it into the middle of the picture. Each is the
    number of the row from 0, x, and the distance to the next place. Where some units are hidden, counts do not show
    that a beaker is missing: then a place that the picture cuts off also counts.
    """
    picture_width = grid.picture.lab.shape[1]
    half_a_beaker = grid.wide / 2
    columns = [sorted(beaker.x for beaker in row) for row in rows]
    pitch = max(grid.wide, pitch_of(rows, USUAL_PITCH * grid.wide))
    leftmost = min((places[0] for places in columns), default=0)
    rightmost = max((places[-1] for places in columns), default=0)
    for number, places in enumerate(columns):
        spacing = max(pitch, pitch_of([rows[number]], pitch))  # rows of fewer beakers may be wider spaced
        free = [*chain(*(between(x, after, pitch) for x, after in pairwise(places)))]
        # A row in the middle of the picture is as far from its left edge as from its right one. One that lacks a beaker
        # on the left is a spacing farther from the left edge.
        lacks_on_left = places[0] + places[-1] - picture_width
        for x, lacks in (
            (places[0] - spacing, max(lacks_on_left, places[0] - leftmost)),
            (places[-1] + spacing, max(-lacks_on_left, rightmost - places[-1])),
        ):
            is_in_picture = half_a_beaker <= x <= picture_width - half_a_beaker
            is_missing = lacks > (1 - ONE_MORE) * spacing and is_in_picture
            if is_missing or (is_cut_off(x, grid) and are_some_hidden):
                free.append(x)
        yield from ((number, x, spacing) for x in free)


def is_cut_off(x: float, grid: Grid) -> bool:
    """Whether the border of the picture would cut a beaker in two that stands here."""
    picture_width: int = grid.picture.lab.shape[1]
    return min(abs(x), abs(picture_width - x)) < grid.wide / 2


def between(x: float, after: float, pitch: float) -> list[float]:
    """Places between two neighbours of a row, evenly, as many as have room."""
    spaces = int((after - x) / pitch + ONE_MORE)
    return [x + n * (after - x) / spaces for n in range(1, spaces)]


def place_in(row: list[Beaker], x: float, number: int) -> Sentence:
    """Where a place of a row is, in words: 'at the right end of row 2'."""
    columns = [beaker.x for beaker in row if beaker.x != x]
    if x < min(columns, default=x):
        return Sentence(f"at the left end of row {number}", "left_end_of_row", row=number)
    if x > max(columns, default=x):
        return Sentence(f"at the right end of row {number}", "right_end_of_row", row=number)
    return Sentence(f"within row {number}", "within_row", row=number)


def seen_in_free_places(rows: list[list[Beaker]], grid: Grid, are_some_hidden: bool) -> Iterator[SeenPlace]:
    """What stands in free places, if more than background is seen: to be bought if it is a sign, else doubtful."""
    for number, x, spacing in free_places(rows, grid, are_some_hidden):
        row = rows[number]
        bottom = row[0].bottom
        y = bottom - grid.tall / 2
        background = grid.ground(x, y, spacing / 2, GROUND)
        place = grid.box(x, y, spacing / 2 / grid.wide, INSIDE * grid.beaker_height)
        if not background or not place.size:
            continue
        differs = np.min([deviation(place, each) for each in background], 0) > EMPTY
        if is_cut_off(x, grid) and differs.any(1).mean() < SIDE_SEEN:
            continue
        if differs.mean() > SHARE:
            share = differs.mean() * spacing / grid.wide  # as if the place were as wide as units
            is_sign = share < MOST_OF_SIGN and drawn_in(grid, x, bottom).is_sign
            yield SeenPlace(Standing.TO_BUY if is_sign else Standing.DOUBTFUL, place_in(row, x, number + 1))
