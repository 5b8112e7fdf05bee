"""Several levels in YAML or TOML: a list, under `levels` or a key like it, or a numbered key or a document each."""

import re
from itertools import pairwise
from typing import Any, NamedTuple

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.level_names import are_named_levels
from fewest_pours.files.toml_files import parse_toml
from fewest_pours.files.yaml_files import Data, mark_of, parse_yaml

MOST_TEXT = 1 << 20  # characters; longer packs are JSON
LEVEL_KEYS = "levels|puzzles|stages|problems|games|deals|instances|maps|items|data|packs?|boards"
NUMBERED = re.compile(r"(?:level|lvl|puzzle|stage|map)?[ _#-]*\d{1,4}", re.IGNORECASE)
OBJECT_IN_LIST = r"-[ \t]+[^\W\d][\w ]*:(?:[ \t]|$)"  # - name: first
KEY_ALONE = rf"['\"]?(?:{LEVEL_KEYS}|{NUMBERED.pattern})['\"]?[ \t]*:[ \t]*(?:#.*)?$"  # levels:
OUR_KEY = re.compile(r"^puzzle[ \t]*:", re.MULTILINE)
KEY_OF_LISTS = re.compile(  # easy: [[r, b], [b, r]]
    r"^['\"]?\w(?:[\w -]{0,60}\w)?['\"]?[ \t]{0,9}:[ \t]*(?:#.*|\[\[.*)?$", re.MULTILINE
)
SIGN_OF_PACK = re.compile(rf"^(?:{OBJECT_IN_LIST}|{KEY_ALONE})", re.IGNORECASE | re.MULTILINE)
DOCUMENT_START = re.compile(r"^---[ \t]*(?:#.*)?$", re.MULTILINE)
CONTENT = re.compile(r"^(?!---)[ \t]*[^\s#]", re.MULTILINE)
COMMENT = re.compile(r"(?:^|(?<=\s))#\s([^\n]*)", re.MULTILINE)


class YamlPack(NamedTuple):
    """Levels, each with its line and column; what stands beside them; and the comments."""

    levels: list[tuple[Any, tuple[int, int]]]
    beside: Data
    remarks: list[str]


def yaml_pack(text: str) -> YamlPack | None:
    """The levels in a text in YAML; None unless there are several."""
    if len(text) > MOST_TEXT:
        return None
    documents = pack_of_documents(text)
    if documents is not None:
        return documents
    in_toml = parse_toml(text)
    if in_toml is None and not may_be_pack(text):
        return None
    try:
        data, marks = in_toml or parse_yaml(text)
    except Misfit:
        return None  # the reader of one level says what is wrong
    places, beside = places_of_levels(data)
    if len(places) < 2:
        return None
    levels = [(at_place(data, place), mark_of(marks, place)) for place in places]
    return YamlPack(levels, beside, COMMENT.findall(text))


def may_be_pack(text: str) -> bool:
    """Whether lines of the text show that it may be a pack. Most files are not, and need not be parsed to find out."""
    if SIGN_OF_PACK.search(text):
        return True
    return not OUR_KEY.search(text) and len(KEY_OF_LISTS.findall(text)) > 1


def pack_of_documents(text: str) -> YamlPack | None:
    """The levels in a text of documents, one in each; None unless there are several."""
    levels: list[tuple[Any, tuple[int, int]]] = []
    starts = [0, *(found.start() for found in DOCUMENT_START.finditer(text))]
    if len(starts) == 1:
        return None
    lines = 0  # before the document
    for start, end in pairwise([*starts, len(text)]):
        if CONTENT.search(text, start, end):
            try:
                data, marks = parse_yaml(text[start:end])
            except Misfit:
                return None
            if not is_object_with_level(data):
                return None
            line, column = marks[()]
            levels.append((data, (lines + line, column)))
        lines += text.count("\n", start, end)
    return YamlPack(levels, {}, COMMENT.findall(text)) if len(levels) > 1 else None


def places_of_levels(data: Any) -> tuple[list[Place], Data]:
    """Where the levels are in the data of a file, and what stands beside them."""
    places: list[Place] = []
    if isinstance(data, list):
        if all(map(is_object_with_level, data)):
            places = [(i,) for i in range(len(data))]
        return places, {}
    if not isinstance(data, dict):
        return places, {}
    for key, value in data.items():
        is_list_of_levels = (
            isinstance(value, list) and re.fullmatch(LEVEL_KEYS, key, re.IGNORECASE) and all(map(holds_level, value))
        )
        if is_list_of_levels:
            places = [(key, i) for i in range(len(value))]
            return places, {other: data[other] for other in data if other != key}
    numbered = [key for key in data if NUMBERED.fullmatch(key) and holds_level(data[key])]
    nested = [key for key, value in data.items() if isinstance(value, list | dict)]
    if numbered != nested and not are_named_levels({key: data[key] for key in nested}):
        return places, {}  # something else is nested
    places = [(key,) for key in nested]
    return places, {key: value for key, value in data.items() if key not in nested}


def at_place(data: Any, place: Place) -> Any:
    for key in place:
        data = data[key]
    return data


def is_object_with_level(data: Any) -> bool:
    return isinstance(data, dict) and holds_level(data)


def holds_level(data: Any) -> bool:
    """Whether data hold lists of lists, or of objects with lists, so that they may be a level by themselves."""
    if isinstance(data, dict):
        return "puzzle" in data or any(map(holds_level, data.values()))
    if not isinstance(data, list) or not data:
        return False
    return all(map(is_flat_list, data)) or all(map(is_object_with_list, data))


def is_flat_list(data: Any) -> bool:
    return isinstance(data, list) and not any(isinstance(each, list) for each in data)


def is_object_with_list(data: Any) -> bool:
    return isinstance(data, dict) and any(isinstance(value, list) for value in data.values())
