"""Results on disk: a header line, then one row a line, each written to disk before the next one is awaited.

A writer may be killed at any moment. That can tear only the last line, which readers skip and the next writer cuts
off. There is one writer at a time: the file is locked while it is open.
"""

import fcntl
import gzip
import json
import os
import zlib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import msgspec

from instances.report import Row
from instances.text import one_line

HEADER: Row = {"format": "compare.py results", "format_version": 1}
LONGEST = 64 << 20  # bytes of a line
LONGEST_HEADER = 1 << 16


class Unfit(Exception):
    """A results file that cannot be used; str() is the reason, in one line."""

    def __init__(self, path: Path, message: str, line: int | None = None) -> None:
        place = one_line(str(path)) + ("" if line is None else f":{line}")
        super().__init__(f"{place}: {one_line(message)}")


class Stopped(Exception):
    """The work cannot go on; str() is the reason, in one line."""


def header(code: str) -> Row:
    return HEADER | {"code": code}


def checked_header(path: Path, line: bytes) -> Row:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != HEADER["format"] or "code" not in found:
        raise Unfit(path, "not a results file, expected one that compare.py wrote", 1)
    if found.get("format_version") != HEADER["format_version"]:
        wanted = HEADER["format_version"]
        raise Unfit(path, f"results of format {found.get('format_version')}, expected format {wanted}", 1)
    return found


def unfinished(line: bytes) -> bool:
    """Whether a first line is part of a header: nothing at all, at first, of the file that a client has just opened."""
    start = json.dumps(header("")).removesuffix('"}').encode()
    return not line.endswith(b"\n") and (start.startswith(line) or line.startswith(start))


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a results file; a torn last line is left out, even if it is the header. Raises Unfit."""
    from instances.report.rows.row import row_from

    try:
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            if unfinished(first := file.readline(LONGEST_HEADER)):
                return
            checked_header(path, first)
            for number in count(2):
                line = file.readline(LONGEST)
                if not line.endswith(b"\n"):
                    if len(line) == LONGEST:
                        raise Unfit(path, f"over {LONGEST >> 20} MiB, expected the row of a run", number)
                    return
                try:
                    yield row_from(line)
                except ValueError as error:  # also what msgspec raises
                    raise Unfit(path, f"not the row of a run: {error}", number) from None
    except (OSError, EOFError, zlib.error) as error:
        raise Unfit(
            path, f"{(getattr(error, 'strerror', None) or str(error)).lower()}, expected a results file"
        ) from None


class Results:
    """A results file that is open for appending, and locked. outcomes: of the runs that are done, by key."""

    def __init__(self, path: Path, code: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = open(path, "a+b", buffering=0)  # noqa: SIM115
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unfit(path, "another run writes into this file; wait for it, or give another --out") from None
        except OSError as error:
            raise Unfit(path, f"{(error.strerror or str(error)).lower()}, expected a file to write into") from None
        if not path.is_file():
            raise Unfit(path, "a device or a pipe, expected a file to write into")
        self.mend(path, code)
        self.outcomes = {row["key"]: row["outcome"] for row in read_rows(path)}

    def mend(self, path: Path, code: str) -> None:
        """Cut off a torn last line; write the header of a new file; refuse what is not ours."""
        with open(path, "rb") as file:
            first = file.readline(LONGEST_HEADER)
            whole = len(first) + sum(len(line) for line in file if line.endswith(b"\n"))
        if first.endswith(b"\n"):
            if (other := checked_header(path, first)["code"]) != code:
                raise Unfit(path, f"results of other code ({other}, this is {code}); give another --out", 1)
            self.file.truncate(whole)
            return
        started = (json.dumps(header(code)) + "\n").encode()
        if not started.startswith(first):
            raise Unfit(path, "not a results file, expected one that compare.py wrote", 1)
        self.file.truncate(0)
        self.write(started)

    def append(self, rows: Sequence[Row]) -> None:
        self.write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        self.outcomes |= {row["key"]: row["outcome"] for row in rows}

    def write(self, text: bytes) -> None:
        """On disk when it returns."""
        try:
            while text:
                text = text[self.file.write(text) :]
            os.fsync(self.file.fileno())
        except OSError as error:
            raise Stopped(
                f"{one_line(str(self.file.name))}: {error.strerror}; the same command goes on from here"
            ) from None
