"""A solver's settings, the watch over its limits, and the lookout by which a search keeps to them."""

import signal
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

from instances.running.outcome import Outcome, Result
from instances.running.processes import resident_bytes

Plan = tuple[Any, ...]
Report = Callable[[int | None, int | None, str, Plan | None], None]  # lower and upper bound, current work, a plan
BEAT = 0.02  # seconds between two checks of enforced limits
GRACE = 0.3  # seconds for a solver to notice a limit by itself before it is stopped
SPARE = 0.05  # further grace, as a share of the limit: on large instances solvers check less often
AGAIN = 0.5  # seconds between two exceptions, until the code ends
SMALL = 1 << 20  # bytes by which a table may grow without a check
INTERVAL = 0.01  # seconds between two checks of a search, in which Python can fill 20 MiB
ALARM = getattr(signal, "SIGALRM", signal.SIGFPE)  # Windows has no signal for this
UNLIMITED = 1 << 30  # bytes for an optional table where there is no memory limit
PAUSE = 0.1  # seconds between two reports of a search


@dataclass(frozen=True)
class Settings:
    """How to solve. horizon: the longest plan allowed, None for any length; any_plan: stop at the first plan.

    workers: parallel solves, for solvers that make several; those of grid puzzles make one.
    explain: explain why there is no plan, or what all plans have in common.
    """

    horizon: int | None = None
    any_plan: bool = False
    workers: int = 2
    seed: int = 0
    log: bool = False
    explain: bool = False


def in_bytes(mebibytes: float | None) -> int | None:
    """A memory limit in bytes; None for no limit."""
    return None if mebibytes is None else int(mebibytes * (1 << 20))


class LimitReached(Exception):
    """Raised by Watch.check; outcome is OUT_OF_TIME, OUT_OF_MEMORY or INTERRUPTED."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.words)
        self.outcome = outcome


def ignore(*report: object) -> None:
    """A listener that does nothing."""


def beats() -> Callable[[], object]:
    """Raise the signal ALARM in the main thread every 0.02 s; returns what ends that."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, BEAT, BEAT)
        return partial(signal.setitimer, signal.ITIMER_REAL, 0)
    done = threading.Event()

    def beat() -> None:
        while not done.wait(BEAT):
            interrupt_main(ALARM)

    threading.Thread(target=beat, daemon=True).start()
    return done.set


