"""Packs: JSON files with several levels, `{"levels": [...]}`. `pack.json#3` names the third level of one."""

import json
import os
import re
from collections.abc import Iterable
from contextlib import suppress

import msgspec

ADDRESS = re.compile(r"(?P<pack>.+)#(?P<number>[1-9]\d{0,5})", re.DOTALL)


def address(path: str) -> tuple[str, int]:
    """A file, and which of its levels: address('pack.json#3') == ('pack.json', 3); 0 for a path without a number."""
    found = None if os.path.lexists(path) else ADDRESS.fullmatch(path)
    return (found["pack"], int(found["number"])) if found else (path, 0)


class _Pack(msgspec.Struct):
    levels: list[msgspec.Raw]


class _Entry(msgspec.Struct):
    """A level with what is known about it, as `design --json` writes it."""

    level: msgspec.Raw


def write_pack(puzzle: str, levels: Iterable[object]) -> str:
    """The text of a pack, one level in each line."""
    rows = ",\n".join(json.dumps(level, ensure_ascii=False) for level in levels)
    return f'{{"puzzle": "{puzzle}", "levels": [\n{rows}\n]}}\n'


def levels_in(text: str) -> list[str]:
    """The text of each level of a pack, at the line and column where it stands in the pack; [] for any other text."""
    raw, levels, end = text.encode(), list[str](), 0
    try:
        entries = msgspec.json.decode(raw, type=_Pack).levels
    except msgspec.DecodeError:
        return []
    for entry in entries:
        with suppress(msgspec.DecodeError):
            entry = msgspec.json.decode(entry, type=_Entry).level
        start = raw.index(entry, end)
        end, line = start + len(bytes(entry)), raw.rfind(b"\n", 0, start) + 1
        indent = " " * len(raw[line:start].decode())
        levels.append("\n" * raw.count(b"\n", 0, start) + indent + raw[start:end].decode())
    return levels
