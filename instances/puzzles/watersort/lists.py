"""Beakers as players type them and as level editors write them: reads text or JSON into the data of a puzzle file.

[["blue", "blue", "red"], ["EMPTY", "red", 0]]      the same as text:   blue blue red      or:   bbr
{"tubes": [["blue"], []], "capacity": 4}                                2: red, EMPTY            .r

Every guess becomes a note. Ambiguous input is refused.
"""

import re
import unicodedata
from collections import Counter
from itertools import dropwhile
from operator import not_
from typing import Any

from instances.drawing.colors import SHADES, own_hue
from instances.puzzles.watersort.rules import HIDDEN
from instances.reading.text import counted
from instances.reading.validation import one_word
from instances.reading.yaml_files import MAX_VALUES, Misfit

NOTHING = {"", "empty", "none", "null", "nil", ".", "-", "_", "~", "-1"}  # cells, in lower case, that hold no unit
ZERO = "0"  # an empty cell, or the first colour of editors that count from 0
CAPACITIES = ("capacity", "height", "size")  # keys of JSON, in lower case
LABEL = re.compile(r"^\s*(?:(?:beaker|tube|bottle)?\s*\d+\s*[:.)]|-(?=\s|$))\s*", re.IGNORECASE)
SHADED = re.compile(rf"(?<!\S)({'|'.join(SHADES)})[ \t]+([^\s,;|]+)", re.IGNORECASE)  # light blue
MAX_TEXT = 1 << 20  # characters
UNIT = re.compile("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*")  # a letter, or an emoji with its modifiers
SIGNS = ("So", "Sk", "Mn", "Cf")  # Unicode categories of emoji and their modifiers

Beakers = list[list[str]]  # [['red', 'EMPTY'], []], cells as written
Guesses = list[str]


def read_lists(data: Any, bottom_first: bool, capacity: int | None) -> tuple[dict[str, Any], Guesses]:
    """The data of a puzzle file, without a name, and notes on what was guessed. Raises Misfit.

    data: text, or parsed JSON with every scalar as text; bottom_first: whether each list starts at the bottom;
    capacity: overrides that of the data.
    """
    guesses: Guesses = []
    if isinstance(data, str):
        rows: list[Any] = lines_of(data, guesses)
    else:
        rows, given = level_in(data)
        capacity = capacity or given
    if all(isinstance(row, str) for row in rows):
        rows = split_up([cells_of(row, guesses) for row in rows], capacity, guesses)
    beakers = [list(map(word_of, row)) for row in rows]
    if sum(map(len, beakers)) + len(beakers) > MAX_VALUES:
        raise Misfit((), f"more than {MAX_VALUES} units and beakers, expected fewer")
    most = capacity or max(map(len, beakers))
    if capacity is None and most < 2:
        raise Misfit((), "one unit in each beaker, expected spaces or commas between units, or a picture, or JSON")
    beakers, order, zeros = without_zeros(beakers, most, bottom_first)
    read_as = f"read as {counted(len(beakers), 'beakers')} of capacity {most}, the {order} of each first{zeros}"
    return {"puzzle": "watersort", "capacity": most, "beakers": beakers}, [read_as, *guesses]


def level_in(data: Any) -> tuple[list[Any], int | None]:
    """The beakers of a level editor's JSON, under any key (lists, strings or objects with a list), and the capacity."""
    capacity = None
    while isinstance(data, dict):
        if given := next((str(value) for key, value in data.items() if key.lower() in CAPACITIES), None):
            if not re.fullmatch("[1-9][0-9]{0,8}", given):
                raise Misfit((), f"the capacity is {given}, expected a whole number above 0")
            capacity = int(given)
        data = next((value for value in data.values() if isinstance(value, list | dict) and value), None)
    rows = [
        next((value for value in each.values() if isinstance(value, list)), None) if isinstance(each, dict) else each
        for each in data or ()
    ]
    if not rows or len(set(map(type, rows))) > 1 or not isinstance(rows[0], list | str):
        raise Misfit((), 'not a list of lists, expected beakers such as [["red", "blue"], []]')
    return rows, capacity


def lines_of(text: str, guesses: Guesses) -> list[str]:
    """The lines of a text, one per beaker, without comments and blank lines."""
    if len(text) > MAX_TEXT:
        raise Misfit((), f"a list of more than {MAX_TEXT >> 10} KiB, expected fewer units and beakers")
    if control := re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text):
        raise Misfit((), f"control character {control[0]!r}, expected text")
    lines = [line for line in text.splitlines() if not re.match(r"\s*#(\s|$)", line)]
    beakers = [line for line in lines if line.strip()]
    if not beakers:
        raise Misfit((), "the file is empty, expected a puzzle file, a picture, or lists as JSON or text")
    if blank := len(lines) - len(beakers):
        guesses.append(f"{counted(blank, 'empty lines')} left out; write `empty` for an empty beaker")
    return beakers


