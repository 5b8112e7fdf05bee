"""What a picture may show: where beakers stand, how high a unit is, how many fit, and what each place looks like."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.pictures.areas import Area, Column, Lab, Unreadable
from fewest_pours.puzzles.watersort.pictures.beakers import RIM, Beaker, Cell, Standing, beakers
from fewest_pours.puzzles.watersort.pictures.beakers_to_buy import (
    Drawn,
    FreePlace,
    drawn_in,
    ghosts,
    seen_beside,
    standing_of,
)
from fewest_pours.puzzles.watersort.pictures.cells import (
    cells_of,
)
from fewest_pours.puzzles.watersort.pictures.covers import covered, is_taken
from fewest_pours.puzzles.watersort.pictures.grid import Grid, Height, grid, rows_of
from fewest_pours.puzzles.watersort.pictures.level import Doubt
from fewest_pours.puzzles.watersort.pictures.lifted_beakers import expect_upright
from fewest_pours.puzzles.watersort.pictures.outline import with_outline
from fewest_pours.puzzles.watersort.pictures.stacks import Stacks
from fewest_pours.puzzles.watersort.pictures.step_pictures import Steps

Spot = tuple[int, int]  # beaker and place, from 0, from below

MORE_SEEN = 0.1  # units that may be missing for one more below those seen, or above them


@dataclass(frozen=True)
class Scene:
    """Where beakers stand, or may, if units are so high. small: areas that may be flasks on covers.

    cells: of each beaker; drawn: what is drawn in the middle of each.
    """

    fit: Grid
    height: Height
    places: list[Beaker]
    cells: list[list[Cell]]
    drawn: list[Drawn]
    small: list[Area]


@dataclass(frozen=True)
class Hypothesis:
    """One way to read a picture. beakers: what their places look like from the bottom up; none behind a cover.

    rows: in which each stands; covers: beaker -> the colour that opens it; height: of a unit; room: units that fit
    into the outline of a beaker. doubts: what decides nothing about units.
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


def located(found: Stacks, rows: list[list[Column]], steps: Steps | None, height: Height) -> Scene:
    """Find the beakers of a picture, with units of one height. Raises Unreadable."""
    fit = with_outline(grid(found.picture, rows, found.wide, height.pixels))
    if steps:
        steps.write("2-outline", 255 * fit.template)
    places = beakers(fit) if fit.room >= 1 else []
    drawn = [drawn_in(fit, each.x, each.bottom) for each in places]
    without_sign = [each for each, inside in zip(places, drawn, strict=True) if not inside.is_sign]
    if not without_sign:
        raise Unreadable(Sentence("no beakers", "no_level_in_picture"))
    expect_upright(without_sign, fit)
    cells = cells_of(places, fit, max(1, int(fit.room + MORE_SEEN)) + 1)
    return Scene(fit, height, places, cells, drawn, found.small)


def capacities(scene: Scene) -> list[int]:
    """How many units a beaker may hold: as many as fit, one less, or as many as the fullest holds, and one more."""
    most = max(1, int(scene.fit.room + MORE_SEEN))
    room = max(1, int(scene.fit.room - RIM))
    fullest = 1
    for cells in scene.cells:
        filled = [place for place, cell in enumerate(cells[:most], 1) if cell.filled]
        fullest = max([fullest, *filled])
    tried = [room, most, most - 1, fullest, fullest + 1]
    return [capacity for capacity in dict.fromkeys(tried) if capacity > 1]


def looked_at(scene: Scene, capacity: int) -> list[Beaker]:
    """The places of beakers with what their cells look like, if a beaker holds so many units."""
    # Places above a full beaker, up to the outline, are kept: the model takes them for air, so that a capacity that is
    # too small pays for the units seen there.
    most = max(capacity, int(scene.fit.room - RIM))
    level = []
    for place, cells, drawn in zip(scene.places, scene.cells, scene.drawn, strict=True):
        beaker = Beaker(place.x, place.bottom, cells[:most])
        beaker.standing = standing_of(beaker, drawn)
        level.append(beaker)
    return level


def hypothesis(scene: Scene, capacity: int) -> Hypothesis:
    """The reading of a scene in which a beaker holds so many units. Raises Unreadable."""
    fit = scene.fit
    level = looked_at(scene, capacity)
    units = [cell.color for beaker in level for cell in beaker.units if not cell.hidden]
    if not units:
        raise Unreadable(Sentence("no coloured units", "no_level_in_picture"))
    doubtful = [each for each in level if each.standing is Standing.DOUBTFUL]
    known = [each for each in level if each not in doubtful]
    shut = covered(scene.small, fit, capacity, known, units)
    # What is doubtful may be a cover, whose flask was taken for a sign.
    doubtful = [
        each for each in level if each.standing is Standing.DOUBTFUL and not is_taken(each.x, each.bottom, shut, fit)
    ]
    rows = [sorted(row, key=attrgetter("x")) for row in rows_of([*known, *doubtful, *shut], capacity / 2 * fit.high)]
    bought, doubts = left_out([*ghosts(rows), *seen_beside(rows, fit)])
    rows = [[each for each in row if each.standing is not Standing.TO_BUY] for row in rows]
    level = [*chain(*rows)]
    for number, each in enumerate(level):
        if each.standing is Standing.DOUBTFUL:
            doubts.append(Doubt(Sentence("a beaker, or none", "beaker_or_none"), ((number, None),)))
    return Hypothesis(
        capacity,
        tuple(tuple(each.cells) for each in level),
        tuple(number for number, row in enumerate(rows) for _ in row),
        {number: each.cover for number, each in enumerate(level) if each.cover is not None},
        scene.height,
        fit.room,
        tuple(doubts),
        tuple(bought),
        tuple(level),
    )


def left_out(seen: list[FreePlace]) -> tuple[list[Sentence], list[Doubt]]:
    """Notes on what must be bought first, and doubts about what else stands in rows, or beside them."""
    bought: list[Sentence] = []
    doubts: list[Doubt] = []
    for standing, where in seen:
        if standing is Standing.TO_BUY:
            words = f"left out: what must be bought first, {where}"
            bought.append(Sentence(words, "bought_first", where=where))
        else:
            words = f"a beaker may stand {where}: crop the picture to the level"
            doubts.append(Doubt(Sentence(words, "beaker_may_stand", where=where)))
    return bought, doubts


def hypotheses(scene: Scene) -> Iterator[Hypothesis]:
    """The ways to read a scene, the likeliest number of units in a beaker first."""
    for capacity in capacities(scene):
        with suppress(Unreadable):  # all that is seen then may be hidden units
            yield hypothesis(scene, capacity)