@dataclass
class Watch:
    """One run's limits: seconds of wall time from its creation, bytes of resident memory, and a flag for Ctrl-C.

    listener receives the best bounds and the current work whenever one of them changes, and each plan that is shorter
    than all before; tick is called at every check.
    """

    seconds: float | None = None
    memory: int | None = None
    listener: Report = ignore
    tick: Callable[[], None] = ignore
    interrupted: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.monotonic)
    proven: Callable[[Result], None] = ignore  # receives the first proven answer of a race, not yet confirmed
    lower: int | None = None  # the best bounds that were reported
    upper: int | None = None
    last: tuple[int | None, int | None, str] = (None, None, "starting")  # what the listener received last
    best: Plan | None = None  # the shortest plan found
    interrupted_at: float = inf  # when the interrupt was noticed
    stopped: Outcome | None = None  # the limit that was enforced
    speaking: bool = False  # set while a message is half written, or a process half started

    def report(self, lower: int | None, upper: int | None, what: str, plan: Plan | None = None) -> None:
        """Report bounds (None: nothing new), the current work, and a plan, which need not be shortest."""
        if lower is not None and (self.lower is None or lower > self.lower):
            self.lower = lower
        if upper is not None and (self.upper is None or upper < self.upper):
            self.upper = upper
        if plan is not None and (self.best is None or len(plan) < len(self.best)):
            self.best = plan
        else:
            plan = None
        if plan is not None or self.last != (self.lower, self.upper, what):
            self.last = (self.lower, self.upper, what)
            self.listener(*self.last, plan)

    def found(self, plan: Plan) -> None:
        self.report(None, len(plan), self.last[2], plan)

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def remaining(self) -> float | None:
        """Seconds left, never below 0; None without a limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed())

    def rest(self, most: float = inf) -> "Watch":
        """A new watch within the rest of these limits and at most `most` seconds."""
        left = self.remaining()
        seconds = left if most == inf else min(most, inf if left is None else left)
        return Watch(seconds, self.memory, tick=self.tick, interrupted=self.interrupted)

    def check(self, processes: Iterable[int] = ()) -> None:
        """Raise LimitReached when a limit is reached; the memory of these processes counts too.

        Costs about 20 microseconds: call it every few milliseconds.
        """
        self.tick()
        if reached := self.passed(0, processes):
            raise LimitReached(reached)

    def passed(self, grace: float, processes: Iterable[int] = ()) -> Outcome | None:
        """The limit that is reached, by at least `grace` seconds (and a spare share of it, where grace is above 0)."""
        now, spare = time.monotonic(), SPARE * (grace > 0)
        if self.interrupted.is_set():
            self.interrupted_at = min(self.interrupted_at, now)
        if now >= self.interrupted_at + grace:
            return Outcome.INTERRUPTED
        if self.seconds is not None and self.elapsed() >= (1 + spare) * self.seconds + grace:
            return Outcome.OUT_OF_TIME
        most = inf if self.memory is None else (1 + spare) * self.memory + spare * (500 << 20)
        if most < inf and resident_bytes() + sum(map(resident_bytes, processes)) >= most:
            return Outcome.OUT_OF_MEMORY
        return None

    @contextmanager
    def unbroken(self) -> Iterator[None]:
        """Defer enforced limits to the end of the block. A signal mask would apply to one thread only."""
        before, self.speaking = self.speaking, True
        try:
            yield
        finally:
            self.speaking = before

    @contextmanager
    def enforced(self, grace: float = GRACE) -> Iterator[None]:
        """Within the block, raise LimitReached wherever the code is when it fails to notice a limit itself.

        grace: seconds for the code to notice. It may be stopped anywhere, so its half-finished work must not be used.
        Outside the main thread nothing is enforced.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        if self.memory is not None:
            resident_bytes()  # loads psutil now: not while a beat interrupts the loading
        quiet = 0.0  # no exception before this time

        def beat(number: int, frame: Any) -> None:
            nonlocal quiet
            if time.monotonic() >= quiet and not self.speaking and (reached := self.passed(grace)):
                self.stopped, quiet = reached, time.monotonic() + AGAIN
                raise LimitReached(reached)

        def ignored(lost: Any) -> None:
            """What a destructor raises is lost: where that was the limit, the next beat raises it again."""
            nonlocal quiet
            if isinstance(lost.exc_value, LimitReached):
                quiet = 0.0
            else:
                otherwise(lost)

        otherwise, sys.unraisablehook = sys.unraisablehook, ignored
        before = signal.signal(ALARM, beat)
        stop = beats()
        try:
            yield
        finally:
            quiet = inf
            stop()
            signal.signal(ALARM, before)
            sys.unraisablehook = otherwise


Solve = Callable[[Any, Settings, Watch], Result]  # a solver


class Lookout:
    """Checks the watch at intervals; tables: the dicts and sets that grow with the search.

    if lookout.due():
        lookout.look(lower, f"A*, {expansions:,} expansions")
    """

    def __init__(self, watch: Watch, tables: tuple[Sized, ...] = ()) -> None:
        self.watch, self.tables = watch, tables
        self.upper: int | None = None  # the length of the best plan so far
        self.next_look = self.next_report = 0.0
        self.before = 0  # keys in all tables at the last look

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
        added, self.before = 2 * max(0, keys - self.before) + 1000, keys
        growth = sum(2 * sys.getsizeof(table) for table in self.tables if free_keys(table) < added)
        if growth > SMALL:
            self.ensure_room(growth)
        now = time.monotonic()
        self.next_look = now + INTERVAL
        if now >= self.next_report:
            self.next_report = now + PAUSE
            self.watch.report(lower, self.upper, what)

    def room(self) -> int:
        """Bytes for a table that the search can do without: half of the free memory."""
        if self.watch.memory is None:
            return UNLIMITED
        return max(0, self.watch.memory - resident_bytes()) // 2

    def ensure_room(self, growth: int) -> None:
        """Raises LimitReached if this many more bytes would exceed the memory limit."""
        if self.watch.memory is not None and resident_bytes() + growth >= self.watch.memory:
            raise LimitReached(Outcome.OUT_OF_MEMORY)


def free_keys(table: Sized) -> int:
    """How many more keys fit before the dict is resized: CPython's dict of s bytes has room for s / 30."""
    return sys.getsizeof(table) // 30 - len(table)
