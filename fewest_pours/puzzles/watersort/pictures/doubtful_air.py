"""Doubts about what is air: in beakers that seem empty, above units, and above full beakers."""

from collections.abc import Iterator
from operator import attrgetter

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import SAME_COLOR, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import Cell
from fewest_pours.puzzles.watersort.pictures.cells import distance
from fewest_pours.puzzles.watersort.pictures.decision import Candidate
from fewest_pours.puzzles.watersort.pictures.level import UNIT_OR_EMPTY, Doubt
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT

# Full beakers with units above them that make a doubt, or the only full one: a single one of more may have a cork.
SEVERAL = 2
SMALLEST_CHANGE = 1.0  # squared CIELAB distance of two backgrounds that counts, so that nothing is divided by 0


def doubtful_air(best: Candidate) -> Iterator[Doubt]:
    """What may be units or air: one colour up to the rim; air unlike the emptiest; a colour that looks like glass.

    Counts do not tell air from all units of one colour: without these the others fill whole beakers, too.
    """
    units = best.choice.units
    even = tuple((beaker, None) for beaker in best.hypothesis.even if (beaker, 0) in units)
    if even:  # units would end below the rim
        yield Doubt(UNIT_OR_EMPTY, even)
    capacity = best.hypothesis.capacity
    air = {slot: cell for slot, cell in best.hypothesis.cells.items() if slot not in units and slot[1] < capacity}
    if not air:
        return
    emptiest = min(air.values(), key=attrgetter("away"))
    unlike = [slot for slot, cell in air.items() if cell.looks_filled and not is_like_glass(cell, emptiest)]
    if unlike:
        beakers = dict.fromkeys((beaker, None) for beaker, _ in unlike)
        yield Doubt(UNIT_OR_EMPTY, tuple(beakers))
    for color in set(units.values()) - {HIDDEN_UNIT}:
        slots = best.slots_of({color})
        is_uppermost = all(units.get((beaker, up + 1), color) == color for beaker, up in slots)
        if is_uppermost and all(is_like_glass(best.hypothesis.cells[slot], emptiest) for slot in slots):
            yield Doubt(UNIT_OR_EMPTY, slots)


def is_like_glass(cell: Cell, air: Cell) -> bool:
    """Whether a slot looks as air does elsewhere, or as that would with the background that is here behind it.

    Then its colour is near the line from that of the other air to that plus the whole change of the background, as
    glass lets a share of it through.
    """
    if cell.behind is None or air.behind is None:
        return bool(deviation(cell.color, air.color) <= SAME_COLOR)
    seen = cell.color - air.color
    change = cell.behind - air.behind
    share = np.clip(seen @ change / max(SMALLEST_CHANGE, change @ change), 0, 1)
    return bool(deviation(cell.color, air.color + share * change) <= SAME_COLOR)


def units_above(best: Candidate) -> Iterator[Doubt]:
    """Units of known colours above several full beakers, or above the only full one.

    Only where the cells of beakers end at the capacity; on higher ones the model decides.
    """
    looks = best.looks
    units = best.choice.units
    full = 0
    above = 0
    hypothesis = best.hypothesis
    for number, beaker in enumerate(hypothesis.beakers):
        if beaker.above is not None and (number, len(beaker.cells) - 1) in units:
            full += 1
            above += beaker.above.looks_filled and distance(beaker.above.color, looks) < SAME_COLOR
    if above > 0 and above >= min(SEVERAL, full):
        words = "units above a full beaker: are beakers of unequal heights?"
        yield Doubt(Sentence(words, "units_above_full"))
