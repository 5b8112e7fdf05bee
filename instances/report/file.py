"""Results on disk: a line that says what the file is, then a row a line, each on disk before the next one is awaited.

Whoever writes is killed at any moment. All that this can tear is the last line, which readers leave out and the next
writer cuts off. There is one writer at a time: the file is locked as long as it is open.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from instances.report import Row

HEADER: Row = {"format": "compare.py results", "format_version": 1}
NEEDED = {"key", "digest", "outcome", "seconds", "source", "solver"}


class Unfit(Exception):
    """A results file that cannot be used; str() is one line that says why."""


class Stopped(Exception):
    """The work cannot go on; str() is one line that says why."""


def header(code: str) -> Row:
    return HEADER | {"code": code}


def checked_header(path: Path, line: bytes) -> Row:
    try:
        found = json.loads(line)
        ours = found["format"] == HEADER["format"]
    except (ValueError, KeyError, TypeError):
        ours = False
    if not ours:
        raise Unfit(f"{path}:1: not a results file, expected one that compare.py wrote")
    if found["format_version"] != HEADER["format_version"]:
        raise Unfit(
            f"{path}:1: results of format {found['format_version']}, expected format {HEADER['format_version']}"
        )
    return dict(found)


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a results file, a torn last line left out; raises Unfit."""
    try:
        with open(path, "rb") as file:
            checked_header(path, file.readline())
            for number, line in enumerate(file, 2):
                if line.endswith(b"\n"):
                    yield parsed(path, number, line)
    except OSError as error:
        raise Unfit(f"{path}: {(error.strerror or str(error)).lower()}, expected a results file") from None


def parsed(path: Path, number: int, line: bytes) -> Row:
    try:
        row = json.loads(line)
        if isinstance(row, dict) and row.keys() >= NEEDED:
            return row
    except ValueError:
        pass
    raise Unfit(f"{path}:{number}: not the row of a run")


class Results:
    """A results file that is open for appending, and locked. outcomes: of the runs that are done, by key."""

    def __init__(self, path: Path, code: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = open(path, "a+b", buffering=0)  # noqa: SIM115
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unfit(f"{path}: another run writes into this file; wait for it, or give another --out") from None
        except OSError as error:
            raise Unfit(f"{path}: {(error.strerror or str(error)).lower()}, expected a file to write into") from None
        self.mend(path, code)
        self.outcomes = {row["key"]: row["outcome"] for row in read_rows(path)}

    def mend(self, path: Path, code: str) -> None:
        """Cut off a torn last line; write the header of a new file; refuse what is not ours."""
        with open(path, "rb") as file:
            first = file.readline()
            whole = len(first) + sum(len(line) for line in file if line.endswith(b"\n"))
        if first.endswith(b"\n"):
            if (other := checked_header(path, first)["code"]) != code:
                raise Unfit(f"{path}:1: results of other code ({other}, this is {code}); give another --out")
            self.file.truncate(whole)
            return
        started = (json.dumps(header(code)) + "\n").encode()
        if not started.startswith(first):
            raise Unfit(f"{path}:1: not a results file, expected one that compare.py wrote")
        self.file.truncate(0)
        self.write(started)

    def append(self, rows: Sequence[Row]) -> None:
        self.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())
        self.outcomes |= {row["key"]: row["outcome"] for row in rows}

    def write(self, text: bytes) -> None:
        """On disk when it returns."""
        try:
            while text:
                text = text[self.file.write(text) :]
            os.fsync(self.file.fileno())
        except OSError as error:
            raise Stopped(f"{self.file.name}: {error.strerror}; the same command goes on from here") from None
