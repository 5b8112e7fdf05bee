"""The values that stand in puzzle files, and which texts they are: a file's scalars are all text.

Validated by msgspec: a Record lists its fields, and no others are allowed.
"""

import re
from typing import Any

from msgspec import Struct

from instances.reading.yaml_files import Misfit


class Record(Struct, forbid_unknown_fields=True):
    """What stands in a file under one key, or the whole file."""


class Word(str):
    """A colour: any word without spaces."""

    __slots__ = ()


class Natural(int):
    """A whole number from 0, of at most nine digits: 0, 12"""

    least, most = 0, 10**9 - 1


class Positive(Natural):
    """A whole number from 1, of at most nine digits."""

    least = 1


class Coordinate(int):
    """A whole number from -99 to 99: so every level can be drawn."""

    least, most = -99, 99


def known_steps(word: str, steps: int | None, solvable: bool) -> int | None:
    """The fewest steps that are proven, None without a plan. Raises Misfit where a file says both, or neither."""
    if (steps is None) == solvable:
        wrong = f"known has no {word}" if steps is None else f"known has {word} and says that there is no plan"
        raise Misfit(("known",), f"{wrong}, expected either '{word}: N' or 'solvable: false'")
    return None if steps is None else int(steps)


def value_of(kind: type, given: Any) -> Any:
    """The value of this kind that a scalar is; ValueError says what was expected."""
    if kind is Word:
        if isinstance(given, str) and given and not re.search(r"\s", given):
            return Word(given)
        if isinstance(given, str) and given.strip():
            raise ValueError(f"a word without spaces, as '{'-'.join(given.split())}'")
        raise ValueError("a word")
    assert issubclass(kind, Natural | Coordinate)
    if isinstance(given, int | str) and re.fullmatch(r"[+-]?[0-9]{1,9}", str(given)):
        if kind.least <= int(given) <= kind.most:
            return kind(int(given))
        raise ValueError(f"{kind.least} to {kind.most}" if kind is Coordinate else f"{kind.least} or more")
    raise ValueError("a whole number")


def schema_of(kind: type) -> dict[str, Any]:
    """JSON Schema of a kind."""
    if kind is Word:
        return {
            "type": ["string", "number", "boolean"],
            "minLength": 1,
            "pattern": r"^\S+$",
            "description": "a colour: any word without spaces",
        }
    assert issubclass(kind, Natural | Coordinate)
    return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
