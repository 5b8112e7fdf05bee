"""What a solver is asked to do, and the watch that tells it when to stop."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from instances.harness.outcome import Outcome

Report = Callable[[int | None, int | None, str], None]  # lower bound, upper bound, what runs now


@dataclass(frozen=True)
class Settings:
    """How to solve: horizon None is any length; any_plan: the first plan is enough, no proof of optimality."""

    horizon: int | None = None
    any_plan: bool = False
    workers: int = 2
    seed: int = 0
    certificate: bool = False
    log: bool = False


PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class LimitReached(Exception):
    """Raised by Watch.check; outcome is OUT_OF_TIME, OUT_OF_MEMORY or INTERRUPTED."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.value)
        self.outcome = outcome


def resident_bytes(process: int | str = "self") -> int:
    """Memory that a process holds now (Linux); 0 where the system does not tell."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def nothing(lower: int | None, upper: int | None, what: str) -> None:
    """The report of a run that nobody watches."""


def idle() -> None:
    """The tick of a run that nobody watches."""


@dataclass
class Watch:
    """One run's limits: seconds of wall time from its making, bytes of resident memory, and a flag for Ctrl-C.

    report is told of progress, tick is called at every check.
    """

    seconds: float | None = None
    memory: int | None = None
    report: Report = nothing
    tick: Callable[[], None] = idle
    interrupted: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.monotonic)

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def remaining(self) -> float | None:
        """Seconds left, never below 0; None without a limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed())

    def check(self, processes: Iterable[int] = ()) -> None:
        """Raise LimitReached when a limit is reached; the memory of these processes counts too.

        Costs about 10 microseconds: call it every thousand steps.
        """
        self.tick()
        if self.interrupted.is_set():
            raise LimitReached(Outcome.INTERRUPTED)
        if self.seconds is not None and self.elapsed() >= self.seconds:
            raise LimitReached(Outcome.OUT_OF_TIME)
        if self.memory is not None and resident_bytes() + sum(map(resident_bytes, processes)) >= self.memory:
            raise LimitReached(Outcome.OUT_OF_MEMORY)
