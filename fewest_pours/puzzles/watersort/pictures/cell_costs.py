"""What each slot costs as air, as a unit of each colour, and as a hidden one.

How far units of one colour differ, and what the glass looks like, is measured in the picture itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fewest_pours.puzzles.watersort.pictures.beakers import Cell
from fewest_pours.puzzles.watersort.pictures.color_distance import (
    OTHER_COLOR,
    Distances,
    Lab,
    distance_to_nearest,
    distances,
)
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, Slot

# Costs are constants, plus (CIELAB distance / spread)**2 with the spreads below, up to a most. They were calibrated on
# the screenshots of docs/results.md, their copies, and drawn ones, among them 120 in which two shades are 5 to 17
# apart.
MOST_COST = 16.0  # cost of what is farthest: of a unit from its colour, of glass and of a hidden unit from others
AIR_SPREAD = 8.0  # of air from the background: a unit is less likely below 1.7 (the root of UNIT) times this
MOST_AIR = 60.0  # cost of air where a slot looks like anything else
GLASS_SPREAD = 2.0  # of air from other air that is above it, or as high in its row
UNIT = 3.0  # cost of any unit at least as high as wide, so that what may be air is air
LEAST_SPREAD = 1.5  # of the units of one colour, at least
MOST_SPREAD = 5.0  # the most of that, and of the tint of the lowest units
HIDDEN_SPREAD = 5.0  # of the colour of hidden units
ALIKE = 1.2  # times the distance to the nearest like units, the spread of a colour
WITH_LIKE = 30  # percentile of these distances where units are hidden, so that many have no unit of their colour
MOST_COLORS_OF_SLOT = 8  # that a unit may have, of the possible ones
FARTHEST_GROUPS = 32.0  # CIELAB distance between the middles of two groups that may be of one colour, at most
SAME_POSSIBLE_COLOR = 1.0  # CIELAB distance, up to which two possible colours are one
HIDDEN = 6.0  # extra cost of a hidden unit whose question mark was not recognised
LIKE_HIDDEN_COLOR = 15.0  # extra cost of a colour that looks exactly like hidden units
NEAR_HIDDEN_COLOR = 15.0  # CIELAB distance from hidden units, where this cost has fallen to 0


@dataclass(frozen=True)
class CellCosts:
    """Of one slot. air: with the background beside it; glass: as air like that of another slot, which must be air.

    colors: as a unit of each colour that it may have; hidden: as a hidden unit; has_mark: it shows a question mark.
    """

    air: float
    glass: dict[Slot, float]
    colors: dict[int, float]
    hidden: float
    has_mark: bool = False


def capped_square(distance: float, spread: float, most: float) -> float:
    return min(most, (distance / spread) ** 2)


def costs_of(hypothesis: Hypothesis) -> dict[Slot, CellCosts]:
    """The costs of each slot, with a number for each colour that units may have."""
    cells = hypothesis.cells
    seen = [slot for slot, cell in cells.items() if not cell.has_mark and must_be_unit(slot, cells)]
    seen_colors = [cells[slot].color for slot in seen]
    possible = np.reshape(possible_colors(seen_colors), (-1, 3))
    are_some_hidden = any(beaker.hides_units for beaker in hypothesis.beakers)
    spread = spread_of(seen_colors, hypothesis.capacity - 1, are_some_hidden)
    lowest = [cells[slot].color for slot in seen if slot[1] == 0]
    spread_of_lowest = max(spread, tint_of(lowest, [cells[slot].color for slot in seen if slot[1] > 0]))
    unit = unit_cost(hypothesis)
    hidden_colors = [cell.color for cell in cells.values() if cell.has_mark]

    def costs_of_slot(slot: Slot, cell: Cell) -> CellCosts:
        from_hidden = distance_to_nearest(cell.color, hidden_colors)
        # What looks like a hidden unit is likelier one whose mark was missed than one of a colour.
        like_hidden = LIKE_HIDDEN_COLOR * max(0.0, 1 - from_hidden / NEAR_HIDDEN_COLOR)
        off = distances(possible, cell.color)
        in_spread = spread_of_lowest if slot[1] == 0 else spread
        colors = {
            number: unit + like_hidden + capped_square(off[number], in_spread, MOST_COST)
            for number in likely_colors(off)
        }
        hidden = unit
        if not cell.has_mark:
            hidden += HIDDEN + capped_square(from_hidden, HIDDEN_SPREAD, MOST_COST)
        air = capped_square(cell.from_air, AIR_SPREAD, MOST_AIR)
        return CellCosts(air, dict(glass_like(slot, cells, hypothesis.rows, air)), colors, hidden, cell.has_mark)

    return {slot: costs_of_slot(slot, cell) for slot, cell in cells.items()}


def likely_colors(off: Distances) -> list[int]:
    """The nearest of the possible colours, and those others that are near, by number. off: how far each is."""
    nearest: list[int] = np.argsort(off)[:MOST_COLORS_OF_SLOT].tolist()
    return [number for number in nearest if number == nearest[0] or off[number] < OTHER_COLOR]


def unit_cost(hypothesis: Hypothesis) -> float:
    """The cost of any unit: flat ones cost less, or larger units would be preferred, as there are fewer."""
    return UNIT * min(1.0, hypothesis.height.pixels / hypothesis.grid.unit_width)


def must_be_unit(slot: Slot, cells: dict[Slot, Cell]) -> bool:
    """Whether this slot or any above it looks filled: then this one is filled, too."""
    beaker, up = slot
    while (beaker, up) in cells:
        if cells[beaker, up].looks_filled:
            return True
        up += 1
    return False


def glass_like(slot: Slot, cells: dict[Slot, Cell], rows: tuple[int, ...], air: float) -> Iterator[tuple[Slot, float]]:
    """The slot above, and those as high in its row, if they look emptier; and what it costs to be air like theirs.

    air: what it costs to be air with the background beside it; what costs no less is left out.
    """
    beaker, up = slot
    cell = cells[slot]
    at_this_height = [(number, up) for number, row in enumerate(rows) if row == rows[beaker]]
    for other in [(beaker, up + 1), *at_this_height]:
        if other in cells and cells[other].from_air < cell.from_air and not cells[other].has_mark:
            off = float(distances(cells[other].color, cell.color))
            cost = capped_square(off, GLASS_SPREAD, MOST_COST)
            if cost < min(air, MOST_COST):
                yield other, cost


def spread_of(colors: list[Lab], others: int, are_some_hidden: bool) -> float:
    """How far units of one colour differ: the median, over all units, of the distance to the `others`-th nearest one.

    others: how many more units each colour has at least. Where some are hidden, a unit may be the only one of its
    colour in sight. Then the distance to the nearest one counts, at a percentile below which units have their like. The
    answer is ALIKE times this, between LEAST_SPREAD and MOST_SPREAD.
    """
    if len(colors) < 2:
        return LEAST_SPREAD
    off = np.sort(distances(np.array(colors)[:, None], np.array(colors)), 1)
    # Column 0 is the unit itself.
    nearest = off[:, 1 if are_some_hidden else min(others, len(colors) - 1)]
    usual = float(np.percentile(nearest, WITH_LIKE if are_some_hidden else 50))
    return min(MOST_SPREAD, max(LEAST_SPREAD, ALIKE * usual))


def tint_of(lowest: list[Lab], others: list[Lab]) -> float:
    """How far the glass at the bottom tints the lowest units: as far as the one that is nearest to a unit above.

    Those two are of one colour, most likely; others may have no unit of their colour in sight.
    """
    if not lowest or not others:
        return MOST_SPREAD
    nearest = distances(np.array(lowest)[:, None], np.array(others)).min(1)
    return min(MOST_SPREAD, ALIKE * float(nearest.min()))


def possible_colors(colors: list[Lab]) -> list[Lab]:
    """The colours that units may have, given those of single units: the mean of every group of near ones.

    The two nearest groups are merged, again and again, from single units on (agglomerative clustering). Each group that
    there ever was gives a colour, the largest first: groups lie within others, and the model chooses among them.
    """
    if not colors:
        return []
    seen = np.array(colors, np.float64)
    groups = [[number] for number in range(len(seen))]
    means = [*seen]
    every = list(groups)
    apart = distances(seen[:, None], seen) + np.diag([np.inf] * len(seen))
    while len(groups) > 1:
        pair = divmod(int(apart.argmin()), len(groups))
        if apart[pair] > FARTHEST_GROUPS:
            break
        merged = groups[pair[0]] + groups[pair[1]]
        every.append(merged)
        left = [number for number in range(len(groups)) if number not in pair]
        groups = [groups[number] for number in left] + [merged]
        means = [means[number] for number in left] + [seen[merged].mean(0)]
        to_merged = distances(np.array(means), means[-1])
        to_merged[-1] = np.inf
        apart = np.column_stack([np.vstack([apart[np.ix_(left, left)], to_merged[:-1]]), to_merged])
    found: list[Lab] = []
    for group in sorted(every, key=len, reverse=True):
        mean = seen[group].mean(0)
        if all(distances(mean, other) > SAME_POSSIBLE_COLOR for other in found):
            found.append(mean)
    return found
