"""Levels as editors write them in JSON: lists, strings or objects, under any key. What is not understood is refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.wording import Sentence, counted
from fewest_pours.files.yaml_files import Data, Marks, mark_of
from fewest_pours.puzzles.reading import ClaimedPours, Notes
from fewest_pours.puzzles.watersort.file_format import unequal_capacities
from fewest_pours.puzzles.watersort.typed_levels.beaker_series import says_empty, series_in
from fewest_pours.puzzles.watersort.typed_levels.editors_units import layouts_of_beakers
from fewest_pours.puzzles.watersort.typed_levels.hidden_tables import hidden_places
from fewest_pours.puzzles.watersort.typed_levels.json_refusals import NO_LISTS, changing, other_number
from fewest_pours.puzzles.watersort.typed_levels.key_meanings import (
    FALSE,
    beakers_first,
    changes_the_level,
    counts_beakers,
    counts_colors,
    counts_empties,
    is_capacity,
    is_claim,
    is_harmless,
    is_hidden,
    names_vessels,
    says_nothing,
    tells_a_way,
)
from fewest_pours.puzzles.watersort.typed_levels.layout import Layout, with_columns
from fewest_pours.puzzles.watersort.typed_levels.written_order import Written, order_in, order_of_key

NUMBER = re.compile("[1-9][0-9]{0,8}")
NOTHING: tuple[object, ...] = ([], "", "null")  # instead of the units of an empty beaker
MOST_EMPTIES = 100  # that a number adds
MOST_NOTES = 12  # keys that are named as left out


@dataclass
class Around:
    """What stands around the beakers: their capacity, orders, claims, tables of hidden units, keys left out."""

    marks: Marks
    capacity: int | None = None
    written: list[Written] = field(default_factory=list)
    claims: list[ClaimedPours] = field(default_factory=list)
    hidden: tuple[object, Place] | None = None
    left_out: Notes = field(default_factory=list)
    beakers: tuple[int, str, Place] | None = None
    empties: tuple[int, str, Place] | None = None
    colors: tuple[int, str] | None = None

    def note_of_order(self, key: str, value: object, place: Place) -> bool:
        """Whether a key says an order, which is noted."""
        order = order_of_key(key, value)
        if order:
            words = f"{key}: {value}" if isinstance(value, str) else key
            self.written.append(Written(order, words, mark_of(self.marks, place)))
        return order is not None

    def leave_out(self, key: str, place: Place) -> None:
        words = f"'{key}' is left out: it changes nothing in the level"
        self.left_out.append((mark_of(self.marks, place), Sentence(words, "key_left_out", key=str(key))))


def layouts_of_json(data: object, marks: Marks) -> Iterator[Layout]:
    """The layouts of parsed JSON. Raises Misfit, with the place, for keys and values that have no meaning here."""
    around = Around(marks)
    contents = contents_of(data, around)
    beakers, capacities = beakers_of(contents.data, contents.place, around)
    added = empties_that_are_counted(beakers, around, contents.place)
    beakers += added
    capacities += [capacities[0]] * len(added)
    if any(capacities):
        around.capacity = one_capacity(capacities, around.capacity, contents.place)
    layouts = layouts_of_beakers(beakers, marks, around.capacity is not None)
    if not contents.key_names_beakers:
        layouts = with_columns(layouts)
    hidden = units_said_to_be_hidden(beakers, around)
    for layout in layouts:
        yield replace(
            layout,
            capacity=around.capacity,
            colors=around.colors,
            orders=tuple(around.written),
            claims=tuple(around.claims),
            notes=(*layout.notes, *around.left_out[:MOST_NOTES]),
            hidden=layout.hidden | hidden,
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


def units_said_to_be_hidden(beakers: list[tuple[Place, Any]], around: Around) -> frozenset[tuple[int, int]]:
    """The units that a table beside the beakers hides, each as its beaker and its place there. Raises Misfit."""
    if around.hidden is None:
        return frozenset()
    table, where = around.hidden
    return hidden_places(table, [len(units) for _, units in beakers], where)


@dataclass(frozen=True)
class Under:
    """A beaker under a key of its own: P1, P2."""

    key: str
    units: Any


def key_of_contents(data: Data, kinds: tuple[type, ...], place: Place) -> str:
    """The key of the beakers or units in an object: the fullest list, of those whose names fit. Raises Misfit."""
    inside = [key for key in data if isinstance(data[key], kinds) and not is_hidden(key)]
    if not inside:
        raise Misfit(NO_LISTS, place)

    def rank(key: str) -> tuple[bool, bool, int]:
        """Filled ones first, then those that may hold beakers, then those whose names say so."""
        return not data[key], not may_be_contents(data[key], kinds), beakers_first(key)

    return min(inside, key=rank)


def may_be_contents(data: Any, kinds: tuple[type, ...]) -> bool:
    """Whether a value may be beakers, as it holds a list or an object; or the units of one beaker, as any list may."""
    units_are_sought = dict not in kinds  # beakers may be an object, too
    inside = data.values() if isinstance(data, dict) else data
    return units_are_sought or any(isinstance(each, list | dict) for each in inside)


def expect_understood(data: Data, used: list[str], around: Around, place: Place, wanted: str) -> None:
    """Note what the other keys of an object say. Raises Misfit for those that change the level."""
    for key, value in data.items():
        where = (*place, key)
        said = around.note_of_order(key, value, where)
        if key in used or said:
            continue
        number = isinstance(value, str) and NUMBER.fullmatch(value)
        if is_capacity(key) and isinstance(value, str | list):
            take_capacity(key, value, around, where)
        elif is_hidden(key):
            if not says_nothing(value):
                around.hidden = value, where
        elif is_claim(key) and number:
            around.claims.append(ClaimedPours(key, int(value), mark_of(around.marks, where)))
            around.leave_out(key, where)
        elif counts_beakers(key) and number:
            around.beakers = int(value), key, where
        elif counts_colors(key) and number:
            around.colors = int(value), key
            around.leave_out(key, where)
        elif counts_empties(key) and number:
            around.empties = int(value), key, where
        elif changes_the_level(key):
            if says_nothing(value):
                continue
            raise changing(key, value, where)
        elif is_second_level(key, value):
            words = f"'{used[0]}' and '{key}' are lists of lists, expected one level, or `level1` and `level2`"
            raise Misfit(Sentence(words, "second_list", one=used[0], other=key), where)
        elif is_harmless(key) or not holds_a_list(value):
            around.leave_out(key, where)
            if isinstance(value, dict):
                note_settings(value, around, where)
        else:
            words = f"'{key}' is not understood, expected {wanted} and a capacity only"
            raise Misfit(Sentence(words, "key_not_understood", key=key), where)


def holds_a_list(value: object) -> bool:
    """Whether a list, which might be of beakers or units, is anywhere in a value."""
    if isinstance(value, dict):
        return any(map(holds_a_list, value.values()))
    return isinstance(value, list) and bool(value)


def is_second_level(key: str, value: object) -> bool:
    return isinstance(value, list) and any(isinstance(each, list) for each in value) and not tells_a_way(key)


def note_settings(data: Data, around: Around, place: Place) -> None:
    """Note an order and a capacity in settings. Raises Misfit for what changes the level."""
    for key, value in data.items():
        where = (*place, key)
        if around.note_of_order(key, value, where):
            continue
        if is_capacity(key) and isinstance(value, str) and NUMBER.fullmatch(value):
            take_capacity(key, value, around, where)
        elif changes_the_level(key) and not says_nothing(value):
            raise changing(key, value, where)
        elif isinstance(value, dict):
            note_settings(value, around, where)


def take_capacity(key: str, value: str | list[object], around: Around, where: Place) -> None:
    """Note a capacity. Raises Misfit for what is not one, and for a second one."""
    if isinstance(value, list):
        if len(set(map(str, value))) > 1:
            raise unequal_capacities(f"'{key}' is a list", where)
        value = str(value[0]) if value else ""
    if not NUMBER.fullmatch(value) or around.capacity not in (None, int(value)):
        words = f"the capacity is {value}, expected a whole number above 0"
        raise Misfit(Sentence(words, "no_capacity", value=value), where)
    around.capacity = int(value)


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
    expect_understood(entry, [key], own, place, "units")
    around.written += own.written
    units = [] if entry[key] in FALSE else entry[key]
    return (*place, key), units, own.capacity


def empties_that_are_counted(beakers: list[tuple[Place, Any]], around: Around, place: Place) -> list[tuple[Place, Any]]:
    """The empty beakers that a number beside the lists adds to full ones. Raises Misfit for numbers that do not fit."""
    more: list[tuple[Place, Any]] = []
    listed = sum(not units for _, units in beakers)
    if around.empties:
        number, key, where = around.empties
        if not listed:
            more = [(place, type(beakers[0][1])()) for _ in range(min(number, MOST_EMPTIES))]
            around.left_out.append((mark_of(around.marks, where), f"'{key}' adds {counted(number, 'empty beakers')}"))
        elif listed != number:
            raise other_number(around.empties, listed, "empty beakers")
    if around.beakers:
        listed = len(beakers) + len(more)
        if around.beakers[0] != listed:
            raise other_number(around.beakers, listed, "beakers")
    return more


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
        wrong = f"beaker {i + 1} holds {given[i] or 'an unknown number of'} units, beaker 1 {given[0]}"
        raise unequal_capacities(wrong, (*place, i))
    return given[0]
