"""Checked data from a file's data, by the schema of its puzzle; every mistake in the words of the file's author."""

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from instances.document import BadInput, Marks, Place, mark_of

Schema = TypeVar("Schema", bound=BaseModel)


def validate(path: str | Path, data: Any, marks: Marks, schema: type[Schema]) -> Schema:
    """The data as an object of the schema; BadInput names the first mistake in the file's order."""
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        mistakes = sorted((mark_of(marks, each["loc"]), describe(each, schema)) for each in error.errors())
        (line, column), message = mistakes[0]
        more = f" (and {len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
        raise BadInput(path, message + more, line, column) from None


def describe(error: Any, schema: type[BaseModel]) -> str:
    """One of pydantic's errors in the words of a file's author."""
    place: Place = error["loc"]
    name = "".join(f" {part + 1}" if isinstance(part, int) else f" {part}" for part in place).strip()
    if error["type"] == "missing":
        return f"{name} is missing, expected '{place[-1]}:'"
    if error["type"] == "extra_forbidden":
        hint = f", expected one of {', '.join(schema.model_fields)}" if len(place) == 1 else ", expected no such key"
        return f"unknown key '{place[-1]}'{hint}"
    shown = repr(error["input"]) if isinstance(error["input"], str) else f"a {kind(error['input'])}"
    wanted = error["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
    if error["type"] == "string_pattern_mismatch":
        wanted = "a word without spaces"
    return f"{name + ' is ' if name else ''}{shown}, expected {wanted}"


def kind(value: Any) -> str:
    return "mapping" if isinstance(value, dict) else "list" if isinstance(value, list) else type(value).__name__
