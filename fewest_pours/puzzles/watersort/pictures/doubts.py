"""What a reading may have got wrong: where the nearest rival differs, and what no cost decides."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

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
from fewest_pours.puzzles.watersort.pictures.doubtful_beakers import crowded, doubtful_air, units_above
from fewest_pours.puzzles.watersort.pictures.hypotheses import Spot
from fewest_pours.puzzles.watersort.pictures.level import COLOR_OR_HIDDEN, HEIGHT_OF_UNITS, UNIT_OR_EMPTY, Doubt
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT

BELIEVED = 0.8  # cost, the least margin that is believed: with it no picture that it was calibrated on was read wrongly
CLEAR = 3.5  # cost, the same where units have another height: of wrong levels it was 1.3 to 2.9, of right ones 4
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
    yield from doubtful_units(best)
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


def differing_units(units: dict[Spot, int], others: dict[Spot, int]) -> Iterator[Doubt]:
    """Where two levels of one shape differ. Of units that only the other has, the whole beaker is marked."""
    either = sorted(units.keys() ^ others.keys())
    if either:
        places = [(beaker, place if (beaker, place) in units else None) for beaker, place in either]
        yield Doubt(UNIT_OR_EMPTY, tuple(dict.fromkeys(places)))
    both = units.keys() & others.keys()
    hidden = sorted(spot for spot in both if (units[spot] == HIDDEN_UNIT) != (others[spot] == HIDDEN_UNIT))
    if hidden:
        yield Doubt(COLOR_OR_HIDDEN, tuple(hidden))
    colored = sorted(spot for spot in both if HIDDEN_UNIT not in (units[spot], others[spot]))
    alike: set[int] = set()
    for one, other in combinations(colored, 2):
        if (units[one] == units[other]) != (others[one] == others[other]):
            alike |= {units[one], units[other]}
    if alike:
        words = "two colours are nearly alike: are they two?"
        yield Doubt(Sentence(words, "colors_nearly_alike"), tuple(spot for spot in colored if units[spot] in alike))


def is_one_shade(best: Candidate, color: int) -> bool:
    """Whether units of one colour are a chain in which nobody sees a difference from one to the next."""
    colors = np.array([best.hypothesis.cells[spot].color for spot in best.places_of({color})])
    is_near = deviation(colors[:, None], colors) < NOTICED
    reached = is_near[0]
    for _ in colors:
        reached = is_near[reached].any(0)
    return bool(reached.all())


def doubtful_counts(best: Candidate) -> Iterator[Doubt]:
    """Counts that do not fit, colours that fill more beakers than most do, and levels that nobody plays."""
    choice = best.choice
    may_be_two = {color for color in choice.larger if not is_one_shade(best, color)}
    if may_be_two:
        twice = Sentence("one colour fills two beakers, or these are two colours", "one_color_or_two")
        yield Doubt(twice, best.places_of(may_be_two))
    if choice.missing:
        words = "the counts of the colours do not fit: is a beaker cut off, or of another height?"
        yield Doubt(Sentence(words, "counts_do_not_fit"), best.places_of(choice.missing))
    if choice.full:
        yield Doubt(Sentence("no room for a move: is the picture the whole level?", "no_room_for_a_move"))
    if len(best.hypothesis.beakers) < FEWEST_BEAKERS:
        yield Doubt(Sentence("fewer than four beakers: is the picture the whole level?", "few_beakers"))


def doubtful_units(best: Candidate) -> Iterator[Doubt]:
    """What counts do not show to be right:

    - an uppermost unit that is hidden, as games open it;
    - hidden units whose signs may be letters, or of which none has a recognised sign;
    - where counts confirm no colour, as units are hidden, behind covers or missing:
      - cells of two colours;
      - units that look like the background, as empty glass does;
      - a number of units for which a beaker is too low, or so high that one more would fit, or that none reaches.
    """
    units = best.choice.units
    cells = best.hypothesis.cells
    hidden = [spot for spot, color in units.items() if color == HIDDEN_UNIT]
    for beaker, place in hidden:
        if (beaker, place + 1) not in units:
            yield Doubt(Sentence("its uppermost unit is hidden", "uppermost_is_hidden"), ((beaker, None),))
    if hidden and (may_be_of_one_color(best, hidden) or not any(cells[spot].hidden for spot in hidden)):
        yield Doubt(COLOR_OR_HIDDEN, tuple(sorted(hidden)))
    elif any(lacks_signs(place, hidden, cells) for _, place in hidden):
        yield Doubt(HEIGHT_OF_UNITS)
    if not (hidden or best.hypothesis.covers or best.choice.missing):
        return  # every colour fills whole beakers with units in sight
    split = tuple(spot for spot in sorted(units) if cells[spot].split)
    if split:
        yield Doubt(Sentence("units of two colours", "units_of_two_colors"), split)
    marked = [cell.color for cell in cells.values() if cell.hidden]
    pale = [spot for spot in sorted(units) if not cells[spot].hidden and cells[spot].away < OTHER_COLOR]

    def looks_hidden(cell: Cell) -> bool:
        """Whether it has the colour of those with a sign: its own is not recognised, as at a round bottom."""
        return distance(cell.color, marked) <= LIKE_HIDDEN * cell.away

    faint = tuple(spot for spot in pale if not looks_hidden(cells[spot]))
    if faint:
        yield Doubt(UNIT_OR_EMPTY, faint)
    is_filled = max(map(len, best.contents)) >= best.hypothesis.capacity
    if not 0 <= best.hypothesis.space_above < 1 + LEAST_SPACE or not (is_filled or best.hypothesis.covers):
        words = f"{best.hypothesis.capacity} units in a beaker"
        yield Doubt(Sentence(words, "units_in_a_beaker", capacity=best.hypothesis.capacity))


def may_be_of_one_color(best: Candidate, hidden: list[Spot]) -> bool:
    """Whether all hidden units look alike, and counts also fit if that is a colour: their signs may be letters."""
    seen = [best.hypothesis.cells[spot].color for spot in hidden]
    look = np.median(seen, 0)
    if best.hypothesis.covers or distance(look, seen, max) > SAME_COLOR:
        return False
    counts = Counter(color for units in best.contents for color in units)
    for color, other in enumerate(best.looks):
        if deviation(other, look) <= SAME_COLOR:
            counts[HIDDEN_UNIT] += counts.pop(color)
    return all(count % best.hypothesis.capacity == 0 for count in counts.values())


def lacks_signs(place: int, hidden: list[Spot], cells: dict[Spot, Cell]) -> bool:
    """Whether several hidden units at this place, not the lowest, all lack a sign: they may lie between real ones.

    At the round bottom of beakers signs are not always recognised.
    """
    signed = [cells[spot].hidden for spot in hidden if spot[1] == place > 0]
    return len(signed) > 1 and not any(signed)


def is_confirmed(decision: Decision) -> bool:
    """Whether counts confirm a height that may fit by chance, as no other height fits better than that.

    Several colours fill whole beakers, none of them more than most do, with units that are all in sight; and no other
    level comes near.
    """
    choice = decision.best.choice
    is_in_sight = not (decision.best.hypothesis.covers or HIDDEN_UNIT in choice.units.values())
    counts_fit = not (choice.missing or choice.larger)
    several = len(set(choice.units.values())) >= CONFIRMING
    no_other_fits = decision.best.hypothesis.height.may_all_be_chance
    return no_other_fits and is_in_sight and counts_fit and several and decision.margin > CLEAR


def doubtful_measures(decision: Decision) -> Iterator[Doubt]:
    """Doubts about how high units are, and how many a beaker holds."""
    best = decision.best
    capacity = best.hypothesis.capacity
    if best.hypothesis.height.may_be_chance and not is_confirmed(decision):
        yield Doubt(HEIGHT_OF_UNITS)
    colored = {spot: color for spot, color in best.choice.units.items() if color != HIDDEN_UNIT}
    usual = unit_cost(best.hypothesis)
    off = [best.model.costs[spot].colors[color] - usual for spot, color in colored.items()]
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
