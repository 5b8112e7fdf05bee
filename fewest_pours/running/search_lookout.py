"""The lookout by which a search keeps to its limits and reports its progress, cheaply."""

import sys
import time
from collections.abc import Sized
from math import inf

from fewest_pours.running.limits import MIB, LimitReached
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.processes import resident_bytes
from fewest_pours.running.solver_contract import Watch

SMALL = 1 << 20  # bytes by which a table may grow without a check
INTERVAL = 0.01  # seconds between two checks of a search, in which Python can fill 20 MiB
FEW_KEYS = 1000  # that a search may add between two looks, whatever it added before
# Of a dict just before it is resized. CPython stores 24 bytes for each key (hash, key, value), and an index of 4 bytes
# for each slot, of which two thirds are in use: 24 + 4 * 3 / 2.
BYTES_PER_KEY = 30
BYTES_PER_KEY_RESIZED = 2 * BYTES_PER_KEY  # just after that, as a table doubles
PAUSE = 0.1  # seconds between two reports of a search
UNLIMITED = 1 << 30  # bytes for an optional table where there is no memory limit


class Lookout:
    """Checks the watch at intervals.

    if lookout.due():
        lookout.look(lower, f"A*, {expansions:,} expansions")
    """

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.tables: tuple[Sized, ...] = ()
        self.next_look = self.next_report = 0.0
        self.before = 0  # keys in all tables at the last look

    def watch_tables(self, *tables: Sized) -> None:
        """From now on these dicts are those that grow with the search."""
        self.tables = tables
        self.before = sum(map(len, tables))  # what another search has added was its own

    def due(self) -> bool:
        """Whether the next check is due. Costs 0.1 microseconds: call it before anything that may take longer."""
        return time.monotonic() >= self.next_look

    def look(self, lower: int | None, what: str) -> None:
        """Check the limits and report progress. lower: the best proven bound. Raises LimitReached.

        Under a memory limit a search has to stop early: a full table is copied into one of twice its size, and during
        the copy both are in memory.
        """
        self.watch.check()
        keys = sum(map(len, self.tables))
        added = 2 * max(0, keys - self.before) + FEW_KEYS  # until the next look, at most
        self.before = keys
        growth = sum(2 * sys.getsizeof(table) for table in self.tables if free_keys(table) < added)
        if growth > SMALL:
            self.ensure_room(growth)
        now = time.monotonic()
        self.next_look = now + INTERVAL
        if now >= self.next_report:
            self.next_report = now + PAUSE
            self.watch.report(lower, None, what)

    def room(self) -> int:
        """Bytes for a table that the search can do without: half of the free memory."""
        if self.watch.memory_limit == inf:
            return UNLIMITED
        return max(0, int(self.watch.memory_limit * MIB) - resident_bytes()) // 2

    def ensure_room(self, growth: int) -> None:
        """Raises LimitReached if this many more bytes would exceed the memory limit."""
        if self.watch.memory_limit < inf and resident_bytes() + growth >= self.watch.memory_limit * MIB:
            raise LimitReached(Outcome.OUT_OF_MEMORY)


def free_keys(table: Sized) -> int:
    """How many more keys fit before the dict is resized."""
    return sys.getsizeof(table) // BYTES_PER_KEY - len(table)
