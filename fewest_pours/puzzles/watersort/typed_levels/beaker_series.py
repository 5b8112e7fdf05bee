"""Keys that number beakers: P1, P2, ..., or A, B, ..."""

import re

from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import in_series
from fewest_pours.puzzles.watersort.typed_levels.key_meanings import is_capacity
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import plain_word

NUMBERED_LEVEL = re.compile("(?:level|lvl|stage|puzzle)", re.IGNORECASE)
SERIES = re.compile(r"(.*?)[\s_#.-]*(\d{1,3}|(?<![^\W_])[A-Za-z])")


def series_in(data: Data) -> list[str]:
    """The keys that number beakers: P1, P2, ...; none if other keys hold lists of lists.

    Where no key holds a list or an object, each of these may hold a string: {"A": "rb", "B": "br"}
    """
    lists = [key for key, value in data.items() if isinstance(value, list) and not is_capacity(key)]
    lists_of_units = {key for key in lists if all(isinstance(unit, str) for unit in data[key])}
    if all(isinstance(value, str) for value in data.values()):
        beakers = [key for key in data if not NUMBERED_LEVEL.match(key)]
    else:
        nulls = {key for key, value in data.items() if says_empty(value) and SERIES.fullmatch(key)}
        beakers = [key for key in data if key in lists_of_units | nulls]
    found = [match for match in map(SERIES.fullmatch, beakers) if match]
    prefixes = {match[1].lower() for match in found}
    if len(found) < 2 or len(prefixes) > 1 or not set(lists) <= set(beakers):
        return []
    if all(match[2].isdigit() for match in found):
        found.sort(key=lambda match: int(match[2]))
    return [match[0] for match in found] if in_series([match[2] for match in found]) else []


def says_empty(value: object) -> bool:
    """Whether a value stands for the units of an empty beaker: null, NULL, nil"""
    return isinstance(value, str) and value.isalpha() and not plain_word(value)
