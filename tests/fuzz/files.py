"""Damaged puzzle files, and files that repeat a piece: each is read, or refused in one printable line.

What is read is written and read again, and the checker reads the same instance from it as the solvers do. The work
grows with the length of a file and no faster, in calls; the runner limits memory and time at the largest size.
"""

import json
import sys
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from fewest_pours.checker.verdict import fingerprint
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import MAX_BYTES, read_text
from fewest_pours.files.validation import checked
from fewest_pours.files.yaml_files import parse_yaml, write_yaml
from fewest_pours.puzzles.loading import is_puzzle_file, load, loaded
from fuzz.mutation import damaged, damaged_text
from fuzz.runner import Trial
from helpers.certificates import as_checked, read_instance
from helpers.paths import INSTANCES

LARGE = 3000  # bytes: smaller files are tried faster, and have the same features


@cache
def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-"))


@cache
def puzzle_files() -> list[tuple[bytes, Any]]:
    paths = [path for path in sorted(INSTANCES.glob("*/*.yaml")) if path.stat().st_size < LARGE]
    return [(path.read_bytes(), parse_yaml(read_text(path))[0]) for path in paths]


def damaged_puzzle(stream: Random) -> Trial:
    text, data = stream.choice(puzzle_files())
    file = damaged_text(text, stream)
    if stream.random() < 0.5:
        other = damaged(data, stream)
        file = json.dumps(other).encode()
        if stream.random() < 0.5 and "\\ud800" not in repr(other):  # no YAML for it
            file = write_yaml(other).encode()
    return file, lambda: puzzle_read(file)


def puzzle_read(file: bytes) -> str:
    """'watersort', or the words that refuse it."""
    path = folder() / "x.yaml"
    path.write_bytes(file)
    try:
        puzzle, instance = load(path)
    except BadInput as wrong:
        return refusal(str(wrong), path)
    again = puzzle.parse(checked(puzzle.document(instance), puzzle.Document))
    assert again == instance, (again, instance)
    if not is_puzzle_file(path.read_text(encoding="utf-8-sig")):
        return f"{puzzle.name}, from lists"
    name, read = read_instance(path)
    assert name == puzzle.name
    assert fingerprint(name, read) == fingerprint(name, as_checked(instance)), "the checker reads another one"
    return puzzle.name


def refusal(line: str, path: Path) -> str:
    """What was expected, of a message about a file: one line of at most some hundred characters, its name in it."""
    assert line.startswith(f"{path}:"), line
    assert line.isprintable(), line
    assert len(line) <= 220 + len(str(path)), line
    return f"refused: {line.rpartition('expected ')[2].replace(str(path), '')[:40].strip()}"


CHARACTERS, DOUBLINGS, GROWTH = 1 << 11, 3, 2.5  # the length; how often it is doubled; factor of the cost for each time
WATER = "puzzle: watersort\ncapacity: 4\nbeakers:\n"
HEADS = ["", "[", "[[", "['", '["', '{"tubes": [', "{", "a b\n", "a  ", '{"a":', "capacity 4   re red\n"]
HEADS += ["  1  2\n│re│bl│\n", WATER, f"{WATER}- [", f"{WATER}- ['", "puzzle: squares\nblocks:\n"]
HEADS += [f"puzzle: {grid}\ngrid: |\n" for grid in ("futoshiki", "pipes")]
TAILS = ["", "]", "]]", "}", "x", "'", '"', "\n]", "\nb", ": x", "\n\ncapacity 4   re red", "\n\n" + WATER]
SIGNS = "a b # ' \" '' , ; : | ? - [ ] [] [], { } {} ( ) . 0 / 🔴 ⬜ ❤️ │ 9 1- = + --- ... % @ ` \\ ~ < > &a *a !a"
WORDS = (
    "red,light ,light blue ,#ff0000,- ,- - ,0 ,x ,? ,empty\n,2 empty\n,- |\n  a\n,- ',- \",a: ,a: b\n,- [a]\n,- [?]\n"
)
MORE = "['a;[\"a;[?, ;?,;puzzle: ;1: ;tube 1: ;1. ;│re;└──┘\n; | ;\u200d;\u0301;\ufe0f;\\ud83d;\\u;Level 5\n;+---"
BLANKS = [" ", "\t", "\n", "\r", "\r\n", "\x85", "\u2028"]
PIECES = [*SIGNS.split(" "), *WORDS.split(","), *MORE.split(";"), *BLANKS, "light_blue ", "capacity 4   "]


def repeated(stream: Random) -> tuple[str, str, str]:
    piece = "".join(stream.choices(PIECES, k=stream.choice((1, 1, 2, 2, 3, 5))))
    return stream.choice(HEADS), piece, stream.choice(TAILS)


def of_length(parts: tuple[str, str, str], characters: int) -> str:
    head, piece, tail = parts
    return head + piece * (characters // len(piece)) + tail


def read(text: str) -> str:
    try:
        return loaded("x", text).puzzle.name
    except BadInput as wrong:
        return "refused: " + str(wrong).rpartition("expected ")[2][:20]


def calls(text: str) -> int:
    """How many functions are called, in Python and in C: the same on every machine."""
    events = count()
    sys.setprofile(lambda *_: next(events))
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return next(events)


def growing(stream: Random) -> Trial:
    """A file at two lengths. Judged by calls alone; the short one is the dearer of two, as it may end amid a pair."""
    parts = repeated(stream)

    def attempt() -> str:
        short, neighbour = (of_length(parts, CHARACTERS + more * len(parts[1])) for more in (0, 1))
        long = of_length(parts, CHARACTERS << DOUBLINGS)
        ending = read(short)  # loads what is loaded once
        cost, most = calls(long), GROWTH**DOUBLINGS * max(calls(short), calls(neighbour))
        assert cost <= most, f"{len(long)} characters: {cost} calls, more than {most}"
        return ending

    return parts, attempt


def largest(stream: Random) -> Trial:
    """A file of the largest size that is read at all."""
    parts = repeated(stream)

    def attempt() -> str:
        return read(of_length(parts, MAX_BYTES).encode()[:MAX_BYTES].decode(errors="ignore"))

    return parts, attempt
