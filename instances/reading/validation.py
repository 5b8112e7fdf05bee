"""Checked data from the data of a file or of an answer, by its declared types; every mistake in its author's words."""

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

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
    parts = re.fullmatch(r"(.*?)(?: - at `\$((?:\.\w+|\[\d+])+)`)?", error, re.DOTALL)
    assert parts is not None, "every text matches"
    message, way = parts[1], parts[2] or ""
    place = tuple(int(number) if number else name for name, number in re.findall(r"\.(\w+)|\[(\d+)]", way))
    name = " ".join(str(part + 1) if isinstance(part, int) else part for part in place)  # ('beakers', 0): 'beakers 1'
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", message):
        return place, f"{f'{name} {missing[1]}'.strip()} is missing, expected '{missing[1]}'"
    value = data
    for part in place:
        value = value[part]
        if isinstance(part, str):
            kind = next(field.type for field in msgspec.structs.fields(record_in(kind)) if field.encode_name == part)
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        known = record_in(kind).__struct_fields__
        near = nearest(unknown[1], known)
        expected = repr(near) if near else f"one of {', '.join(known)}"
        return (*place, unknown[1]), f"unknown key '{unknown[1]}', expected {expected}"
    wanted = wanted_in(message)
    if message.startswith("Invalid enum value"):
        wanted = " or ".join(map(repr, get_args(kind)))
    if value == "" and wanted == WANTED["array"]:
        wanted += ", [] for an empty one"
    return place, f"{name} is {shown(value)}, expected {wanted}".lstrip()


def shown(value: Any) -> str:
    """A value in a message: "'red'", 'empty', 'a list', 'true'"""
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return json.dumps(value) if not isinstance(value, str) else repr(value) if value else "empty"


def wanted_in(message: str) -> str:
    """What one of msgspec's errors expected: 'a list of length 2'; a message of ours as it is."""
    if not (expected := re.match(r"Expected `(\w+)", message)):
        return message
    more = re.search(r" of length \d+| [<>]= [\d.]+", message)
    return WANTED[expected[1]] + (more[0] if more else "")


def record_in(kind: Any) -> Any:
    """The record in a type such as `list[Block]` or `KnownPours | None`."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next(filter(None, map(record_in, get_args(kind))), None)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that is most like it, if any is: nearest('Beekers', ['name', 'beakers']) == 'beakers'"""
    short = {each.lower(): each for each in words if len(each) <= LONGEST}
    found = get_close_matches(word[:LONGEST].lower(), short, 1, 0.7)
    return short[found[0]] if found else None
