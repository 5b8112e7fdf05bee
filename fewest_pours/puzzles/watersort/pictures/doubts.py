"""What a reading may have got wrong: where the nearest rival differs, and what no cost decides."""

from collections.abc import Iterator
from itertools import combinations
from operator import attrgetter

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import OTHER_COLOR, SAME_COLOR, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import Cell
from fewest_pours.puzzles.watersort.pictures.cell_costs import unit_cost
from fewest_pours.puzzles.watersort.pictures.cells import distance
from fewest_pours.puzzles.watersort.pictures.decision import (
    FEWEST_UNITS,
    LEAST_ROOM,
    MOST_UNITS,
    Candidate,
    Decision,
)
from fewest_pours.puzzles.watersort.pictures.hypotheses import Spot
from fewest_pours.puzzles.watersort.pictures.level import Doubt, Place
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT

BELIEVED = 0.8  # cost, the least margin that is believed: with it no picture that it was calibrated on was read wrongly
FEWEST_BEAKERS = 4  # with which people play
MEASURED = 3  # heights at which units meet or end, without which the height of units is a guess
UNEVEN = 0.4  # cost, beyond that of any unit, of one that is a little off its colour
LIKE_HIDDEN = 0.5  # of its distance from the background, within which a unit has the colour of hidden ones
FEWEST_SEEN = 5  # units, without which nothing shows how much those of one colour differ
USUAL_CAPACITY = 4  # units in a beaker, with which most play


def doubts_of(decision: Decision) -> Iterator[Doubt]:
    """Why a level is not believed."""
    best = decision.best
    if decision.margin < BELIEVED:
        yield from differences(best, decision.second)
    yield from doubtful_counts(best)
    yield from doubtful_air(best)
    yield from doubtful_units(best)
    yield from doubtful_measures(best)


def differences(best: Candidate, second: Candidate | None) -> Iterator[Doubt]:
    """Where the nearest rival differs, if it was found."""
    if second is None:  # no level was found that sets the margin: effort ended, mostly as many colours are alike
        yield Doubt(Sentence("colours are hard to tell apart", "colors_hard_to_tell"))
        return
    ours = best.hypothesis
    theirs = second.hypothesis
    if ours.height != theirs.height:
        yield Doubt(Sentence("how high a unit is", "height_of_units"))
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
        yield Doubt(Sentence("a unit, or empty", "unit_or_empty"), tuple(dict.fromkeys(places)))
    both = units.keys() & others.keys()
    hidden = sorted(spot for spot in both if (units[spot] == HIDDEN_UNIT) != (others[spot] == HIDDEN_UNIT))
    if hidden:
        yield Doubt(Sentence("a colour, or hidden", "color_or_hidden"), tuple(hidden))
    colored = sorted(spot for spot in both if HIDDEN_UNIT not in (units[spot], others[spot]))
    alike: set[int] = set()
    for one, other in combinations(colored, 2):
        if (units[one] == units[other]) != (others[one] == others[other]):
            alike |= {units[one], units[other]}
    if alike:
        words = "two colours are nearly alike: are they two?"
        yield Doubt(Sentence(words, "colors_nearly_alike"), tuple(spot for spot in colored if units[spot] in alike))


def places_of(best: Candidate, colors: set[int]) -> tuple[Place, ...]:
    return tuple(sorted(spot for spot, color in best.choice.units.items() if color in colors))


def doubtful_counts(best: Candidate) -> Iterator[Doubt]:
    """Counts that do not fit, and colours that fill more beakers than the others."""
    choice = best.choice
    if choice.larger:
        twice = Sentence("one colour fills two beakers, or these are two colours", "one_color_or_two")
        yield Doubt(twice, places_of(best, choice.larger))
    if choice.missing:
        words = "the counts of the colours do not fit: is a beaker cut off, or of another height?"
        yield Doubt(Sentence(words, "counts_do_not_fit"), places_of(best, choice.missing))
    if choice.full:
        yield Doubt(Sentence("no room for a move: is the picture the whole level?", "no_room_for_a_move"))
    if len(best.hypothesis.beakers) < FEWEST_BEAKERS:
        yield Doubt(Sentence("fewer than four beakers: is the picture the whole level?", "few_beakers"))


