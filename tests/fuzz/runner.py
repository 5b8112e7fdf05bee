"""Runs many cases, each of which must end in time and in an allowed way; memory must not grow."""

import argparse
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

SECONDS = 2.0  # of this process's own time for a case
MIB = 300  # by which the memory may grow

Case = Callable[
    [Random, int], tuple[Any, Callable[[], str]]
]  # what is tried, and a function that tries it and returns a word for the ending


class TooLong(BaseException):
    """A case did not end. Not an Exception, so that the code under test cannot swallow it."""


@dataclass
class Tally:
    """ends: how often cases ended in each way; failures: (what was tried, what went wrong)."""

    cases: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[Any, str]] = field(default_factory=list)
    slowest: float = 0.0
    grown_mib: int = 0


def trials(case: Case, cases: int, seed: int) -> Tally:
    """Try so many cases; each has its own random stream, Random(f'{seed} {number}')."""
    tally = Tally()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    old = signal.signal(signal.SIGVTALRM, too_long)
    try:
        for number in range(cases):
            given, attempt = case(Random(f"{seed} {number}"), number)
            started = time.process_time()
            try:
                signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
                tally.ends[attempt()] += 1
            except (Exception, TooLong):
                tally.failures.append((given, traceback.format_exc()))
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            tally.slowest = max(tally.slowest, time.process_time() - started)
            tally.cases += 1
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGVTALRM, old)
    tally.grown_mib = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10) - before
    return tally


def too_long(number: int, frame: Any) -> None:
    raise TooLong


def complaint(error: Exception, path: Path) -> str:
    """The message about a file: one line of at most some hundred characters, its name first."""
    line = str(error)
    assert line.startswith(f"{path}:"), line
    assert line.isprintable(), line
    assert len(line) <= 220 + len(str(path)), line
    return line


def command(description: str, cases: Mapping[str, Case], argv: Sequence[str] | None) -> int:
    """The command line of a fuzzer; 1 if any case went wrong."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--kind", choices=cases, help="default: all kinds, one after the other")
    parser.add_argument("--cases", metavar="N", type=int, default=100_000, help="how many of each kind (100000)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed makes the same ones (0)")
    options = parser.parse_args(argv)
    wrong = 0
    for name in [options.kind] if options.kind else cases:
        started = time.monotonic()
        tally = trials(cases[name], options.cases, options.seed)
        wrong += len(tally.failures) + (tally.grown_mib > MIB)
        print(
            f"{name}: {tally.cases} cases, {len(tally.failures)} wrong, {time.monotonic() - started:.0f} s "
            f"(the slowest {tally.slowest:.2f} s, memory grew by {tally.grown_mib} MiB)"
        )
        for end, times in tally.ends.most_common(20):
            print(f"{times:>9}  {end}")
        for given, failure in tally.failures[:5]:
            print(f"WRONG: {given!r:.2000}\n{failure}")
    return 1 if wrong else 0
