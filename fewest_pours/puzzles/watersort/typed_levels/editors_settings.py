"""Keys around the beakers in JSON, and in objects that are beakers. What is not understood is refused."""

import re
from dataclasses import dataclass, field
from typing import TypeGuard

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.wording import Sentence
from fewest_pours.files.yaml_files import Data, Marks, mark_of
from fewest_pours.puzzles.reading import ClaimedPours, Notes
from fewest_pours.puzzles.watersort.file_format import unequal_capacities
from fewest_pours.puzzles.watersort.typed_levels.json_refusals import changing, not_understood
from fewest_pours.puzzles.watersort.typed_levels.key_meanings import (
    changes_the_level,
    is_capacity,
    is_claim,
    is_harmless,
    is_hidden,
    says_nothing,
    tells_a_way,
    things_counted,
)
from fewest_pours.puzzles.watersort.typed_levels.layout import SaidNumber
from fewest_pours.puzzles.watersort.typed_levels.written_order import Written, order_of_key

NUMBER = re.compile("[1-9][0-9]{0,8}")
MOST_NOTES = 12  # keys that are named as left out


@dataclass
class Around:
    """What stands around the beakers.

    hidden: a table of hidden units; hidden_in: what a beaker's own object says of them, by its number from 0.
    left_out: keys, each with a note.
    """

    marks: Marks
    capacity: int | None = None
    written: list[Written] = field(default_factory=list)
    claims: list[ClaimedPours] = field(default_factory=list)
    numbers: list[SaidNumber] = field(default_factory=list)
    hidden: tuple[object, Place] | None = None
    hidden_in: dict[int, tuple[object, Place]] = field(default_factory=dict)
    left_out: dict[str, tuple[tuple[int, int], str]] = field(default_factory=dict)

    @property
    def notes(self) -> Notes:
        return [*self.left_out.values()][:MOST_NOTES]

    def note_of_order(self, key: str, value: object, place: Place) -> bool:
        """Whether a key says an order, which is noted."""
        order = order_of_key(key, value)
        if order:
            words = f"{key}: {value}" if isinstance(value, str) else key
            self.written.append(Written(order, words, mark_of(self.marks, place)))
        return order is not None

    def note_number(self, key: str, value: object, place: Place) -> bool:
        """Whether a key says how many beakers, empty beakers or colours there are, which is noted."""
        things = things_counted(key)
        if things is None or not is_number(value):
            return False
        self.numbers.append(SaidNumber(things, int(value), key, mark_of(self.marks, place)))
        return True

    def leave_out(self, key: str, place: Place) -> None:
        words = f"'{key}' is left out: it changes nothing in the level"
        self.left_out.setdefault(key, (mark_of(self.marks, place), Sentence(words, "key_left_out", key=str(key))))


def expect_understood(data: Data, used: list[str], around: Around, place: Place, wanted: str) -> None:
    """Note what the other keys of an object say. Raises Misfit for those that change the level."""
    for key, value in data.items():
        where = (*place, key)
        said = around.note_of_order(key, value, where)
        if key in used or said:
            continue
        if is_capacity(key) and isinstance(value, str | list):
            take_capacity(key, value, around, where)
        elif is_hidden(key):
            if not says_nothing(value):
                around.hidden = value, where
        elif is_claim(key) and is_number(value):
            around.claims.append(ClaimedPours(key, int(value), mark_of(around.marks, where)))
            around.leave_out(key, where)
        elif around.note_number(key, value, where):
            continue
        elif changes_the_level(key):
            if not says_nothing(value):
                raise changing(key, value, where)
        elif is_second_level(key, value):
            words = f"'{used[0]}' and '{key}' are lists of lists, expected one level, or `level1` and `level2`"
            raise Misfit(Sentence(words, "second_list", one=used[0], other=key), where)
        elif is_harmless(key) or not holds_a_list(value):
            around.leave_out(key, where)
            if isinstance(value, dict):
                note_settings(value, around, where)
        else:
            raise not_understood(key, where, wanted)


def is_number(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(NUMBER.fullmatch(value))


def holds_a_list(value: object) -> bool:
    """Whether a list, which might be of beakers or units, is anywhere in a value."""
    if isinstance(value, dict):
        return any(map(holds_a_list, value.values()))
    return isinstance(value, list) and bool(value)


def is_second_level(key: str, value: object) -> bool:
    return isinstance(value, list) and any(isinstance(each, list) for each in value) and not tells_a_way(key)


def note_settings(data: Data, around: Around, place: Place) -> None:
    """Note what settings say. Raises Misfit for what changes the level."""
    for key, value in data.items():
        where = (*place, key)
        if take_setting(key, value, around, where):
            continue
        if changes_the_level(key) and not says_nothing(value):
            raise changing(key, value, where)
        if isinstance(value, dict):
            note_settings(value, around, where)


def take_setting(key: str, value: object, around: Around, where: Place) -> bool:
    """Whether a key says an order, a capacity or a number of things, which is noted. Raises Misfit."""
    if around.note_of_order(key, value, where) or around.note_number(key, value, where):
        return True
    if is_capacity(key) and is_number(value):
        take_capacity(key, value, around, where)
        return True
    return False


def take_capacity(key: str, value: str | list[object], around: Around, where: Place) -> None:
    """Note a capacity. Raises Misfit for what is not one, and for a second one."""
    if isinstance(value, list):
        if len(set(map(str, value))) > 1:
            raise unequal_capacities(f"'{key}' is a list", where)
        value = str(value[0]) if value else ""
    if not NUMBER.fullmatch(value):
        words = f"the capacity is {value}, expected a whole number above 0"
        raise Misfit(Sentence(words, "no_capacity", value=value), where)
    if around.capacity not in (None, int(value)):
        raise unequal_capacities(f"'{key}' is {value}, but the capacity is {around.capacity}", where)
    around.capacity = int(value)
