"""Results on disk: one row per line, each on disk before the next is awaited.

A writer may be killed at any moment. That can tear only the last line: readers leave it out, with a note, and the next
writer cuts it off. A file has one writer at a time: it is locked while it is open. The rows that the project keeps are
compressed and end in .gz.
"""

import gzip
import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from fewest_pours.experiments.row_fields import Row, row_from
from fewest_pours.experiments.stopped import Stopped
from fewest_pours.files.bad_input import BadInput, message_at
from fewest_pours.files.opening import at_once
from fewest_pours.files.wording import one_line, why
from fewest_pours.solving.answer import solvability_of

SHARED = frozenset(  # fields whose values many rows have in common, and need not hold each by itself
    {"source", "name", "parameters", "outside", "machine", "version", "command", "solver", "digest"}
)
START = b'{"key":'  # begins each line


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a results file; a torn last line is left out, with a note. Raises BadInput."""
    try:
        with open(path, "rb", opener=at_once) as raw:
            yield from rows_in(path, raw)
    except OSError as error:
        raise BadInput(path, f"{why(error)}, expected the rows of a results file") from None


def rows_in(path: Path, raw: BinaryIO) -> Iterator[Row]:
    """The rows of an open results file; errors name the path."""
    lines = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
    number = 0  # of the line that is being read, for errors
    try:
        for number, line in enumerate(lines, 1):
            if line.isspace():  # left by an editor
                continue
            if is_torn(line):
                print(message_at(path, "note: the last line is torn: left out", number, 1), file=sys.stderr)
            else:
                yield row_from(line)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = why(error) if isinstance(error, OSError) else error
        raise BadInput(path, f"{reason}, expected the rows of a results file", max(number, 1)) from None


def is_torn(line: bytes) -> bool:
    """Whether a row was not written to its end: readers leave such a line out, and the next writer cuts it off.

    A last line without a line end that begins otherwise is not torn: another tool wrote it, and it has to be readable.
    """
    return not line.endswith(b"\n") and is_beginning_of_row(line)


def is_beginning_of_row(text: bytes) -> bool:
    """Whether a row may begin like this, however short: '{"k', '{"key":"a1b2", "out'"""
    is_shorter = len(text) < len(START)
    return START.startswith(text) if is_shorter else text.startswith(START)


def without_plan(row: Row) -> Row:
    """The row with `solvable` in place of plan and solutions, which no report shows."""
    return row | {"plan": None, "solutions": None, "solvable": solvability_of(row)}


def read_for_report(paths: Iterable[Path]) -> list[Row]:
    """The rows of results files, the last one of each run, without plans; equal values of their fields are one object.

    Raises BadInput.
    """
    rows: dict[str, Row] = {}
    first_of: dict[bytes, object] = {}  # a value in JSON -> the first object that has it
    for path in paths:
        for row in read_rows(path):
            kept = without_plan(row)
            for name in SHARED & kept.keys():
                kept[name] = first_of.setdefault(msgspec.json.encode(kept[name]), kept[name])
            rows[row["key"]] = kept
    return list(rows.values())


def write_kept(path: Path, rows: Sequence[Row]) -> None:
    """Write rows without plans, compressed. The same rows give the same bytes."""
    lines = list(map(without_plan, rows))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(msgspec.json.Encoder().encode_lines(lines), mtime=0))


class Results:
    """A results file, open for appending and locked. done: the keys of the runs in it. Raises BadInput."""

    def __init__(self, path: Path) -> None:
        import portalocker

        if path.suffix == ".gz":
            raise BadInput(path, "compressed rows are only read, expected a name without .gz")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = open(path, "a+b")  # noqa: SIM115
            portalocker.lock(self.file, portalocker.LOCK_EX | portalocker.LOCK_NB)
        except portalocker.AlreadyLocked:
            raise BadInput(path, "another run writes into this file; wait for it, or give another --out") from None
        except OSError as error:
            raise BadInput(path, f"{why(error)}, expected a file to write into") from None
        except portalocker.LockException:
            raise BadInput(path, "it cannot be locked, expected a file on a file system with locks") from None
        if not path.is_file():
            raise BadInput(path, "a device or a pipe, expected a file to write into")
        self.file.seek(0)  # through this handle: where locks bind everyone, no other one may read
        self.done = {row["key"] for row in rows_in(path, self.file)}
        self.file.seek(0)
        last_line = b""
        for line in self.file:
            last_line = line
        if is_torn(last_line):
            self.file.truncate(self.file.tell() - len(last_line))
        elif not last_line.endswith(b"\n"):
            self.file.write(b"\n")

    def append(self, rows: Sequence[Row]) -> None:
        """Append rows; they are on disk when this returns. Raises Stopped."""
        text = msgspec.json.Encoder().encode_lines(rows)
        try:
            self.file.write(text)
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            place = one_line(str(self.file.name))
            raise Stopped(f"{place}: {why(error)}; the same command continues from here") from None
        self.done |= {row["key"] for row in rows}
