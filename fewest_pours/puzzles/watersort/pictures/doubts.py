"""What a reading may have got wrong: where a rival costs little more, and what no cost decides."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.beakers import Cell
from fewest_pours.puzzles.watersort.pictures.cell_costs import unit_cost
from fewest_pours.puzzles.watersort.pictures.color_distance import (
    OTHER_COLOR,
    SAME_COLOR,
    distance_to_farthest,
    distance_to_nearest,
    distances,
)
from fewest_pours.puzzles.watersort.pictures.decision import LEAST_SPACE, Candidate, Decision, Rival
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
# The same where units have another height: of wrong levels it was 1.3 to 2.9, of right ones at least SEARCHED.
BELIEVED_HEIGHT = 3.5
CROWDED = 0.75  # of the least distance between two beakers with units; an empty one that is nearer may be a gap
FEWEST_BEAKERS = 4  # with which people play
OFF_COLOR = 0.4  # cost, beyond that of any unit, of one that is a little off its colour
OFF_HIDDEN = 0.5  # of its distance from air, within which a unit has the colour of hidden ones
FEWEST_SEEN = 5  # units, without which nothing shows how much those of one colour differ
CONFIRMING_COLORS = 4  # the least whose counts confirm the height of a unit
NOTICED = 2.3  # CIELAB distance, the least that people notice (Mahy et al., 1994)
USUAL_CAPACITY = 4  # units in a beaker, with which most play


def doubts_of(decision: Decision) -> Iterator[Doubt]:
    """Why a level may be wrong."""
    best = decision.best
    for rival in decision.rivals:
        is_as_high = rival.height == best.hypothesis.height
        if rival.margin < (BELIEVED if is_as_high else BELIEVED_HEIGHT):
            yield from differences(best, rival)
    yield from doubtful_counts(best)
    yield from doubtful_air(best)
    yield from units_above(best)
    yield from crowded(best)
    yield from doubtful_hidden_units(best)
    if not all_are_counted(best):
        yield from uncounted_units(best)
        yield from uncounted_capacity(best)
    yield from doubtful_height(decision)
    yield from too_few_units(best)
    if not best.hypothesis.is_played:
        yield doubtful_capacity(best)


def differences(best: Candidate, rival: Rival) -> Iterator[Doubt]:
    """Where a rival differs."""
    if rival.height != best.hypothesis.height:
        yield Doubt(HEIGHT_OF_UNITS)
    elif rival.candidate is None:  # the solver's effort ended before one was found: mostly as many colours are alike
        yield Doubt(Sentence("colours are hard to tell apart", "colors_hard_to_tell"))
    elif rival.candidate.hypothesis.capacity != best.hypothesis.capacity:
        fewer, more = sorted((best.hypothesis.capacity, rival.candidate.hypothesis.capacity))
        words = f"{fewer} or {more} units in a beaker"
        yield Doubt(Sentence(words, "units_or_units", fewer=fewer, more=more))
    else:
        yield from differing_units(best.level.units, rival.candidate.level.units)


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
    is_near = distances(colors[:, None], colors) < NOTICED
    reached = is_near[0]
    for _ in colors:
        reached = is_near[reached].any(0)
    return bool(reached.all())


def doubtful_counts(best: Candidate) -> Iterator[Doubt]:
    """Counts that do not fit, colours that fill more beakers than most do, and levels that nobody plays."""
    level = best.level
    may_be_two = {color for color in level.colors_filling_more if not is_one_shade(best, color)}
    if may_be_two:
        words = "one colour fills more beakers than most, or these are two colours"
        yield Doubt(Sentence(words, "one_color_or_two"), best.slots_of(may_be_two))
    if level.colors_missing:
        words = "the counts of the colours do not fit: is a beaker cut off, or of another height?"
        yield Doubt(Sentence(words, "counts_do_not_fit"), best.slots_of(level.colors_missing))
    if level.full:
        yield Doubt(Sentence("no room for a move: is the picture the whole level?", "no_room_for_a_move"))
    if len(best.hypothesis.beakers) < FEWEST_BEAKERS:
        yield Doubt(Sentence("fewer than four beakers: is the picture the whole level?", "few_beakers"))


def crowded(best: Candidate) -> Iterator[Doubt]:
    """Empty beakers clearly nearer to another than any two with units are: they may be a gap between two beakers."""
    hypothesis = best.hypothesis
    holds_units = [bool(units) or number in hypothesis.covers for number, units in enumerate(best.contents)]
    standing = sorted(
        (row, beaker.x, number)
        for number, (row, beaker) in enumerate(zip(hypothesis.rows, hypothesis.beakers, strict=True))
    )
    with_units = [(row, x, number) for row, x, number in standing if holds_units[number]]
    least = min((distance for distance, _ in neighbours(with_units)), default=0.0)
    near = {number for distance, pair in neighbours(standing) if distance < CROWDED * least for number in pair}
    empty = sorted(number for number in near if not holds_units[number])
    if empty:
        yield Doubt(BEAKER_OR_NONE, tuple((number, None) for number in empty))


def neighbours(standing: list[tuple[int, float, int]]) -> Iterator[tuple[float, tuple[int, int]]]:
    """How far neighbours in a row are apart, in pixels, and their numbers. standing: (row, x, number), sorted."""
    for (row, x, number), (next_row, next_x, next_number) in pairwise(standing):
        if row == next_row:
            yield next_x - x, (number, next_number)


def doubtful_hidden_units(best: Candidate) -> Iterator[Doubt]:
    """Hidden units on top of a beaker, where games show the colour; marks that may be letters, or were not seen."""
    units = best.level.units
    cells = best.hypothesis.cells
    hidden = [slot for slot, color in units.items() if color == HIDDEN_UNIT]
    for beaker, up in hidden:
        if (beaker, up + 1) not in units:
            yield Doubt(Sentence("its uppermost unit is hidden", "uppermost_is_hidden"), ((beaker, None),))
    if hidden and (marks_may_be_letters(best, hidden) or not any(cells[slot].has_mark for slot in hidden)):
        yield Doubt(COLOR_OR_HIDDEN, tuple(sorted(hidden)))
    elif any(lacks_marks(up, hidden, cells) for _, up in hidden):
        yield Doubt(HEIGHT_OF_UNITS)


def marks_may_be_letters(best: Candidate, hidden: list[Slot]) -> bool:
    """Whether all hidden units look alike, and counts also fit if that is a colour."""
    seen = [best.hypothesis.cells[slot].color for slot in hidden]
    look = np.median(seen, 0)
    if best.hypothesis.covers or distance_to_farthest(look, seen) > SAME_COLOR:
        return False
    counts = Counter(color for units in best.contents for color in units)
    for color, other in enumerate(best.looks):
        if distances(other, look) <= SAME_COLOR:
            counts[HIDDEN_UNIT] += counts.pop(color)
    return all(count % best.hypothesis.capacity == 0 for count in counts.values())


def lacks_marks(up: int, hidden: list[Slot], cells: dict[Slot, Cell]) -> bool:
    """Whether several hidden units in slots of one height, not the lowest, all lack a mark.

    They may lie between real units. At the round bottom of beakers marks are not always recognised.
    """
    marked = [cells[slot].has_mark for slot in hidden if slot[1] == up > 0]
    return len(marked) > 1 and not any(marked)


def all_are_counted(best: Candidate) -> bool:
    """Whether every colour fills whole beakers with units in sight, which a wrong reading hardly does."""
    level = best.level
    return not (best.hypothesis.covers or HIDDEN_UNIT in level.units.values() or level.colors_missing)


def uncounted_units(best: Candidate) -> Iterator[Doubt]:
    """What counts would have shown: cells of two colours, and pale units, which may be empty glass."""
    units = best.level.units
    cells = best.hypothesis.cells
    of_two = tuple(slot for slot in sorted(units) if cells[slot].shows_two)
    if of_two:
        yield Doubt(Sentence("units of two colours", "units_of_two_colors"), of_two)
    hidden_colors = [cell.color for cell in cells.values() if cell.has_mark]

    def looks_hidden(cell: Cell) -> bool:
        """Whether it has the colour of marked ones: its own mark is not recognised, as at a round bottom."""
        return distance_to_nearest(cell.color, hidden_colors) <= OFF_HIDDEN * cell.from_air

    unmarked = [slot for slot in sorted(units) if not cells[slot].has_mark]
    pale = [slot for slot in unmarked if cells[slot].from_air < OTHER_COLOR and not looks_hidden(cells[slot])]
    if pale:
        yield Doubt(UNIT_OR_EMPTY, tuple(pale))


def uncounted_capacity(best: Candidate) -> Iterator[Doubt]:
    """Counts would have shown whether beakers are too low for their units, have room for more, or none is full."""
    hypothesis = best.hypothesis
    is_one_full = bool(hypothesis.covers) or max(map(len, best.contents)) >= hypothesis.capacity
    if not 0 <= hypothesis.space_above < 1 + LEAST_SPACE or not is_one_full:
        yield doubtful_capacity(best)


def doubtful_capacity(best: Candidate) -> Doubt:
    capacity = best.hypothesis.capacity
    return Doubt(Sentence(f"{capacity} units in a beaker", "units_in_a_beaker", capacity=capacity))


def is_confirmed(decision: Decision) -> bool:
    """Whether counts confirm a height that may fit by chance, where no other height fits better than by chance.

    Several colours fill whole beakers, none of them more than most do, with units that are all in sight; and no other
    level comes near.
    """
    best = decision.best
    are_several = len(set(best.level.units.values())) >= CONFIRMING_COLORS
    counts_fit = all_are_counted(best) and not best.level.colors_filling_more
    no_other_fits = best.hypothesis.height.best_may_be_chance
    return no_other_fits and counts_fit and are_several and decision.margin > BELIEVED_HEIGHT


def doubtful_height(decision: Decision) -> Iterator[Doubt]:
    """Heights that fit no better than by chance, and larger units that would fit, too."""
    best = decision.best
    if best.hypothesis.height.may_be_chance and not is_confirmed(decision):
        yield Doubt(HEIGHT_OF_UNITS)
    in_one = best.units_in_one
    # Where beakers hold four, in runs of two and four, larger units would be two to a beaker, which nobody plays. Where
    # they hold six, in runs of three, these would be two, too; but so few play with six that this is no evidence.
    is_usual_in_pairs = best.hypothesis.capacity == USUAL_CAPACITY and 2 * in_one == USUAL_CAPACITY
    if in_one > 1 and not is_usual_in_pairs:
        yield Doubt(Sentence("how high a unit is, as larger ones would fit", "larger_units_fit"))


def too_few_units(best: Candidate) -> Iterator[Doubt]:
    """Whether too few units are seen to show how much those of one colour differ, and some do."""
    colored = {slot: color for slot, color in best.level.units.items() if color != HIDDEN_UNIT}
    usual = unit_cost(best.hypothesis)
    off = [best.model.costs[slot].colors[color] - usual for slot, color in colored.items()]
    if len(off) < FEWEST_SEEN and max(off, default=0.0) > OFF_COLOR:
        words = "too few units to compare: a picture of the start of the level shows more"
        yield Doubt(Sentence(words, "too_few_units"))
