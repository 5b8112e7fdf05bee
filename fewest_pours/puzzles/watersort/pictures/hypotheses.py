"""What a picture may show: where beakers stand, how high a unit is, how many fit, and what each place looks like."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, compress

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Area, Column, Lab, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import FADED, RIM, Beaker, Cell, Standing, beakers
from fewest_pours.puzzles.watersort.pictures.beakers_to_buy import (
    FreePlace,
    free_places,
    place_in,
    seen_beside,
    standing_of,
)
from fewest_pours.puzzles.watersort.pictures.cells import air_above, cells_of, least_likeness, through_glass
from fewest_pours.puzzles.watersort.pictures.covers import covered, curtains
from fewest_pours.puzzles.watersort.pictures.grid import STACK, Grid, Height, grid, rows_of
from fewest_pours.puzzles.watersort.pictures.level import Doubt
from fewest_pours.puzzles.watersort.pictures.lifted_beakers import too_high, upright
from fewest_pours.puzzles.watersort.pictures.outline import below_units, with_outline, with_sides
from fewest_pours.puzzles.watersort.pictures.stacks import Stacks
from fewest_pours.puzzles.watersort.pictures.step_pictures import Steps

Spot = tuple[int, int]  # beaker and place, from 0, from below

ALMOST_FITS = 0.1  # units, by which the outline may be too low for the last unit that is tried
OVERLAP = 0.5, 2  # widths and units, within which two things stand in one place
ABOVE_BEAKERS = 0.5  # units above a beaker, up to which a stack of units stands in it
BESIDE_BEAKERS = 0.4  # widths beside its middle, the same


@dataclass(frozen=True)
class Scene:
    """Where beakers stand, or may, if units are so high. areas: of one colour, flasks on covers among them.

    cells: of each beaker; deeper: units, how far the sides of beakers continue below what is seen in them.
    """

    fit: Grid
    height: Height
    places: list[Beaker]
    cells: list[list[Cell]]
    areas: list[Area]
    doubts: list[Doubt]
    deeper: float


@dataclass(frozen=True)
class Hypothesis:
    """One way to read a picture. beakers: what their places look like from the bottom up; none behind a cover.

    rows: in which each stands; covers: beaker -> the colour that opens it; height: of a unit; room: units that fit
    into the outline of a beaker. doubts: whether beakers stand in some places; those about units are the decision's.
    left_out: what must be bought first; places: the beakers themselves, in the picture.
    """

    capacity: int
    beakers: tuple[tuple[Cell, ...], ...]
    rows: tuple[int, ...]
    covers: dict[int, Lab]
    height: Height
    room: float
    doubts: tuple[Doubt, ...] = ()
    left_out: tuple[Sentence, ...] = ()
    places: tuple[Beaker, ...] = ()

    @property
    def cells(self) -> dict[Spot, Cell]:
        return {(number, place): cell for number, cells in enumerate(self.beakers) for place, cell in enumerate(cells)}


def located(found: Stacks, rows: list[list[Column]], steps: Steps | None, height: Height, unseen: int = 0) -> Scene:
    """Find the beakers of a picture, with units of one height, some unseen below the others. Raises Unreadable."""
    fit = with_outline(with_sides(grid(found.picture, rows, found.wide, height.pixels, unseen)))
    if steps:
        steps.write("2-outline", 255 * fit.template)
    seen, weak = beakers(fit) if fit.height >= 1 else ([], [])
    if not seen:
        raise Unreadable(Sentence("no beakers", "no_level_in_picture"))
    sure = upright(seen, fit)
    ghosts = [each for each in seen if each not in sure]
    for each in ghosts:
        each.likeness = min(each.likeness, FADED)
    places = [*sure, *weak, *ghosts]
    cells = cells_of(places, fit, max(1, int(fit.height + ALMOST_FITS)) + 1)
    return Scene(fit, height, places, cells, found.areas, list(strays(sure, fit)), below_units(fit))


def strays(level: list[Beaker], fit: Grid) -> Iterator[Doubt]:
    """Stacks of units where no beaker was found."""
    reach = (fit.height + ABOVE_BEAKERS) * fit.high
    for column in fit.columns:
        near = any(beaker.near(column.x, column.bottom, BESIDE_BEAKERS * fit.wide, reach) for beaker in level)
        if column[1:] and column.bottom - column[-1].y > STACK * fit.high and not near:
            words = "a stack of units without a beaker: is it of another height? else crop the picture to the level"
            yield Doubt(Sentence(words, "stack_without_beaker"))


def capacities(scene: Scene) -> list[int]:
    """How many units a beaker may hold: as many as fit, one less, or as many as the fullest holds, and one more."""
    most = max(1, int(scene.fit.height + ALMOST_FITS))
    room = max(1, int(scene.fit.height - RIM))
    fullest = 1
    for cells in scene.cells:
        filled = [place for place, cell in enumerate(cells[:most], 1) if cell.filled]
        fullest = max([fullest, *filled])
    tried = [room, most, most - 1, fullest, fullest + 1]
    return [capacity for capacity in dict.fromkeys(tried) if capacity > 1]


def overlap(one: Beaker, others: list[Beaker], fit: Grid) -> bool:
    return any(one.near(other.x, other.bottom, OVERLAP[0] * fit.wide, OVERLAP[1] * fit.high) for other in others)


def behind_covers(scene: Scene, level: list[Beaker], capacity: int, colors: list[Lab]) -> list[Beaker]:
    """Beakers behind covers with flasks, and behind curtains wherever another beaker may stand."""
    fit = scene.fit
    may_be_covers = [each for each in level if each.barred and each.units]  # with a flask for a unit
    known = [each for each in level if each not in may_be_covers]
    shut = covered(scene.areas, fit, capacity, known, colors)
    rows = rows_of([*known, *shut], capacity / 2 * fit.high)
    rest = [(x, bottom) for x, bottom, _ in free_places(rows, fit)]
    rest += [(each.x, each.bottom) for each in level if each.barred]
    for each in curtains(rest, fit, known, colors):
        if not overlap(each, shut, fit):
            shut.append(each)
    return shut


def left_out(rows: list[list[Beaker]], fit: Grid) -> tuple[list[Sentence], list[Doubt]]:
    """Notes on what must be bought first, and doubts about what else stands in rows, or beside them."""
    barred = [
        FreePlace(beaker.standing, place_in(row, beaker.x, number))
        for number, row in enumerate(rows, 1)
        for beaker in row
        if beaker.barred
    ]
    seen = [*barred, *seen_beside(rows, fit)]
    bought = [
        Sentence(f"left out: what must be bought first, {place.where}", "bought_first", where=place.where)
        for place in seen
        if place.standing is Standing.TO_BUY
    ]
    doubtful = [place.where for place in seen if place.standing is Standing.DOUBTFUL]
    words = "a beaker may stand {}: crop the picture to the level"
    return bought, [Doubt(Sentence(words.format(where), "beaker_may_stand", where=where)) for where in doubtful]


def looked_at(scene: Scene, capacity: int) -> list[Beaker]:
    """The places of beakers with what their cells look like, if a beaker holds so many units."""
    airs = air_above(scene.places, scene.fit, capacity)
    # Places above a full beaker, up to the outline, are kept: the model takes them for air, so that a capacity that is
    # too small pays for the units seen there.
    most = max(capacity, int(scene.fit.height - RIM))
    seen = [[through_glass(cell, airs) for cell in cells[:most]] for cells in scene.cells]
    least = least_likeness([*chain(*seen)], capacity)
    hidden = [[cell.sign is not None and cell.sign > least(cell) for cell in cells] for cells in seen]
    return [
        Beaker(place.x, place.bottom, place.likeness, [*map(with_sign, cells, signs)])
        for place, cells, signs in zip(scene.places, seen, hidden, strict=True)
    ]


def with_sign(cell: Cell, hidden: bool) -> Cell:
    return replace(cell, hidden=hidden)


def hypothesis(scene: Scene, capacity: int) -> Hypothesis:
    """The reading of a scene in which a beaker holds so many units. Raises Unreadable."""
    fit = scene.fit
    level = looked_at(scene, capacity)
    for beaker in level:
        beaker.standing = standing_of(beaker, fit)
    units = [cell.color for beaker in level if not beaker.barred for cell in beaker.units if not cell.hidden]
    if not units:
        raise Unreadable(Sentence("no coloured units", "no_level_in_picture"))
    shut = behind_covers(scene, level, capacity, units)
    alone = [not (each.barred and overlap(each, shut, fit)) for each in level]
    level = [*compress(level, alone), *shut]
    rows = rows_of(level, capacity / 2 * fit.high)
    bought, doubts = left_out(rows, fit)
    sorted_rows = [[each for each in sorted(row, key=lambda beaker: beaker.x) if not each.barred] for row in rows]
    level = [*chain(*sorted_rows)]
    doubtful = [number for number, each in enumerate(level) if each.standing is Standing.DOUBTFUL]
    doubts += [Doubt(Sentence(Standing.DOUBTFUL.value, "beaker_or_none"), ((number, None),)) for number in doubtful]
    if too_high(level, fit, units):
        words = "units above a full beaker: are beakers of unequal heights?"
        doubts.append(Doubt(Sentence(words, "units_above_full")))
    covers = {number: each.cover for number, each in enumerate(level) if each.cover is not None}
    return Hypothesis(
        capacity,
        tuple(tuple(each.cells) for each in level),
        tuple(number for number, row in enumerate(sorted_rows) for _ in row),
        covers,
        scene.height,
        fit.height,
        (*scene.doubts, *doubts),
        tuple(bought),
        tuple(level),
    )


def hypotheses(locate: Callable[..., Scene], height: Height) -> Iterator[Hypothesis]:
    """The ways to read a picture in which a unit has this height, the likeliest first. Raises Unreadable for none."""
    scene = locate(height)
    below = (partial(locate, height, unseen) for unseen in range(1, int(scene.deeper + ALMOST_FITS) + 1))
    yield from in_scene(scene)
    for each in below:
        with suppress(Unreadable):
            yield from in_scene(each())


def in_scene(scene: Scene) -> Iterator[Hypothesis]:
    for capacity in capacities(scene):
        with suppress(Unreadable):  # all that is seen then may be hidden units
            yield hypothesis(scene, capacity)