def cells_of(line: str, guesses: Guesses) -> list[str]:
    """The cells of a line; a leading label or dash is ignored.

    >>> cells_of('2: light blue, red', [])
    ['light-blue', 'red']
    """

    def joined(found: re.Match[str]) -> str:
        if not own_hue(found[2]):
            return found[0]
        guess = f"`{found[0]}` is read as one colour, {one_word(found[0])}"
        guesses[:0] = [guess] if guess not in guesses else []
        return one_word(found[0])

    line = SHADED.sub(joined, LABEL.sub("", line))
    separator = r"[,;|\t]+" if re.search(r"[,;|\t]", line) else r"\s+"
    cells = [cell.strip(" \t\r\"'") for cell in re.split(separator, line.strip(" \t\r[](){},;|"))]
    return [] if cells == [""] else cells


def split_up(beakers: Beakers, capacity: int | None, guesses: Guesses) -> Beakers:
    """Split words like 'rgbr' into four units if every beaker is one such word and the counts fit; emoji always."""
    words = [cell for beaker in beakers for cell in beaker if word_of(cell) not in ("", ZERO, HIDDEN)]
    longest = max(words, key=len, default="")
    emoji = all(unicodedata.category(character) in SIGNS for character in "".join(words))
    if len(units_in(longest)) < 2 or not (emoji or all(len(beaker) < 2 for beaker in beakers)):
        return beakers
    split = [[unit for cell in beaker if word_of(cell) for unit in units_in(cell)] for beaker in beakers]
    units = Counter(word_of(unit) for beaker in split for unit in beaker)
    most = max(map(len, split))
    fits = capacity or most
    whole = HIDDEN in units or not any(units[color] % fits for color in units if color not in ("", ZERO))
    if most <= fits and (emoji or whole):
        guesses.insert(0, f"`{longest}` is read as {counted(len(units_in(longest)), 'units')}, one per character")
        return split
    return beakers


def units_in(text: str) -> list[str]:
    """The units in a word without blanks; an emoji stays whole, without its variation selector.

    >>> units_in('rg')
    ['r', 'g']
    """
    return UNIT.findall(text.replace("\ufe0f", ""))


def without_zeros(beakers: Beakers, capacity: int, bottom_first: bool) -> tuple[Beakers, str, str]:
    """Like top_first, with 0 as an empty cell, or as a colour if only that fits, and how it was read. Raises Misfit.

    Both may fit where the counts do. Editors that count colours from 0 have other empty cells, or [] for no units.
    """
    cells = [cell for beaker in beakers for cell in beaker]
    if ZERO not in cells:
        return *top_first(beakers, bottom_first), ""
    a_color = not any(units % capacity for cell, units in Counter(cells).items() if cell)
    try:
        found = top_first([["" if cell == ZERO else cell for cell in beaker] for beaker in beakers], bottom_first)
    except Misfit:
        if not a_color:
            raise
        return *top_first(beakers, bottom_first), ", 0 a colour"
    if a_color and ("" in cells or [] in beakers):
        raise Misfit((), "0 may be an empty cell or a colour, expected null for empty cells, or colours from 1")
    return *found, ", 0 an empty cell"


def top_first(beakers: Beakers, bottom_first: bool) -> tuple[Beakers, str]:
    """The units of each beaker, top first, and the end at which the lists start: 'top' or 'bottom'. Raises Misfit."""
    hollow = None
    for order in ("bottom",) if bottom_first else ("top", "bottom"):
        ways = beakers if order == "top" else [beaker[::-1] for beaker in beakers]
        hollow = next((n for n, way in enumerate(ways, 1) if not all(dropwhile(not_, way))), None)
        if hollow is None:
            return [list(filter(None, way)) for way in ways], order
    raise Misfit((), f"beaker {hollow} has an empty cell below a colour, expected all empty cells above")


def word_of(cell: Any) -> str:
    """The colour as one word, '' for an empty cell.

    >>> word_of({'color': 'Light blue'})
    'Light-blue'
    """
    if isinstance(cell, dict):
        cell = next((value for key, value in cell.items() if key.lower() in ("color", "colour")), cell)
    if not isinstance(cell, str):
        raise Misfit((), "a list or an object in a beaker, expected colours, and one level")
    return "" if cell.strip().lower() in NOTHING else one_word(cell)
