"""Lists in brackets of any language, read into the data that JSON would give, with the place of every value.

{1, 2}, {2, 1}                                      [1,2][2,1]
const tubes: string[][] = [["r","b"],["b","r"]];    tubes := [][]int{{1, 2}, {2, 1}}
listOf(listOf("r", "b"), listOf("b", "r"))          ((:r :b) (:b :r))

Words right in front of a bracket are the names of types and functions. Text that holds anything else outside of its
innermost brackets is not a list in brackets: None.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fewest_pours.drawing.colors import SHADES, own_hue
from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.yaml_files import MAX_DEPTH, MAX_VALUES, Marks
from fewest_pours.puzzles.watersort.typed_levels.comments import STRING
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed

LEXER = re.compile(
    rf"(?P<string>{STRING})|(?P<open>[\[({{])|(?P<close>[\])}}])|(?P<comma>,)|(?P<semicolon>;)|(?P<line>\n)"
    r"|(?P<assign>=>|:=|=|(?<!:):(?![:\w])|(?<=\w):(?=\w))|(?P<word>(?:::|:(?=\w)|[^\s\[\](){},;\"'=:])+)|(?P<other>\S)"
)
CLOSING = {"[": "]", "(": ")", "{": "}"}
TYPES = re.compile(
    r"(?<=[\w>])(?:\[[\d, ]*\])+(?=\s*(?:[\w&*]+\s*)?(?:=|:=|\{|\())|(?:\[\d*\])+(?=[A-Za-z])"
)  # int[][] x =
TAIL = re.compile(r"(?<=[\])}])\s*as\s+[\w<>]+|(?<=[\])}])\.(?=\s*$)")  # `as const` of TypeScript, the end in Prolog
NAME = re.compile(r"[\w.:!<>&*%$@#-]+")


class Token(NamedTuple):
    kind: str
    text: str
    start: int


class NotLists(Exception):
    """The text is not made of lists in brackets alone."""


@dataclass
class Group:
    """What a bracket holds: entries with or without keys; the words of one without commas are entries by themselves.

    runs: the words since the last separator, for each entry; separators: the signs between entries.
    """

    bracket: str
    start: int
    entries: list["Entry"] = field(default_factory=list)
    commas: int = 0
    semicolons: int = 0


@dataclass
class Entry:
    """A value, its key if it has one, where each starts, and the words in front of it."""

    value: Any  # a Group, or a list of tokens that are one scalar
    start: int
    key: str | None = None
    phrase: str = ""
    row: int = 0  # how many semicolons stand before it in its group


@dataclass
class Lists:
    """data: as of JSON; marks: the places; names: the words in front of lists, which may say an order."""

    data: Any
    marks: Marks
    names: list[Placed]


def lists_in(text: str) -> Lists | None:
    """The lists in a text without comments, None if it holds anything else. Raises Misfit for what is too large."""
    bare = TAIL.sub(blanked, TYPES.sub(blanked, text))
    tokens = [Token(found.lastgroup or "", found[0], found.start()) for found in LEXER.finditer(bare)]
    if not any(token.kind == "open" for token in tokens) or any(token.kind == "other" for token in tokens):
        return None
    if len(tokens) > 4 * MAX_VALUES:
        raise Misfit(f"more than {MAX_VALUES} units and beakers, expected fewer")
    expect_shallow(tokens, text)
    try:
        root, end = group_at(tokens, 0, "")
        if end < len(tokens):
            return None
        return Writer(text).lists(root)
    except NotLists:
        return None


def blanked(found: re.Match[str]) -> str:
    return " " * len(found[0])


def expect_shallow(tokens: list[Token], text: str) -> None:
    depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth > MAX_DEPTH:
            raise Misfit(f"nested deeper than {MAX_DEPTH}, expected one plain puzzle", at=place_of(text, token.start))


def place_of(text: str, start: int) -> tuple[int, int]:
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


# ------------------------------------------------------------------------------------------------------------ grouping


def group_at(tokens: list[Token], place: int, bracket: str) -> tuple[Group, int]:
    """The group that begins at this token, and the place behind it; bracket '': the whole text."""
    group = Group(bracket, tokens[place - 1].start if bracket else 0)
    words: list[Token] = []
    key: tuple[str, str, int] | None = None
    ended = False  # whether a group has just ended, so that only a separator may follow

    def flush() -> None:
        nonlocal key, ended
        if words:
            if not bracket and key is None:
                raise NotLists
            group.entries.append(entry_of(list(words), words[0].start, key, group.semicolons))
        elif key is not None and not ended:
            raise NotLists
        words.clear()
        key, ended = None, False

    while place < len(tokens):
        token = tokens[place]
        place += 1
        if token.kind == "open":
            inner, place = group_at(tokens, place, token.text)
            if not all(NAME.fullmatch(word.text) for word in words):
                raise NotLists
            label = " ".join(word.text for word in words)
            own = key or (None, label, words[0].start if words else token.start)
            words.clear()
            group.entries.append(entry_of(inner, token.start, own, group.semicolons))
            key, ended = None, True
        elif token.kind == "close":
            if token.text != CLOSING.get(bracket):
                raise NotLists
            flush()
            return group, place
        elif token.kind == "assign":
            if ended or not words:
                raise NotLists
            if key is None:  # else the words are the type in `tubes: string[][] =`
                key = words[-1].text.strip("\"'"), " ".join(word.text for word in words), words[0].start
            words.clear()
        elif token.kind in ("comma", "semicolon") or (token.kind == "line" and not bracket):
            if token.kind == "line" and not words and not ended:
                continue  # `tubes =` may stand in a line of its own
            flush()
            group.commas += token.kind == "comma"
            group.semicolons += token.kind == "semicolon"
        elif token.kind in ("word", "string"):
            if ended and bracket and words:
                raise NotLists
            words.append(token)
    if bracket:
        raise NotLists
    flush()
    return group, place


def entry_of(value: Any, start: int, key: tuple[str | None, str, int] | None, row: int) -> Entry:
    return Entry(value, start if key is None else key[2], key[0] if key else None, key[1] if key else "", row)


# ------------------------------------------------------------------------------------------------------------- as data


class Writer:
    """Turns groups into data, and notes the places."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.marks: Marks = {}
        self.names: list[Placed] = []

    def at(self, start: int) -> tuple[int, int]:
        line = bisect_right(self.starts, start)
        return line, start - self.starts[line - 1] + 1

    def lists(self, root: Group) -> Lists:
        """The whole text: one value, beakers one after another, or values with names."""
        entries = root.entries
        if not any(isinstance(entry.value, Group) for entry in entries):
            raise NotLists
        if len(entries) == 1 and entries[0].key is None:
            return Lists(self.value(entries[0], ()), self.marks, self.names)
        keys = [entry.key for entry in entries]
        if None not in keys and len(set(keys)) == len(keys):
            return Lists(self.mapping(entries, ()), self.marks, self.names)
        if all(isinstance(entry.value, Group) for entry in entries):
            return Lists([self.value(entry, (i,)) for i, entry in enumerate(entries)], self.marks, self.names)
        raise NotLists

    def value(self, entry: Entry, place: Place) -> Any:
        self.marks[place] = self.at(entry.start)
        if entry.phrase and isinstance(entry.value, Group):
            self.names.append(Placed(entry.phrase, self.at(entry.start)))
        if isinstance(entry.value, list):
            return scalar(entry.value)
        return self.group(entry.value, place)

    def group(self, group: Group, place: Place) -> Any:
        entries = group.entries
        self.marks.setdefault(place, self.at(group.start))
        keys = [entry.key for entry in entries]
        if entries and None not in keys:
            return self.mapping(entries, place)
        if any(key is not None for key in keys):
            raise NotLists
        lone = entries[0] if len(entries) == 1 else None
        if lone and group.bracket == "(" and isinstance(lone.value, Group):
            return self.group(lone.value, place)  # the arguments of a function
        if all(isinstance(entry.value, list) for entry in entries):
            return self.units(group, place)
        if not all(isinstance(entry.value, Group) for entry in entries):
            raise NotLists
        return [self.value(entry, (*place, i)) for i, entry in enumerate(entries)]

    def mapping(self, entries: list[Entry], place: Place) -> Any:
        data = {}
        for entry in entries:
            assert entry.key is not None
            if entry.key in data:
                raise NotLists
            data[entry.key] = self.value(entry, (*place, entry.key))
        return data

    def units(self, group: Group, place: Place) -> Any:
        """The units of a beaker; [1 2; 2 1] are the rows of a matrix."""
        rows: list[list[Entry]] = []
        for entry in group.entries:
            if not rows or (group.semicolons and entry.row != rows[-1][-1].row):
                rows.append([])
            rows[-1].append(entry)
        made: list[list[str]] = []
        for number, row in enumerate(rows):
            where = (*place, number) if group.semicolons else place
            self.marks.setdefault(where, self.at(row[0].start))
            cells = row if group.commas else [part for entry in row for part in by_words(entry)]
            for column, cell in enumerate(cells):
                self.marks[(*where, column)] = self.at(cell.value[0].start)
            made.append([scalar(cell.value) for cell in cells])
        if group.semicolons and any(len(row) > 1 for row in made):
            return made
        if group.semicolons:  # lists of OCaml
            for number, row in enumerate(rows):
                self.marks[(*place, number)] = self.at(row[0].value[0].start)
        return [unit for row in made for unit in row]


def by_words(entry: Entry) -> list[Entry]:
    """An entry for each word; `light blue` stays one."""
    made: list[Entry] = []
    for token in entry.value:
        shade = made and made[-1].value[-1].text.lower() in SHADES and own_hue(token.text)
        if shade:
            made[-1].value.append(token)
        else:
            made.append(Entry([token], token.start))
    return made


def scalar(tokens: list[Token]) -> str:
    return " ".join(token.text[1:-1] if token.kind == "string" else token.text for token in tokens)
