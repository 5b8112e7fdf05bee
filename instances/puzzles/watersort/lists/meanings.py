"""What a cell of a list means: a colour, an empty place, or a hidden unit."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from instances.puzzles.watersort.rules import HIDDEN
from instances.reading.validation import one_word

EMPTY_WORDS = "empty|none|null|nil|free|blank|leer|vide|vacío|vacio|vuoto|vazio|leeg|tom|tyhjä|pusty|boş|пусто|пустой"
EMPTY = {*EMPTY_WORDS.split("|"), "", ".", "-", "–", "—", "_", "~", "-1", "空", "空的", "빈", "空き"}  # in lower case
UNSURE = {"0", "x", "⬜", "◻", "◽", "▫", "□", "▢"}  # may be a colour too, 0 as editors count from it
UNKNOWN = {"?", "？", "❓", "❔", "unknown", "hidden"}
MANY = 3  # unsure signs that are tried in every way


class Meaning(NamedTuple):
    """word: cell -> the colour, '' for an empty place; how: what was guessed, ['0 a colour']."""

    word: Mapping[str, str]
    how: list[str]


def meanings(rows: Sequence[Sequence[str]]) -> Iterator[Meaning]:
    """All that the cells may mean: unsure signs are colours or empty, different spellings one colour or several."""
    cells = Counter(cell for row in rows for cell in row)
    mixed = {cell for row in rows if len(set(row)) > 1 for cell in row}
    plain = {cell: plain_word(cell) for cell in cells}
    unsure = [cell for cell in cells if cell.lower() in UNSURE]
    ways = [(True, False) if cell == "0" or cell in mixed else (True,) for cell in unsure[:MANY]]  # xxxx: empty
    for empty in product(*ways):
        signs = dict(zip(unsure, empty, strict=False))
        how = [f"{cell} {'an empty cell' if signs[cell] else 'a colour'}" for cell in signs]
        word = plain | {cell: "" for cell in signs if signs[cell]}
        yield Meaning(word, how)
        if together := spelt_alike(word, cells):
            same = [f"{other} the same as {color}" for other, color in together.items() if other != color]
            yield Meaning({cell: together.get(color, color) for cell, color in word.items()}, how + same[:2])


def plain_word(cell: str) -> str:
    """The colour as one word, '' for an empty place.

    >>> plain_word("Light blue")
    'Light-blue'
    """
    word = cell.strip().lower()
    return "" if word in EMPTY or not word.strip(".-_~") else HIDDEN if word in UNKNOWN else one_word(cell)


def spelt_alike(word: Mapping[str, str], cells: Counter[str]) -> dict[str, str]:
    """For each spelling of a colour spelt in several ways, one of them: {'Red': 'red', ...}"""
    units: Counter[str] = Counter()
    for cell, color in word.items():
        units[color] += cells[cell]
    alike: dict[str, list[str]] = {}
    for color in units:
        if color:
            alike.setdefault(re.sub("[-_]", "", color).casefold().replace("gray", "grey"), []).append(color)
    return {
        color: max(group, key=lambda name: (name.islower(), units[name]))
        for group in alike.values()
        if len(group) > 1
        for color in group
    }
