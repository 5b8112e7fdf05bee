"""What a pack decides for its levels: an order that its keys say, or that some of its levels show."""

from typing import NamedTuple
from weakref import WeakKeyDictionary

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.packs import Pack, PackedLevel
from fewest_pours.puzzles.reading import Order, Read, Settled, is_json
from fewest_pours.puzzles.watersort.typed_levels.decision import read_lists
from fewest_pours.puzzles.watersort.typed_levels.key_meanings import is_capacity
from fewest_pours.puzzles.watersort.typed_levels.written_order import order_of_key


class Decided(NamedTuple):
    """An order, and the number of the level that shows it."""

    order: Order
    level: int


def read_text(text: str, settled: Settled) -> Read:
    """The level in lists; in a pack, with what the rest of the pack decides. Raises Misfit."""
    pack: Pack | None = text.pack if isinstance(text, PackedLevel) else None
    if pack is None:
        return read_lists(text, is_json(text), settled)
    around = around_pack(pack)
    settled = Settled(settled.order or around.order, settled.capacity or around.capacity)
    read = read_lists(text, True, settled)
    decided = order_of_pack(pack) if read.other is not None else None
    if decided is None:
        return read
    read = read_lists(text, True, Settled(decided.order, settled.capacity))
    note = f"level {decided.level} of the pack shows that the {decided.order} is first"
    return read._replace(notes=[*read.notes, ((1, 1), note)])


def around_pack(pack: Pack) -> Settled:
    """The order and the capacity that keys beside the levels say."""
    orders = [order for key, value in pack.around.items() if (order := order_of_key(key, value))]
    capacities = [int(value) for key, value in pack.around.items() if is_capacity(key) and value.isdigit()]
    return Settled(orders[0] if orders else None, capacities[0] if capacities else None)


def order_of_pack(pack: Pack) -> Decided | None:
    """The order that levels of the pack show, None if none does. Raises Misfit if two show different ones."""
    if pack not in _shown:
        _shown[pack] = orders_shown(pack)
    shown = _shown[pack]
    if len(shown) > 1:
        first, second = shown[:2]
        both = f"level {first.level} of the pack has the {first.order} first, level {second.level} the {second.order}"
        raise Misfit(f"{both}, expected one order: --top-first or --bottom-first settles it")
    return shown[0] if shown else None


_shown: WeakKeyDictionary[Pack, list[Decided]] = WeakKeyDictionary()


def orders_shown(pack: Pack) -> list[Decided]:
    """For each order, the first level that shows it."""
    found: dict[Order, Decided] = {}
    settled = around_pack(pack)
    for number, text in enumerate(pack.levels, 1):
        try:
            typed = read_lists(text, True, settled)
        except Misfit:
            continue
        if typed.shows_order and typed.order:
            found.setdefault(typed.order, Decided(typed.order, number))
    return list(found.values())
