"""What each slot costs as air, as a unit of each colour, and as a hidden one: squared deviations.

How far units of one colour differ, and what the glass looks like, is measured in the picture itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import OTHER_COLOR, Lab, deviation
from fewest_pours.puzzles.watersort.pictures.beakers import Cell
from fewest_pours.puzzles.watersort.pictures.cells import distance
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis, Slot

# Costs are squares of CIELAB distances over the spreads below, or constants. They were calibrated on the screenshots of
# docs/results.md, their copies, and drawn ones, among them 120 in which two shades are 5 to 17 apart.
MOST = 16.0  # cost of what is farthest: of a unit from its colour, of glass and of a hidden unit from others
AIR_SPREAD = 8.0  # of air from the background behind it: a unit is less likely below 1.7 times this
MOST_AIR = 60.0  # cost of air where a slot looks like anything else
GLASS_SPREAD = 2.0  # of air from other air that is above it, or as high in its row
UNIT = 3.0  # cost of any unit at least as high as wide, so that what may be air is air
LEAST_SPREAD = 1.5  # of the units of one colour, at least
MOST_SPREAD = 5.0  # the most of that, and of the tint of the lowest units; the spread of hidden ones
ALIKE = 1.2  # times the distance to the nearest like units, the spread of a colour
SHOWN_ONCE = 30  # percentile of these distances where units are hidden, so that many colours are seen only once
POSSIBLE_COLORS = 8  # colours that a unit may have
WITHIN = 32.0  # CIELAB distance between the middles of two groups, beyond which they are not of one colour
SAME_POSSIBLE_COLOR = 1.0  # CIELAB distance, up to which two possible colours are one
HIDDEN = 6.0  # extra cost of a hidden unit whose sign was not recognised
LIKE_HIDDEN_COLOR = 15.0  # cost of a colour that looks like hidden units
NEAR_HIDDEN_COLOR = 15.0  # distance from hidden units, where this cost ends


@dataclass(frozen=True)
class CellCosts:
    """Of one slot. air: with the background behind it; glass: as air like that of another slot, which must be air.

    colors: as a unit of each colour that it may have; hidden: as a hidden unit; known_hidden: its sign was recognised.
    """

    air: float
    glass: dict[Slot, float]
    colors: dict[int, float]
    hidden: float
    known_hidden: bool = False


def squared(away: float, spread: float, most: float) -> float:
    return min(most, (away / spread) ** 2)


def costs_of(hypothesis: Hypothesis) -> dict[Slot, CellCosts]:
    """The costs of each slot, with a number for each colour that units may have."""
    cells = hypothesis.cells
    are_some_hidden = bool(hypothesis.covers) or any(cell.hidden for cell in cells.values())
    seen = [slot for slot, cell in cells.items() if not cell.hidden and is_unit(slot, cells)]
    colors = [cells[slot].color for slot in seen]
    found = possible_colors(colors)
    spread = spread_of(colors, hypothesis.capacity - 1, are_some_hidden)
    lowest = [cells[slot].color for slot in seen if slot[1] == 0]
    tint = tint_of(lowest, [cells[slot].color for slot in seen if slot[1] > 0])
    unit = unit_cost(hypothesis)
    hidden_colors = [cell.color for cell in cells.values() if cell.hidden]
    costs: dict[Slot, CellCosts] = {}
    for slot, cell in cells.items():
        # What looks like a hidden unit is likelier one whose sign was missed than one of a colour.
        from_hidden = distance(cell.color, hidden_colors)
        like_hidden = LIKE_HIDDEN_COLOR * max(0.0, 1 - from_hidden / NEAR_HIDDEN_COLOR)
        far = deviation(np.array(found).reshape(-1, 3), cell.color)
        here = max(spread, tint) if slot[1] == 0 else spread
        nearest = np.argsort(far)[:POSSIBLE_COLORS].tolist()
        as_unit = unit + like_hidden
        alike = [number for number in nearest if number == nearest[0] or far[number] < OTHER_COLOR]
        of_color = {number: as_unit + squared(far[number], here, MOST) for number in alike}
        hidden = unit
        if not cell.hidden:
            hidden += HIDDEN + squared(from_hidden, MOST_SPREAD, MOST)
        air = squared(cell.away, AIR_SPREAD, MOST_AIR)
        costs[slot] = CellCosts(air, dict(glass_like(slot, cells, hypothesis.rows, air)), of_color, hidden, cell.hidden)
    return costs


def unit_cost(hypothesis: Hypothesis) -> float:
    """The cost of any unit: less of flat ones, or larger units would be preferred, as there are fewer."""
    return UNIT * min(1.0, hypothesis.height.pixels / hypothesis.grid.wide)


def is_unit(slot: Slot, cells: dict[Slot, Cell]) -> bool:
    """Whether this slot or any above it looks like a unit: then this one is a unit, too."""
    beaker, up = slot
    while (beaker, up) in cells:
        if cells[beaker, up].looks_filled:
            return True
        up += 1
    return False


def glass_like(slot: Slot, cells: dict[Slot, Cell], rows: tuple[int, ...], air: float) -> Iterator[tuple[Slot, float]]:
    """The slot above, and those as high in its row, if their glass is emptier; and what it costs to look as they do."""
    beaker, up = slot
    cell = cells[slot]
    as_high = [(number, up) for number, row in enumerate(rows) if row == rows[beaker]]
    for other in [(beaker, up + 1), *as_high]:
        if other in cells and cells[other].away < cell.away and not cells[other].hidden:
            off = float(deviation(cells[other].color, cell.color))
            cost = squared(off, GLASS_SPREAD, MOST)
            if cost < min(air, MOST):
                yield other, cost


def spread_of(colors: list[Lab], others: int, are_some_hidden: bool) -> float:
    """How far units of one colour differ: the median, over all units, of the distance to the `others`-th nearest one.

    others: how many more units each colour has at least. Where some are hidden, a unit may be the only one of its
    colour in sight. Then the distance to the nearest one counts, at a percentile below which units have their like.
    """
    if len(colors) < 2:
        return LEAST_SPREAD
    far = np.sort(deviation(np.array(colors)[:, None], np.array(colors)), 1)
    # Column 0 is the unit itself.
    nearest = far[:, 1 if are_some_hidden else min(others, len(colors) - 1)]
    usual = float(np.percentile(nearest, SHOWN_ONCE if are_some_hidden else 50))
    return min(MOST_SPREAD, max(LEAST_SPREAD, ALIKE * usual))


def tint_of(lowest: list[Lab], others: list[Lab]) -> float:
    """How far the glass at the bottom tints the lowest units: as far as the one that is nearest to a unit above.

    Those two are of one colour, most likely; others may have no unit of their colour in sight.
    """
    if not lowest or not others:
        return MOST_SPREAD
    nearest = deviation(np.array(lowest)[:, None], np.array(others)).min(1)
    return min(MOST_SPREAD, ALIKE * float(nearest.min()))


def possible_colors(colors: list[Lab]) -> list[Lab]:
    """The colours that units may have: the middle of every group in an agglomerative clustering, single units included.

    Groups lie within others: the model chooses among them.
    """
    if not colors:
        return []
    seen = np.array(colors, np.float64)
    groups = [[number] for number in range(len(seen))]
    middles = [*seen]
    every = list(groups)
    far = deviation(seen[:, None], seen) + np.diag([np.inf] * len(seen))
    while len(groups) > 1:
        pair = divmod(int(far.argmin()), len(groups))
        if far[pair] > WITHIN:
            break
        joined = groups[pair[0]] + groups[pair[1]]
        every.append(joined)
        left = [number for number in range(len(groups)) if number not in pair]
        groups = [groups[number] for number in left] + [joined]
        middles = [middles[number] for number in left] + [seen[joined].mean(0)]
        to_joined = deviation(np.array(middles), middles[-1])
        to_joined[-1] = np.inf
        far = np.column_stack([np.vstack([far[np.ix_(left, left)], to_joined[:-1]]), to_joined])
    found: list[Lab] = []
    for group in sorted(every, key=len, reverse=True):
        middle = seen[group].mean(0)
        if all(deviation(middle, other) > SAME_POSSIBLE_COLOR for other in found):
            found.append(middle)
    return found
