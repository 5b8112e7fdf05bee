"""Statements of programs around lists: the function that fills them, lists that start empty and are filled by calls."""

import re

from fewest_pours.puzzles.watersort.typed_levels.brackets import Entry, Group, Key, NotLists
from fewest_pours.puzzles.watersort.typed_levels.tokens import Token

FILLING = re.compile(r"(?P<name>[^\s.].*)\.(?:push|add|append|emplace|enqueue)\w*", re.IGNORECASE)  # tubes.add


def body_of_function(tokens: list[Token]) -> list[Token]:
    """The statements of `void fill() { ... }`, if it is all there is; other tokens as they are."""
    marks = [token for token in tokens if token.kind not in ("line", "semicolon")]
    ends = ends_of_brackets(marks)
    opening = next((token for token in marks if token.kind == "open"), None)
    if opening is None or opening.text != "(" or marks[0].kind != "word" or opening.start not in ends:
        return tokens
    behind = [token for token in marks if token.kind == "open" and token.start > ends[opening.start]]
    last = marks[-1].start
    if not behind or behind[0].text != "{" or ends.get(behind[0].start) != last:
        return tokens
    return [token for token in tokens if behind[0].start < token.start < last]


def ends_of_brackets(tokens: list[Token]) -> dict[int, int]:
    """Where each bracket ends, by where it starts."""
    opened: list[int] = []
    ends: dict[int, int] = {}
    for token in tokens:
        if token.kind == "open":
            opened.append(token.start)
        elif token.kind == "close" and opened:
            ends[opened.pop()] = token.start
    return ends


def filled_lists(entries: list[Entry]) -> list[Entry]:
    """The beakers of statements that fill lists, `tubes = []; tubes.append(["red"])`; other entries as they are.

    A name that is filled with lists holds the beakers, and other names do not. Of names that are filled unit by unit,
    each is a beaker. Raises NotLists for two names that are filled with several lists.
    """
    calls: dict[str, list[Entry]] = {}
    names: dict[str, Entry] = {}  # with the first entry of each
    started = {entry.key.name: entry for entry in entries if is_empty_start(entry)}
    for entry in entries:
        found = FILLING.fullmatch(entry.key.phrase) if entry.key.name is None else None
        if found:
            calls.setdefault(found["name"], []).append(entry)
        names.setdefault(found["name"] if found else str(entry.key.name), entry)
    if not calls or sum(map(len, calls.values())) + len(started) < len(entries):
        return entries
    if len(calls) > 1 and any(len(filled) > 1 for filled in calls.values()):
        if not all(has_units(entry) for filled in calls.values() for entry in filled):
            raise NotLists
        return [beaker_of(calls.get(name, []), first) for name, first in names.items()]
    if len(calls) == 1:
        return next(iter(calls.values()))
    return [entry for entry in entries if entry.key.name not in calls]


def is_empty_start(entry: Entry) -> bool:
    """Whether it starts an empty list: `tubes = []`"""
    return entry.key.name is not None and isinstance(entry.value, Group) and not entry.value.entries


def has_units(call: Entry) -> bool:
    """Whether a call has units for its arguments: `tube1.push(RED)`"""
    if not isinstance(call.value, Group):
        return False
    return not any(isinstance(argument.value, Group) for argument in call.value.entries)


def beaker_of(filled: list[Entry], first: Entry) -> Entry:
    """The beaker that calls fill: `a.push(RED); a.push(BLUE)`; none do for `c = []`. first: the entry of its place."""
    start = first.key.start
    units = [argument for call in filled if isinstance(call.value, Group) for argument in call.value.entries]
    return Entry(Group("[", start, units, commas=1), Key(None, "", start))
