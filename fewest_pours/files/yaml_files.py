"""Reads YAML text into plain data, and writes it. A mistake is a Misfit with its line and column.

Scalars stay text until the schema requires a number or a truth value, so `on`, `no`, `1` and `01` are ordinary words.
JSON is read as YAML. What no puzzle file needs is refused: anchors, aliases, deep nesting, more than a hundred thousand
values; and huge files, in input_files.py. So any file is read or refused within two seconds and 300 MiB.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import yaml

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.wording import Sentence, end_of, first_message, printable

MAX_DEPTH = 20
MAX_VALUES = 100_000  # lists, mappings, their keys and scalars
BARE_HUE = re.compile(r"(?:[\[,]|^[ \t]*-)[ \t]*(#[0-9A-Fa-f]{3,8})\b")  # [red, #ff0000]
OPENING_QUOTE = re.compile(r"""(?:[\[,:]|^[ \t]*-)[ \t]*((['"])[^'",\]]*)""")  # [red, 'blue]
BARE = re.compile(r"(?<=[\[,\s])\?(?=[ \t]*(?:[,\]]|$))", re.MULTILINE)  # [red, ?]
BARE_SIGN = "\ue000"  # replaces it during parsing, as in YAML a ? starts a key
NO_MEANING = "U+E000, a character without a meaning, expected text"
TAKEN = re.compile(rf"{BARE_SIGN}|\\(?:u|U0000)[eE]000")  # that sign in the file itself, or its escape
# A surrogate pair: valid in JSON, not in YAML.
PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
ERROR_WITH_PLACE = re.compile(r"(?P<message>.*) - at `\$(?P<place>[.\w\[\]]*)`", re.DOTALL)  # as msgspec writes it
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Data = dict[str, Any]  # a mapping in a file, or an object in JSON
Marks = dict[Place, tuple[int, int]]  # place -> its line and column, both from 1
# The lines of a literal block `grid: |` have the places ('grid', 0), ('grid', 1), ... Only the first has a mark, under
# ('grid', FIRST_ROW): (4, 1), so that ('grid', 2) is (6, 1).
FIRST_ROW = "|"


def parse_yaml(text: str) -> tuple[Any, Marks]:
    """The data of a text as nested dicts, lists and strings, with the place of every value and key. Raises Misfit."""
    taken = TAKEN.search(text)
    if taken:
        raise Misfit(NO_MEANING, at=end_of(text[: taken.start()]))
    without_bare = BARE.sub(BARE_SIGN, text)
    readable = PAIR.sub(lambda pair: json.loads(f'"{pair[0]}"'), without_bare)
    marks: Marks = {}
    opened: list[yaml.CollectionStartEvent] = []
    try:
        expect_plain(yaml.parse(readable, Loader=LOADER), opened)
        node = yaml.compose(readable, Loader=LOADER)
    except yaml.reader.ReaderError as error:
        raise Misfit(f"{error.reason}, expected plain text", at=end_of(readable[: error.position])) from None
    except UnicodeEncodeError as error:
        raise Misfit("half of a character, expected text", at=end_of(readable[: error.start])) from None
    except yaml.MarkedYAMLError as error:
        raise broken(text.splitlines(), error, opened) from None
    if node is None:
        raise Misfit("the file is empty, expected a puzzle file; `import` writes one")
    return data_of(node, (), marks), marks


def as_text(data: Any) -> Any:
    """Data of JSON or TOML with their scalars as text, as YAML is read."""
    if isinstance(data, dict):
        return {key: as_text(value) for key, value in data.items()}
    if isinstance(data, list):
        return list(map(as_text, data))
    return data if isinstance(data, str) else json.dumps(data, default=str)


def broken(lines: list[str], error: yaml.MarkedYAMLError, opened: list[yaml.CollectionStartEvent]) -> Misfit:
    """The error in text that is not YAML: at the fault, or at a bracket that was left open on an earlier line."""
    line, column = position(error.problem_mark)
    before = lines[line - 1][:column] if line <= len(lines) else ""
    if "\t" in before and not before.strip():
        return Misfit(Sentence("a tab, expected spaces", "tab_for_spaces"), at=(line, before.index("\t") + 1))
    brackets = [position(event.start_mark) for event in opened if event.flow_style]
    if brackets and brackets[-1][0] < line:
        words = f"a bracket that is not closed before line {line}, expected its end"
        return Misfit(Sentence(words, "bracket_not_closed", line=line), at=brackets[-1])
    words = f"broken YAML: {error.problem}, expected a puzzle file"
    return Misfit(Sentence(words, "broken_yaml"), at=(line, column))


def position(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


def unquoted(text: str) -> Misfit | None:
    """The first word that YAML misreads because it lacks quotes, in a file that could not be read."""
    for number, line in enumerate(text.split("\n"), 1):
        found = [*bare_hues(line), *open_quotes(line)]
        if found:
            start, message = min(found)
            return Misfit(message, at=(number, start + 1))
    return None


def bare_hues(line: str) -> Iterator[tuple[int, str]]:
    """Where hues without quotes start in a line, and what is wrong with each."""
    for hue in BARE_HUE.finditer(line):
        yield hue.start(1), f"'{hue[1]}' begins a comment, put quotes around it"


def open_quotes(line: str) -> Iterator[tuple[int, str]]:
    """Where quotes open that do not end in the line, and what is wrong with each."""
    for quote in OPENING_QUOTE.finditer(line):
        opening = quote[1]  # the quote, and the text behind it
        sign = quote[2]
        is_last_of_its_kind = line.rfind(sign) == quote.start(1)
        if is_last_of_its_kind:
            yield quote.start(1), f"a quote that does not end in its line, put quotes around it: {opening}{sign}"


def expect_plain(events: Iterable[yaml.Event], opened: list[yaml.CollectionStartEvent]) -> None:
    """Raise Misfit for what no puzzle file needs, before building any data. opened: receives the open collections."""
    values = 0
    documents = 0
    for event in events:
        values += isinstance(event, yaml.NodeEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.CollectionStartEvent):
            opened.append(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            opened.pop()
        reason = first_message(
            (values > MAX_VALUES, f"more than {MAX_VALUES} values"),
            (len(opened) > MAX_DEPTH, f"nested deeper than {MAX_DEPTH}"),
            (getattr(event, "anchor", None), "an anchor or alias"),
            (documents > 1, "a second document"),
            (getattr(event, "tag", None), "a tag"),
        )
        if reason is not None:
            raise Misfit(f"{reason}, expected one plain puzzle", at=position(event.start_mark))


def data_of(node: yaml.Node, place: Place, marks: Marks) -> Any:
    """The data of a node; scalars as text, so `~` is '~' and an empty value is ''."""
    marks.setdefault(place, position(node.start_mark))
    if isinstance(node, yaml.ScalarNode):
        if node.style == "|":
            line, _ = position(node.start_mark)  # of the sign |
            marks[(*place, FIRST_ROW)] = line + 1, 1
        return node.value.replace(BARE_SIGN, "?")
    if isinstance(node, yaml.SequenceNode):
        return [data_of(item, (*place, i), marks) for i, item in enumerate(node.value)]
    entries: Data = {}
    for key, value in node.value:
        name = key.value
        mark = position(key.start_mark)
        if not isinstance(key, yaml.ScalarNode):
            raise Misfit("a key that is not a word, expected `key: value`", at=mark)
        if name in entries:
            words = f"key '{name}' occurs twice, expected it once"
            raise Misfit(Sentence(words, "key_twice", key=name), at=mark)
        marks[(*place, name)] = mark
        entries[name] = data_of(value, (*place, name), marks)
    return entries


class Dumper(yaml.SafeDumper):
    """Writes multi-line text as literal blocks, which are easy to read and type, and invisible characters quoted."""


def represented(dumper: Dumper, text: str) -> yaml.Node:
    style = None
    if not text.replace("\n", "").isprintable():
        style = '"'
    elif "\n" in text:
        style = "|"
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
    found = ERROR_WITH_PLACE.fullmatch(error)
    if found is None:
        return error, ()
    parts = re.findall(r"\.(\w+)|\[(\d+)]", found["place"])
    return found["message"], tuple(int(number) if number else name for name, number in parts)


def mark_of(marks: Marks, place: Place) -> tuple[int, int]:
    """The mark of the place, or of the nearest enclosing one."""
    if place in marks:
        return marks[place]
    if not place:
        return 1, 1
    *around, part = place
    first_row = marks.get((*around, FIRST_ROW))
    if isinstance(part, int) and first_row is not None:
        line, column = first_row
        return line + part, column
    return mark_of(marks, tuple(around))
