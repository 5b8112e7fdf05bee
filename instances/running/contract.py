"""The contract of a solver, `solve(instance, settings, watch) -> result`: what it receives, and how a run can end.

An outcome is one word with one meaning and one exit code (the codes follow Fast Downward's driver). A limit that was
reached is never an answer: `out_of_time` is not `unsolvable`, and `no_plan_within_horizon` excludes no longer plan.
"""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import Any

from instances.running.processes import resident_bytes

MIB = 1 << 20
SPARE = 0.05  # further grace, as a share of the limit: on large instances solvers check less often


class Outcome(Enum):
    """Outcome.OPTIMAL.value == 'optimal'; Outcome.OPTIMAL.exit_code == 0"""

    OPTIMAL = "optimal", 0  # a plan and a proof that none is shorter; or a solution, where there is no length
    SOLVED = "solved", 0  # a plan, not proven shortest
    UNSOLVABLE = "unsolvable", 11  # proof that no plan of any length exists
    NO_PLAN_WITHIN_HORIZON = "no_plan_within_horizon", 12
    OUT_OF_MEMORY = "out_of_memory", 22
    OUT_OF_TIME = "out_of_time", 23
    BAD_INPUT = "bad_input", 31
    SOLVER_FAILED = "solver_failed", 32  # our fault: a solver died, a model is invalid, a plan breaks a rule
    UNSUPPORTED = "unsupported", 34  # this solver cannot decide this instance; another one may
    INTERRUPTED = "interrupted", 130

    exit_code: int

    def __new__(cls, value: str, exit_code: int) -> "Outcome":
        member = object.__new__(cls)
        member._value_ = value
        member.exit_code = exit_code
        return member

    @property
    def words(self) -> str:
        """Outcome.OUT_OF_TIME.words == 'out of time'"""
        return str(self.value).replace("_", " ")


Instance = Any  # a puzzle to solve: a Deal, Level, Futoshiki or Pipes, each with a `name` and what is `known`
Plan = tuple[Any, ...]  # pours or clicks
Report = Callable[[int | None, int | None, str, Plan | None], None]  # lower and upper bound, current work, a plan


class NoWitness(Exception):
    """Raised where no witness for a certificate can be made, with the reason."""


@dataclass(frozen=True)
class Result:
    """One solver's answer to one instance.

    plan: the steps, for puzzles that are played (water sort, squares). solutions: one grid, or two different ones, for
    puzzles that are filled in; `unique`: whether there is only one (None: not known).
    Bounds count steps; lower_bound_by and upper_bound_by name the solver or method that found them. reason: why an
    instance is unsolvable or a solver failed, as a sentence. broken: the replay found that the answer breaks a rule.
    explanation: a watch -> why no plan exists, or what all plans have in common, as sentences; computed on demand.
    """

    outcome: Outcome
    plan: Plan | None = None
    solutions: tuple[Any, ...] = ()
    unique: bool | None = None
    lower_bound: int | None = None
    upper_bound: int | None = None
    lower_bound_by: str | None = None
    upper_bound_by: str | None = None
    reason: str | None = None
    broken: bool = False
    seconds: float = 0.0
    statistics: dict[str, Any] = field(default_factory=dict)
    explanation: Callable[..., Sequence[str]] | None = None

    @property
    def answer(self) -> Plan | None:
        """The plan, or the solutions if there are any."""
        return self.solutions or self.plan


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
        if reached := self.passed(0, processes):
            raise LimitReached(reached)

    def passed(self, grace: float, processes: Iterable[int] = ()) -> Outcome | None:
        """The limit that is reached, by at least `grace` seconds (and a spare share of it, where grace is above 0)."""
        now, spare = time.monotonic(), SPARE * (grace > 0)
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


@dataclass
class Watch(Limits):
    """What a solver receives: the limits of its run, and where it reports its progress.

    listener receives the best bounds and the current work whenever one of them changes, and each plan that is shorter
    than all before.
    """

    listener: Report = ignore
    proven: Callable[[Result], None] = ignore  # receives the first proven answer of a race, not yet confirmed
    lower: int | None = None  # the best bounds that were reported
    upper: int | None = None
    last: tuple[int | None, int | None, str] = (None, None, "starting")  # what the listener received last
    best: Plan | None = None  # the shortest plan found

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

    def rest(self, most: float = inf) -> "Watch":
        """A new watch, without a listener, within the rest of these limits and at most `most` seconds."""
        limit = min(most, self.remaining())
        return Watch(limit, self.memory_limit, tick=self.tick, interrupted=self.interrupted)


Solve = Callable[[Any, Settings, Watch], Result]
