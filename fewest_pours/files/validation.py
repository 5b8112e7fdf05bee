"""Validates the data of a file or an answer against declared types; messages use the field names of the file.

Scalars of files are read as text, so a colour may be `on` or `01`. The kinds of scalars below serve both validation
and the JSON Schema.
"""

import json
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin

import msgspec

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.wording import Sentence
from fewest_pours.files.yaml_files import Data, placed


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A mapping in a file, or the whole file; unknown fields are errors."""

    @classmethod
    def expect_supported(cls, data: Data) -> None:
        """Raise Misfit for what people write for variants of the puzzle; the types would call it a mistake."""


class PuzzleFile(Record, kw_only=True, omit_defaults=True):
    """What all puzzle files begin with; each puzzle has its own name only."""

    puzzle: str
    name: Annotated[str, msgspec.Meta(description="left out, the name of the file")] = ""


class Word(str):
    """A colour; `light blue` is read as light-blue, and `given` is the spelling in the file."""

    given = ""
    hidden = False


class Unit(Word):
    """A colour, or `{color: red, hidden: true}`: one that players do not see yet."""


class Natural(int):
    """A whole number of at least 0."""

    least = 0
    most = 10**9 - 1


class Positive(Natural):
    """A whole number of at least 1."""

    least = 1


class Coordinate(Natural):
    """A whole number from -99 to 99, so that every level can be drawn."""

    least = -99
    most = 99


Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]  # in JSON
OneOrMore = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Schema = TypeVar("Schema")
File = TypeVar("File", bound=Record)
NO_COLORS = ("", "_", "empty")  # in lower case
LONGEST = 30  # characters compared when a similar key is suggested
SIMILAR = 0.7  # how alike two keys must be for a suggestion, from 0 to 1
WANTED = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "float": "a number",
    "array": "a list",
    "object": "a mapping",
}  # msgspec's words for types


def one_word(color: str) -> str:
    """Text with hyphens for blanks.

    >>> one_word('light blue')
    'light-blue'
    """
    return "-".join(color.split())


def respelt(words: Iterable[tuple[Place, Word]]) -> list[tuple[Place, str]]:
    """A note for each colour that the file writes with spaces."""
    return [(place, read_as_one(word)) for place, word in words if word.given != word]


def read_as_one(word: Word) -> Sentence:
    words = f"`{word.given}` is read as one colour, {word}"
    return Sentence(words, "read_as_one", text=str(word.given), color=str(word))


def value_of(kind: type, given: Any) -> Any:
    """Convert a scalar to one of the kinds above. Raises ValueError with what was expected."""
    if issubclass(kind, Word):
        is_hidden = kind is Unit and isinstance(given, dict) and given.keys() == {"color", "hidden"}
        word = word_of(kind, given["color"] if is_hidden else given)
        if is_hidden and str(given["hidden"]).lower() != "true":
            raise ValueError("'hidden: true'")
        word.hidden = is_hidden
        return word
    assert issubclass(kind, Natural)
    is_whole = re.fullmatch(r"[+-]?[0-9]{1,9}", str(given))
    if is_whole and kind.least <= int(given) <= kind.most:
        return kind(given)
    raise ValueError(f"a whole number from {kind.least} to {kind.most}")


def word_of(kind: type[Word], color: Any) -> Word:
    if not isinstance(color, str) or color.strip().lower() in NO_COLORS:
        raise ValueError("a colour; leave empty places out")
    word = kind(one_word(color))
    word.given = color
    return word


def schema_of(kind: type) -> Data:
    """The JSON Schema of one of the kinds above."""
    if kind is Unit:
        shape = {"color": schema_of(Word), "hidden": {"const": True}}
        seen_later = {"type": "object", "properties": shape, "required": list(shape), "additionalProperties": False}
        return {"if": {"type": "object"}, "then": seen_later, "else": schema_of(Word)}
    if kind is Word:  # to an editor, 1 and on are not strings
        return {"type": ["string", "number", "boolean"], "minLength": 1, "pattern": r"\S", "description": "a colour"}
    assert issubclass(kind, Natural)
    return {"type": "integer", "minimum": kind.least, "maximum": kind.most}


def checked(data: Data, schema: type[File]) -> File:
    """The data of a file as a record of the schema; raises Misfit for the first mistake."""
    schema.expect_supported(data)
    try:
        return msgspec.convert(data, schema, strict=False, dec_hook=value_of)
    except msgspec.ValidationError as error:
        raise Misfit(*described(str(error), data, schema)) from None


def read_as(kind: type[Schema], data: object) -> Schema:
    """Data of a JSON answer as this type; raises ValueError with the first mistake: '2 from is true, expected ...'"""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(described(str(error), data, kind)[0]) from None


def described(error: str, data: Any, kind: object) -> tuple[str, Place]:
    """A msgspec error in the project's wording, and its place."""
    message, place = placed(error)
    value, declared = value_and_type_at(data, kind, place)
    if error.endswith("[...]`"):  # msgspec does not say which value of the mapping is wrong
        wrong = wrong_key(value, values_in(declared))
        words = f"{place[-1]} {wrong} is {shown(value[wrong])}, expected {wanted(message, value[wrong], declared)}"
        return Sentence(words, "value_of_wrong_kind", name=f"{place[-1]} {wrong}"), (*place, wrong)
    name = " ".join(str(part + 1) if isinstance(part, int) else part for part in place)  # ('beakers', 0): 'beakers 1'
    missing = re.fullmatch(r"Object missing required field `(\w+)`", message)
    if missing:
        return missing_key(name, missing[1]), place
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL)
    if unknown:
        return unknown_key(unknown[1], record_in(declared).__struct_fields__), (*place, unknown[1])
    words = f"{name} is {shown(value)}, expected {wanted(message, value, declared)}".lstrip()
    return Sentence(words, "value_of_wrong_kind", name=name), place


