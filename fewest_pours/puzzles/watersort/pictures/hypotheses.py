"""What a picture may show: where beakers stand, how high a unit is, how many fit, and what each slot looks like."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

import numpy as np

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import SAME_COLOR, SAME_SIZE, Area, Column, Lab, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import LIKE, RIM, SURE, Beaker, Cell, Standing, beakers
from fewest_pours.puzzles.watersort.pictures.beakers_to_buy import (
    Drawn,
    SeenPlace,
    drawn_in,
    mark_faint,
    place_in,
    seen_in_free_places,
    standing_of,
)
from fewest_pours.puzzles.watersort.pictures.cells import cells_of, distance
from fewest_pours.puzzles.watersort.pictures.covers import covered, is_taken
from fewest_pours.puzzles.watersort.pictures.grid import Grid, Height, grid_of, rows_of
from fewest_pours.puzzles.watersort.pictures.level import BEAKER_OR_NONE, Doubt
from fewest_pours.puzzles.watersort.pictures.outline import INNER, with_outline, with_sides
from fewest_pours.puzzles.watersort.pictures.question_marks import Mark
from fewest_pours.puzzles.watersort.pictures.stacks import Stacks
from fewest_pours.puzzles.watersort.pictures.unequal_heights import is_one_higher, is_one_lower

Slot = tuple[int, int]  # the number of a beaker, and how many slots up from its lowest one, both from 0

NEAR_BEAKERS = 0.5  # units above and below a beaker, up to which an area is in it
BESIDE_BEAKERS = 0.4  # widths beside its middle, the same
OFF_WHOLE = 0.25  # units, less than which an area of whole units is higher or lower
USUAL_AIR = 0.7  # units, the most that counts as air above a full beaker: the outline may seem higher than it is


@dataclass(frozen=True)
class Scene:
    """Where beakers stand, or may, if units are so high. areas: of one colour, flasks on covers among them.

    cells: of each beaker; drawn: what is drawn in the middle of each.
    """

    grid: Grid
    height: Height
    beakers: list[Beaker]
    cells: list[list[Cell]]
    drawn: list[Drawn]
    areas: list[Area]
    doubts: list[Doubt]


@dataclass(frozen=True)
class Hypothesis:
    """One way to read a picture. beakers: with their cells; one behind a cover has none.

    rows: in which each stands; height: of a unit; even: beakers that show one colour up to the rim. doubts: about
    beakers; others are the decision's. left_out: what must be bought first.
    """

    capacity: int
    beakers: tuple[Beaker, ...]
    rows: tuple[int, ...]
    height: Height
    grid: Grid
    even: tuple[int, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    left_out: tuple[Sentence, ...] = ()

    @property
    def cells(self) -> dict[Slot, Cell]:
        numbered = enumerate(self.beakers)
        return {(number, up): cell for number, beaker in numbered for up, cell in enumerate(beaker.cells)}

    @property
    def covers(self) -> dict[int, Lab]:
        """Beaker -> the colour that opens its cover."""
        return {number: beaker.cover for number, beaker in enumerate(self.beakers) if beaker.cover is not None}

    @property
    def space_above(self) -> float:
        """How many units would fit above a full beaker, up to the end of its outline."""
        return self.grid.beaker_height - self.capacity


def located(found: Stacks, rows: list[list[Column]], height: Height) -> Scene:
    """Find the beakers of a picture, with units of one height. Raises Unreadable."""
    grid = with_outline(with_sides(grid_of(found.picture, rows, found.wide, height.pixels)))
    found_beakers = beakers(grid) if grid.beaker_height >= 1 else []
    sure = [each for each in found_beakers if each.likeness >= SURE]
    if not sure:
        raise Unreadable(Sentence("no beakers", "no_level_in_picture"))
    cells = cells_of(found_beakers, grid, max(1, int(grid.beaker_height)) + 1)
    drawn = [drawn_in(grid, each.x, each.bottom) for each in found_beakers]
    whole = [
        each for each, seen in zip(found_beakers, drawn, strict=True) if each.likeness >= LIKE and not seen.is_sign
    ]
    doubts = []
    if has_strays(found_beakers, found, grid):
        words = "a stack of units without a beaker: is it of another height? else crop the picture to the level"
        doubts.append(Doubt(Sentence(words, "stack_without_beaker")))
    if whole and (is_one_lower(whole, grid) or is_one_higher(whole, grid)):
        doubts.append(Doubt(Sentence("are beakers of unequal heights?", "may_be_unequal")))
    return Scene(grid, height, found_beakers, cells, drawn, found.areas, doubts)


def has_strays(level: list[Beaker], found: Stacks, grid: Grid) -> bool:
    """Whether a stack of units is where no likely beaker is, or a hidden unit right below one: it may reach lower."""
    seen = [each for each in level if each.likeness >= LIKE]

    def is_in(area: Area, beaker: Beaker) -> bool:
        above_bottom = (beaker.bottom - area.bottom) / grid.high
        is_at_its_height = -NEAR_BEAKERS < above_bottom < grid.beaker_height + NEAR_BEAKERS
        return is_at_its_height and abs(beaker.x - area.middle) < BESIDE_BEAKERS * grid.wide

    def may_be_units(area: Area) -> bool:
        units = area.high / grid.high
        is_whole = abs(units - max(1, round(units))) < OFF_WHOLE
        return is_whole and abs(area.wide - found.wide) <= SAME_SIZE * found.wide

    def is_below(mark: Mark, beaker: Beaker) -> bool:
        return abs(beaker.x - mark.x) < BESIDE_BEAKERS * grid.wide and 0 < mark.y - beaker.bottom < grid.high

    def is_stray(column: Column) -> bool:
        outside = [area for area in column if may_be_units(area) and not any(is_in(area, each) for each in seen)]
        return len(outside) > 1

    has_stray_mark = any(is_below(mark, each) for mark in found.marks for each in seen)
    return has_stray_mark or any(is_stray(column) for column in grid.columns)


def capacities(scene: Scene) -> list[int]:
    """How many units a beaker may hold: as many as fit, with air or without, one less, as the fullest, and one more."""
    most = max(1, int(scene.grid.beaker_height))
    room = max(1, int(scene.grid.beaker_height - RIM))
    fullest = 1
    for cells in scene.cells:
        reached = [units for units, cell in enumerate(cells[:most], 1) if cell.looks_filled]
        fullest = max([fullest, *reached])
    tried = [room, most, most - 1, fullest, fullest + 1]
    return [capacity for capacity in dict.fromkeys(tried) if capacity > 1]


def left_out(rows: list[list[Beaker]], grid: Grid) -> tuple[list[Sentence], list[Doubt]]:
    """Notes on what must be bought first, and doubts about what else stands in rows, or beside them."""
    barred = [
        SeenPlace(beaker.standing, place_in(row, beaker.x, number))
        for number, row in enumerate(rows, 1)
        for beaker in row
        if beaker.barred
    ]
    are_some_hidden = any(each.cover is not None or any(cell.hidden for cell in each.cells) for each in chain(*rows))
    seen = [*barred, *seen_in_free_places(rows, grid, are_some_hidden)]
    bought = [
        Sentence(f"left out: what must be bought first, {place.where}", "bought_first", where=place.where)
        for place in seen
        if place.standing is Standing.TO_BUY
    ]
    doubtful = [place.where for place in seen if place.standing is Standing.DOUBTFUL]
    words = "a beaker may stand {}: crop the picture to the level"
    shortest = min((len(row) for row in rows if any(each.cover is None for each in row)), default=0)
    # A few covers in a row of their own may be buttons.
    doubtful += [
        place_in(row, row[0].x, number)
        for number, row in enumerate(rows, 1)
        if len(row) < shortest and all(each.cover is not None for each in row)
    ]
    return bought, [Doubt(Sentence(words.format(where), "beaker_may_stand", where=where)) for where in doubtful]


def with_cells(scene: Scene, capacity: int) -> list[Beaker]:
    """The beakers with their cells, and how each stands, if a beaker holds so many units."""
    # Slots above a full beaker, up to the outline, are kept: the model takes them for air, so that a capacity that is
    # too small pays for the units seen there.
    most = max(capacity, int(scene.grid.beaker_height - RIM))
    level = [
        Beaker(
            beaker.x,
            beaker.bottom,
            beaker.likeness,
            beaker.contrast,
            cells=cells[:most],
            above=next(iter(cells[most:]), None),
        )
        for beaker, cells in zip(scene.beakers, scene.cells, strict=True)
    ]
    mark_faint(level, scene.drawn, scene.grid)
    for beaker, drawn in zip(level, scene.drawn, strict=True):
        beaker.standing = standing_of(beaker, drawn)
    return level


def up_to_rim(level: list[Beaker], capacity: int, grid: Grid) -> Iterator[int]:
    """The beakers that show one colour in all slots and above, as empty ones do whose glass has another tone."""
    air = min(grid.beaker_height - capacity, USUAL_AIR)
    for number, beaker in enumerate(level):
        filled = beaker.cells[:capacity]
        if not filled or not all(cell.looks_filled and not cell.hidden for cell in filled):
            continue
        above = grid.patch(beaker.x, beaker.bottom - (capacity + air / 2) * grid.high, INNER, air / 4)
        if not len(above):
            continue
        colors = [*(cell.color for cell in filled), np.median(above, 0)]
        if distance(filled[-1].color, colors, max) < SAME_COLOR:
            yield number


def hypothesis(scene: Scene, capacity: int) -> Hypothesis:
    """The reading of a scene in which a beaker holds so many units. Raises Unreadable."""
    grid = scene.grid
    level = with_cells(scene, capacity)
    units = [cell.color for beaker in level if not beaker.barred for cell in beaker.units if not cell.hidden]
    if not units:
        raise Unreadable(Sentence("no coloured units", "no_level_in_picture"))
    # The flask of a cover may look like a unit, or like a sign. So covers are looked for in the places of barred
    # beakers, too; where one is found, there is no such beaker.
    may_be_covers = [each for each in level if each.barred]
    known = [each for each in level if each not in may_be_covers]
    shut = covered(scene.areas, grid, capacity, known, units)
    unshut = [each for each in may_be_covers if not is_taken(each.x, each.bottom, shut, grid)]
    level = known + unshut + shut
    rows = rows_of(level, capacity / 2 * grid.high)
    bought, doubts = left_out(rows, grid)
    sorted_rows = [[each for each in sorted(row, key=lambda beaker: beaker.x) if not each.barred] for row in rows]
    level = [*chain(*sorted_rows)]
    doubtful = [number for number, each in enumerate(level) if each.standing is Standing.DOUBTFUL]
    doubts += [Doubt(BEAKER_OR_NONE, ((number, None),)) for number in doubtful]
    return Hypothesis(
        capacity,
        beakers=tuple(level),
        rows=tuple(number for number, row in enumerate(sorted_rows) for _ in row),
        height=scene.height,
        grid=grid,
        even=tuple(up_to_rim(level, capacity, grid)),
        doubts=(*scene.doubts, *doubts),
        left_out=tuple(bought),
    )


def hypotheses(scene: Scene) -> Iterator[Hypothesis]:
    """The ways to read a scene, the likeliest number of units in a beaker first."""
    for capacity in capacities(scene):
        with suppress(Unreadable):  # all that is seen then may be hidden units
            yield hypothesis(scene, capacity)
