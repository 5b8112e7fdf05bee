"""How a search keeps to its limits."""

import sys
from collections.abc import Sized
from dataclasses import dataclass

from instances.harness.limits import LimitReached, Watch, resident_bytes
from instances.harness.outcome import Outcome

BATCH = 1000  # expansions between two looks
SMALL = 1 << 20  # bytes of a table that may double unasked
PAUSE = 0.1  # seconds between two reports


@dataclass
class Lookout:
    """Looks at the watch now and then; tables: the dicts and sets that grow with the search."""

    watch: Watch
    tables: tuple[Sized, ...]
    due: float = 0.0

    def look(self, lower: int | None, what: str, added: int = 50 * BATCH) -> None:
        """Call after every BATCH expansions, which put at most `added` keys into a table. Raises LimitReached.

        Under a memory limit a search has to stop before the limit: a table that is full moves into one of twice its
        size, and while it moves both are in memory.
        """
        self.watch.check()
        growth = sum(2 * sys.getsizeof(table) for table in self.tables if room(table) < added)
        if growth > SMALL:
            self.ask(growth)
        elapsed = self.watch.elapsed()
        if elapsed >= self.due:
            self.due = elapsed + PAUSE
            self.watch.report(lower, None, what)

    def ask(self, growth: int) -> None:
        """Raises LimitReached if there is no memory for so many bytes more."""
        if self.watch.memory is not None and resident_bytes() + growth >= self.watch.memory:
            raise LimitReached(Outcome.OUT_OF_MEMORY)


def room(table: Sized) -> int:
    """How many more keys a dict takes before it has to move: CPython's dict of s bytes has room for s / 30."""
    return sys.getsizeof(table) // 30 - len(table)
