"""What a reading may have got wrong."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from itertools import combinations, groupby
from math import gcd

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Lab, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import Beaker
from fewest_pours.puzzles.watersort.pictures.cells import CLEARLY_EMPTY, EMPTY, MANY, SECRET, VEILED, distance
from fewest_pours.puzzles.watersort.pictures.color_groups import OTHER_COLOR, Grouping
from fewest_pours.puzzles.watersort.pictures.grid import STACK, Grid
from fewest_pours.puzzles.watersort.pictures.level import Doubt, Place
from fewest_pours.puzzles.watersort.pictures.unit_counts import pale_tops, shown_in

MURKY = 24.0  # CIELAB distance from the background of what may be empty, where counts fit without it
FEWEST_UNITS, MOST_UNITS = 3, 8  # units in a beaker, with which people play
NEARLY_ALIKE = 13.0  # CIELAB distance between two colours, below which they may be one
FEWEST_BEAKERS = 4  # with which people play
LEAST_MARGIN = 1.3  # of a grouping, below which other groupings are likely
MEASURED = 3  # heights at which units meet or end, without which the height of units is a guess
ABOVE_BEAKERS = 0.5  # units above a beaker, up to which a stack of units stands in it
BESIDE_BEAKERS = 0.4  # widths beside its middle, the same
UP_TO_HALF = 40  # percentile of the empty places' distances: up to half of them may be units of a pale colour
TWO_SHADES = 4.0  # CIELAB distance between two units of a colour, above which they may be of two
TINT = 6.0  # CIELAB distance that the bottom of the glass may add to it
UNEVEN = 3  # times the largest such distance in any other colour, the same
USUAL_CAPACITY = 4  # units in a beaker, with which most play


def strays(level: list[Beaker], fit: Grid) -> Iterator[Doubt]:
    """Stacks of units where no beaker was found."""
    reach = (fit.height + ABOVE_BEAKERS) * fit.high
    for column in fit.columns:
        near = any(beaker.near(column.x, column.bottom, BESIDE_BEAKERS * fit.wide, reach) for beaker in level)
        if column[1:] and column.bottom - column[-1].y > STACK * fit.high and not near:
            words = "a stack of units without a beaker: is it of another height? else crop the picture to the level"
            yield Doubt(Sentence(words, "stack_without_beaker"))


def larger_units(shown: list[list[int]]) -> int:
    """How many units one may be a part of, as all boundaries fit those, too; glass may cut off a part of the lowest."""
    sizes: list[int] = []
    for units in shown:
        for number, (group, run) in enumerate(groupby(units)):
            if group < 0:
                sizes.append(1)  # hidden units have a sign each
            elif number > 0:  # the lowest run may be cut off
                sizes.append(len(list(run)))
    return gcd(*sizes)


def boundary_heights(shown: list[list[int]]) -> int:
    """The number of heights at which units meet or end; signs show each unit."""
    heights: set[int] = set()
    for units in shown:
        for height, unit in enumerate(units):
            above = units[height + 1 : height + 2]
            if above != [unit] or unit < 0:
                heights.add(height)
    return len(heights)


def unlike_empties(level: list[Beaker], capacity: int) -> bool:
    """Whether as many empty places as a colour has units are unlike the others, or one is unlike those beside it."""
    empty = np.array([cell.away for beaker in level for cell in beaker.cells if not cell.filled])
    usual = np.percentile(empty, UP_TO_HALF) if len(empty) else 0.0
    beside: dict[tuple[float, int], list[Lab]] = defaultdict(list)  # empty places of a row at one height
    for beaker in level:
        for place, cell in enumerate(beaker.cells):
            if not cell.filled:
                beside[beaker.bottom, place].append(cell.color)
    unlike = any(deviation(np.array(row), np.median(row, 0)).max() > VEILED for row in beside.values())
    return unlike or bool(np.count_nonzero(empty > usual + CLEARLY_EMPTY) >= capacity)


def units_of(level: list[Beaker], groups: Container[int]) -> tuple[Place, ...]:
    """The places of the units of some colours."""
    return tuple(
        (number, place)
        for number, beaker in enumerate(level)
        for place, cell in enumerate(beaker.units)
        if cell.group in groups
    )


def nearest_colors(level: list[Beaker]) -> tuple[int, ...]:
    """The two colours whose units are most alike; none if there are fewer."""
    cells = [cell for beaker in level for cell in shown_in(beaker)]
    groups = sorted({cell.group for cell in cells})
    middles = {group: np.mean([cell.color for cell in cells if cell.group == group], 0) for group in groups}
    pairs = combinations(groups, 2)
    return min(pairs, key=lambda pair: float(deviation(middles[pair[0]], middles[pair[1]])), default=())


def larger_colors(level: list[Beaker], capacity: int) -> list[int]:
    """The colours that need a second beaker where most need one: each may be two colours that look alike."""
    sizes = Counter(cell.group for beaker in level for cell in shown_in(beaker))
    larger = [group for group, size in sizes.items() if size > capacity]
    return larger if 2 * len(larger) < len(sizes) else []


def spread_of(colors: list[Lab]) -> float:
    """The largest CIELAB distance between two of these colours."""
    return max((deviation(one, other).item() for one, other in combinations(colors, 2)), default=0.0)


def uneven_colors(level: list[Beaker]) -> list[int]:
    """The colours whose units differ, far more than those of any other colour do: each may be two that look alike.

    The bottom of the glass may tint the lowest units, unless another colour shows that it does not.
    """
    lowest: dict[int, list[Lab]] = defaultdict(list)
    others: dict[int, list[Lab]] = defaultdict(list)
    for beaker in level:
        for place, cell in enumerate(beaker.cells):
            if cell.group >= 0:
                (others if place else lowest)[cell.group].append(cell.color)
    in_both = {*lowest} & {*others}
    spreads: dict[int, float] = {}
    for group in sorted({*lowest, *others}):
        tint = 0.0 if in_both - {group} else TINT
        everywhere = spread_of(lowest[group] + others[group]) - tint
        spreads[group] = max(spread_of(lowest[group]), spread_of(others[group]), everywhere)
    usual = sorted(spreads.values())[-2:-1]
    least = max([TWO_SHADES, *(UNEVEN * spread for spread in usual)])
    return [group for group, spread in spreads.items() if spread > least]


def doubts_of(level: list[Beaker], out: Grouping, capacity: int) -> Iterator[Doubt]:
    """Doubts about units, colours and counts."""
    secret = any(cell.hidden for beaker in level for cell in beaker.cells)
    unknown = secret or any(beaker.cover is not None for beaker in level)  # units, so that counts confirm no colour
    yield from doubtful_units(level, out, capacity, unknown)
    yield from doubtful_colors(level, out, capacity, unknown)
    yield from doubtful_measures(level, capacity)
    if not any(len(beaker.units) < capacity for beaker in level if beaker.cover is None):
        yield Doubt(Sentence("no room for a move: is the picture the whole level?", "no_room_for_a_move"))
    if len(level) < FEWEST_BEAKERS:
        yield Doubt(Sentence("fewer than four beakers: is the picture the whole level?", "few_beakers"))
    if unlike_empties(level, capacity):
        yield Doubt(Sentence("empty places, or units of one more colour", "empty_or_one_more_color"))


def confirmed_colors(level: list[Beaker], unknown: bool) -> set[int]:
    """The colours that are seen clearly, and where units are unknown on a unit without a sign.

    Where many colours have signs, these are for players who cannot tell the colours apart.
    """
    shown = [cell for beaker in level for cell in shown_in(beaker)]
    confirmed = {cell.group for cell in shown if not (unknown and (cell.marked or cell.away < OTHER_COLOR))}
    signed = {cell.group for cell in shown if cell.marked and cell.away >= OTHER_COLOR} - confirmed
    return confirmed | signed if len(signed) >= MANY else confirmed


def doubtful_units(level: list[Beaker], out: Grouping, capacity: int, unknown: bool) -> Iterator[Doubt]:
    """What may be a unit or empty, of a colour or hidden."""
    secrets = [cell.color for beaker in level for cell in beaker.cells if cell.hidden]
    pale = [pale_tops(beaker) for beaker in level]
    often = Counter(cell.group for tops in pale for cell in tops)
    counted = out.whole and not secrets
    confirmed = confirmed_colors(level, unknown)
    mixed = [len({cell.group for cell in beaker.units}) > 1 for beaker in level]
    # A colour is surely one of units if it is unlike the background, or in a beaker with others: glass has one colour.
    of_units = {c.group for b, mix in zip(level, mixed, strict=True) for c in shown_in(b) if mix or c.away >= MURKY}
    for number, beaker in enumerate(level):
        if beaker.units and beaker.units[-1].hidden:
            yield Doubt(Sentence("its uppermost unit is hidden", "uppermost_is_hidden"), ((number, None),))
        if not counted and any(cell.away < EMPTY and cell not in pale[number] for cell in shown_in(beaker)):
            yield Doubt(Sentence("a gap between units", "gap_between_units"), ((number, None),))
        for place, cell in enumerate(beaker.cells):
            # Counts that are right prove a pale unit, unless they are right without all of its colour, too.
            is_unproved = cell in pale[number] and (not counted or often[cell.group] >= capacity)
            may_be_glass = cell.group >= 0 and cell.group not in of_units
            if is_unproved or may_be_glass:
                yield Doubt(Sentence("a unit, or empty", "unit_or_empty"), ((number, place),))
            if cell.group >= 0 and (cell.group not in confirmed or distance(cell.color, secrets) < SECRET):
                yield Doubt(Sentence("a colour, or hidden", "color_or_hidden"), ((number, place),))


def doubtful_colors(level: list[Beaker], out: Grouping, capacity: int, unknown: bool) -> Iterator[Doubt]:
    """Colours that may be others, and counts that do not fit."""
    split = tuple((n, place) for n, b in enumerate(level) for place, cell in enumerate(b.units) if cell.split)
    if split and (unknown or not out.whole):
        yield Doubt(Sentence("units of two colours", "units_of_two_colors"), split)
    larger = larger_colors(level, capacity)
    for group in larger:
        twice = Sentence("one colour fills two beakers, or these are two colours", "one_color_or_two")
        yield Doubt(twice, units_of(level, {group}))
    alike = Sentence("two colours are nearly alike: are they two?", "colors_nearly_alike")
    if out.between < NEARLY_ALIKE:
        yield Doubt(alike, units_of(level, nearest_colors(level)))
    for group in uneven_colors(level):
        is_counted = not unknown and len(units_of(level, {group})) == capacity
        if not is_counted and group not in larger:
            yield Doubt(alike, units_of(level, {group}))
    if not out.whole:
        sizes = Counter(cell.group for beaker in level for cell in shown_in(beaker))
        broken = {group for group, size in sizes.items() if size % capacity} if not unknown else set()
        words = "the counts of the colours do not fit: is a beaker cut off, or of another height?"
        yield Doubt(Sentence(words, "counts_do_not_fit"), units_of(level, broken))
    if out.margin < LEAST_MARGIN or out.within > OTHER_COLOR:
        yield Doubt(Sentence("colours are hard to tell apart", "colors_hard_to_tell"))


def doubtful_measures(level: list[Beaker], capacity: int) -> Iterator[Doubt]:
    """Heights of units, and numbers of them, that may be others."""
    shown = [[cell.group for cell in beaker.units] for beaker in level]
    larger = larger_units(shown)
    # Larger ones would be two in a beaker, with which nobody plays.
    usual = capacity == USUAL_CAPACITY and larger == USUAL_CAPACITY / 2
    if boundary_heights(shown) < MEASURED and not usual:
        words = "too few units meet to measure them by: a picture of the start of the level shows more"
        yield Doubt(Sentence(words, "too_few_units_meet"))
    if larger > 1 and not usual:
        yield Doubt(Sentence("how high a unit is, as larger ones would fit", "larger_units_fit"))
    if not FEWEST_UNITS <= capacity <= MOST_UNITS:
        yield Doubt(Sentence(f"{capacity} units in a beaker", "units_in_a_beaker", capacity=capacity))
