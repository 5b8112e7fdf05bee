"""Packs: JSON files with several levels, `{"levels": [...]}`. `pack.json#3` names the third level of one.

Packs of other programs are a list of levels, under a key such as `puzzles` or alone, levels under numbered keys, or a
level in each line. A pack is read once; each of its levels knows where it stands in it.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import msgspec

from fewest_pours.files.wording import end_of

ADDRESS = re.compile(r"(?P<pack>.+)#(?P<number>[1-9]\d{0,5})", re.DOTALL)
LEVELS = "levels"  # the key of our own packs, whose entries are levels whatever they hold
OTHER_KEYS = re.compile("puzzles|stages|problems|games|deals|instances|maps|items|data|packs?|boards", re.IGNORECASE)
NUMBERED = re.compile(r"(?:level|lvl|puzzle|stage|map)?[\s_#-]*\d{1,4}", re.IGNORECASE)


def address(path: str) -> tuple[str, int]:
    """A file, and which of its levels: address('pack.json#3') == ('pack.json', 3); 0 for a path without a number."""
    found = None if os.path.lexists(path) else ADDRESS.fullmatch(path)
    return (found["pack"], int(found["number"])) if found else (path, 0)


@dataclass(eq=False)
class Pack:
    """The levels of a pack, and the scalars beside them: {'order': 'bottom to top'}."""

    levels: list["PackedLevel"] = field(default_factory=list)
    around: dict[str, str] = field(default_factory=dict)


class PackedLevel(str):
    """The text of a level in a pack; at: the line and column where it starts there."""

    at: tuple[int, int]
    pack: Pack

    def place(self, line: int, column: int) -> tuple[int, int]:
        """The line and column in the pack of a place in this text."""
        return self.at[0] + line - 1, column + (self.at[1] - 1 if line == 1 else 0)


class _Entry(msgspec.Struct):
    """A level with what is known about it, as `design --json` writes it."""

    level: msgspec.Raw


def write_pack(puzzle: str, levels: Iterable[object], more: Mapping[str, object] = MappingProxyType({})) -> str:
    """The text of a pack, one level in each line. more: its other keys."""
    head = json.dumps({"puzzle": puzzle, **more}, ensure_ascii=False)[:-1]
    rows = ",\n".join(json.dumps(level, ensure_ascii=False) for level in levels)
    return f'{head}, "levels": [\n{rows}\n]}}\n'


def levels_in(text: str) -> list[PackedLevel]:
    """The text of each level of a pack, [] for any other text."""
    return pack_in(text).levels


def pack_in(text: str) -> Pack:
    """The pack in a text; one without levels for any other text."""
    pack = Pack()
    if text.lstrip()[:1] not in ("{", "["):
        return pack
    raw = text.encode()
    try:
        entries = list(entries_in(raw, pack.around))
    except (msgspec.DecodeError, RecursionError):
        return pack
    at = (1, 1)
    end = 0
    for entry in entries:
        start = raw.index(entry, end)
        at = moved_on(at, raw[end:start].decode())
        end = start + len(entry)
        level = PackedLevel(raw[start:end].decode())
        level.at = at
        level.pack = pack
        pack.levels.append(level)
        at = moved_on(at, level)
    return pack


def moved_on(at: tuple[int, int], text: str) -> tuple[int, int]:
    """The line and column after a text that begins there."""
    lines, columns = end_of(text)
    return at[0] + lines - 1, columns if lines > 1 else at[1] + columns - 1


def entries_in(raw: bytes, around: dict[str, str]) -> Iterator[bytes]:
    """The bytes of each level; around: receives the scalars beside them. Raises DecodeError."""
    if is_lines(raw):
        yield from (line.strip() for line in raw.split(b"\n") if line.strip())
        return
    if raw.lstrip()[:1] == b"[":
        entries = msgspec.json.decode(raw, type=list[msgspec.Raw])
        if not all(is_level(entry) for entry in entries):
            return
    else:
        values = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
        entries = entries_under_key(values)
        if entries:
            scalars = {
                key: msgspec.json.decode(value) for key, value in values.items() if bytes(value)[:1] not in b"[{"
            }
            around |= {key: json.dumps(value).strip('"') for key, value in scalars.items()}
    for entry in entries:
        yield level_of_entry(bytes(entry))


def is_lines(raw: bytes) -> bool:
    """Whether each of several lines is a level in JSON."""
    lines = [line for line in raw.split(b"\n") if line.strip()]
    return len(lines) > 1 and all(line.strip()[-1:] in (b"]", b"}") and is_level(line) for line in lines)


def entries_under_key(values: dict[str, msgspec.Raw]) -> list[msgspec.Raw]:
    """The levels in an object: under `levels` or a key like it, or each under a number."""
    if LEVELS in values:
        return msgspec.json.decode(values[LEVELS], type=list[msgspec.Raw])
    for key, value in values.items():
        if OTHER_KEYS.fullmatch(key) and bytes(value)[:1] == b"[":
            entries = msgspec.json.decode(value, type=list[msgspec.Raw])
            if entries and all(is_level(entry) for entry in entries):
                return entries
    numbered = [value for key, value in values.items() if NUMBERED.fullmatch(key) and is_level(value)]
    lists = [value for value in values.values() if bytes(value)[:1] in b"[{"]
    return numbered if len(numbered) == len(lists) and len(numbered) > 1 else []


def level_of_entry(entry: bytes) -> bytes:
    """The level in an entry, which may have it under `level`."""
    try:
        inner = bytes(msgspec.json.decode(entry, type=_Entry).level)
    except msgspec.DecodeError:
        return entry
    return inner if inner[:1] in b"[{" else entry


def is_level(entry: msgspec.Raw | bytes) -> bool:
    """Whether JSON holds lists of lists, or an object with such, so that it may be a level by itself."""
    try:
        return holds_level(msgspec.json.decode(entry))
    except (msgspec.DecodeError, RecursionError):
        return False


def holds_level(data: object) -> bool:
    if isinstance(data, dict):
        return "puzzle" in data or any(holds_level(value) for value in data.values())
    if not isinstance(data, list) or not data:
        return False
    lists = all(isinstance(each, list) and not any(isinstance(unit, list) for unit in each) for each in data)
    objects = all(isinstance(each, dict) and any(isinstance(value, list) for value in each.values()) for each in data)
    return lists or objects
