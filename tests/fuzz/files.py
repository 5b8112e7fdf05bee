"""Damaged puzzle files: each is read, or refused in one printable line.

What is read is written and read again, and the checker reads the same instance from it as the solvers do.
"""

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fewest_pours.checker.verdict import fingerprint
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import read_text
from fewest_pours.files.validation import checked
from fewest_pours.files.yaml_files import parse_yaml, write_yaml
from fewest_pours.puzzles.loading import is_puzzle_file, load
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
    """Sound files, as text and as data."""
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
