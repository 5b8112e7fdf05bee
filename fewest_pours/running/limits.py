"""Limits of time and memory, and Ctrl-C: whether one is reached."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.processes import cpu_seconds, cpu_seconds_of, resident_bytes

MIB = 1 << 20
PYTHON_MIB = 500  # that Python and its libraries may take


class LimitReached(Exception):
    """Raised by Limits.check; outcome is OUT_OF_TIME, OUT_OF_MEMORY or INTERRUPTED."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.words)
        self.outcome = outcome


def ignore(*report: object) -> None:
    """A listener that does nothing."""


@dataclass
class Limits:
    """The limits of one run; inf is no limit.

    time_limit: seconds of wall time from `started`; memory_limit: MiB of resident memory; interrupted: set by Ctrl-C.
    cpu_limit: seconds of processor time, children included, beyond what was used at the start.
    at_check: called at every check.
    """

    time_limit: float = inf
    memory_limit: float = inf
    interrupted: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.monotonic)
    at_check: Callable[[], None] = ignore
    cpu_limit: float = inf
    cpu_started: float = field(default_factory=cpu_seconds)
    _interrupted_at: float = field(default=inf, init=False)  # when the interrupt was noticed
    _stopped_by: Outcome | None = field(default=None, init=False)

    def call_at_checks(self, function: Callable[[], None]) -> None:
        """From now on call this function at every check."""
        self.at_check = function

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def remaining(self) -> float:
        """Seconds left, never below 0; inf without a limit."""
        return max(0.0, self.time_limit - self.elapsed())

    @contextmanager
    def paused(self) -> Iterator[None]:
        """The time of the block does not count."""
        begun = time.monotonic()
        limit = self.time_limit
        self.time_limit = inf
        try:
            yield
        finally:
            self.started += time.monotonic() - begun
            self.time_limit = limit

    def check(self, processes: Sequence[int] = ()) -> None:
        """Raise LimitReached when a limit is reached; what these processes use counts too.

        Costs about 20 microseconds: call it every few milliseconds.
        """
        self.at_check()
        if reached := self.passed(processes=processes):
            raise LimitReached(reached)

    def passed(self, grace: float = 0, spare: float = 0, processes: Sequence[int] = ()) -> Outcome | None:
        """The limit that is passed, by at least `grace` seconds and by `spare`, a share of the limit.

        To a memory limit the same share of what Python takes is added, as a share of a small limit is next to nothing.
        """
        now = time.monotonic()
        if self.interrupted.is_set():
            self._interrupted_at = min(self._interrupted_at, now)
        if now >= self._interrupted_at + grace:
            return Outcome.INTERRUPTED
        if self.elapsed() >= (1 + spare) * self.time_limit + grace:
            return Outcome.OUT_OF_TIME
        if self.cpu_limit < inf:
            used = cpu_seconds() - self.cpu_started + sum(map(cpu_seconds_of, processes))
            if used >= (1 + spare) * self.cpu_limit + grace:
                return Outcome.OUT_OF_TIME
        if self.memory_limit < inf:
            most = self.memory_limit + spare * (self.memory_limit + PYTHON_MIB)
            if resident_bytes() + sum(map(resident_bytes, processes)) >= most * MIB:
                return Outcome.OUT_OF_MEMORY
        return None

    def stop(self, reached: Outcome) -> LimitReached:
        """The exception that stops the run, wherever it is, at the limit that is reached; stopped_by remembers it."""
        self._stopped_by = reached
        return LimitReached(reached)

    @property
    def stopped_by(self) -> Outcome | None:
        """The limit at which the run was stopped; None if it was not."""
        return self._stopped_by
