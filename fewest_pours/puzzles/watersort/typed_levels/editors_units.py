"""Units as editors write them in JSON: 'red', {'color': 'red', 'amount': 2}, {'color': 'red', 'hidden': True}."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.wording import Sentence
from fewest_pours.files.yaml_files import MAX_VALUES, Marks, mark_of
from fewest_pours.puzzles.watersort.typed_levels.key_meanings import FALSE, changes_the_level, is_harmless, is_hidden
from fewest_pours.puzzles.watersort.typed_levels.layout import TOO_LARGE, Layout, expect_short
from fewest_pours.puzzles.watersort.typed_levels.line_layouts import layouts_of_lines
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed, plain

COLOR = re.compile("(?:colou?r|liquid)(?:_?(?:id|index|name|code|type))?|value|type|name|c", re.IGNORECASE)
AMOUNT = re.compile("amount|count|units?|quantity|volume|size|n", re.IGNORECASE)
AMOUNT_OR_POSITION = re.compile("level|height", re.IGNORECASE)
NO_COLOR = Sentence("a list or an object in a beaker, expected colours, and one level", "no_color_in_beaker")


def layouts_of_beakers(beakers: list[tuple[Place, Any]], marks: Marks, has_capacity: bool) -> Iterator[Layout]:
    """The layouts of beakers that are lists, or strings. has_capacity: whether it is known, so that one unit may do."""
    if isinstance(beakers[0][1], str):
        expect_short(text for _, text in beakers)
        return layouts_of_lines([plain(text, mark_of(marks, where)) for where, text in beakers])
    layout = layout_of_lists(beakers, marks)
    return iter([layout]) if has_capacity else chain([layout], layouts_of_lone_words(beakers, marks))


def layout_of_lists(beakers: list[tuple[Place, list[object]]], marks: Marks) -> Layout:
    """A layout of lists of units: 'red', {'color': 'red', 'amount': 2}, {'color': 'red', 'hidden': True}."""
    rows: list[list[Placed]] = []
    hidden: set[tuple[int, int]] = set()
    total = 0
    for number, (where, units) in enumerate(beakers):
        row: list[Placed] = []
        for j, unit in enumerate(units):
            color, times, unseen = unit_of(unit, (*where, j))
            total += times
            if total > MAX_VALUES:
                raise Misfit(TOO_LARGE)
            if unseen:
                hidden |= {(number, place) for place in range(len(row), len(row) + times)}
            row += [plain(color, mark_of(marks, (*where, j)))] * times
        rows.append(row)
    return Layout(rows, hidden=frozenset(hidden))


def unit_of(data: object, place: Place) -> tuple[str, int, bool]:
    """The colour of a cell, how many units it stands for, and whether they are hidden. Raises Misfit."""
    if isinstance(data, str):
        return data, 1, False
    if not isinstance(data, dict):
        raise Misfit(NO_COLOR, place)
    color: str | None = None
    times = 1
    hidden = False
    for key, value in data.items():
        amount = AMOUNT.fullmatch(key) and isinstance(value, str) and re.fullmatch("[1-9][0-9]?", value)
        if is_hidden(key) and isinstance(value, str):
            hidden = value.lower() not in FALSE
        elif COLOR.fullmatch(key) and isinstance(value, str) and color is None:
            color = value
        elif amount:
            times = int(value)
        elif AMOUNT_OR_POSITION.fullmatch(key):
            words = f"'{key}' may say how many units or where one lies, expected 'amount' or 'position'"
            raise Misfit(Sentence(words, "amount_or_position", key=key), (*place, key))
        elif changes_the_level(key) and value in FALSE:
            continue
        elif changes_the_level(key) or not is_harmless(key):
            words = f"'{key}' is not understood, expected a colour only"
            raise Misfit(Sentence(words, "only_a_color", key=key), (*place, key))
    if color is None:
        raise Misfit(NO_COLOR, place)
    return color, times, hidden


def layouts_of_lone_words(beakers: list[tuple[Place, Any]], marks: Marks) -> Iterator[Layout]:
    """The layouts of beakers that hold one string each, by its words or characters: list("rb") is read as ["rb"]."""
    words = [(where, units[0] if units else "") for where, units in beakers if len(units) < 2]
    if len(words) < len(beakers) or not all(isinstance(word, str) for _, word in words):
        return
    expect_short(word for _, word in words)
    yield from layouts_of_lines([plain(word, mark_of(marks, where)) for where, word in words])
