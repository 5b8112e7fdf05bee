"""Reads files, and YAML text into plain data. A mistake becomes `file:line:column: what is wrong, what was expected`.

Scalars stay text until the schema requires a number or a truth value, so `on`, `no`, `1` and `01` are ordinary words.
JSON is read as YAML. What no puzzle file needs is refused: anchors, aliases, huge files, deep nesting, more than a
hundred thousand values. So any file is read or refused within two seconds and 300 MiB.
"""

import json
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

from instances.reading.packs import address, levels_in
from instances.reading.text import counted, one_line, printable, why

MAX_BYTES = 4 << 20
MAX_PICTURE = 12 << 20
PICTURE = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF.{4}WEBP", re.DOTALL)  # how its bytes begin
OTHER_PICTURE = re.compile(rb"GIF8[79]a|BM.{4}\0\0\0\0|II\*\0|MM\0\*|.{4}ftyp", re.DOTALL)
MAX_DEPTH = 20
MAX_VALUES = 100_000  # lists, mappings, their keys and scalars
UNQUOTED = {  # [red, #ff0000]; [red, 'blue]
    r"(?:[\[,]|^[ \t]*-)[ \t]*(#[0-9A-Fa-f]{3,8})\b": "'{}' begins a comment, put quotes around it",
    r"""(?:[\[,:]|^[ \t]*-)[ \t]*((['"])[^'",\]\n]*)(?!.*?\2)""": (
        "a quote that does not end in its line, put quotes around it: {}{}"
    ),
}
BARE = re.compile(r"(?<=[\[,\s])\?(?=[ \t]*(?:[,\]]|$))", re.MULTILINE)  # [red, ?]
BARE_SIGN = "\ue000"  # replaces it during parsing, as in YAML a ? starts a key
PAIR = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w")  # a surrogate pair: valid in JSON, not in YAML
SHIPPED = Path(__file__).parent.parent
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Data = dict[str, Any]  # a mapping in a file, or an object in JSON
Place = tuple[str | int, ...]  # ('beakers', 2, 0): the path to a value
Marks = dict[Place, tuple[int, int]]  # place -> its line and column, both from 1
FIRST_ROW = "|"  # the last part of the place of a literal block's first line; its lines are places, counted from 0


class BadInput(Exception):
    """A file that cannot be used; str() is one line `file:line:column: what is wrong, what was expected`."""

    def __init__(self, path: str | Path, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message_at(path, message, line, column))


def message_at(path: str | Path, message: str, *place: int) -> str:
    """A message about a place in a file, in one line whatever it contains: 'file:3: what is wrong'"""
    return f"{':'.join((one_line(str(path)), *map(str, place)))}: {one_line(message)}"


