"""Checked data from a file's data, by the schema of its puzzle; every mistake in the words of the file's author."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from instances.reading.fields import Record, value_of
from instances.reading.yaml_files import BadInput, Marks, Place, mark_of

Schema = TypeVar("Schema", bound=Record)
LONGEST = 30  # characters of a key that may be a slip of another
WANTED = {
    "int": "a whole number",
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


def read_as(kind: Any, data: Any) -> Any:
    """An answer in JSON as data of this type; ValueError says where it is wrong: '2 from is true, expected ...'"""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        said, place = said_and_place(str(error))
        name = name_of(place)
        if missing := re.fullmatch(r"Object missing required field `(\w+)`", said):
            raise ValueError(f"{f'{name} {missing[1]}'.strip()} is missing, expected '{missing[1]}'") from None
        value = data
        for part in place:
            value = value[part]
        shown = f"{name} is {json.dumps(value)[:LONGEST]}".strip()
        raise ValueError(f"{shown}, expected {wanted_in(said) or said}") from None


def said_and_place(error: str) -> tuple[str, Place]:
    """What is wrong by one of msgspec's errors, and where."""
    said, _, way = error.rpartition(" - at `$")
    said, way = (said, way) if said else (error, "")
    return said, tuple(int(number) if number else name for name, number in re.findall(r"\.(\w+)|\[(\d+)]", way))


def name_of(place: Place) -> str:
    """name_of(('beakers', 0)) == 'beakers 1'"""
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in place)


def wanted_in(said: str) -> str | None:
    """What one of msgspec's errors expected: 'a list of length 2'"""
    if not (expected := re.match(r"Expected `(\w+)", said)) or expected[1] not in WANTED:
        return None
    more = re.search(r" of length \d+| [<>]= [\d.]+", said)
    return WANTED[expected[1]] + (more[0] if more else "")


def described(error: str, data: Any, schema: type[Record]) -> tuple[Place, str]:
    """The place of one of msgspec's errors, and what is wrong there in the words of a file's author."""
    said, place = said_and_place(error)
    name = name_of(place)
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", said):
        return place, f"{f'{name} {missing[1]}'.strip()} is missing, expected '{missing[1]}:'"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", said, re.DOTALL):
        known = record_in(kind_at(schema, place)).__struct_fields__
        near = nearest(unknown[1], known)
        return (*place, unknown[1]), f"unknown key '{unknown[1]}', expected {repr(near) if near else one_of(known)}"
    value = value_at(data, place)
    shown = repr(value) if isinstance(value, str) else "a mapping" if isinstance(value, dict) else "a list"
    if value == "":
        shown = "empty"
    if wanted := wanted_in(said):
        if value == "" and wanted == WANTED["array"]:
            wanted += ", [] for an empty one"
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
