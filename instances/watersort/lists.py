"""Beakers as players type them and as level editors write them: text or JSON, turned into the data of a puzzle file.

[["blue", "blue", "red"], ["EMPTY", "red", 0]]      the same as text:   blue blue red      or:   bbr
{"tubes": [["blue"], []], "capacity": 4}                                2: red, EMPTY            .r

Whatever is guessed becomes a note. What has several readings is refused.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Any

from instances.drawing.colors import SHADES, own_hue
from instances.reading.yaml_files import MAX_VALUES, Misfit
from instances.text import counted
from instances.watersort.slips import HIDDEN

NOTHING = {"", "0", "empty", "none", "null", "nil", ".", "-", "_", "~"}  # cells, in lower case, that hold no unit
HIDDEN_WORDS = {HIDDEN, "unknown", "hidden", "???"}
LABEL = re.compile(r"^\s*(?:(?:beaker|tube|bottle)?\s*\d+\s*[:.)]|-(?=\s|$))\s*", re.IGNORECASE)
SIGNS = ("So", "Sk", "Mn", "Cf")  # Unicode's categories of emoji and what modifies them


@dataclass
class Lists:
    """Beakers as lists of cells, some of them empty; capacity if it was given; what was guessed so far."""

    beakers: list[list[str]]
    capacity: int | None = None
    guesses: list[str] = field(default_factory=list)


def read_lists(text: str, bottom_first: bool, capacity: int | None) -> tuple[dict[str, Any], list[str]]:
    """The data of a puzzle file without a name, and notes on what was guessed. Raises Misfit, and for JSON ValueError.

    bottom_first: how the lists are written; capacity: for lists that do not give it.
    """
    lists = lists_of_json(json.loads(text), capacity) if is_json(text) else lists_of_text(text, capacity)
    if sum(map(len, lists.beakers)) + len(lists.beakers) > MAX_VALUES:
        raise Misfit((), f"more than {MAX_VALUES} units and beakers, expected fewer")
    for beaker in lists.beakers:
        for cell in beaker:
            if not cell.replace("\u200d", "").isprintable():  # which joins emoji
                raise Misfit((), f"'{cell}' in a beaker, expected plain text")
    most = lists.capacity or max(map(len, lists.beakers))
    beakers, order = top_first([list(map(word_of, cells)) for cells in lists.beakers], bottom_first)
    if lists.capacity is None and most < 2:
        raise Misfit((), "no beaker of two units or more, expected a beaker a line, or a picture, or lists as JSON")
    zeros = ", 0 an empty cell" if any("0" in cells for cells in lists.beakers) else ""
    read_as = f"read as {counted(len(beakers), 'beakers')} of capacity {most}, the {order} of each first{zeros}"
    return {"puzzle": "watersort", "capacity": most, "beakers": beakers}, [read_as, *lists.guesses]


def is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{")


# --------------------------------------------------------------------------------------------------------------- JSON


def lists_of_json(data: Any, capacity: int | None) -> Lists:
    """The beakers that level editors write: lists, or strings, or objects with one list each, under any key."""
    while True:
        if isinstance(data, dict):
            for key, value in data.items():
                if key.lower() in ("capacity", "height", "size"):
                    if type(value) is not int or value < 1:
                        raise Misfit((), f"the capacity is {json.dumps(value)}, expected a whole number above 0")
                    capacity = capacity or value
            data = next((value for value in data.values() if isinstance(value, list | dict) and value), None)
        elif consists_of(data, dict):
            lists = [next((value for value in each.values() if isinstance(value, list)), None) for each in data]
            levels = any(isinstance(cell, list) for cells in lists for cell in cells or ())
            if levels and len(data) > 1:
                raise Misfit((), f"{len(data)} levels, expected one")
            data = data[0] if levels else lists
        else:
            break
    if consists_of(data, str):
        return split_up(Lists([cells_of(each) for each in data], capacity))
    if not consists_of(data, list):
        raise Misfit((), 'no list of lists, expected beakers such as [["red", "blue"], []]')
    return Lists([[color_in(cell) for cell in beaker] for beaker in data], capacity)


def consists_of(data: Any, kind: type) -> bool:
    return isinstance(data, list) and bool(data) and all(isinstance(each, kind) for each in data)


def color_in(cell: Any) -> str:
    """A cell of JSON as text: 'red', 3, null, {"color": "red"}"""
    if isinstance(cell, dict):
        cell = next((value for key, value in cell.items() if key.lower() in ("color", "colour")), cell)
    if isinstance(cell, list | dict):
        raise Misfit((), "a list or an object in a beaker, expected colours")
    return "" if cell is None else str(cell)


# --------------------------------------------------------------------------------------------------------------- text


def lists_of_text(text: str, capacity: int | None) -> Lists:
    """A beaker a line, its cells between spaces or commas; a number with a colon or a dash may stand before it."""
    lines = [line for line in text.rstrip(" \t").split("\n") if not re.match(r"\s*#(\s|$)", line)]
    if not any(map(str.strip, lines)):
        raise Misfit((), "the file is empty, expected a puzzle file, a picture, or lists as JSON or text")
    lines = list(dropwhile(lambda line: not line.strip(), lines))
    lists = Lists([cells_of(line) for line in lines if line.strip()], capacity)
    blank = sum(not line.strip() for line in lines) - (not lines[-1].strip())  # one ends the last line
    if blank:
        lists.guesses.append(f"{counted(blank, 'empty lines')} left out; write `empty` for an empty beaker")
    join_shades(lists)
    return split_up(lists)


def cells_of(line: str) -> list[str]:
    """cells_of('2: light blue, red') == ['light blue', 'red']"""
    line = LABEL.sub("", line)
    separator = r"[,;|\t]+" if re.search(r"[,;|\t]", line) else r"\s+"
    cells = [cell.strip(" \t\r\"'") for cell in re.split(separator, line.strip(" \t\r[](){},;|"))]
    return [] if cells == [""] else cells


def join_shades(lists: Lists) -> None:
    """Let `light blue`, `dark green` and the like be one colour."""
    for beaker in lists.beakers:
        for i in reversed(range(len(beaker) - 1)):
            if beaker[i].lower() in SHADES and own_hue(beaker[i + 1]):
                shade, color = beaker[i : i + 2]
                beaker[i : i + 2] = [f"{shade}-{color}"]
                guess = f"`{shade} {color}` is read as one colour, {shade}-{color}"
                lists.guesses += [guess] if guess not in lists.guesses else []


def split_up(lists: Lists) -> Lists:
    """Let 'rgbr' be four units, where every beaker is one such word and the counts are right; emoji always.

    Raises Misfit where words may be colours as well.
    """
    cells = [cell for beaker in lists.beakers for cell in beaker]
    if drawn := next((cell for cell in cells if re.search("[\u2500-\u257f]", cell)), None):
        raise Misfit((), f"'{drawn}' in a beaker, expected colours, or a picture with its line 'capacity N'")
    words = [cell for cell in cells if word_of(cell) not in ("", HIDDEN)]
    longest = max(words, key=len, default="")
    emoji = all(unicodedata.category(character) in SIGNS for word in words for character in word)
    if len(units_in(longest)) < 2 or not (emoji or all(len(beaker) < 2 for beaker in lists.beakers)):
        return lists
    beakers = [[unit for cell in beaker if word_of(cell) for unit in units_in(cell)] for beaker in lists.beakers]
    units = Counter(word_of(unit) for beaker in beakers for unit in beaker)
    most = max(map(len, beakers))
    capacity = lists.capacity or most
    whole = HIDDEN in units or not any(units[color] % capacity for color in units if color)
    if most <= capacity and (emoji or whole):
        guess = f"`{longest}` is read as {counted(len(units_in(longest)), 'units')}, one a character"
        return Lists(beakers, lists.capacity, [*lists.guesses, guess])
    if lists.capacity is None:
        raise Misfit((), f"'{longest}' is one word, expected the units of a beaker with spaces or commas between them")
    return lists


def units_in(text: str) -> list[str]:
    """units_in('rg') == ['r', 'g']; an emoji stays whole, without what selects its style."""
    return re.findall("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*", text.replace("\ufe0f", ""))


# -------------------------------------------------------------------------------------------------------------- cells


def top_first(beakers: list[list[str]], bottom_first: bool) -> tuple[list[list[str]], str]:
    """The units of each beaker, the top first, and which end the lists begin with. Raises Misfit."""
    turned = [beaker[::-1] for beaker in beakers]
    bottom_first = bottom_first or (not all(map(falls, beakers)) and all(map(falls, turned)))
    for number, beaker in enumerate(turned if bottom_first else beakers, 1):
        if not falls(beaker):
            raise Misfit((), f"beaker {number} has an empty cell below a colour, expected all empty cells above")
    units = [list(filter(None, beaker)) for beaker in (turned if bottom_first else beakers)]
    return units, "bottom" if bottom_first else "top"


def falls(beaker: Sequence[str]) -> bool:
    """No empty cell is below a colour, where the top comes first."""
    return all(dropwhile(lambda word: not word, beaker))


def word_of(cell: str) -> str:
    """The colour as one word, '' for an empty cell: word_of('Light blue') == 'Light-blue'"""
    if cell.strip().lower() in NOTHING:
        return ""
    if cell.strip().lower() in HIDDEN_WORDS:
        return HIDDEN
    return "-".join(cell.split())
