"""What a cell of a list means: a colour, an empty place, or a hidden unit."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from fewest_pours.drawing.colors import own_hue
from fewest_pours.files.validation import one_word
from fewest_pours.puzzles.watersort.rules import HIDDEN

EMPTY_WORDS = (
    "empty|empties|none|null|nil|free|blank|leer|leere|vide|vides|vacío|vacíos|vacio|vacios|vuoto|vuoti|vazio|leeg|tom"
    "|tyhjä|pusty|boş|пусто|пустой|пустая|فارغ|ריק|空|空的|空き|빈"
)
EMPTY = {*EMPTY_WORDS.split("|"), "", ".", "-", "–", "—", "_", "~", "-1"}  # in lower case
UNSURE = {"0", "x", "⬜", "◻", "◽", "▫", "□", "▢"}  # may be a colour too, 0 as editors count from it
UNKNOWN = {"?", "❓", "❔", "unknown", "hidden"}
PALE = {None, own_hue("white"), own_hue("black")}  # hues of signs that may stand for nothing
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
    if (alone := ending(rows)) and all(plain.values()) and not unsure:
        unsure, ways = [alone], [(False, True)]
    for empty in product(*ways):
        signs = dict(zip(unsure, empty, strict=False))
        how = [f"{cell} {'an empty cell' if signs[cell] else 'a colour'}" for cell in signs]
        word = plain | {cell: "" for cell in signs if signs[cell]}
        yield Meaning(word, how)
        if together := spelt_alike(word, cells):
            same = [f"{other} the same as {color}" for other, color in together.items() if other != color]
            yield Meaning({cell: together.get(color, color) for cell, color in word.items()}, how + same[:2])


def ending(rows: Sequence[Sequence[str]]) -> str | None:
    """The sign or word that is no colour's, if the last beakers hold nothing else and the others do not hold it."""
    last = rows[-1][0] if rows and rows[-1] else ""
    alone = [set(row) == {last} for row in rows]
    elsewhere = any(last in row for row, own in zip(rows, alone, strict=True) if not own)
    if not all(rows) or elsewhere or alone != sorted(alone) or own_hue(last) not in PALE:
        return None
    word = all(len(row) == 1 for row in rows if last in row) and len(last) > 1 and not own_hue(last)
    return last if not last.isalnum() or last in "eEoO" or word else None


def plain_word(cell: str) -> str:
    """The colour as one word, '' for an empty place.

    >>> plain_word("Light blue")
    'Light-blue'
    """
    word = cell.strip().lower()
    return "" if word in EMPTY or re.fullmatch("[._~]+|--", word) else HIDDEN if word in UNKNOWN else one_word(cell)


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