def doubtful_air(best: Candidate) -> Iterator[Doubt]:
    """Units in one colour up to the rim, which may be glass; and air that looks neither empty nor like the emptiest.

    Such air may be all units of one colour. Counts do not show this, as without it the others fill whole beakers, too.
    """
    filled = best.choice.units
    even = tuple((beaker, None) for beaker in best.hypothesis.even if (beaker, 0) in filled)
    if even:  # units would end below the rim
        yield Doubt(Sentence("a unit, or empty", "unit_or_empty"), even)
    capacity = best.hypothesis.capacity
    air = {spot: cell for spot, cell in best.hypothesis.cells.items() if spot not in filled and spot[1] < capacity}
    if not air:
        return
    emptiest = min(air.values(), key=attrgetter("away")).color
    unlike = [spot for spot, cell in air.items() if cell.filled and deviation(cell.color, emptiest) > SAME_COLOR]
    if unlike:
        beakers = dict.fromkeys((beaker, None) for beaker, _ in unlike)
        yield Doubt(Sentence("a unit, or empty", "unit_or_empty"), tuple(beakers))


def doubtful_units(best: Candidate) -> Iterator[Doubt]:
    """An uppermost unit that is hidden, as games open it; and hidden units where signs are not recognised.

    Where counts confirm no colour, as units are hidden, behind covers or missing, more is doubted: cells of two
    colours; units that look like the background, as empty glass does; and a number of units for which the outline of
    a beaker is too low, or so high that one more would fit; or that no beaker holds.
    """
    units = best.choice.units
    cells = best.hypothesis.cells
    hidden = [spot for spot, color in units.items() if color == HIDDEN_UNIT]
    for beaker, place in hidden:
        if (beaker, place + 1) not in units:
            yield Doubt(Sentence("its uppermost unit is hidden", "uppermost_is_hidden"), ((beaker, None),))
    if hidden and not any(cells[spot].hidden for spot in hidden):
        yield Doubt(Sentence("a colour, or hidden", "color_or_hidden"), tuple(sorted(hidden)))
    elif any(lacks_signs(place, hidden, cells) for _, place in hidden):
        yield Doubt(Sentence("how high a unit is", "height_of_units"))
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
        yield Doubt(Sentence("a unit, or empty", "unit_or_empty"), faint)
    above = best.hypothesis.room - best.hypothesis.capacity
    is_filled = max(map(len, best.contents)) >= best.hypothesis.capacity
    if not 0 <= above < 1 + LEAST_ROOM or not (is_filled or best.hypothesis.covers):
        words = f"{best.hypothesis.capacity} units in a beaker"
        yield Doubt(Sentence(words, "units_in_a_beaker", capacity=best.hypothesis.capacity))


def lacks_signs(place: int, hidden: list[Spot], cells: dict[Spot, Cell]) -> bool:
    """Whether several hidden units are so high, all without a sign: they may lie between those of the picture.

    At the round bottom of beakers signs are not always recognised.
    """
    signed = [cells[spot].hidden for spot in hidden if spot[1] == place > 0]
    return len(signed) > 1 and not any(signed)


def boundary_heights(shown: list[list[int]]) -> int:
    """The number of heights at which units meet or end; signs show each unit."""
    heights: set[int] = set()
    for units in shown:
        for height, unit in enumerate(units):
            above = units[height + 1 : height + 2]
            if above != [unit] or unit < 0:
                heights.add(height)
    return len(heights)


def doubtful_measures(best: Candidate) -> Iterator[Doubt]:
    """Heights of units, and numbers of them, that may be others."""
    shown = best.contents
    capacity = best.hypothesis.capacity
    if best.hypothesis.height.may_be_chance:
        yield Doubt(Sentence("how high a unit is", "height_of_units"))
    in_one = best.parts  # so many units may be one larger unit
    # If a beaker holds four units and all runs are of two or four, the units may be half as many and twice as high. But
    # then a beaker would hold two, and nobody plays with that. So larger units are no doubt, nor is it one that units
    # meet at few heights, as such runs leave few. (Of six in threes the same is true, but few play with six.)
    would_be_two = capacity == USUAL_CAPACITY and in_one == USUAL_CAPACITY / 2
    few_meet = boundary_heights(shown) < MEASURED and not would_be_two
    colored = {spot: color for spot, color in best.choice.units.items() if color != HIDDEN_UNIT}
    least = unit_cost(best.hypothesis)
    off = [best.model.costs[spot].colors[color] - least for spot, color in colored.items()]
    is_uneven = len(off) < FEWEST_SEEN and max(off, default=0.0) > UNEVEN
    if few_meet or is_uneven:
        words = "too few units meet to measure them by: a picture of the start of the level shows more"
        yield Doubt(Sentence(words, "too_few_units_meet"))
    if in_one > 1 and not would_be_two:
        yield Doubt(Sentence("how high a unit is, as larger ones would fit", "larger_units_fit"))
    if not FEWEST_UNITS <= capacity <= MOST_UNITS:
        yield Doubt(Sentence(f"{capacity} units in a beaker", "units_in_a_beaker", capacity=capacity))
