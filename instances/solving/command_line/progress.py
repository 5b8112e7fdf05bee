"""What is shown of a solve while it works: a line on the terminal, or a line of JSON for each better bound or plan."""

import json
import os
import sys
import time
from math import inf
from typing import Any

from instances.puzzle import Puzzle
from instances.text import printable

PAUSE = 0.1  # seconds between two lines


class Progress:
    """The line on standard error, if that is a terminal. clear() leaves nothing of it."""

    def __init__(self, name: str) -> None:
        self.name, self.text = name[:60], "starting"
        self.started = time.monotonic()
        self.due = self.started if sys.stderr.isatty() else inf

    def report(self, lower: int | None, upper: int | None, what: str) -> None:
        self.text = f"{'?' if lower is None else lower} to {'?' if upper is None else upper}   {what}"

    def tick(self) -> None:
        now = time.monotonic()
        if now >= self.due:
            self.due = now + PAUSE
            line = printable(f"{self.name}   {self.text}   {now - self.started:.1f} s")
            self.clear(line[: os.get_terminal_size(sys.stderr.fileno()).columns - 1])

    def clear(self, line: str = "") -> None:
        if self.due < inf:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


class Stream:
    """The lines of `--stream`: {"lower_bound": 37, "upper_bound": 41, "plan": [...], ...}"""

    def __init__(self, file: str, puzzle: Puzzle, instance: Any) -> None:
        self.file, self.puzzle, self.instance = file, puzzle, instance
        self.lower: int | None = None
        self.upper: int | None = None
        self.what = "starting"
        self.started = time.monotonic()

    def report(self, lower: int | None, upper: int | None, what: str) -> None:
        """Better bounds, as a line."""
        better = (lower, upper) != (self.lower, self.upper)
        self.lower, self.upper, self.what = lower, upper, what
        if better:
            self.line()

    def plan(self, plan: tuple[Any, ...]) -> None:
        """A shorter plan, as a line; raises RuleBroken for what is none."""
        self.puzzle.verify(self.instance, plan)
        self.upper = len(plan)
        self.line(plan=self.puzzle.answer(self.instance, plan))

    def line(self, **plan: Any) -> None:
        bounds = {"lower_bound": self.lower, "upper_bound": self.upper}
        seconds = round(time.monotonic() - self.started, 4)
        print(json.dumps({"file": self.file, **bounds, **plan, "what": self.what, "seconds": seconds}), flush=True)
