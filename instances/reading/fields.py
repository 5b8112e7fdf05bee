"""The scalars of puzzle files that types alone cannot describe: declared once, for validation and for the JSON Schema.

Scalars are read as text, so a colour may be `on` or `01`. A Record lists its fields, and msgspec allows no others.
"""

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, to_builtins

from instances.reading.yaml_files import Place


class Record(Struct, forbid_unknown_fields=True):
    """A mapping in a file, or the whole file."""


class Word(str):
    """A colour; `light blue` is read as light-blue, and `given` is what the file has."""

    given = ""


class Natural(int):
    """A whole number from 0: 0, 12"""

    least, most = 0, 10**9 - 1


class Positive(Natural):
    """A whole number from 1."""

    least = 1


class Coordinate(Natural):
    """A whole number from -99 to 99: so every level can be drawn."""

    least, most = -99, 99


NO_COLORS = ("", "_", "empty")  # in lower case


def one_word(color: str) -> str:
    """one_word('light blue') == 'light-blue'"""
    return "-".join(color.split())


def respelt(words: Iterable[tuple[Place, Word]]) -> list[tuple[Place, str]]:
    """A note for each word that the file writes with spaces."""
    return [(place, f"`{word.given}` is read as one colour, {word}") for place, word in words if word.given != word]


def remarks(instance: Any) -> dict[str, Any]:
    """The last entries of an instance's file: `known` and `source`, where it has them."""
    entries = {"known": instance.known, "source": instance.source}
    return {key: to_builtins(value) for key, value in entries.items() if value is not None}


def value_of(kind: type, given: Any) -> Any:
    """Convert a scalar to one of these kinds. Raises ValueError with what was expected."""
    if kind is Word:
        if not isinstance(given, str) or given.strip().lower() in NO_COLORS:
            raise ValueError("a colour; leave empty places out")
        word = Word(one_word(given))
        word.given = given
        return word
    assert issubclass(kind, Natural)
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", str(given)) or not kind.least <= int(given) <= kind.most:
        raise ValueError(f"a whole number from {kind.least} to {kind.most}")
    return kind(given)


def schema_of(kind: type) -> dict[str, Any]:
    """The JSON Schema of one of these kinds."""
    if kind is Word:  # an editor takes 1 and on for no strings
        return {"type": ["string", "number", "boolean"], "minLength": 1, "pattern": r"\S", "description": "a colour"}
    assert issubclass(kind, Natural)
    return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
