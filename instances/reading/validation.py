"""Checked data from the data of a file or of an answer, by its declared types; every mistake in its author's words."""

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
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
    """An answer in JSON as data of this type; ValueError describes the first mistake: '2 from is true, expected ...'"""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(described(str(error), data, kind)[1]) from None


def described(error: str, data: Any, kind: Any) -> tuple[Place, str]:
    """The place of one of msgspec's errors, and what is wrong there."""
    message, _, way = error.rpartition(" - at `$")
    message, way = (message, way) if message else (error, "")
    place = tuple(int(number) if number else name for name, number in re.findall(r"\.(\w+)|\[(\d+)]", way))
    name = " ".join(str(part + 1) if isinstance(part, int) else part for part in place)  # ('beakers', 0): 'beakers 1'
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", message):
        return place, f"{f'{name} {missing[1]}'.strip()} is missing, expected '{missing[1]}'"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        known = record_in(kind_at(kind, place)).__struct_fields__
        near = nearest(unknown[1], known)
        expected = repr(near) if near else f"one of {', '.join(known)}"
        return (*place, unknown[1]), f"unknown key '{unknown[1]}', expected {expected}"
    value = data
    for part in place:
        value = value[part]
    wanted = wanted_in(message) or message
    if message.startswith("Invalid enum value"):
        wanted = " or ".join(map(repr, words_in(kind_at(kind, place))))
    if value == "" and wanted == WANTED["array"]:
        wanted += ", [] for an empty one"
    return place, f"{name} is {shown(value)}, expected {wanted}".lstrip()


def shown(value: Any) -> str:
    if value == "" or isinstance(value, dict | list):
        return "empty" if value == "" else "a mapping" if isinstance(value, dict) else "a list"
    return repr(value) if isinstance(value, str) else json.dumps(value)


def wanted_in(message: str) -> str | None:
    """What one of msgspec's errors expected: 'a list of length 2'"""
    if not (expected := re.match(r"Expected `(\w+)", message)) or expected[1] not in WANTED:
        return None
    more = re.search(r" of length \d+| [<>]= [\d.]+", message)
    return WANTED[expected[1]] + (more[0] if more else "")


def kind_at(kind: Any, place: Place) -> Any:
    """The type of the value at a place: kind_at(WaterSortDeal, ('known',)) == KnownPours | None"""
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
    short = [each for each in words if len(each) <= LONGEST]
    return next(iter(get_close_matches(word[:LONGEST], short, 1, 0.7)), None)
