"""The deal as the checker sees it: beakers top first, one letter a unit; and the runs of a beaker."""

import re
from collections import Counter
from itertools import groupby
from typing import Any, NamedTuple

from instances.checker.lines import expect_keys
from instances.reading.yaml_files import Misfit, Place


class Run(NamedTuple):
    """Run('a', 2, 1): two units of a on top of one unit of another colour."""

    color: str
    units: int
    below: int


class Deal(NamedTuple):
    """Deal(3, (('red', 'red', 'blue'), ('blue',), ())): top first, in the order of the file."""

    capacity: int
    beakers: tuple[tuple[str, ...], ...]

    def spelt(self) -> list[str]:
        """The beakers as strings of letters: ['bba', 'a', '']; the colours, sorted by their words, are a, b, c, ..."""
        words = sorted({word for beaker in self.beakers for word in beaker})
        letter = {word: chr(ord("a") + i if i < 26 else 0x100 + i) for i, word in enumerate(words)}
        return ["".join(letter[word] for word in beaker) for beaker in self.beakers]


def runs(beaker: str) -> list[Run]:
    """The runs of a beaker, the lowest first."""
    found: list[Run] = []
    for color, units in groupby(reversed(beaker)):
        below = found[-1].below + found[-1].units if found else 0
        found.append(Run(color, len(list(units)), below))
    return found


def read(data: dict[str, Any]) -> Deal:
    """The deal in a file's data; raises Misfit."""
    expect_keys(data, "capacity", "beakers", "rating")
    text = data.get("capacity")
    if not isinstance(text, str) or not re.fullmatch(r"[+-]?[0-9]{1,9}", text) or int(text) < 1:
        raise Misfit(("capacity",), "capacity is missing or no whole number, expected 1 or more")
    beakers = data.get("beakers")
    if not isinstance(beakers, list):
        raise Misfit(("beakers",), "beakers are missing, expected a list of lists")
    for i, beaker in enumerate(beakers):
        if not isinstance(beaker, list) or not all(isinstance(word, str) and is_word(word) for word in beaker):
            raise Misfit(("beakers", i), "no list of words, expected the colours of a beaker")
        if len(beaker) > int(text):
            raise Misfit(("beakers", i), f"{len(beaker)} units in a beaker, expected at most {text}")
    return Deal(int(text), tuple(map(tuple, shown(named(beakers), int(text)))))


def named(beakers: list[list[str]]) -> list[list[str]]:
    """The same with each colour as one word: 'light blue' is light-blue."""
    return [["-".join(word.split()) for word in beaker] for beaker in beakers]


def is_word(text: str) -> bool:
    return text.strip() != ""


def shown(beakers: list[list[str]], capacity: int) -> list[list[str]]:
    """The beakers with the hidden units, '?', filled in."""
    color = hidden_color(beakers, capacity)
    return [[word if word != "?" else color for word in beaker] for beaker in beakers]


def hidden_color(beakers: list[list[str]], capacity: int) -> str:
    """The colour of all hidden units: the only one that lacks so many. '?' if none are hidden; raises Misfit."""
    units = Counter(word for beaker in beakers for word in beaker)
    if not (hidden := units.pop("?", 0)):
        return "?"
    lacking = {word: -number % capacity for word, number in units.items() if number % capacity}
    if list(lacking.values()) != [hidden]:
        raise Misfit(("beakers",), "hidden units, expected as many as one colour lacks")
    return next(iter(lacking))


def filled_in(data: dict[str, Any]) -> tuple[Place, str] | None:
    """A remark on the colour of the hidden units, and where the first of them is; None if there are none."""
    beakers = named(data["beakers"])
    places = [("beakers", i, j) for i, beaker in enumerate(beakers) for j, word in enumerate(beaker) if word == "?"]
    if not places:
        return None
    color = hidden_color(beakers, int(data["capacity"]))
    units = f"{len(places)} hidden {'unit is' if len(places) == 1 else 'units are'}"
    return places[0], f"{units} {color}: the counts leave one way"
