"""What must be bought first: a ghost of a beaker, or a place in a row, with a padlock, a plus or a price."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Lab, components, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import EMPTY, GHOST, LIKE, Beaker, Standing, pitch_of
from fewest_pours.puzzles.watersort.pictures.cells import (
    CLEARLY_EMPTY,
    GROUND,
    INK,
    MIDDLE_ASIDE,
    SAME_COLOR,
    USUAL_PITCH,
    distance,
)
from fewest_pours.puzzles.watersort.pictures.grid import Grid

REST = 0.1  # of the pixels of a plain beaker, the most of another colour
SIGN = 0.18  # squares of a unit's width, the least area of a sign in a beaker that must be bought
SMALL_SIGN = 0.055  # of these, the same in a ghost or a free place
LARGE_SIGN = 0.45  # of these, the most area of a sign in a free place
MESSY = 0.06  # of these, the least area of what makes an empty beaker doubtful
SMALL_MESSY = 0.02  # of these, the same where a sign would be, or aside in a ghost
TALL = 1.6  # widths, more than the height of a sign
LABELLED = 3.4  # widths, more than the height of a sign with its label, in a ghost
ROUND = 0.87  # of its box, the most that a sign covers which reaches both sides of its beaker
BELOW = 0.8  # widths from a sign to a label below it, and the most that is high
TINTED = 35.0  # CIELAB distance from the background of the glass of a ghost
AIR = 0.5  # units of air above a full beaker, without which a ghost's tint is like one colour up to its rim
THIN = 0.1  # widths, the least of what is drawn on glass
VIVID = 20.0  # CIELAB distance by which signs have more colour than glass
SHARE = 0.02  # of the pixels of a free place, the least that something drawn there covers
INSIDE = 0.45  # widths to both sides and heights of a beaker up and down, without its rim
MIDDLE_HEIGHT = 0.48  # heights of a beaker from its bottom to the middle of this
OFF_CENTRE = 0.08  # widths, the most that signs together are off the middle of a beaker
PART_OFF_CENTRE = 0.15  # widths, the same of each part
SQUARE = 0.3  # of its width, the most by which the height of a sign that reaches both sides differs
UNDER_RIM = 0.65  # of the air above units, how far below the top of a beaker its glass is looked at
WIDER_ROW = 1.8  # times the pitch, below which a gap is the pitch of a row of fewer beakers
FITS, ALMOST_FITS = 0.1, 0.4  # of the pitch that may be missing for one more place
CENTRED_ROW = 0.2  # of the pitch, the most that a row is off the middle of a picture of its app alone
NEXT_PLACE = 1.2  # times the pitch, within which the next place is
WHOLE_PLACE = 0.58, 2  # widths and units to all sides, a free place up to the sides of its glass

Mask = NDArray[np.bool_]
Box = tuple[int, ...]  # left, right, top, end, pixels


class Drawn(NamedTuple):
    """What is drawn in a beaker: its area in squares of a unit's width, its height in widths, whether it is centred.

    plain: whether the rest shows one colour up to its rim, as no water does, or nothing; aside: the area of what is
    drawn off its middle or up to its sides, and is no reflection.
    """

    area: float
    tall: float
    centred: bool
    plain: bool
    aside: float


def drawn_in(grid: Grid, x: float, bottom: float, ink: float = INK) -> Drawn:
    """What is drawn in a beaker; what reaches its sides is a reflection, or behind it.

    ink: the CIELAB distance of what is drawn.
    """
    wide = grid.wide
    part = grid.box(x, bottom - MIDDLE_HEIGHT * grid.tall, INSIDE, INSIDE * grid.height)  # without its rim
    if not part.size:
        return Drawn(0, 0, False, False, 0)
    glass = np.median(part, (0, 1))
    inked = deviation(part, glass) > ink
    signs, labels, aside = parts_of(part, inked, wide, glass)
    if not signs:
        return Drawn(0, 0, False, bool(inked.mean() < REST), aside)
    lefts, rights, tops, ends, pixels = zip(*signs, strict=True)
    centred = abs(min(lefts) + max(rights) - part.shape[1]) / 2 < OFF_CENTRE * wide
    label = sum(size for _, _, top, end, size in labels if 0 < top - max(ends) < BELOW * wide > end - top)
    plain = bool(inked.sum() - sum(pixels) - label < REST * inked.size)
    return Drawn(sum(pixels) / wide**2, (max(ends) - min(tops)) / wide, centred, plain, aside)


def parts_of(part: Lab, inked: Mask, wide: float, glass: Lab) -> tuple[list[Box], list[Box], float]:
    """What is inked in the middle of a part of a picture: signs, labels that reach its sides, and Drawn.aside."""
    tall, across = inked.shape
    numbers, parts = components(inked)
    signs: list[Box] = []
    labels: list[Box] = []
    aside = 0
    for number, left, top, w, h, pixels in parts:
        if not 0 < top < top + h < tall or min(w, h) < THIN * wide:
            continue
        centred = abs(left + w / 2 - across / 2) < PART_OFF_CENTRE * wide
        inside = 0 < left < left + w < across or (pixels < ROUND * w * h and abs(h - w) < SQUARE * w)
        if centred:
            (signs if inside else labels).append((left, left + w, top, top + h, pixels))
        if not (centred and inside) and chroma(np.median(part[numbers == number], 0)) > chroma(glass) + VIVID:
            aside += pixels
    return signs, labels, aside / wide**2


class FreePlace(NamedTuple):
    """What is seen where a beaker may be. where: 'at the right end of row 2'."""

    standing: Standing
    where: Sentence


def chroma(color: Lab) -> float:
    """How far a colour is from gray, as reflections are."""
    return float(np.linalg.norm(color[1:]))


def standing_of(beaker: Beaker, fit: Grid) -> Standing:
    """Whether a place with the outline of a beaker is one, by what is drawn in it."""
    drawn = drawn_in(fit, beaker.x, beaker.bottom)
    if must_be_bought(beaker, drawn, fit):
        return Standing.TO_BUY
    if beaker.likeness < LIKE or has_unknown_sign(beaker, drawn, fit):
        return Standing.DOUBTFUL
    return Standing.BEAKER


def must_be_bought(beaker: Beaker, drawn: Drawn, fit: Grid) -> bool:
    """Whether a large sign stands on glass without units; in a ghost it may be smaller, with a label below."""
    if beaker.likeness < GHOST:
        least, tallest = SMALL_SIGN, LABELLED
    else:
        least, tallest = SIGN, TALL
    is_sign = drawn.centred and drawn.area > least and drawn.tall < tallest
    is_plain = drawn.plain or not beaker.units
    is_clear = all(cell.away < CLEARLY_EMPTY for cell in beaker.cells)
    return is_sign and is_plain and (is_clear or tinted(beaker, fit))


def has_unknown_sign(beaker: Beaker, drawn: Drawn, fit: Grid) -> bool:
    """Whether something is drawn that is neither a unit nor the sign of one, so that it may not be a beaker."""
    most = SMALL_MESSY if drawn.centred and drawn.tall < TALL else MESSY
    if beaker.units:
        of_units = any(cell.hidden for cell in beaker.cells) or all(cell.sign is not None for cell in beaker.cells)
        return drawn.plain and drawn.centred and not of_units and drawn.area > most
    faint = drawn_in(fit, beaker.x, beaker.bottom, INK / 2)
    is_faint_sign = faint.plain and faint.centred and faint.tall < TALL and faint.area > SMALL_SIGN
    is_ghost_with_ink_aside = beaker.likeness < GHOST and drawn.aside > SMALL_MESSY
    return drawn.area > most or is_faint_sign or is_ghost_with_ink_aside


def tinted(beaker: Beaker, fit: Grid) -> bool:
    """Whether glass without units has one tint, much like the background.

    The air above the places of units is compared with the uppermost place. The others need no look: must_be_bought asks
    before whether the glass shows one colour, or all of them look empty.
    """
    air = fit.height - len(beaker.cells)
    top = beaker.cells[-1]
    y = beaker.bottom - fit.tall + UNDER_RIM * air * fit.high  # below a wide rim
    seen = fit.patch(beaker.x, y, MIDDLE_ASIDE, GROUND * air)
    return (
        air > AIR
        and len(seen) > 0
        and min(cell.away for cell in beaker.cells) < TINTED
        and distance(top.color, [np.median(seen, 0)]) < SAME_COLOR
    )


def free_places(rows: list[list[Beaker]], fit: Grid) -> Iterator[tuple[float, float, float]]:
    """Places in gaps of rows, below those of longer rows, or that put a row into the middle: x, bottom, pitch."""
    right = fit.picture.lab.shape[1]
    columns = [sorted(beaker.x for beaker in row) for row in rows]
    pitch = max(fit.wide, pitch_of(rows, USUAL_PITCH * fit.wide))
    left = min((places[0] for places in columns), default=0)
    last = max((places[-1] for places in columns), default=0)
    for row, places in zip(rows, columns, strict=True):
        gap = max(pitch, pitch_of([row], pitch))
        step = gap if gap < WIDER_ROW * pitch else pitch  # rows of fewer beakers may be wider spaced
        free = [x + n * step for x, after in pairwise(places) for n in range(1, int((after - x) / step + ALMOST_FITS))]
        # How many more places on the left (if negative, on the right) would put the row into the middle of the picture.
        to_middle = (places[0] + places[-1] - right) / step
        if abs(to_middle - round(to_middle)) >= CENTRED_ROW:
            to_middle = 0.0  # the picture shows more than the app
        beside_cover = int(any(beaker.cover is not None for beaker in row))  # the next beaker may be covered, too
        on_left = max(beside_cover, int(to_middle + ALMOST_FITS), int((places[0] - left) / step + FITS))
        on_right = max(beside_cover, int(-to_middle + ALMOST_FITS), int((last - places[-1]) / step + FITS))
        free += [places[0] - n * step for n in range(1, on_left + 1)]
        free += [places[-1] + n * step for n in range(1, on_right + 1)]
        yield from ((x, row[0].bottom, step) for x in free if fit.wide / 2 < x < right - fit.wide / 2)


def place_in(row: list[Beaker], x: float, number: int) -> Sentence:
    """Where a place of a row is, in words: 'at the right end of row 2'."""
    columns = [beaker.x for beaker in row if beaker.x != x]
    if x < min(columns, default=x):
        return Sentence(f"at the left end of row {number}", "left_end_of_row", row=number)
    if x > max(columns, default=x):
        return Sentence(f"at the right end of row {number}", "right_end_of_row", row=number)
    return Sentence(f"within row {number}", "within_row", row=number)


def seen_beside(rows: list[list[Beaker]], fit: Grid) -> Iterator[FreePlace]:
    """What is seen in free places of rows, where it is more than the background: a sign on it must be bought."""
    plain: list[tuple[float, float]] = []  # where nothing is seen, or which are beyond such places: their row has ended
    for x, bottom, pitch in free_places(rows, fit):
        if any(bottom == other and abs(x - end) < NEXT_PLACE * pitch for end, other in plain):
            plain.append((x, bottom))
            continue
        y = bottom - fit.tall / 2
        background = fit.ground(x, y, GROUND, pitch / 2)
        middle = fit.patch(x, y, MIDDLE_ASIDE, GROUND)
        whole = fit.patch(x, y, *WHOLE_PLACE)  # up to the sides of its glass
        if not len(middle) or not len(whole):
            continue
        main = np.median(whole, 0)
        place_differs = distance(main, background) >= EMPTY
        middle_differs = distance(np.median(middle, 0), background) >= EMPTY
        something_is_drawn = np.mean(deviation(whole, main) > EMPTY) > SHARE
        if place_differs or middle_differs or something_is_drawn:
            drawn = drawn_in(fit, x, bottom)
            sign = drawn.centred and drawn.tall < TALL and SMALL_SIGN < drawn.area < LARGE_SIGN
            number, row = next((n, row) for n, row in enumerate(rows, 1) if row[0].bottom == bottom)
            sign_on_background = sign and not place_differs
            standing = Standing.TO_BUY if sign_on_background else Standing.DOUBTFUL
            yield FreePlace(standing, place_in(row, x, number))
        else:
            plain.append((x, bottom))