class Misfit(Exception):
    """What is wrong in a text or its data, with the place in the data, or line and column."""

    def __init__(self, message: str, place: Place = (), at: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.place, self.at = place, at


def puzzle_files(paths: Iterable[str | Path]) -> list[str]:
    """The files, for each folder those in it and its subfolders, sorted by name, and for each pack its levels.

    Raises BadInput.
    """
    files: list[str] = []
    for path in paths:
        if not str(path):
            raise BadInput("''", "no name, expected a file or a folder")
        try:
            found = sorted(filter(_is_level, Path(path).rglob("*.*"))) if os.path.isdir(path) else [path]
        except OSError as error:  # for example, a subfolder that is removed meanwhile
            raise BadInput(path, f"{why(error)}, expected a readable folder") from None
        if not found:
            raise BadInput(path, "a folder without puzzle files, expected *.yaml or *.json")
        for file in map(str, found):
            files += _levels(file) or [file]
    return files


def _levels(file: str) -> list[str]:
    """The levels of a pack; none for any other file."""
    if file.endswith(".yaml") or not os.path.isfile(file):
        return []
    with suppress(BadInput):  # which is raised when its turn has come
        return [f"{file}#{number}" for number in range(1, len(levels_in(read_text(file))) + 1)]
    return []


def _is_level(path: Path) -> bool:
    return path.suffix == ".yaml" or (path.suffix == ".json" and SHIPPED not in path.resolve().parents)


def located(path: str | Path) -> str | Path:
    """The path, or the file of a shipped puzzle with this name, such as level-133 or squares/level-14."""
    name = str(path)
    if name == "-" or os.path.lexists(path) or not re.fullmatch(r"(\w+/)?[\w-]+", name):
        return path
    return next(SHIPPED.glob(f"{'' if '/' in name else '*/'}{name}.yaml"), path)


NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # Windows has no pipes that are files


def at_once(path: str, flags: int) -> int:
    """An opener for `open` that does not wait for a pipe's writer: a pipe that nobody writes to is empty."""
    descriptor = os.open(path, flags | NO_WAIT)
    if NO_WAIT:
        os.set_blocking(descriptor, True)
    return descriptor


def read_text(path: str | Path) -> str:
    """The text of a file or of a level in a pack, standard input for '-'.

    Raises BadInput: missing, unreadable, too large, not UTF-8.
    """
    content = read_file(path)
    if isinstance(content, bytes):
        raise BadInput(path, "a picture, expected text")
    return content


def read_file(path: str | Path) -> str | bytes:
    """Like read_text; the bytes of a picture."""
    pack, number = address(str(path))
    if number:
        levels = levels_in(read_text(pack))
        if number > len(levels):
            held = f"a pack of {counted(len(levels), 'levels')}" if levels else "no pack"
            raise BadInput(path, f"no such level, {pack} is {held}")
        return levels[number - 1]
    place = sys.stdin.fileno() if path == "-" else located(path)
    try:
        with open(place, "rb", closefd=path != "-", opener=at_once) as file:
            raw = file.read(MAX_PICTURE + 1)
    except OSError as error:
        raise BadInput(path, f"{why(error)}, expected a readable file or the name of a shipped puzzle") from None
    if OTHER_PICTURE.match(raw):
        raise BadInput(path, "a picture or film of another kind, expected PNG, JPEG or WebP")
    kind, most = ("picture", MAX_PICTURE) if PICTURE.match(raw) else ("puzzle file", MAX_BYTES)
    if len(raw) > most:
        raise BadInput(path, f"more than {most >> 20} MiB, expected a {kind}")
    if most == MAX_PICTURE:
        return raw
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8, expected text in UTF-8"
        raise BadInput(path, message, *end_of(raw[: error.start].decode())) from None


def end_of(text: str) -> tuple[int, int]:
    """The line and column just after the text."""
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def parse_yaml(text: str) -> tuple[Any, Marks]:
    """The data of a text as nested dicts, lists and strings, with the place of every value and key. Raises Misfit."""
    readable = PAIR.sub(lambda pair: json.loads(f'"{pair[0]}"'), BARE.sub(BARE_SIGN, text))
    marks: Marks = {}
    opened: list[yaml.CollectionStartEvent] = []
    try:
        expect_plain(yaml.parse(readable, Loader=LOADER), opened)
        node = yaml.compose(readable, Loader=LOADER)
    except yaml.reader.ReaderError as error:
        raise Misfit(f"{error.reason}, expected plain text", at=end_of(text[: error.position])) from None
    except yaml.MarkedYAMLError as error:
        raise broken(text.splitlines(), error, opened) from None
    if node is None:
        raise Misfit("the file is empty, expected a puzzle file; `import` writes one")
    return data_of(node, (), marks), marks


def broken(lines: list[str], error: yaml.MarkedYAMLError, opened: list[yaml.CollectionStartEvent]) -> Misfit:
    """The error in text that is not YAML: at the fault, or at a bracket that was left open on an earlier line."""
    line, column = position(error.problem_mark)
    before = "".join(lines[line - 1 : line])[:column]
    if "\t" in before and not before.strip():
        return Misfit("a tab, expected spaces", at=(line, before.index("\t") + 1))
    brackets = [position(event.start_mark) for event in opened if event.flow_style]
    if brackets and brackets[-1][0] < line:
        return Misfit(f"a bracket that is not closed before line {line}, expected its end", at=brackets[-1])
    return Misfit(f"broken YAML: {error.problem}, expected a puzzle file", at=(line, column))


def position(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


def unquoted(text: str) -> Misfit | None:
    """The first word that YAML misreads because it lacks quotes, in a file that could not be read."""
    searched = ((re.search(pattern, text, re.MULTILINE), message) for pattern, message in UNQUOTED.items())
    found = [(each.start(1), message.format(*each.groups())) for each, message in searched if each]
    if not found:
        return None
    start, message = min(found)
    return Misfit(message, at=end_of(text[:start]))


def expect_plain(events: Iterable[yaml.Event], opened: list[yaml.CollectionStartEvent]) -> None:
    """Raise Misfit for what no puzzle file needs, before building any data. opened: receives the open collections."""
    values = documents = 0
    for event in events:
        values += isinstance(event, yaml.NodeEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.CollectionStartEvent):
            opened.append(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            opened.pop()
        wrong = {
            f"more than {MAX_VALUES} values": values > MAX_VALUES,
            f"nested deeper than {MAX_DEPTH}": len(opened) > MAX_DEPTH,
            "an anchor or alias": getattr(event, "anchor", None),
            "a second document": documents > 1,
        }
        if any(wrong.values()):
            reason = next(filter(wrong.get, wrong))
            raise Misfit(f"{reason}, expected one plain puzzle", at=position(event.start_mark))


def data_of(node: yaml.Node, place: Place, marks: Marks) -> Any:
    """The data of a node; scalars as text, so `~` is '~' and an empty value is ''."""
    marks.setdefault(place, position(node.start_mark))
    if isinstance(node, yaml.ScalarNode):
        if node.style == "|":
            marks[(*place, FIRST_ROW)] = node.start_mark.line + 2, 1
        return node.value.replace(BARE_SIGN, "?")
    if isinstance(node, yaml.SequenceNode):
        return [data_of(item, (*place, i), marks) for i, item in enumerate(node.value)]
    entries: Data = {}
    for key, value in node.value:
        name, mark = key.value, position(key.start_mark)
        if not isinstance(key, yaml.ScalarNode):
            raise Misfit("a key that is not a word, expected `key: value`", at=mark)
        if name in entries:
            raise Misfit(f"key '{name}' occurs twice, expected it once", at=mark)
        marks[(*place, name)] = mark
        entries[name] = data_of(value, (*place, name), marks)
    return entries


class Dumper(yaml.SafeDumper):
    """Writes multi-line text as literal blocks, which are easy to read and type, and invisible characters quoted."""


def represented(dumper: Dumper, text: str) -> yaml.Node:
    plain = text.replace("\n", "").isprintable()
    style = '"' if not plain else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Dumper.add_representer(str, represented)


def write_yaml(data: Data) -> str:
    """The text of an instance file; parse_yaml returns the data, with every number as text.

    Invisible characters, such as direction marks, are written as escapes.
    """
    text = yaml.dump(data, Dumper=Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)
    return "\n".join(map(printable, text.split("\n")))


def placed(error: str) -> tuple[str, Place]:
    """The message of a msgspec error and its place.

    >>> placed('not 1 - at `$.a[0]`')
    ('not 1', ('a', 0))
    """
    message, *way = re.split(r" - at `\$(?=[.\w\[\]]*`$)", error)
    parts = re.findall(r"\.(\w+)|\[(\d+)]", "".join(way))
    return message, tuple(int(number) if number else name for name, number in parts)


def mark_of(marks: Marks, place: Place) -> tuple[int, int]:
    """The mark of the place, or of the nearest enclosing one."""
    while place and place not in marks:
        *above, row = place
        place = tuple(above)
        if isinstance(row, int) and (first := marks.get((*above, FIRST_ROW))):
            return first[0] + row, 1
    return marks.get(place, (1, 1))
