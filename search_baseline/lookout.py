"""How a search keeps to its limits."""

import sys
from collections.abc import Sized
from time import monotonic

from instances.solving.limits import LimitReached, Watch, resident_bytes
from instances.solving.outcome import Outcome

SMALL = 1 << 20  # bytes of a table that may double unasked
INTERVAL = 0.01  # seconds between two looks: what Python can fill with 20 MiB
UNLIMITED = 1 << 30  # bytes of a table that the search can do without, where there is no memory limit
PAUSE = 0.1  # seconds between two reports


class Lookout:
    """Looks at the watch now and then; tables: the dicts and sets that grow with the search.

    if lookout.due():
        lookout.look(lower, f"A*, {expansions:,} expansions")
    """

    def __init__(self, watch: Watch, tables: tuple[Sized, ...] = ()) -> None:
        self.watch, self.tables = watch, tables
        self.upper: int | None = None  # the length of the best plan so far
        self.next_look = self.next_report = 0.0
        self.before = 0  # keys in all tables at the last look

    def due(self) -> bool:
        """Whether it is time for a look. Costs 0.1 microseconds: ask before anything that may take longer than that."""
        return monotonic() >= self.next_look

    def look(self, lower: int | None, what: str) -> None:
        """Raises LimitReached. lower: the best bound that is proven.

        Under a memory limit a search has to stop before the limit: a table that is full moves into one of twice its
        size, and while it moves both are in memory.
        """
        self.watch.check()
        keys = sum(map(len, self.tables))
        added, self.before = 2 * max(0, keys - self.before) + 1000, keys
        growth = sum(2 * sys.getsizeof(table) for table in self.tables if room(table) < added)
        if growth > SMALL:
            self.ask(growth)
        now = monotonic()
        self.next_look = now + INTERVAL
        if now >= self.next_report:
            self.next_report = now + PAUSE
            self.watch.report(lower, self.upper, what)

    def room(self) -> int:
        """Bytes that a table may take which the search can do without: half of those that are left."""
        if self.watch.memory is None:
            return UNLIMITED
        return max(0, self.watch.memory - resident_bytes()) // 2

    def ask(self, growth: int) -> None:
        """Raises LimitReached if there is no memory for so many bytes more."""
        if self.watch.memory is not None and resident_bytes() + growth >= self.watch.memory:
            raise LimitReached(Outcome.OUT_OF_MEMORY)


def room(table: Sized) -> int:
    """How many more keys a dict takes before it has to move: CPython's dict of s bytes has room for s / 30."""
    return sys.getsizeof(table) // 30 - len(table)
