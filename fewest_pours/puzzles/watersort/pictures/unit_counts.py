"""Counts decide what looks alike: each colour fills whole beakers."""

from collections.abc import Iterator
from itertools import chain, pairwise, takewhile

from fewest_pours.puzzles.watersort.pictures.areas import Lab
from fewest_pours.puzzles.watersort.pictures.beakers import Beaker, Cell
from fewest_pours.puzzles.watersort.pictures.cells import CLEARLY_EMPTY, distance
from fewest_pours.puzzles.watersort.pictures.color_groups import OTHER_COLOR, SAME_COLOR, Grouping, grouping

MOST_DECIDED = 8  # units that counts decide on


def shown_in(beaker: Beaker) -> list[Cell]:
    return [cell for cell in beaker.cells if cell.group >= 0]


def pale_tops(beaker: Beaker) -> list[Cell]:
    """The uppermost units, as far as they are much like empty places. Those below clear ones are units for sure."""
    return list(takewhile(lambda cell: cell.away < OTHER_COLOR, reversed(shown_in(beaker))))


def faint_places(beaker: Beaker, colors: list[Lab]) -> list[Cell]:
    """The places above the units, from below, as far as they have a unit's colour and are hardly like empty ones."""

    def faint(cell: Cell) -> bool:
        return cell.away > CLEARLY_EMPTY and distance(cell.color, colors) < SAME_COLOR

    return list(takewhile(faint, (cell for cell in beaker.cells if not cell.filled)))


def grouped(units: list[Cell], capacity: int, unknown: int) -> Grouping:
    """The grouping of units, each of which has its group from now on."""
    out = colors_of(units, capacity, unknown)
    for cell, group in zip(units, out.groups, strict=True):
        cell.group = group
    return out


def colors_of(units: list[Cell], capacity: int, unknown: int = 0) -> Grouping:
    return grouping([cell.color for cell in units], capacity, unknown)


def prefixes(columns: list[list[Cell]], falling: bool) -> Iterator[list[Cell]]:
    """The first cells of columns, ever more, by how far they are from empty places."""
    order = sorted(chain(*columns), key=lambda cell: cell.away, reverse=falling)
    for number in range(1, min(len(order), MOST_DECIDED) + 1):
        chosen = order[:number]
        if not any(after in chosen and before not in chosen for cells in columns for before, after in pairwise(cells)):
            yield chosen


def counted(level: list[Beaker], units: list[Cell], capacity: int) -> tuple[list[Cell], Grouping]:
    """The units and their grouping; if the counts are wrong, without the palest or with the faintest that mend them."""
    out = grouped(units, capacity, 0)
    if out.whole:
        return units, out
    colors = [cell.color for cell in units]
    pale = prefixes([pale_tops(beaker) for beaker in level], falling=False)
    faint = prefixes([faint_places(beaker, colors) for beaker in level], falling=True)
    for changed in chain(pale, faint):
        rest = [cell for cell in units if cell not in changed] + [cell for cell in changed if not cell.filled]
        lost = [cell.group for cell in changed if cell.filled]
        if not rest or len(rest) % capacity or not all(lost.count(each) % capacity for each in lost):
            continue
        groups, _, _, whole = colors_of(rest, capacity)
        of_units = set(groups[: len(units)])  # faint places that are added come after all units
        if whole and set(groups) == of_units:  # no colour is that of faint places alone
            for cell in changed:
                cell.filled = not cell.filled
                cell.group = -1
            return rest, grouped(rest, capacity, 0)
    return units, out
