"""Damaged puzzle files: python tests/fuzz/yaml.py [--cases 100000] [--seed 0]

Each is read, or refused in one line that can be printed. What is read is written and read again, and the checker reads
the same instance in it as the solvers do.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # in place of this folder, where yaml is this file

from fuzz.mutation import damaged, damaged_text  # noqa: E402
from fuzz.trial import command, complaint  # noqa: E402
from instances.certificates.certificate_files import seen  # noqa: E402
from instances.checker import fingerprint, read_instance  # noqa: E402
from instances.puzzles import load  # noqa: E402
from instances.reading.validation import checked  # noqa: E402
from instances.reading.yaml_files import BadInput, read_yaml, write_yaml  # noqa: E402
from instances.solving.command_line.program import program  # noqa: E402

LARGE = 3000  # bytes of a file that is not damaged: small ones are tried faster, and hold the same kinds of things


@cache
def originals() -> list[tuple[bytes, Any]]:
    """Sound files, as text and as data."""
    paths = [path for path in sorted((ROOT / "instances").glob("*/*.yaml")) if path.stat().st_size < LARGE]
    return [(path.read_bytes(), read_yaml(path)[0]) for path in paths]


@cache
def place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-")) / "x.yaml"


def damaged_file(stream: Random, number: int) -> tuple[bytes, Callable[[], str]]:
    text, data = stream.choice(originals())
    if stream.random() < 0.5:
        file = damaged_text(text, stream)
    else:
        other = damaged(data, stream)
        try:
            file = (write_yaml(other) if stream.random() < 0.5 else json.dumps(other)).encode()
        except (ValueError, TypeError):  # what YAML cannot say
            file = json.dumps(other).encode()
    return file, lambda: outcome(file)


def outcome(file: bytes) -> str:
    """'watersort', or the words that refuse it."""
    path = place()
    path.write_bytes(file)
    try:
        puzzle, instance = load(path)
    except BadInput as wrong:
        line = complaint(wrong, path)
        return f"refused, expected {line.rpartition('expected ')[2][:40]}"
    again = puzzle.parse(checked(puzzle.document(instance), puzzle.Document))
    assert again == instance, (again, instance)
    name, as_checked = read_instance(path)
    assert name == puzzle.name
    assert fingerprint(name, as_checked) == fingerprint(name, seen(puzzle, instance)), "the checker reads another one"
    return puzzle.name


def main(argv: Sequence[str] | None = None) -> int:
    return command("Damaged puzzle files.", damaged_file, argv)


if __name__ == "__main__":
    program(main)
