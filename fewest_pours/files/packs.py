"""Packs: JSON files with several levels, `{"levels": [...]}`. `pack.json#3` names the third level of one.

Packs of other programs are a list of levels, under a key such as `puzzles` or alone, levels under numbered keys, or a
level in each line; and the same in YAML, or in a program. A pack is read once; each of its levels knows where it
stands in it.
"""

import json
import os
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType

import msgspec

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.designed_entries import level_of_entry
from fewest_pours.files.level_names import are_named_levels
from fewest_pours.files.program_packs import program_pack
from fewest_pours.files.wording import end_of
from fewest_pours.files.yaml_files import Data, as_text
from fewest_pours.files.yaml_packs import LEVEL_KEYS, NUMBERED, holds_level, yaml_pack

ADDRESS = re.compile(r"(?P<pack>.+)#(?P<number>[1-9]\d{0,5})", re.DOTALL)
LEVELS = "levels"  # the key of our own packs, whose entries are levels whatever they hold
DEEPEST = 3  # objects around the object that holds the levels
OTHER_KEYS = re.compile(LEVEL_KEYS, re.IGNORECASE)
KEY_OR_BRACKET = re.compile(r'("(?:\\.|[^"\\])*")(?P<key>\s*:)?|[{}[\]]')


def address(path: str) -> tuple[str, int]:
    """A file, and which of its levels: address('pack.json#3') == ('pack.json', 3); 0 for a path without a number."""
    found = None if os.path.lexists(path) else ADDRESS.fullmatch(path)
    return (found["pack"], int(found["number"])) if found else (path, 0)


@dataclass(eq=False)
class Pack:
    """The levels of a pack, and what stands beside them: {'order': 'bottom to top'}; wrong: a mistake in it."""

    levels: list["PackedLevel"] = field(default_factory=list)
    around: Data = field(default_factory=dict)
    wrong: Misfit | None = None


class PackedLevel(str):
    """The text of a level in a pack; at: the line and column where it starts there. copied: it stands there so."""

    at: tuple[int, int]
    pack: Pack
    copied: bool = True

    def place(self, line: int, column: int) -> tuple[int, int]:
        """The line and column in the pack of a place in this text; of a level from YAML, where it starts."""
        if not self.copied:
            return self.at
        first_line, first_column = self.at
        if line == 1:
            return first_line, first_column + column - 1
        return first_line + line - 1, column


def write_pack(puzzle: str, levels: Iterable[object], more: Mapping[str, object] = MappingProxyType({})) -> str:
    """The text of a pack, one level in each line. more: its other keys."""
    head = json.dumps({"puzzle": puzzle, **more}, ensure_ascii=False).removesuffix("}")  # which comes after the levels
    rows = ",\n".join(json.dumps(level, ensure_ascii=False) for level in levels)
    return f'{head}, "levels": [\n{rows}\n]}}\n'


def levels_in(text: str) -> list[PackedLevel]:
    """The text of each level of a pack, [] for any other text."""
    return pack_in(text).levels


def pack_in(text: str) -> Pack:
    """The pack in a text; one without levels for any other text."""
    if text.lstrip()[:1] in ("{", "["):
        with suppress(msgspec.DecodeError, RecursionError):  # brackets of another language
            return pack_in_json(text)
    return pack_in_yaml(text) or pack_in_program(text) or Pack()


def pack_in_json(text: str) -> Pack:
    """The pack in JSON; one without levels for any other JSON. Raises DecodeError, RecursionError."""
    raw = text.encode()
    entries, around = entries_in(raw)
    pack = Pack(around=around)
    at = (1, 1)
    end = 0  # of the level before
    for entry in entries:
        # Searched for, as msgspec tells no places. If equal bytes stand before it, under another key, the level is the
        # same, and only the places in its messages are theirs.
        start = raw.find(entry, end)
        if start < 0:
            # A key before this one stands twice. Its last value is listed at the place of its first, so `end` is behind
            # this entry already. double_key reports it below.
            break
        at = moved_on(at, raw[end:start].decode())
        end = start + len(entry)
        level = PackedLevel(raw[start:end].decode())
        level.at = at
        level.pack = pack
        pack.levels.append(level)
        at = moved_on(at, level)
    if pack.levels:
        pack.wrong = double_key(text)
    return pack


def pack_in_yaml(text: str) -> Pack | None:
    found = yaml_pack(text)
    if found is None:
        return None
    pack = Pack(around=found.beside | {"comments": keyed(found.remarks)})
    for data, at in found.levels:
        level = PackedLevel(json.dumps(data, ensure_ascii=False))
        level.at = at
        level.pack = pack
        level.copied = False
        pack.levels.append(level)
    return pack


def pack_in_program(text: str) -> Pack | None:
    found = program_pack(text)
    if found is None:
        return None
    pack = Pack(around={"comments": keyed(found.remarks)})
    for start, end in found.places:
        level = PackedLevel(text[start:end])
        level.at = end_of(text[:start])
        level.pack = pack
        pack.levels.append(level)
    return pack


def keyed(remarks: Iterable[str]) -> dict[str, str]:
    """Remarks as an object {"_1": remark, ...}, whose keys mean nothing.

    The reader of a level searches all keys and texts around it for the order of its lists, 'bottom to top'.
    """
    return {f"_{number}": remark for number, remark in enumerate(remarks, 1)}