def missing_key(name: str, key: str) -> Sentence:
    """name: of the place that lacks it; '' for the whole file."""
    whole_name = f"{name} {key}".strip()
    return Sentence(f"{whole_name} is missing, expected '{key}'", "key_missing", key=key)


def unknown_key(key: str, known: Sequence[str]) -> Sentence:
    near = nearest(key, known)
    expected = repr(near) if near else f"one of {', '.join(known)}"
    return Sentence(f"unknown key '{key}', expected {expected}", "unknown_key", key=key, near=near or "")


def wanted(message: str, value: Any, kind: object) -> str:
    """What a msgspec error expected in place of the value."""
    if message.startswith("Invalid enum value"):
        return " or ".join(map(repr, choices_in(kind)))
    expected = re.match(r"Expected `(\w+)", message)
    if not expected:
        return message  # raised by value_of or a record's __post_init__
    words = WANTED[expected[1]]
    if " matching regex " in message:
        words += f" such as {example_in(kind)!r}"
    range_or_length = re.search(r" of length \d+| [<>]= [\d.]+", message)
    if range_or_length:
        words += range_or_length[0]
    if value == "" and expected[1] == "array":
        words += ", [] for an empty one"
    return words


def value_and_type_at(data: Any, kind: object, place: Place) -> tuple[Any, object]:
    """The value at a place in the data, and its declared type, which may be that of a list around it."""
    for part in place:
        data = data[part]
        if isinstance(part, str):
            types = {field.encode_name: field.type for field in msgspec.structs.fields(record_in(kind))}
            kind = types[part]
    return data, kind


def shown(value: object) -> str:
    """A value as messages show it: "'red'", 'empty', 'a list', 'true'"""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value == "":
        return "empty"
    return repr(value) if isinstance(value, str) else json.dumps(value)


def record_in(kind: object) -> Any:
    """The record in a type such as `list[Block]` or `KnownPours | None`."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next(filter(None, map(record_in, get_args(kind))), None)


def values_in(kind: object) -> object:
    """The type of the values in a type such as `dict[str, Hue]`."""
    if get_origin(kind) is dict:
        _, values = get_args(kind)
        return cast(object, values)
    return next(filter(None, map(values_in, get_args(kind))), None)


def wrong_key(values: dict[str, Any], kind: object) -> str:
    """The first key whose value is not of the type."""
    for strict in (False, True):  # files are not read strictly, answers are
        for key, value in values.items():
            try:
                msgspec.convert(value, kind, strict=strict, dec_hook=value_of)
            except msgspec.ValidationError:
                return key
    raise AssertionError("every value is of the type")


def example_in(kind: object) -> object:
    """The example of a type that has one: Annotated[str, Meta(pattern='^#', examples=['#d62728'])]"""
    if isinstance(kind, msgspec.Meta):
        return kind.examples[0] if kind.examples else None
    return next(filter(None, map(example_in, (*getattr(kind, "__metadata__", ()), *get_args(kind)))), None)


def choices_in(kind: object) -> tuple[object, ...]:
    """The values of the Literal in a type such as `Literal['up', 'down'] | None`."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next(filter(None, map(choices_in, get_args(kind))), ())


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The most similar word, if any is similar.

    >>> nearest('Beekers', ['name', 'beakers'])
    'beakers'
    """
    short = {candidate.lower(): candidate for candidate in words if len(candidate) <= LONGEST}
    found = get_close_matches(word[:LONGEST].lower(), short, n=1, cutoff=SIMILAR)
    return short[found[0]] if found else None
