"""YAML text -> checked data. Every mistake is a BadInput: `file:line:column: what is wrong, what was expected`.

Scalars stay text until the schema asks for a number or a truth value, so `on`, `no`, `1` and `01` are words like any
other. Anchors and aliases are refused, and so is what no puzzle file needs: huge files, deep nesting, more than a
hundred thousand values. So a file is read or refused within two seconds and 300 MiB, whatever its content.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from instances.text import one_line, printable, why

MAX_BYTES = 4 << 20
MAX_DEPTH = 20
MAX_VALUES = 100_000  # lists, mappings, their keys and scalars
COMMENT = re.compile(r"(?:[\[,]|^\s*-)\s*(#[0-9A-Fa-f]{3,8})\b")  # [red, #ff0000]
OPEN_QUOTE = re.compile(r"""(?:[\[,:]|^\s*-)\s*(['"])((?:(?!\1)[^,\]])*)(?:(?!\1).)*$""")  # [red, 'blue]
BARE = re.compile(r"(?<=[\[,\s])\?(?=\s*[,\]])")  # [red, ?]
SHIPPED = Path(__file__).parent.parent
LINE_END = "\r\n|[\n\r\x85\u2028\u2029]"  # as YAML counts lines
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Place = tuple[str | int, ...]  # ('beakers', 2, 0): the way to a value
Marks = dict[Place, tuple[int, int]]  # a place -> its line and column, both from 1
FIRST_LINE = "first line"  # (*place, FIRST_LINE) is the place of the first line of a drawing; the others follow


class BadInput(Exception):
    """A file that cannot be used; str() is one line `file:line:column: what is wrong, what was expected`."""

    def __init__(self, path: str | Path, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(told(path, message, line, column))


def told(path: str | Path, message: str, *place: int) -> str:
    """A message about a place in a file, in one line whatever it contains: 'file:3: what is wrong'"""
    return f"{':'.join((one_line(str(path)), *map(str, place)))}: {one_line(message)}"


def note(path: str | Path, message: str, line: int = 1, column: int = 1) -> str:
    """A remark on a file that can be used, in one line like a BadInput's."""
    return told(path, f"note: {message}", line, column)


class Misfit(Exception):
    """Data that fits the schema and still makes no instance, and its place."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place = place


def puzzle_files(path: str | Path) -> list[Path]:
    """A folder's puzzle files in the order of their names, those of its folders too; a file is itself. BadInput."""
    folder = Path(path)
    if not folder.is_dir():
        return [folder]
    files = sorted(folder.rglob("*.yaml"))
    if not files:
        raise BadInput(path, "a folder without puzzle files, expected *.yaml")
    return files


def located(path: str | Path) -> str | Path:
    """The path; for the name of a shipped puzzle, such as level-133 or squares/level-14, its file. Raises BadInput."""
    name = str(path)
    if name == "-" or os.path.lexists(path) or not re.fullmatch(r"(\w+/)?[\w-]+", name):
        return path
    found = list(SHIPPED.glob(f"{'' if '/' in name else '*/'}{name}.yaml"))
    if len(found) > 1:
        names = " or ".join(sorted(f"{file.parent.name}/{file.stem}" for file in found))
        raise BadInput(path, f"several puzzles have this name, expected {names}")
    return found[0] if found else path


def read_text(path: str | Path) -> str:
    """The file's text, standard input for '-'. Raises BadInput: missing, unreadable, too large, not UTF-8."""
    try:
        with open(sys.stdin.fileno() if path == "-" else located(path), "rb", closefd=path != "-") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(path, f"{why(error)}, expected a readable file") from None
    except ValueError as error:  # a name with a NUL in it
        raise BadInput(path, f"{error}, expected a readable file") from None
    if len(raw) > MAX_BYTES:
        raise BadInput(path, f"over {MAX_BYTES >> 20} MiB, expected a puzzle file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].split(b"\n")
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8, expected text in UTF-8"
        raise BadInput(path, message, len(before), len(before[-1]) + 1) from None


def read_yaml(path: str | Path) -> tuple[Any, Marks]:
    """The file's data as nested dicts, lists and strings, with the place of every value and key."""
    return parse_yaml(path, read_text(path))


def parse_yaml(path: str | Path, text: str) -> tuple[Any, Marks]:
    """The same for the file's text."""
    marks: Marks = {}
    try:
        events = yaml.parse(text, Loader=LOADER)
        data = build(path, events, next_content(path, events), (), marks)
        rest = next(event for event in events if not isinstance(event, yaml.DocumentEndEvent))
    except yaml.reader.ReaderError as error:
        before = text[: error.position].split("\n")
        raise BadInput(path, f"{error.reason}, expected plain text", len(before), len(before[-1]) + 1) from None
    except yaml.MarkedYAMLError as error:
        if (quoted := BARE.sub("'?'", text)) != text:
            return parse_yaml(path, quoted)
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        line = (*re.split(LINE_END, text), "")[place[0] - 1]
        if "\t" in line[: place[1]] and not line[: place[1]].strip():
            raise BadInput(path, "a tab, expected spaces", place[0], line.index("\t") + 1) from None
        raise BadInput(path, f"broken YAML: {error.problem}, expected a mapping with puzzle", *place) from None
    if not isinstance(rest, yaml.StreamEndEvent):
        raise BadInput(path, "a second document, expected one puzzle a file", *position(rest))
    return data, marks


def unquoted(path: str | Path, text: str) -> BadInput | None:
    """The first word that YAML misreads for want of quotes, in a file that cannot be used."""
    for number, line in enumerate(re.split(LINE_END, text), 1):
        if found := COMMENT.search(line):
            return BadInput(path, f"'{found[1]}' begins a comment, put quotes around it", number, found.start(1) + 1)
        if found := OPEN_QUOTE.search(line):
            message = f"a quote that does not end in its line, put quotes around it: {found[1]}{found[2]}{found[1]}"
            return BadInput(path, message, number, found.start(1) + 1)
    return None


def position(event: yaml.Event) -> tuple[int, int]:
    assert event.start_mark is not None, "events that were read from text have marks"
    return event.start_mark.line + 1, event.start_mark.column + 1


def next_content(path: str | Path, events: Iterator[yaml.Event]) -> yaml.Event:
    for event in events:
        if isinstance(event, yaml.StreamEndEvent):
            raise BadInput(path, "the file is empty, expected a mapping with puzzle")
        if not isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent):
            return event
    raise AssertionError("a YAML stream has an end")


def build(path: str | Path, events: Iterator[yaml.Event], event: yaml.Event, place: Place, marks: Marks) -> Any:
    """The value that starts with this event; scalars as text, so `~` is '~', a bare `?` is '?', and nothing is ''."""
    marks.setdefault(place, position(event))
    if len(marks) > MAX_VALUES:
        raise BadInput(path, f"more than {MAX_VALUES} values, expected a puzzle file", *position(event))
    if len(place) > MAX_DEPTH:
        raise BadInput(path, f"nested deeper than {MAX_DEPTH}, expected a puzzle file", *position(event))
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise BadInput(path, "an anchor or alias, expected plain values", *position(event))
    if isinstance(event, yaml.ScalarEvent):
        if event.style == "|":  # a drawing: each of its lines is a place
            first, _ = position(event)
            marks[(*place, FIRST_LINE)] = first + 1, 1
        return event.value
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Any] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(build(path, events, event, (*place, len(items)), marks))
        return items
    entries: dict[str, Any] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        if not isinstance(event, yaml.ScalarEvent):
            raise BadInput(path, "a key that is no word, expected `key: value`", *position(event))
        if event.value in entries:
            raise BadInput(path, f"key '{event.value}' is there twice, expected it once", *position(event))
        marks[(*place, event.value)] = position(event)
        entries[event.value] = build(path, events, next(events), (*place, event.value), marks)
    return "?" if entries == {"": ""} else entries  # so YAML reads a ? without quotes


class Dumper(yaml.SafeDumper):
    """Drawings as literal blocks, so that a person can read and type them; what cannot be seen between quotes."""


def represented(dumper: Dumper, text: str) -> Any:
    style = "|" if "\n" in text else None
    if not text.replace("\n", "").isprintable():
        style = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Dumper.add_representer(str, represented)


def write_yaml(data: dict[str, Any]) -> str:
    """The text of an instance file; read_yaml gives the data back, with every number as text.

    What cannot be seen, such as marks that turn the direction of writing, is written as escapes.
    """
    text = yaml.dump(data, Dumper=Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)
    return "\n".join(map(printable, text.split("\n")))


def mark_of(marks: Marks, place: Place) -> tuple[int, int]:
    """The mark of the place, or of the nearest one around it."""
    while place and place not in marks:
        *around, last = place
        drawing = (*around, FIRST_LINE)
        if isinstance(last, int) and drawing in marks:
            line, column = marks[drawing]
            return line + last, column
        place = place[:-1]
    return marks.get(place, (1, 1))
