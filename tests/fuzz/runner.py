"""Runs many cases, each of which must end in time and in an allowed way; memory must not grow."""

import resource
import signal
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

SECONDS = 2.0  # of this process's own time for a case
MIB = 300  # by which the memory may grow

Trial = tuple[Any, Callable[[], str]]  # what is tried, and a function that tries it and returns a word for the ending
Kind = Callable[[Random], Trial]  # the next case; an exception is a failure


class TooLong(BaseException):
    """A case did not end. Not an Exception, so that the code under test cannot swallow it."""


@dataclass
class Tally:
    """ends: how often cases ended in each way; failures: (what was tried, what went wrong)."""

    ends: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[Any, str]] = field(default_factory=list)
    grown_mib: int = 0


def trials(kind: Kind, cases: int, seed: int, seconds: float = SECONDS) -> Tally:
    """Try so many cases, each for so long (0: no limit); each has its own random stream, Random(f'{seed} {number}')."""
    tally, before = Tally(), peak_mib()
    old = signal.signal(signal.SIGVTALRM, too_long)
    for number in range(cases):
        given, attempt = kind(Random(f"{seed} {number}"))
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            tally.ends[attempt()] += 1
        except (Exception, TooLong):
            tally.failures.append((given, traceback.format_exc()))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, old)
    tally.grown_mib = peak_mib() - before
    return tally


def too_long(number: int, frame):
    raise TooLong


def peak_mib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
