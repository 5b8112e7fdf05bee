"""Several levels under names of any words: {"easy": [[...], ...], "hard": [[...], ...]}

Nothing but the names and the shape shows that these are levels, and not the start and the goal of one, or its walls:
names of parts of a level rule it out, and so do units that stand there only once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

PART_OF_A_LEVEL = re.compile(  # or of a way to solve one
    "solution|moves?|way|path|palette|colou?r|hint|goal|target|start|init|final|end|current|previous|next|before|after"
    "|solved|result|answer|history|undo"
    "|state|board|grid|cell|wall|block|arrow|edge|node|graph|layout|content|data|unit|item|matrix|table"
    "|hidden|mask|capacit|lock|cover|freez|position|place|size|rule|know|secret|unseen|look"
    "|tube|bottle|beaker|vial|flask|glass|column|stack|container|jar|cup|pipe|pile|liquid|row|list|test",
    re.IGNORECASE,
)
UNKNOWN = ("", "?", "null", "None")  # which may stand there once


def are_names_of_levels(names: Sequence[str]) -> bool:
    """Whether there are several names, all different words, none of which means a part of a level.

    A single letter is not enough: it may name a beaker.
    """
    are_different = len(set(names)) == len(names)
    return len(names) > 1 and are_different and all(map(may_name_level, names))


def may_name_level(name: str) -> bool:
    is_word = len(name) > 1 and name[0].isalpha()
    return is_word and not PART_OF_A_LEVEL.search(name)


def repeats_each_unit(units: Iterable[object]) -> bool:
    """Whether each unit is there more than once, as each colour of a level is."""
    number = Counter(str(unit) for unit in units if unit is not None and unit not in UNKNOWN)
    return bool(number) and min(number.values()) > 1


def are_named_levels(named: Mapping[str, Any]) -> bool:
    """Whether the data under each name are lists of units, or an object with such lists under a key that all have."""
    if not are_names_of_levels(list(named)):
        return False
    lists = [lists_of_units(value) for value in named.values()]
    shared = set.intersection(*(set(each) for each in lists))
    return any(all(repeats_each_unit(chain(*each[key])) for each in lists) for key in shared)


def lists_of_units(data: Any) -> dict[str, list[list[object]]]:
    """The lists of lists of scalars in an object, by their keys; those that are the data itself under ''."""
    values = data if isinstance(data, dict) else {"": data}
    return {key: value for key, value in values.items() if isinstance(value, list) and are_flat_lists(value)}


def are_flat_lists(data: list[Any]) -> bool:
    """Whether several lists hold nothing but scalars."""
    return len(data) > 1 and all(
        isinstance(each, list) and not any(isinstance(unit, list | dict) for unit in each) for each in data
    )
