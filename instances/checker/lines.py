"""Reads the lines of a certificate one at a time: JSON objects of the expected shape, or Refused."""

import gzip
import json
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from instances.reading.yaml_files import BadInput, Misfit

MAX_LINE = 1 << 20  # bytes
MAX_LINES = 4_000_000
MAX_NATURAL = 1 << 60


class Refused(Exception):
    """A certificate that does not prove what it claims: the line, from 1, and what is wrong there."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Line(NamedTuple):
    """Line(2, {'answer': 'red'})"""

    number: int
    data: dict[str, Any]

    def wrong(self, message: str) -> Refused:
        return Refused(self.number, message)

    def expect(self, *keys: str) -> None:
        """Raise Refused unless the line has these keys and no others."""
        if self.data.keys() != set(keys):
            raise self.wrong(f"expected a line with {', '.join(keys)} and nothing else")

    def text(self, key: str) -> str:
        value = self.data[key]
        if type(value) is not str:
            raise self.wrong(f"{key} is no text")
        return value

    def natural(self, key: str) -> int:
        return natural(self, key, self.data[key])


def natural(line: Line, what: str, value: Any) -> int:
    """The value if it is a whole number from 0; true and 1.0 are not."""
    if type(value) is not int or not 0 <= value <= MAX_NATURAL:
        raise line.wrong(f"{what} is no whole number from 0")
    return value


def expect_keys(data: dict[str, Any], *keys: str) -> None:
    """Raise Misfit if a file has a key other than these and those of all puzzles."""
    unknown = next((key for key in data if key not in ("puzzle", "name", "known", "source", *keys)), None)
    if unknown is not None:
        raise Misfit((unknown,), f"unknown key '{unknown}', expected one of {', '.join(keys)}")


def read_lines(path: str | Path) -> Iterator[Line]:
    """Yield the lines of a file of any length. Raises BadInput, and Refused for what is no JSON object or too large."""
    for number, raw in raw_lines(path):
        data = parsed(number, raw)
        if not isinstance(data, dict):
            raise Refused(number, "no JSON object")
        yield Line(number, data)


def parsed(number: int, raw: bytes) -> Any:
    """The data of a line in JSON. Raises Refused."""
    try:
        return json.loads(raw, object_pairs_hook=without_duplicates)
    except (ValueError, RecursionError):
        raise Refused(number, "no JSON, or a key twice") from None


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object. Raises ValueError for a repeated key, whose meaning depends on the reader."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def raw_lines(path: str | Path, expected: str = "a certificate") -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines of a text, plain or compressed by gzip. Raises Refused, BadInput.

    The file is opened once and read front to back, as it may be a pipe.
    """
    try:
        file = open(path, "rb")  # noqa: SIM115
        compressed = file.peek(2)[:2] == b"\x1f\x8b"
    except OSError as error:
        raise BadInput(path, f"{(error.strerror or str(error)).lower()}, expected {expected}") from None
    with file, gzip.GzipFile(fileobj=file) if compressed else file as text:
        for number in count(1):
            try:
                line = text.readline(MAX_LINE + 1)
            except (OSError, EOFError, zlib.error) as error:
                raise Refused(number, f"damaged: {error}") from None
            if not line:
                return
            if len(line) > MAX_LINE or number > MAX_LINES:
                raise Refused(number, f"over {MAX_LINE >> 20} MiB in a line or {MAX_LINES} lines")
            yield number, line