def double_key(text: str) -> Misfit | None:
    """The first key of JSON that stands twice in its object, where libraries keep the last one in silence."""

    def expect_different(pairs: list[tuple[str, object]]) -> None:
        if len(dict(pairs)) < len(pairs):
            raise ValueError

    try:
        documents = text.split("\n") if is_lines(text.encode()) else [text]
        for document in filter(None, documents):
            json.loads(document, object_pairs_hook=expect_different)
    except (ValueError, RecursionError):
        return located_double_key(text)
    return None


def located_double_key(text: str) -> Misfit | None:
    """The same, with its line and column."""
    keys: list[set[str]] = []  # of each bracket that is open
    for found in KEY_OR_BRACKET.finditer(text):
        word = found[0]
        if word in ("{", "["):
            keys.append(set())
        elif word in ("}", "]"):
            keys.pop()
        elif found["key"] and keys:
            name = json.loads(found[1])
            if name in keys[-1]:
                return Misfit(f"key '{name}' occurs twice, expected it once", at=end_of(text[: found.start()]))
            keys[-1].add(name)
    return None


def moved_on(at: tuple[int, int], text: str) -> tuple[int, int]:
    """The line and column after a text that begins there."""
    lines, columns = end_of(text)
    return at[0] + lines - 1, columns if lines > 1 else at[1] + columns - 1


def entries_in(raw: bytes) -> tuple[list[bytes], Data]:
    """The bytes of each level, and what stands beside them, scalars as text. Raises DecodeError."""
    if is_lines(raw):
        return lines_of(raw), {}
    entries: list[msgspec.Raw] = []
    beside: Raws = {}
    if is_list(raw.lstrip()):
        listed = msgspec.json.decode(raw, type=list[msgspec.Raw])
        if all(is_level(entry) for entry in listed):
            entries = listed
    else:
        entries, beside = entries_under_keys(msgspec.json.decode(raw, type=Raws))
    around = {key: as_text(msgspec.json.decode(value)) for key, value in beside.items()}
    return [level_of_entry(bytes(entry)) for entry in entries], around


def is_lines(raw: bytes) -> bool:
    """Whether each of several lines is a level in JSON."""
    lines = lines_of(raw)
    may_be_json = len(lines) > 1 and all(line.endswith((b"]", b"}")) for line in lines)
    return may_be_json and all(map(is_level, lines))


def lines_of(raw: bytes) -> list[bytes]:
    """The lines that are not blank, without blanks around them."""
    return [line.strip() for line in raw.split(b"\n") if line.strip()]


Raws = dict[str, msgspec.Raw]
Found = tuple[list[msgspec.Raw], Raws]  # levels, and what stands beside them
NOTHING: Found = ([], {})


def entries_under_keys(values: Raws, depth: int = 0) -> Found:
    """The levels in an object: under `levels` or a key like it, each under a number or a name, or in an only object.

    depth: in how many objects it is.
    """
    if depth > DEEPEST:
        return NOTHING
    for key in values:
        found = entries_under(key, values[key], depth)
        if found is not None:
            entries, beside = found
            return entries, without(values, [key]) | beside
    return entries_that_are_values(values) or entries_in_only_object(values, depth) or NOTHING


def entries_that_are_values(values: Raws) -> Found | None:
    """The levels that have a number or a name each, if nothing else in the object holds lists or objects."""
    numbered = [key for key, value in values.items() if NUMBERED.fullmatch(key) and is_level(value)]
    nested = [key for key, value in values.items() if is_list(value) or is_object(value)]
    if len(nested) < 2:
        return None
    if numbered == nested or are_named_levels({key: msgspec.json.decode(values[key]) for key in nested}):
        return [values[key] for key in nested], without(values, nested)
    return None


def entries_in_only_object(values: Raws, depth: int) -> Found | None:
    """The levels in the only value that is a list or an object: {"title": "x", "pack": {"levels": [...]}}"""
    nested = [key for key, value in values.items() if is_list(value) or is_object(value)]
    if len(nested) != 1 or not is_object(values[nested[0]]):
        return None
    entries, beside = entries_in_object(values[nested[0]], depth)
    return (entries, without(values, nested) | beside) if entries else None


def entries_under(key: str, value: msgspec.Raw, depth: int) -> Found | None:
    """The levels under `levels` or a key like it; None for another key, and for what does not look like levels."""
    if key != LEVELS and not OTHER_KEYS.fullmatch(key):
        return None
    if is_list(value):
        entries = msgspec.json.decode(value, type=list[msgspec.Raw])
        is_own_pack = key == LEVELS and depth == 0  # whose entries are levels whatever they hold
        look_like_levels = bool(entries) and all(is_level(entry) for entry in entries)
        return (entries, {}) if is_own_pack or look_like_levels else None
    if is_object(value):
        found = entries_in_object(value, depth)
        return found if found[0] else None
    return None


def entries_in_object(value: msgspec.Raw, depth: int) -> Found:
    """The levels in an object that is in another one."""
    return entries_under_keys(msgspec.json.decode(value, type=Raws), depth + 1)


def is_list(value: msgspec.Raw | bytes) -> bool:
    return bytes(value)[:1] == b"["


def is_object(value: msgspec.Raw | bytes) -> bool:
    return bytes(value)[:1] == b"{"


def without(values: Raws, keys: Collection[str]) -> Raws:
    """The values under all other keys."""
    return {key: value for key, value in values.items() if key not in keys}


def is_level(entry: msgspec.Raw | bytes) -> bool:
    """Whether JSON holds lists of lists, or an object with such, so that it may be a level by itself."""
    try:
        return holds_level(msgspec.json.decode(entry))
    except (msgspec.DecodeError, RecursionError):
        return False
