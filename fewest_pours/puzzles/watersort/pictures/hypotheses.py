"""What a picture may show: where beakers stand, how high a unit is, how many fit, and what each slot looks like."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import SAME_SIZE, Area, Column, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import (
    LIKELY_LIKENESS,
    RIM,
    SURE_LIKENESS,
    Beaker,
    Cell,
    Standing,
    find_beakers,
)
from fewest_pours.puzzles.watersort.pictures.beakers_to_buy import (
    Drawn,
    SeenPlace,
    drawn_in,
    mark_faint,
    place_in,
    seen_in_free_places,
    standing_of,
)
from fewest_pours.puzzles.watersort.pictures.cells import cells_of
from fewest_pours.puzzles.watersort.pictures.color_distance import Lab
from fewest_pours.puzzles.watersort.pictures.covers import in_rows_of_known_colors, is_taken, may_be_covered
from fewest_pours.puzzles.watersort.pictures.grid import Grid, Height, grid_of, rows_of
from fewest_pours.puzzles.watersort.pictures.level import BEAKER_OR_NONE, Doubt
from fewest_pours.puzzles.watersort.pictures.outline import measure_outline, measure_sides
from fewest_pours.puzzles.watersort.pictures.question_marks import QuestionMark
from fewest_pours.puzzles.watersort.pictures.stacks import SeenColumns
from fewest_pours.puzzles.watersort.pictures.unequal_heights import are_unequal

Slot = tuple[int, int]  # the number of a beaker, and how many slots up from its lowest one, both from 0

NEAR_BEAKERS = 0.5  # units above and below a beaker, up to which an area is in it
BESIDE_BEAKERS = 0.4  # widths beside its middle, the same
OFF_WHOLE = 0.25  # units, less than which an area of whole units is higher or lower
FEWEST_UNITS = 3  # in a beaker, with which people play
MOST_UNITS = 8  # the same, the most


@dataclass(frozen=True)
class Scene:
    """Where beakers stand, or may, with one height of a unit.

    cells: of each beaker; drawn: what is drawn in the middle of each; areas: flasks on covers may be among them.
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
    """One way to read a picture. beakers: of the level, with their cells; one behind a cover has none.

    rows: in which each stands; height: of a unit. doubts: about beakers; others are the decision's. remarks: on what
    must be bought first.
    """

    capacity: int
    beakers: tuple[Beaker, ...]
    rows: tuple[int, ...]
    height: Height
    grid: Grid
    doubts: tuple[Doubt, ...] = ()
    remarks: tuple[Sentence, ...] = ()

    @cached_property
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
        return self.grid.beaker_units - self.capacity

    @property
    def is_played(self) -> bool:
        """Whether people play with this many units in a beaker."""
        return FEWEST_UNITS <= self.capacity <= MOST_UNITS


def scene_with(height: Height, seen: SeenColumns, rows: list[list[Column]], is_glass_measured: bool) -> Scene:
    """The beakers of a picture and what they look like, if units are this high. Raises Unreadable.

    is_glass_measured: whether their glass is looked for where it was measured, or where it usually is.
    """
    grid = grid_of(seen.picture, rows, seen.unit_width, height.pixels)
    grid = measure_outline(measure_sides(grid, is_glass_measured))
    beakers = find_beakers(grid) if grid.beaker_units >= 1 else []
    if not any(each.likeness >= SURE_LIKENESS for each in beakers):
        raise Unreadable(Sentence("no beakers", "no_level_in_picture"))
    cells = cells_of(beakers, grid, max(1, int(grid.beaker_units)) + 1)
    drawn = [drawn_in(grid, each.x, each.bottom) for each in beakers]
    likely = [each for each in beakers if each.likeness >= LIKELY_LIKENESS]
    without_sign = [each for each, inside in zip(beakers, drawn, strict=True) if each in likely and not inside.is_sign]
    doubts = []
    if has_stack_outside(likely, seen, grid) or has_mark_below(likely, seen.marks, grid):
        words = "a stack of units without a beaker: is it of another height? else crop the picture to the level"
        doubts.append(Doubt(Sentence(words, "stack_without_beaker")))
    if without_sign and are_unequal(without_sign, grid):
        doubts.append(Doubt(Sentence("are beakers of unequal heights?", "may_be_unequal")))
    return Scene(grid, height, beakers, cells, drawn, seen.areas, doubts)


def has_stack_outside(beakers: list[Beaker], seen: SeenColumns, grid: Grid) -> bool:
    """Whether several areas that may be units lie on each other outside of all beakers."""

    def is_in(area: Area, beaker: Beaker) -> bool:
        above_bottom = (beaker.bottom - area.bottom) / grid.unit_height
        is_at_its_height = -NEAR_BEAKERS < above_bottom < grid.beaker_units + NEAR_BEAKERS
        return is_at_its_height and abs(beaker.x - area.middle) < BESIDE_BEAKERS * grid.unit_width

    def may_be_units(area: Area) -> bool:
        units = area.height / grid.unit_height
        is_whole = abs(units - max(1, round(units))) < OFF_WHOLE
        return is_whole and abs(area.width - seen.unit_width) <= SAME_SIZE * seen.unit_width

    def is_outside(area: Area) -> bool:
        return may_be_units(area) and not any(is_in(area, beaker) for beaker in beakers)

    return any(sum(map(is_outside, column)) > 1 for column in grid.columns)


