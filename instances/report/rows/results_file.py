"""Results on disk: one row a line, each written to disk before the next one is awaited.

A writer may be killed at any moment. That can tear only the last line, which readers skip and the next writer cuts
off. There is one writer at a time: the file is locked while it is open. Files kept with the project end in .gz.
"""

import fcntl
import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from instances.reading.yaml_files import BadInput
from instances.report import Row
from instances.report.rows.row import row_from
from instances.solving.answer import solvable
from instances.text import one_line, why

START = b'{"key":'  # of each line


class Stopped(Exception):
    """The work cannot go on; str() is the reason, in one line."""


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a results file, but for a torn last line. Raises BadInput."""
    number = 0
    try:
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            for number, line in enumerate(file, 1):  # noqa: B007
                if line.endswith(b"\n") or not torn(line):
                    yield row_from(line)
    except ValueError as error:  # also what msgspec raises
        raise BadInput(path, f"not the row of a run: {error}", number) from None
    except (OSError, EOFError, zlib.error) as error:
        reason = why(error) if isinstance(error, OSError) else str(error)
        raise BadInput(path, f"{reason}, expected a results file") from None


def torn(line: bytes) -> bool:
    """Whether it is the beginning of a row."""
    return line[: len(START)] == START[: len(line)]


def write_kept(path: Path, rows: Sequence[Row]) -> None:
    """Keep rows, compressed: `solvable` replaces plan and solutions. The same rows give the same bytes."""
    lines = [row | {"plan": None, "solutions": None, "solvable": solvable(row)} for row in rows]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(msgspec.json.Encoder().encode_lines(lines), mtime=0))


class Results:
    """A results file that is open for appending, and locked. done: the keys of the runs that are in it."""

    def __init__(self, path: Path, code: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = open(path, "a+b", buffering=0)  # noqa: SIM115
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(path, "another run writes into this file; wait for it, or give another --out") from None
        except OSError as error:
            raise BadInput(path, f"{why(error)}, expected a file to write into") from None
        if not path.is_file():
            raise BadInput(path, "a device or a pipe, expected a file to write into")
        self.done: set[str] = set()
        for number, row in enumerate(read_rows(path), 1):
            if row["version"] != code:
                raise BadInput(
                    path, f"results of other code ({row['version']}, this is {code}); give another --out", number
                )
            self.done.add(row["key"])
        with open(path, "rb") as file:
            self.file.truncate(sum(len(line) for line in file if line.endswith(b"\n")))

    def append(self, rows: Sequence[Row]) -> None:
        """Rows are on disk when it returns. Raises Stopped."""
        text = msgspec.json.Encoder().encode_lines(rows)
        try:
            while text:
                text = text[self.file.write(text) :]
            os.fsync(self.file.fileno())
        except OSError as error:
            place = one_line(str(self.file.name))
            raise Stopped(f"{place}: {why(error)}; the same command goes on from here") from None
        self.done |= {row["key"] for row in rows}
