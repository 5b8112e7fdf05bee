"""Levels in TOML, of which each table of an array is one, or a beaker of one: `[[levels]]`, `[[tubes]]`."""

import re
import tomllib
from collections import Counter
from typing import Any

from fewest_pours.files.wording import end_of
from fewest_pours.files.yaml_files import Marks, as_text

MOST_TEXT = 1 << 17  # characters
HEADER = re.compile(r"^[ \t]*\[\[[ \t]*([\w.-]+)[ \t]*\]\][ \t]*(?:#.*)?$", re.MULTILINE)


def parse_toml(text: str) -> tuple[Any, Marks] | None:
    """The data of a text with tables in arrays, scalars as text, and the place of each such table; None for others."""
    if len(text) > MOST_TEXT or not HEADER.search(text):
        return None
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    marks: Marks = {(): (1, 1)}
    number: Counter[str] = Counter()
    for header in HEADER.finditer(text):
        name = header[1]
        place = (*name.split("."), number[name])  # ('pack', 'levels', 0) for the first [[pack.levels]]
        marks[place] = end_of(text[: header.start()])
        number[name] += 1
    return as_text(data), marks
