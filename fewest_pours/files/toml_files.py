"""Levels in TOML: a table is a level; one of an array is a level or a beaker: `[easy]`, `[[levels]]`, `[[tubes]]`."""

import re
import tomllib
from collections import Counter
from typing import Any

from fewest_pours.files.bad_input import Place
from fewest_pours.files.wording import end_of
from fewest_pours.files.yaml_files import Marks, as_text

MOST_TEXT = 1 << 17  # characters
HEADER = re.compile(r"^[ \t]*(\[\[?)[ \t]*([\w.-]+)[ \t]*\]\]?[ \t]*(?:#.*)?$", re.MULTILINE)  # [level], [[levels]]
LIST = re.compile(r"^[ \t]*[\w-]+[ \t]*=[ \t]*\[", re.MULTILINE)


def parse_toml(text: str) -> tuple[Any, Marks] | None:
    """The data of a text with tables, scalars as text, and the place of each table; None for other texts."""
    if len(text) > MOST_TEXT or not (HEADER.search(text) and LIST.search(text)):
        return None
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    marks: Marks = {(): (1, 1)}
    number: Counter[str] = Counter()
    for header in HEADER.finditer(text):
        bracket, name = header.groups()
        place: Place = tuple(name.split("."))
        if bracket == "[[":  # ('pack', 'levels', 0) for the first [[pack.levels]]
            place = (*place, number[name])
            number[name] += 1
        marks[place] = end_of(text[: header.start()])
    return as_text(data), marks
