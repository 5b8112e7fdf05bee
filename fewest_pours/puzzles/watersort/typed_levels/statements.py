"""Statements of programs around lists: the function that fills them, lists that start empty and are filled by calls."""

import re

from fewest_pours.puzzles.watersort.typed_levels.beaker_series import series_in
from fewest_pours.puzzles.watersort.typed_levels.brackets import NotLists
from fewest_pours.puzzles.watersort.typed_levels.groups import Entry, Group, Key
from fewest_pours.puzzles.watersort.typed_levels.tokens import Token

FILLING = re.compile(r"(?P<name>[^\s.].*)\.(?:push|add|append|emplace|enqueue)\w*", re.IGNORECASE)  # tubes.add


def body_of_function(tokens: list[Token]) -> list[Token]:
    """The statements of `void fill() { ... }`, if it is all there is; other tokens as they are."""
    marks = [token for token in tokens if token.kind not in ("line", "semicolon")]
    ends = ends_of_brackets(marks)
    parameters = next((token for token in marks if token.kind == "open"), None)
    if parameters is None or parameters.text != "(" or marks[0].kind != "word" or parameters.start not in ends:
        return tokens
    end_of_parameters = ends[parameters.start]
    body = next((token for token in marks if token.kind == "open" and token.start > end_of_parameters), None)
    last = marks[-1].start
    if body is None or body.text != "{" or ends.get(body.start) != last:
        return tokens
    return [token for token in tokens if body.start < token.start < last]


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

    Raises NotLists for two names that are filled with several lists.
    """
    calls: dict[str, list[Entry]] = {}  # by the name that they fill
    first_of: dict[str, Entry] = {}  # the first entry of each name
    started = {entry.key.name for entry in entries if is_empty_start(entry)}
    for entry in entries:
        filled = name_filled(entry)
        if filled is not None:
            calls.setdefault(filled, []).append(entry)
        first_of.setdefault(filled or str(entry.key.name), entry)
    if not calls or sum(map(len, calls.values())) + len(started) < len(entries):
        # No statements that fill lists, or others too: `tubes = [["red"], ["blue"]]`
        return entries
    fill_units = all(has_units(call) for filling in calls.values() for call in filling)
    number_beakers = bool(series_in(dict.fromkeys(first_of, "")))  # a, b, c, of which perhaps only a is filled
    if len(calls) == 1 and not (fill_units and number_beakers):
        # Each call fills in a beaker: `tubes = []; tubes.add(["red"]); tubes.add(["blue"])`
        (beakers,) = calls.values()
        return beakers
    if all(len(filling) == 1 for filling in calls.values()):
        # Each name is a beaker, filled at once: `a = []; a.add("red", "blue"); b = []; b.add("blue", "red"); c = []`
        # What is not filled stays empty, and loses its name, as the calls have none.
        beakers = [entry for entry in entries if entry.key.name not in calls]
        return [entry if entry.key.name is None else beaker_of([], entry) for entry in beakers]
    if not fill_units:
        # `a.add(["red"]); a.add(["blue"]); b.add(["red"])`
        raise NotLists
    # Each name is a beaker, filled unit by unit: `a.push(RED); a.push(BLUE); b.push(BLUE); b.push(RED); c = []`
    return [beaker_of(calls.get(name, []), first) for name, first in first_of.items()]


def name_filled(entry: Entry) -> str | None:
    """'tubes', the list that `tubes.add(["red"])` fills; None for what is not such a call."""
    if entry.key.name is not None:
        return None
    found = FILLING.fullmatch(entry.key.phrase)
    return found["name"] if found else None


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
    # As if commas stood between its units: each argument is one, `light blue` too.
    return Entry(Group("[", start, units, has_commas=True), Key(None, "", start))
