"""Levels as editors write them in JSON: lists, strings or objects, under any key."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.yaml_files import Data, Marks
from fewest_pours.puzzles.watersort.file_format import unequal_capacities
from fewest_pours.puzzles.watersort.typed_levels.beaker_series import says_empty, series_in
from fewest_pours.puzzles.watersort.typed_levels.editors_settings import Around, expect_understood
from fewest_pours.puzzles.watersort.typed_levels.editors_units import layouts_of_beakers
from fewest_pours.puzzles.watersort.typed_levels.hidden_tables import hidden_places, hidden_places_of_beakers
from fewest_pours.puzzles.watersort.typed_levels.json_refusals import NO_LISTS, not_understood
from fewest_pours.puzzles.watersort.typed_levels.key_meanings import (
    FALSE,
    beakers_first,
    is_hidden,
    names_vessels,
    says_nothing,
    things_counted,
)
from fewest_pours.puzzles.watersort.typed_levels.layout import Layout, with_columns
from fewest_pours.puzzles.watersort.typed_levels.written_order import order_in

NOTHING: tuple[object, ...] = ([], "", "null")  # instead of the units of an empty beaker


def layouts_of_json(data: object, marks: Marks) -> Iterator[Layout]:
    """The layouts of parsed JSON. Raises Misfit, with the place, for keys and values that have no meaning here."""
    around = Around(marks)
    contents = contents_of(data, around)
    beakers, capacities = beakers_of(contents.data, contents.place, around)
    if any(capacities):
        around.capacity = one_capacity(capacities, around.capacity, contents.place)
    layouts = with_hidden_units(layouts_of_beakers(beakers, marks, around.capacity is not None), around)
    if not contents.key_names_beakers:
        layouts = with_columns(layouts)
    for layout in layouts:
        yield replace(
            layout,
            capacity=around.capacity,
            numbers=tuple(around.numbers),
            orders=tuple(around.written),
            claims=tuple(around.claims),
            notes=(*layout.notes, *around.notes),
        )


class Contents(NamedTuple):
    """The value that holds the beakers, and its place.

    key_names_beakers: whether its key says that its lists are beakers, so that they are not rows of a drawing.
    """

    data: object
    place: Place
    key_names_beakers: bool = False


def contents_of(data: object, around: Around) -> Contents:
    """The beakers in however many objects: the list in {"level": {"tubes": [...]}}. Raises Misfit.

    around: receives what the other keys say.
    """
    place = Place()
    key_names_beakers = False
    while isinstance(data, dict):
        series = series_in(data)
        if series:
            expect_understood(data, series, around, place, "beakers")
            return Contents([Under(key, [] if says_empty(data[key]) else data[key]) for key in series], place)
        key = key_of_contents(data, (list, dict), place)
        expect_understood(data, [key], around, place, "beakers")
        data = data[key]
        place = (*place, key)
        key_names_beakers = names_vessels(key) or order_in(key) is not None
    return Contents(data, place, key_names_beakers)


def with_hidden_units(layouts: Iterator[Layout], around: Around) -> Iterator[Layout]:
    """The layouts in which all that is said of hidden units has a meaning. Raises Misfit, the first one, for none."""
    first_misfit: Misfit | None = None
    has_layouts = False
    for layout in layouts:
        lengths = list(map(len, layout.rows))
        hidden = layout.hidden
        try:
            if around.hidden:
                table, where = around.hidden
                hidden |= hidden_places(table, lengths, where)
            if around.hidden_in:
                hidden |= hidden_places_of_beakers(around.hidden_in, lengths)
        except Misfit as misfit:
            first_misfit = first_misfit or misfit
        else:
            has_layouts = True
            yield replace(layout, hidden=hidden)
    if first_misfit and not has_layouts:
        raise first_misfit


@dataclass(frozen=True)
class Under:
    """A beaker under a key of its own: P1, P2."""

    key: str
    units: Any


def key_of_contents(data: Data, kinds: tuple[type, ...], place: Place) -> str:
    """The key of the beakers or units in an object. Raises Misfit if no key holds a value of these kinds.

    Rather one whose value is filled; of these, one whose value may hold beakers; of these, one whose name says so; of
    these, the first.
    """
    inside = [key for key in data if isinstance(data[key], kinds) and not is_hidden(key)]
    if not inside:
        raise Misfit(NO_LISTS, place)

    def rank(key: str) -> tuple[bool, bool, int]:
        return not data[key], not may_be_contents(data[key], kinds), beakers_first(key)

    return min(inside, key=rank)


def may_be_contents(data: Any, kinds: tuple[type, ...]) -> bool:
    """Whether a value may be beakers, as it holds a list or an object; or the units of one beaker, as any list may."""
    units_are_sought = dict not in kinds  # beakers may be an object, too
    inside = data.values() if isinstance(data, dict) else data
    return units_are_sought or any(isinstance(each, list | dict) for each in inside)


def beakers_of(data: object, place: Place, around: Around) -> tuple[list[tuple[Place, Any]], list[int | None]]:
    """The beakers, each a list or a string with its place, and the capacities that they name. Raises Misfit."""
    entries = data if isinstance(data, list) else []
    found = [beaker_of(entry, (*place, i), around) for i, entry in enumerate(entries)]
    are_strings = any(isinstance(units, str) and units not in NOTHING for _, units, _ in found)
    nothing = "" if are_strings else []
    beakers = [(where, nothing if units in NOTHING else units) for where, units, _ in found]
    if len({type(units) for _, units in beakers}) != 1 or not isinstance(beakers[0][1], list | str):
        raise Misfit(NO_LISTS, place)
    return beakers, [size for *_, size in found]


def beaker_of(entry: object, place: Place, around: Around) -> tuple[Place, object, int | None]:
    """The place of a beaker's units, the units, and the capacity that the beaker names. Raises Misfit."""
    if isinstance(entry, Under):
        return (*place[:-1], entry.key), entry.units, None
    if not isinstance(entry, dict):
        return place, entry, None
    own = Around(around.marks)
    key = key_of_units(entry, place)
    units = [] if entry[key] in FALSE else entry[key]
    expect_understood(entry, [key], own, place, "units")
    for other, value in entry.items():
        things = things_counted(other)
        if things == "empty beakers" and units and not says_nothing(value):  # which would be places of this beaker
            raise not_understood(other, (*place, other), "units")
        if things and other != key:  # `tube: 3` numbers this beaker
            own.leave_out(other, (*place, other))
    around.written += own.written
    around.left_out = own.left_out | around.left_out
    if own.hidden:
        number = int(place[-1])
        around.hidden_in[number] = own.hidden
    return (*place, key), units, own.capacity


def key_of_units(beaker: Data, place: Place) -> str:
    """The key of the units in an object that is a beaker. Raises Misfit."""
    if any(isinstance(value, list) for value in beaker.values()):
        return key_of_contents(beaker, (list,), place)
    named = [key for key, value in beaker.items() if isinstance(value, str) and beakers_first(key) == 0]
    if not named:
        raise Misfit(NO_LISTS, place)
    return named[0]


def one_capacity(sizes: list[int | None], capacity: int | None, place: Place) -> int:
    """The capacity that all beakers have. Raises Misfit."""
    given = [size or capacity for size in sizes]
    if len(set(given)) > 1 or given[0] is None:
        i = next((i for i, size in enumerate(given) if size != given[0]), 0)
        amounts = [str(size or "an unknown number of") for size in given]
        wrong = f"beaker {i + 1} holds {amounts[i]} units, beaker 1 {amounts[0]}"
        raise unequal_capacities(wrong, (*place, i))
    return given[0]
