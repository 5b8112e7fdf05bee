"""Checked data from a file's data, by the schema of its puzzle; every mistake in the words of the file's author."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from instances.document import BadInput, Marks, Place, mark_of
from instances.fields import Record, value_of

Schema = TypeVar("Schema", bound=Record)
LONGEST = 30  # characters of a key that may be a slip of another
WANTED = {
    "str": "text",
    "bool": "true or false",
    "float": "a number",
    "array": "a list",
    "object": "a mapping",
}  # msgspec's words for types


def checked(data: Any, schema: type[Schema]) -> Schema:
    """The data as a record of the schema; raises msgspec.ValidationError."""
    return msgspec.convert(data, schema, strict=False, dec_hook=value_of)


def validate(path: str | Path, data: Any, marks: Marks, schema: type[Schema]) -> Schema:
    """The same for data of a file; BadInput names the first mistake."""
    try:
        return checked(data, schema)
    except msgspec.ValidationError as error:
        place, message = described(str(error), data, schema)
        raise BadInput(path, message, *mark_of(marks, place)) from None


def described(error: str, data: Any, schema: type[Record]) -> tuple[Place, str]:
    """The place of one of msgspec's errors, and what is wrong there in the words of a file's author."""
    said, _, way = error.rpartition(" - at `$")
    said, way = (said, way) if said else (error, "")
    place: Place = tuple(int(number) if number else name for name, number in re.findall(r"\.(\w+)|\[(\d+)]", way))
    name = "".join(f" {part + 1}" if isinstance(part, int) else f" {part}" for part in place).strip()
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", said):
        return place, f"{f'{name} {missing[1]}'.strip()} is missing, expected '{missing[1]}:'"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", said, re.DOTALL):
        known = record_in(kind_at(schema, place)).__struct_fields__
        near = nearest(unknown[1], known)
        return (*place, unknown[1]), f"unknown key '{unknown[1]}', expected {repr(near) if near else one_of(known)}"
    value = value_at(data, place)
    shown = repr(value) if isinstance(value, str) else "a mapping" if isinstance(value, dict) else "a list"
    if expected := re.match(r"Expected `(array|object|str|bool|float)", said):
        wanted = WANTED[expected[1]]
        if more := re.search(r" of length \d+| [<>]= [\d.]+", said):
            wanted += more[0]
    elif said.startswith("Invalid enum value"):
        wanted = " or ".join(map(repr, words_in(kind_at(schema, place))))
    else:
        wanted = said
    return place, f"{name + ' is ' if name else ''}{shown}, expected {wanted}"


def kind_at(schema: Any, place: Place) -> Any:
    """The type of the value at a place of a file: kind_at(WaterSortDeal, ('known',)) == KnownPours | None"""
    kind = schema
    for part in place:
        if isinstance(part, str):
            kind = next(field.type for field in msgspec.structs.fields(record_in(kind)) if field.name == part)
    return kind


def words_in(kind: Any) -> list[str]:
    """The words that a type such as `Literal['up', 'down']` allows, wherever it stands in the type."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [word for each in get_args(kind) for word in words_in(each)]


def record_in(kind: Any) -> Any:
    """The record in a type such as `list[Block]` or `KnownPours | None`."""
    if isinstance(kind, type) and issubclass(kind, Record):
        return kind
    return next((found for each in get_args(kind) if (found := record_in(each)) is not None), None)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that is most like it, if any is: nearest('beekers', ['name', 'beakers']) == 'beakers'"""
    from difflib import get_close_matches  # few files need it

    return next(iter(get_close_matches(word[:LONGEST], [each for each in words if len(each) <= LONGEST], 1, 0.7)), None)


def one_of(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"


def value_at(data: Any, place: Place) -> Any:
    for part in place:
        data = data[part]
    return data
