"""What a pack decides for its levels: an order that its keys say, or that some of its levels show."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.packs import Pack, PackedLevel
from fewest_pours.puzzles.reading import Order, Read, Settled, is_data
from fewest_pours.puzzles.watersort.typed_levels.decision import read_lists
from fewest_pours.puzzles.watersort.typed_levels.editors_settings import (
    Around,
    note_settings,
    take_capacity,
    take_setting,
)
from fewest_pours.puzzles.watersort.typed_levels.key_meanings import is_capacity, is_harmless, says_nothing
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import may_be_empty
from fewest_pours.puzzles.watersort.typed_levels.written_order import order_of_key


class Decided(NamedTuple):
    """An order, and the number of the level that shows it."""

    order: Order
    level: int


def read_text(text: str, settled: Settled) -> Read:
    """The level in lists; in a pack, with what the rest of the pack decides. Raises Misfit."""
    pack: Pack | None = text.pack if isinstance(text, PackedLevel) else None
    if pack is None:
        return read_lists(text, is_data(text), settled, Around({}))
    beside = beside_levels(pack)
    read = read_lists(text, is_data(text), settled, beside)
    decided = order_of_pack(pack) if read.other is not None else None
    if decided is None:
        return read
    read = read_lists(text, is_data(text), Settled(decided.order, settled.capacity), beside)
    note = f"level {decided.level} of the pack shows that the {decided.order} is first"
    return read._replace(notes=[*read.notes, ((1, 1), note)])


def beside_levels(pack: Pack) -> Around:
    """What the keys beside the levels say. Raises Misfit for a list or an object that changes levels, `locks: [...]`.

    A word or a number, `rules: classic`, `hidden: 3`, is left out with a note, as it cannot say what lies where.
    """
    beside = Around({})
    for key, value in pack.around.items():
        if take_setting(key, value, beside, (key,)) or says_nothing(value):
            continue
        if is_capacity(key) and isinstance(value, list):
            take_capacity(key, value, beside, (key,))
            continue
        if not isinstance(value, str):
            note_settings({key: value}, beside, ())
        if not is_harmless(key):
            words = f"'{key}' beside the levels is left out, as if it changed nothing in them"
            beside.left_out[key] = (1, 1), words
    return beside


def order_of_pack(pack: Pack) -> Decided | None:
    """The order that levels of the pack show, None if none does. Raises Misfit if two show different ones."""
    shown = _shown.setdefault(pack, OrdersShown()).by_all(pack)
    if len(shown) > 1:
        first, second = shown[:2]
        both = f"level {first.level} of the pack has the {first.order} first, level {second.level} the {second.order}"
        raise Misfit(f"{both}, expected one order: --top-first or --bottom-first settles it")
    return shown[0] if shown else None


@dataclass
class OrdersShown:
    """For each order, the first level that shows it; looked_at: levels so far, as a limit may end a look."""

    decided: dict[Order, Decided] = field(default_factory=dict)
    looked_at: int = 0

    def by_all(self, pack: Pack) -> list[Decided]:
        """What all levels of the pack show."""
        beside = beside_levels(pack)
        for number, text in enumerate(pack.levels[self.looked_at :], self.looked_at + 1):
            order = order_shown(text, beside)
            if order:
                self.decided.setdefault(order, Decided(order, number))
            self.looked_at = number
        return list(self.decided.values())


_shown: WeakKeyDictionary[Pack, OrdersShown] = WeakKeyDictionary()


def order_shown(text: str, beside: Around) -> Order | None:
    """The order that a level shows by itself."""
    if not may_show_order(text):
        return None
    try:
        typed = read_lists(text, is_data(text), Settled(), beside)
    except Misfit:
        return None
    return typed.order if typed.shows_order else None


def may_show_order(text: str) -> bool:
    """False for plain lists of colours, without a key that says an order, and without a cell that may be empty.

    Most levels of large packs are such, and need not be read to know that they show nothing.
    """
    try:
        data = msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, RecursionError):
        return True
    if isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        if len(lists) != 1 or any(says_order(key, value) for key, value in data.items()):
            return True
        data = lists[0]
    if not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        return True
    columns = list(map(list, zip(*data, strict=False)))
    return may_have_empty_cell(data) or may_have_empty_cell(columns)


def says_order(key: str, value: object) -> bool:
    """Whether a key, with its value, may say an order."""
    return isinstance(value, dict) or order_of_words(key, "" if isinstance(value, list) else str(value)) is not None


order_of_words = lru_cache(maxsize=1 << 12)(order_of_key)
perhaps_empty = lru_cache(maxsize=1 << 12)(may_be_empty)


def may_have_empty_cell(rows: list[list[object]]) -> bool:
    """Whether a cell may be empty: 0 in [[0, 1, 1]], but not in [[1, 0, 1]], where it lies between two colours."""
    cells = [cell for row in rows for cell in row]
    if not all(isinstance(cell, str | int) for cell in cells):
        return True  # an object, or null
    perhaps = {cell for cell in cells if perhaps_empty(str(cell))}
    while perhaps:
        colors = {cell for row in rows for cell in between_others(row, perhaps)}
        if not colors:
            return True
        perhaps -= colors  # which may show that yet others lie between colours
    return False


def between_others(row: Sequence[object], some: Set[object]) -> Set[object]:
    """Those of some cells that lie between two other ones in the row."""
    others = [place for place, cell in enumerate(row) if cell not in some]
    return some & set(row[others[0] : others[-1]]) if others else set()
