"""What brackets of any language hold: groups of entries, each with the name in front of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fewest_pours.drawing.colors import SHADES, own_hue
from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.yaml_files import MAX_VALUES
from fewest_pours.puzzles.watersort.typed_levels.layout import TOO_LARGE
from fewest_pours.puzzles.watersort.typed_levels.tokens import Token


@dataclass
class Group:
    """What a bracket holds: entries with or without keys.

    Words between two separators are read as one entry. If the group has commas (has_commas), that is right: [dull red,
    blue] has two entries. If it has none, `split_words` makes an entry of each word: [red blue] has two as well.
    semicolons: how many of them stand before the last row. size: the values in it, however deep.
    """

    bracket: str
    start: int
    entries: list["Entry"] = field(default_factory=list)
    has_commas: bool = False
    semicolons: int = 0
    size: int = 0

    def split_words(self) -> None:
        """Make an entry of each word, if no commas show that words side by side are one."""
        if not self.has_commas:
            self.entries = [part for entry in self.entries for part in entry.by_words()]
            self.has_commas = True  # as if commas stood between the words, so that they are split only once

    def expect_few_values(self) -> None:
        """Count the values, of which `[[[1] * 99] * 99] * 99` has many. Raises Misfit for too many."""
        self.size = sum(1 + (entry.value.size if isinstance(entry.value, Group) else 0) for entry in self.entries)
        if self.size > MAX_VALUES:
            raise Misfit(TOO_LARGE)


class Key(NamedTuple):
    """The name of a value, None without one, all words in front of it, and where they start."""

    name: str | None
    phrase: str
    start: int


class Entry(NamedTuple):
    """A value, its key, and how many semicolons stand before it in its group."""

    value: "Group | list[Token]"  # the tokens are those of one scalar
    key: Key
    row: int = 0

    @property
    def tokens(self) -> list[Token]:
        """Those of a scalar; a group has none."""
        return [] if isinstance(self.value, Group) else self.value

    def by_words(self) -> "list[Entry]":
        """An entry for each word of a scalar; `light blue` stays one."""
        if isinstance(self.value, Group):
            return [self]
        words: list[list[Token]] = []
        for token in self.value:
            is_shaded = words and words[-1][-1].text.lower() in SHADES and own_hue(token.text)
            if is_shaded:
                words[-1].append(token)
            else:
                words.append([token])
        return [self._replace(value=word) for word in words]


def holds_lists(group: Group) -> bool:
    return bool(group.entries) and all(isinstance(entry.value, Group) for entry in group.entries)


def arguments_of(group: Group) -> Group:
    """The only group in parentheses, `([[]])` as in `.concat([[]])`; any other group as it is."""
    inside = group.entries[0].value if group.bracket == "(" and len(group.entries) == 1 else None
    return inside if isinstance(inside, Group) else group


def drop_numbers_of_calls(entries: Sequence[Entry]) -> None:
    """Drop n from calls such as Tube(n, ...) that count up, and their named arguments: neither are units."""
    calls = [call for call in (innermost_call(entry.value) for entry in entries) if isinstance(call, Group)]
    numbers = [number_of_call(call) for call in calls]
    have_more = any(len(call.entries) > 1 for call in calls)
    if len(calls) < len(entries) or len(calls) < 2 or numbers[0] is None or not have_more:
        return
    if numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
        for call in calls:
            call.entries = [entry for entry in call.entries[1:] if entry.key.name is None]


def innermost_call(value: Group | list[Token]) -> Group | list[Token]:
    """Tube(...) in `tubes.append(Tube(...))`."""
    while isinstance(value, Group) and len(value.entries) == 1 and isinstance(value.entries[0].value, Group):
        value = value.entries[0].value
    return value


def number_of_call(call: Group) -> int | None:
    """The number in front of the other arguments, none of which is a number; None if there is none."""
    if call.bracket != "(" or not call.entries:
        return None
    first, *others = map(number_in, call.entries)
    return None if any(other is not None for other in others) else first


def number_in(entry: Entry) -> int | None:
    """The whole number that a value is, None for any other value."""
    text = entry.tokens[0].text if len(entry.tokens) == 1 else ""
    return int(text) if re.fullmatch(r"\d{1,4}", text) else None
