"""Checked data from a file's data, by the schema of its puzzle; every mistake in the words of the file's author."""

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from instances.document import BadInput, Marks, Place, mark_of
from instances.fields import Record, value_of

Schema = TypeVar("Schema", bound=Record)
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
    place: Place = tuple(int(number) if number else name for name, number in re.findall(r"\.(\w+)|\[(\d+)]", way))
    said = said or error
    name = "".join(f" {part + 1}" if isinstance(part, int) else f" {part}" for part in place).strip()
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", said):
        return place, f"{f'{name} {missing[1]}'.strip()} is missing, expected '{missing[1]}:'"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", said, re.DOTALL):
        hint = f"one of {', '.join(schema.__struct_fields__)}" if not place else "no such key"
        return (*place, unknown[1]), f"unknown key '{unknown[1]}', expected {hint}"
    value = value_at(data, place)
    shown = repr(value) if isinstance(value, str) else "a mapping" if isinstance(value, dict) else "a list"
    if expected := re.match(r"Expected `(array|object|str|bool|float)", said):
        wanted = WANTED[expected[1]]
        if more := re.search(r" of length \d+| [<>]= [\d.]+", said):
            wanted += more[0]
    elif said.startswith("Invalid enum value"):
        wanted = "another word"
    else:
        wanted = said
    return place, f"{name + ' is ' if name else ''}{shown}, expected {wanted}"


def value_at(data: Any, place: Place) -> Any:
    for part in place:
        data = data[part]
    return data
