"""Levels as editors write them in JSON: lists, strings or objects, under any key. What is not understood is refused."""

import re
from collections.abc import Iterator
from typing import Any

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.validation import shown
from fewest_pours.files.yaml_files import Data, Marks, mark_of
from fewest_pours.puzzles.watersort.typed_levels.layouts import (
    HARMLESS,
    Layout,
    Placed,
    expect_short,
    layouts_of_lines,
    plain,
    with_columns,
)

CAPACITIES = {"capacity", "height", "size"}
COLOR = ("color", "colour")
FALSE = ("false", "0", "null", "")
LOCKS = re.compile("lock|frozen|froze|ice|block|cover|curtain|hidden|key", re.IGNORECASE)


def layouts_of_json(data: Any, marks: Marks) -> Iterator[Layout]:
    """The layouts of parsed JSON. Raises Misfit, with the place, for keys and values that have no meaning here."""
    capacity, place = None, Place()
    while isinstance(data, dict):
        key, given = contents(data, place, (list, dict), "beakers")
        capacity, data, place = given or capacity, data[key], (*place, key)
    beakers: list[tuple[Place, Any]] = []
    sizes: list[int | None] = []
    for i, each in enumerate(data if isinstance(data, list) else ()):
        where: Place = (*place, i)
        sizes.append(None)
        if isinstance(each, dict):
            key, sizes[-1] = contents(each, where, (list,), "units")
            each, where = each[key], (*where, key)
        beakers.append((where, each))
    if not beakers or len({type(each) for _, each in beakers}) > 1 or not isinstance(beakers[0][1], list | str):
        raise Misfit('not a list of lists, expected beakers such as [["red", "blue"], []]', place)
    if any(sizes):
        capacity = one_capacity(sizes, capacity, place)
    if isinstance(beakers[0][1], str):
        expect_short(text for _, text in beakers)
        lines = [plain(text, mark_of(marks, where)) for where, text in beakers]
        found = layouts_of_lines(lines)
    else:
        rows = [[cell_of(cell, (*where, j), marks) for j, cell in enumerate(row)] for where, row in beakers]
        found = iter([Layout(rows, [], [])])
    return (layout._replace(capacity=capacity) for layout in with_columns(found))


def contents(data: Data, place: Place, kinds: tuple[type, ...], wanted: str) -> tuple[str, int | None]:
    """The key of the beakers or units in an object, and its capacity. Raises Misfit for any other key that matters."""
    inside = sorted((key for key in data if isinstance(data[key], kinds)), key=lambda key: not data[key])
    capacity = None
    for key, value in data.items():
        if key.lower() in CAPACITIES and isinstance(value, str):
            if not re.fullmatch("[1-9][0-9]{0,8}", value) or capacity not in (None, int(value)):
                raise Misfit(f"the capacity is {value}, expected a whole number above 0", (*place, key))
            capacity = int(value)
        elif LOCKS.search(key) and value not in FALSE and value != []:
            raise Misfit(
                f"'{key}' is {shown(value)}: locked beakers and covers are not supported, expected none", (*place, key)
            )
        elif key not in inside[:1] and key.lower() not in HARMLESS.split() and not LOCKS.search(key):
            raise Misfit(f"'{key}' is not understood, expected {wanted} and a capacity only", (*place, key))
    if not inside:
        raise Misfit('not a list of lists, expected beakers such as [["red", "blue"], []]', place)
    return inside[0], capacity


def one_capacity(sizes: list[int | None], capacity: int | None, place: Place) -> int:
    """The capacity that all beakers have. Raises Misfit."""
    given = [size or capacity for size in sizes]
    if len(set(given)) > 1 or given[0] is None:
        i = next((i for i, size in enumerate(given) if size != given[0]), 0)
        wrong = f"beaker {i + 1} holds {given[i] or 'an unknown number of'} units, beaker 1 {given[0]}"
        raise Misfit(f"unequal capacities are not supported: {wrong}, expected the same everywhere", (*place, i))
    return given[0]


def cell_of(data: Any, place: Place, marks: Marks) -> Placed:
    """'red' and {'color': 'red'} are cells."""
    if isinstance(data, dict):
        for key in data:
            if key.lower() not in COLOR:
                raise Misfit(f"'{key}' is not understood, expected a colour only", (*place, key))
        data = next(iter(data.values()), data)
    if not isinstance(data, str):
        raise Misfit("a list or an object in a beaker, expected colours, and one level", place)
    return plain(data, mark_of(marks, place))
