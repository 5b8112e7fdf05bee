"""The line on a terminal that follows a solve."""

import os
import sys
import time
from types import TracebackType

from instances.text import printable

PAUSE = 0.1  # seconds between two lines


class Progress:
    """The progress of a solve, on standard error if that is a terminal, gone at the end.

    with Progress('level 133') as progress: Watch(report=progress.report, tick=progress.tick)
    """

    def __init__(self, name: str) -> None:
        self.name = printable(name[:60])
        self.started = time.monotonic()
        self.due = self.started if sys.stderr is not None and sys.stderr.isatty() else float("inf")
        self.bounds, self.what = "? to ?", "starting"

    def report(self, lower: int | None, upper: int | None, what: str) -> None:
        self.bounds = f"{'?' if lower is None else lower} to {'?' if upper is None else upper}"
        self.what = what

    def tick(self) -> None:
        now = time.monotonic()
        if now >= self.due:
            self.due = now + PAUSE
            line = f"{self.name}   {self.bounds}   {printable(self.what)}   {now - self.started:.1f} s"
            self.write(line[: os.get_terminal_size(sys.stderr.fileno()).columns - 1])

    def write(self, line: str) -> None:
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    def __enter__(self) -> "Progress":
        return self

    def clear(self) -> None:
        """Leave nothing of the line."""
        if self.due < float("inf"):
            self.write("")

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.clear()
