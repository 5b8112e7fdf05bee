"""Limits of time and memory, and Ctrl-C: whether one is reached."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf

from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.processes import resident_bytes

MIB = 1 << 20


class LimitReached(Exception):
    """Raised by Limits.check; outcome is OUT_OF_TIME, OUT_OF_MEMORY or INTERRUPTED."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.words)
        self.outcome = outcome


def ignore(*report: object) -> None:
    """A listener that does nothing."""


@dataclass
class Limits:
    """The limits of one run; inf is no limit. tick is called at every check.

    time_limit: seconds of wall time from `started`; memory_limit: MiB of resident memory; interrupted: set by Ctrl-C.
    """

    time_limit: float = inf
    memory_limit: float = inf
    interrupted: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.monotonic)
    interrupted_at: float = inf  # when the interrupt was noticed
    enforced: Outcome | None = None  # the limit at which the run was stopped
    tick: Callable[[], None] = ignore

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def remaining(self) -> float:
        """Seconds left, never below 0; inf without a limit."""
        return max(0.0, self.time_limit - self.elapsed())

    def check(self, processes: Iterable[int] = ()) -> None:
        """Raise LimitReached when a limit is reached; the memory of these processes counts too.

        Costs about 20 microseconds: call it every few milliseconds.
        """
        self.tick()
        if reached := self.passed(processes=processes):
            raise LimitReached(reached)

    def passed(self, grace: float = 0, spare: float = 0, processes: Iterable[int] = ()) -> Outcome | None:
        """The limit that is reached, by at least `grace` seconds and a spare share of it."""
        now = time.monotonic()
        if self.interrupted.is_set():
            self.interrupted_at = min(self.interrupted_at, now)
        if now >= self.interrupted_at + grace:
            return Outcome.INTERRUPTED
        if self.elapsed() >= (1 + spare) * self.time_limit + grace:
            return Outcome.OUT_OF_TIME
        most = MIB * ((1 + spare) * self.memory_limit + spare * 500)
        if most < inf and resident_bytes() + sum(map(resident_bytes, processes)) >= most:
            return Outcome.OUT_OF_MEMORY
        return None
