"""Doubts about what is air: in beakers that seem empty, above units, and above full beakers."""

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.beakers import Cell
from fewest_pours.puzzles.watersort.pictures.color_distance import (
    SAME_COLOR,
    distance_to_farthest,
    distance_to_nearest,
    distances,
)
from fewest_pours.puzzles.watersort.pictures.decision import Candidate
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis
from fewest_pours.puzzles.watersort.pictures.level import UNIT_OR_EMPTY, Doubt
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT
from fewest_pours.puzzles.watersort.pictures.outline import INNER

USUAL_AIR = 0.7  # units, the most that counts as air above a full beaker: the outline may seem higher than it is
SEVERAL = 2  # full beakers with units above make a doubt, or the only full one does: one of several may have a cork
MORE_CHANGE = 4.0  # CIELAB distance, by which an empty beaker changes its colour clearly more than another one
SMALLEST_CHANGE = 1.0  # squared CIELAB distance of two backgrounds that counts, so that nothing is divided by 0


def doubtful_air(best: Candidate) -> Iterator[Doubt]:
    """What may be units or air: one colour up to the rim; air unlike other air; a colour that looks like glass.

    Counts do not tell air from all units of one colour: without these the others fill whole beakers, too.
    """
    units = best.level.units
    changes = below_rims(best.hypothesis)
    may_be_either = [*one_color_up_to_rim(best, changes), *changed_below_rim(best, changes)]
    if may_be_either:
        yield Doubt(UNIT_OR_EMPTY, tuple((number, None) for number in may_be_either))
    capacity = best.hypothesis.capacity
    air = {slot: cell for slot, cell in best.hypothesis.cells.items() if slot not in units and slot[1] < capacity}
    if not air:
        return
    emptiest = min(air.values(), key=attrgetter("from_air"))
    unlike = [slot for slot, cell in air.items() if cell.looks_filled and not is_like_glass(cell, emptiest)]
    if unlike:
        beakers = dict.fromkeys((beaker, None) for beaker, _ in unlike)
        yield Doubt(UNIT_OR_EMPTY, tuple(beakers))
    for color in set(units.values()) - {HIDDEN_UNIT}:
        slots = best.slots_of({color})
        is_uppermost = all(units.get((beaker, up + 1), color) == color for beaker, up in slots)
        if is_uppermost and all(is_like_glass(best.hypothesis.cells[slot], emptiest) for slot in slots):
            yield Doubt(UNIT_OR_EMPTY, slots)


class ChangeBelowRim(NamedTuple):
    """How much the colour of one beaker changes from its uppermost slot, as CIELAB distances.

    downwards: to the slot that is least like it; upwards: to where a full beaker has air.
    """

    downwards: float
    upwards: float


def below_rims(hypothesis: Hypothesis) -> dict[int, ChangeBelowRim]:
    """How much the colour changes in each beaker that shows where a full one has air."""
    grid = hypothesis.grid
    air = min(hypothesis.space_above, USUAL_AIR)  # units of it above a full beaker, whose middle half is looked at
    seen: dict[int, ChangeBelowRim] = {}
    for number, beaker in enumerate(hypothesis.beakers):
        slots = [cell.color for cell in beaker.cells[: hypothesis.capacity]]
        y = beaker.bottom - (hypothesis.capacity + air / 2) * grid.unit_height
        above = grid.patch(beaker.x, y, INNER, air / 4)
        if slots and len(above):
            upwards = float(distances(slots[-1], np.median(above, 0)))
            seen[number] = ChangeBelowRim(distance_to_farthest(slots[-1], slots), upwards)
    return seen


def one_color_up_to_rim(best: Candidate, changes: dict[int, ChangeBelowRim]) -> Iterator[int]:
    """Beakers with units that show one colour in all slots and above, as empty ones do whose glass has another tone.

    Real units would end below the rim.
    """
    capacity = best.hypothesis.capacity
    contents = best.contents
    for number, change in changes.items():
        slots = best.hypothesis.beakers[number].cells[:capacity]
        look_like_units = all(cell.looks_filled and not cell.has_mark for cell in slots)
        if contents[number] and look_like_units and max(change) < SAME_COLOR:
            yield number


def changed_below_rim(best: Candidate, changes: dict[int, ChangeBelowRim]) -> Iterator[int]:
    """Empty beakers that change their colour most where a full beaker's units end, clearly more than other glass does.

    They may be full of a colour like their glass. Other glass is that of beakers with an empty uppermost slot.
    """
    capacity = best.hypothesis.capacity
    contents = best.contents
    not_full = [change.upwards for number, change in changes.items() if len(contents[number]) < capacity]
    least = min(not_full, default=0.0)
    for number, (downwards, upwards) in changes.items():
        slots = best.hypothesis.beakers[number].cells[:capacity]
        is_unlike_air = max(cell.from_air for cell in slots) > SAME_COLOR
        if not contents[number] and is_unlike_air and upwards > max(downwards, least + MORE_CHANGE):
            yield number


def is_like_glass(cell: Cell, air: Cell) -> bool:
    """Whether a slot looks as air does elsewhere, or as that would with the background that is here behind it.

    Glass lets a share of the background through. So the colour of air here is that of the other air plus a share, from
    0 to 1, of how the background changes from there to here.
    """
    if cell.background is None or air.background is None:
        return bool(distances(cell.color, air.color) <= SAME_COLOR)
    seen = cell.color - air.color
    change = cell.background - air.background
    share = np.clip(seen @ change / max(SMALLEST_CHANGE, change @ change), 0, 1)
    return bool(distances(cell.color, air.color + share * change) <= SAME_COLOR)


def units_above(best: Candidate) -> Iterator[Doubt]:
    """Units of known colours above several full beakers, or above the only full one.

    Only where beakers have no slots above the capacity; where they have, the model decides.
    """
    looks = best.looks
    units = best.level.units
    full = 0
    with_units_above = 0
    for number, beaker in enumerate(best.hypothesis.beakers):
        if beaker.above is not None and (number, len(beaker.cells) - 1) in units:
            full += 1
            has_known_color = distance_to_nearest(beaker.above.color, looks) < SAME_COLOR
            with_units_above += beaker.above.looks_filled and has_known_color
    if with_units_above > 0 and with_units_above >= min(SEVERAL, full):
        words = "units above a full beaker: are beakers of unequal heights?"
        yield Doubt(Sentence(words, "units_above_full"))