def has_mark_below(beakers: list[Beaker], marks: list[QuestionMark], grid: Grid) -> bool:
    """Whether a hidden unit is right below a beaker, which may then reach lower."""
    aside = BESIDE_BEAKERS * grid.unit_width
    return any(
        abs(beaker.x - mark.x) < aside and 0 < mark.y - beaker.bottom < grid.unit_height
        for mark in marks
        for beaker in beakers
    )


def capacities(scene: Scene) -> list[int]:
    """How many units a beaker may hold, the likeliest first: what fits with air above or without, one less than that,
    the fullest that is seen, and one more than that.
    """
    most = max(1, int(scene.grid.beaker_units))
    with_air = max(1, int(scene.grid.beaker_units - RIM))
    fullest = 1
    for cells in scene.cells:
        reached = [units for units, cell in enumerate(cells[:most], 1) if cell.looks_filled]
        fullest = max([fullest, *reached])
    tried = [with_air, most, most - 1, fullest, fullest + 1]
    return [capacity for capacity in dict.fromkeys(tried) if capacity > 1]


def remarks_on(places: list[SeenPlace]) -> list[Sentence]:
    """Remarks on what must be bought first."""
    return [
        Sentence(f"left out: what must be bought first, {place.where}", "bought_first", where=place.where)
        for place in places
        if place.standing is Standing.TO_BUY
    ]


def doubts_about(places: list[SeenPlace], rows: list[list[Beaker]]) -> list[Doubt]:
    """Doubts about what else stands in rows or beside them, and is no part of the level."""
    doubtful = [place.where for place in places if place.standing is Standing.DOUBTFUL]
    shortest = min((len(row) for row in rows if any(each.cover is None for each in row)), default=0)
    # A row of covers alone that is shorter than every other row may be buttons.
    doubtful += [
        place_in(row, row[0].x, number)
        for number, row in enumerate(rows)
        if len(row) < shortest and all(each.cover is not None for each in row)
    ]
    words = "a beaker may stand {}: crop the picture to the level"
    return [Doubt(Sentence(words.format(where), "beaker_may_stand", where=where)) for where in doubtful]


def with_cells(scene: Scene, capacity: int) -> list[Beaker]:
    """The beakers with their cells, and how each stands, if a beaker holds this many units."""
    # Slots above a full beaker, up to the outline, are kept: the model takes them for air, so that a capacity that is
    # too small pays for the units seen there.
    most = max(capacity, int(scene.grid.beaker_units - RIM))
    beakers = [
        Beaker(beaker.x, beaker.bottom, beaker.likeness, cells=cells[:most], above=next(iter(cells[most:]), None))
        for beaker, cells in zip(scene.beakers, scene.cells, strict=True)
    ]
    mark_faint(beakers, scene.drawn, scene.grid)
    for beaker, drawn in zip(beakers, scene.drawn, strict=True):
        beaker.standing = standing_of(beaker, drawn)
    return beakers


def places_left_out(rows: list[list[Beaker]], grid: Grid) -> Iterator[SeenPlace]:
    """Where something stands in rows that is no beaker of the level, or may be none."""
    for number, row in enumerate(rows):
        for beaker in row:
            if beaker.is_left_out:
                yield SeenPlace(beaker.standing, place_in(row, beaker.x, number))
    are_some_hidden = any(beaker.hides_units for beaker in chain(*rows))
    yield from seen_in_free_places(rows, grid, are_some_hidden)


def hypothesis_with(capacity: int, scene: Scene) -> Hypothesis:
    """The hypothesis that beakers in a scene hold this many units. Raises Unreadable."""
    grid = scene.grid
    beakers = with_cells(scene, capacity)
    colors = [
        cell.color for beaker in beakers if not beaker.is_left_out for cell in beaker.filled_cells if not cell.has_mark
    ]
    if not colors:
        raise Unreadable(Sentence("no coloured units", "no_level_in_picture"))
    # The flask of a cover may look like a unit, or like a sign. So covers are looked for in the places of beakers that
    # are left out, too; where one is found, there is no such beaker.
    known = [each for each in beakers if not each.is_left_out]
    may_be_covers = may_be_covered(scene.areas, grid, capacity, known)
    covered = in_rows_of_known_colors(may_be_covers, grid, colors)
    left_out = [each for each in beakers if each.is_left_out and not is_taken(each.x, each.bottom, covered, grid)]
    for each in left_out:
        # With a flask of a colour that no unit shows: it is a button, a padlock on opaque glass, or a cover.
        if is_taken(each.x, each.bottom, may_be_covers, grid):
            each.standing = Standing.DOUBTFUL
    rows = rows_of([*known, *left_out, *covered], capacity / 2 * grid.unit_height)
    places = [*places_left_out(rows, grid)]
    in_level = [sorted((each for each in row if not each.is_left_out), key=lambda beaker: beaker.x) for row in rows]
    level = [*chain(*in_level)]
    doubtful = [number for number, each in enumerate(level) if each.standing is Standing.DOUBTFUL]
    beaker_or_none = [Doubt(BEAKER_OR_NONE, ((number, None),)) for number in doubtful]
    return Hypothesis(
        capacity,
        beakers=tuple(level),
        rows=tuple(number for number, row in enumerate(in_level) for _ in row),
        height=scene.height,
        grid=grid,
        doubts=(*scene.doubts, *doubts_about(places, rows), *beaker_or_none),
        remarks=tuple(remarks_on(places)),
    )


def hypotheses(scene: Scene) -> Iterator[Hypothesis]:
    """The ways to read a scene, the likeliest number of units in a beaker first."""
    for capacity in capacities(scene):
        with suppress(Unreadable):  # all that is seen then may be hidden units
            yield hypothesis_with(capacity, scene)
