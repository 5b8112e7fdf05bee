"""What a reading may have got wrong: where the nearest rival differs, and what no cost decides."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import OTHER_COLOR, SAME_COLOR, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import Cell
from fewest_pours.puzzles.watersort.pictures.cell_costs import unit_cost
from fewest_pours.puzzles.watersort.pictures.cells import distance
from fewest_pours.puzzles.watersort.pictures.decision import (
    FEWEST_UNITS,
    LEAST_SPACE,
    MOST_UNITS,
    Candidate,
    Decision,
)
from fewest_pours.puzzles.watersort.pictures.doubtful_air import doubtful_air, units_above
from fewest_pours.puzzles.watersort.pictures.hypotheses import Slot
from fewest_pours.puzzles.watersort.pictures.level import (
    BEAKER_OR_NONE,
    COLOR_OR_HIDDEN,
    HEIGHT_OF_UNITS,
    UNIT_OR_EMPTY,
    Doubt,
)
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT

BELIEVED = 0.8  # cost, the least margin that is believed: with it no picture that it was calibrated on was read wrongly
CLEAR = 3.5  # cost, the same where units have another height: of wrong levels it was 1.3 to 2.9, of right ones 4
CROWDED = 0.75  # of the least distance between two beakers with units, from which on an empty one is far enough away
FEWEST_BEAKERS = 4  # with which people play
UNEVEN = 0.4  # cost, beyond that of any unit, of one that is a little off its colour
LIKE_HIDDEN = 0.5  # of its distance from the background, within which a unit has the colour of hidden ones
FEWEST_SEEN = 5  # units, without which nothing shows how much those of one colour differ
CONFIRMING = 4  # colours, the least whose counts confirm the height of a unit
NOTICED = 2.3  # CIELAB distance, the least that people notice (Mahy et al., 1994)
USUAL_CAPACITY = 4  # units in a beaker, with which most play


def doubts_of(decision: Decision) -> Iterator[Doubt]:
    """Why a level may be wrong."""
    best = decision.best
    second = decision.second
    is_of_other_height = second is not None and second.hypothesis.height != best.hypothesis.height
    if decision.margin < (CLEAR if is_of_other_height else BELIEVED):
        yield from differences(best, second)
    yield from doubtful_counts(best)
    yield from doubtful_air(best)
    yield from units_above(best)
    yield from crowded(best)
    yield from doubtful_hidden_units(best)
    if not all_are_counted(best):
        yield from uncounted_units(best)
    yield from doubtful_measures(decision)


def differences(best: Candidate, second: Candidate | None) -> Iterator[Doubt]:
    """Where the nearest rival differs, if it was found."""
    if second is None:  # the solver's effort ended before a level was found: mostly as many colours are alike
        yield Doubt(Sentence("colours are hard to tell apart", "colors_hard_to_tell"))
        return
    ours = best.hypothesis
    theirs = second.hypothesis
    if ours.height != theirs.height:
        yield Doubt(HEIGHT_OF_UNITS)
    elif ours.capacity != theirs.capacity:
        fewer, more = sorted((ours.capacity, theirs.capacity))
        words = f"{fewer} or {more} units in a beaker"
        yield Doubt(Sentence(words, "units_or_units", fewer=fewer, more=more))
    else:
        yield from differing_units(best.choice.units, second.choice.units)


def differing_units(units: dict[Slot, int], others: dict[Slot, int]) -> Iterator[Doubt]:
    """Where two levels of one shape differ. Of units that only the other has, the whole beaker is marked."""
    either = sorted(units.keys() ^ others.keys())
    if either:
        places = [(beaker, up if (beaker, up) in units else None) for beaker, up in either]
        yield Doubt(UNIT_OR_EMPTY, tuple(dict.fromkeys(places)))
    both = units.keys() & others.keys()
    hidden = sorted(slot for slot in both if (units[slot] == HIDDEN_UNIT) != (others[slot] == HIDDEN_UNIT))
    if hidden:
        yield Doubt(COLOR_OR_HIDDEN, tuple(hidden))
    colored = sorted(slot for slot in both if HIDDEN_UNIT not in (units[slot], others[slot]))
    alike: set[int] = set()
    for one, other in combinations(colored, 2):
        if (units[one] == units[other]) != (others[one] == others[other]):
            alike |= {units[one], units[other]}
    if alike:
        words = "two colours are nearly alike: are they two?"
        yield Doubt(Sentence(words, "colors_nearly_alike"), tuple(slot for slot in colored if units[slot] in alike))


def is_one_shade(best: Candidate, color: int) -> bool:
    """Whether units of one colour are a chain in which nobody sees a difference from one to the next."""
    colors = np.array([best.hypothesis.cells[slot].color for slot in best.slots_of({color})])
    is_near = deviation(colors[:, None], colors) < NOTICED
    reached = is_near[0]
    for _ in colors:
        reached = is_near[reached].any(0)
    return bool(reached.all())


def doubtful_counts(best: Candidate) -> Iterator[Doubt]:
    """Counts that do not fit, colours that fill more beakers than most do, and levels that nobody plays."""
    choice = best.choice
    may_be_two = {color for color in choice.fills_more if not is_one_shade(best, color)}
    if may_be_two:
        twice = Sentence("one colour fills more beakers than most, or these are two colours", "one_color_or_two")
        yield Doubt(twice, best.slots_of(may_be_two))
    if choice.missing:
        words = "the counts of the colours do not fit: is a beaker cut off, or of another height?"
        yield Doubt(Sentence(words, "counts_do_not_fit"), best.slots_of(choice.missing))
    if choice.full:
        yield Doubt(Sentence("no room for a move: is the picture the whole level?", "no_room_for_a_move"))
    if len(best.hypothesis.beakers) < FEWEST_BEAKERS:
        yield Doubt(Sentence("fewer than four beakers: is the picture the whole level?", "few_beakers"))


def crowded(best: Candidate) -> Iterator[Doubt]:
    """Empty beakers nearer to another one than any two with units are: a gap between two beakers looks like them."""
    hypothesis = best.hypothesis
    holds_units = [bool(units) or number in hypothesis.covers for number, units in enumerate(best.contents)]
    places = sorted(
        (row, beaker.x, number)
        for number, (row, beaker) in enumerate(zip(hypothesis.rows, hypothesis.beakers, strict=True))
    )
    with_units = [place for place in places if holds_units[place[2]]]
    least = min((gap for gap, _ in gaps(with_units)), default=0.0)
    near = {number for gap, pair in gaps(places) if gap < CROWDED * least for number in pair}
    empty = sorted(number for number in near if not holds_units[number])
    if empty:
        yield Doubt(BEAKER_OR_NONE, tuple((number, None) for number in empty))


def gaps(places: list[tuple[int, float, int]]) -> Iterator[tuple[float, tuple[int, int]]]:
    """How far neighbours in a row are apart, and their numbers. places: (row, x, number), sorted."""
    for (row, x, number), (next_row, next_x, next_number) in pairwise(places):
        if row == next_row:
            yield next_x - x, (number, next_number)


def doubtful_hidden_units(best: Candidate) -> Iterator[Doubt]:
    """A hidden unit on top of a beaker, as games open it, and hidden units whose signs are letters, or not seen."""
    units = best.choice.units
    cells = best.hypothesis.cells
    hidden = [slot for slot, color in units.items() if color == HIDDEN_UNIT]
    for beaker, up in hidden:
        if (beaker, up + 1) not in units:
            yield Doubt(Sentence("its uppermost unit is hidden", "uppermost_is_hidden"), ((beaker, None),))
    if hidden and (may_be_of_one_color(best, hidden) or not any(cells[slot].hidden for slot in hidden)):
        yield Doubt(COLOR_OR_HIDDEN, tuple(sorted(hidden)))
    elif any(lacks_signs(up, hidden, cells) for _, up in hidden):
        yield Doubt(HEIGHT_OF_UNITS)


def all_are_counted(best: Candidate) -> bool:
    """Whether every colour fills whole beakers with units in sight, which a wrong reading hardly does."""
    choice = best.choice
    return not (best.hypothesis.covers or HIDDEN_UNIT in choice.units.values() or choice.missing)


def uncounted_units(best: Candidate) -> Iterator[Doubt]:
    """What counts would have shown: cells of two colours, units that may be empty glass, a doubtful capacity."""
    units = best.choice.units
    cells = best.hypothesis.cells
    split = tuple(slot for slot in sorted(units) if cells[slot].split)
    if split:
        yield Doubt(Sentence("units of two colours", "units_of_two_colors"), split)
    signed = [cell.color for cell in cells.values() if cell.hidden]
    pale = [slot for slot in sorted(units) if not cells[slot].hidden and cells[slot].away < OTHER_COLOR]

    def looks_hidden(cell: Cell) -> bool:
        """Whether it has the colour of those with a sign: its own is not recognised, as at a round bottom."""
        return distance(cell.color, signed) <= LIKE_HIDDEN * cell.away

    faint = tuple(slot for slot in pale if not looks_hidden(cells[slot]))
    if faint:
        yield Doubt(UNIT_OR_EMPTY, faint)
    # A beaker may be too low for so many, or have room for one more; or none may be full.
    is_filled = max(map(len, best.contents)) >= best.hypothesis.capacity
    if not 0 <= best.hypothesis.space_above < 1 + LEAST_SPACE or not (is_filled or best.hypothesis.covers):
        words = f"{best.hypothesis.capacity} units in a beaker"
        yield Doubt(Sentence(words, "units_in_a_beaker", capacity=best.hypothesis.capacity))


def may_be_of_one_color(best: Candidate, hidden: list[Slot]) -> bool:
    """Whether all hidden units look alike, and counts also fit if that is a colour: their signs may be letters."""
    seen = [best.hypothesis.cells[slot].color for slot in hidden]
    look = np.median(seen, 0)
    if best.hypothesis.covers or distance(look, seen, max) > SAME_COLOR:
        return False
    counts = Counter(color for units in best.contents for color in units)
    for color, other in enumerate(best.looks):
        if deviation(other, look) <= SAME_COLOR:
            counts[HIDDEN_UNIT] += counts.pop(color)
    return all(count % best.hypothesis.capacity == 0 for count in counts.values())


def lacks_signs(up: int, hidden: list[Slot], cells: dict[Slot, Cell]) -> bool:
    """Whether several hidden units in slots of one height, not the lowest, all lack a sign.

    They may lie between real units. At the round bottom of beakers signs are not always recognised.
    """
    signed = [cells[slot].hidden for slot in hidden if slot[1] == up > 0]
    return len(signed) > 1 and not any(signed)


def is_confirmed(decision: Decision) -> bool:
    """Whether counts confirm a height that may fit by chance, as no other height fits better than that.

    Several colours fill whole beakers, none of them more than most do, with units that are all in sight; and no other
    level comes near.
    """
    choice = decision.best.choice
    several = len(set(choice.units.values())) >= CONFIRMING
    no_other_fits = decision.best.hypothesis.height.may_all_be_chance
    counts_fit = all_are_counted(decision.best) and not choice.fills_more
    return no_other_fits and counts_fit and several and decision.margin > CLEAR


def doubtful_measures(decision: Decision) -> Iterator[Doubt]:
    """Doubts about how high units are, whether enough are seen to compare, and how many a beaker holds."""
    best = decision.best
    capacity = best.hypothesis.capacity
    if best.hypothesis.height.may_be_chance and not is_confirmed(decision):
        yield Doubt(HEIGHT_OF_UNITS)
    colored = {slot: color for slot, color in best.choice.units.items() if color != HIDDEN_UNIT}
    usual = unit_cost(best.hypothesis)
    off = [best.model.costs[slot].colors[color] - usual for slot, color in colored.items()]
    if len(off) < FEWEST_SEEN and max(off, default=0.0) > UNEVEN:
        words = "too few units to compare: a picture of the start of the level shows more"
        yield Doubt(Sentence(words, "too_few_units"))
    in_one = best.parts  # so many units may be one larger unit
    # Four units to a beaker in runs of two and four may be two larger ones, with which nobody plays; so four it is. Six
    # in runs of three may be two larger ones, too, but so few play with six that this is no evidence.
    is_usual_in_pairs = capacity == USUAL_CAPACITY and 2 * in_one == USUAL_CAPACITY
    if in_one > 1 and not is_usual_in_pairs:
        yield Doubt(Sentence("how high a unit is, as larger ones would fit", "larger_units_fit"))
    if not FEWEST_UNITS <= capacity <= MOST_UNITS:
        yield Doubt(Sentence(f"{capacity} units in a beaker", "units_in_a_beaker", capacity=capacity))
