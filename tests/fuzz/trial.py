"""Many cases, each of which has to end in time and in a way that is allowed; the memory may not grow."""

import argparse
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

SECONDS = 2.0  # that a case may take, of this process's own time
MIB = 300  # that the memory may grow by

Case = Callable[[Random, int], tuple[Any, Callable[[], str]]]  # what is tried, and how: it says in a word what came out


class TooLong(BaseException):
    """A case did not end. No Exception, so that nothing that is tried swallows it."""


@dataclass
class Tally:
    """ends: how often cases ended in each way; failures: (what was tried, what went wrong)."""

    cases: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[Any, str]] = field(default_factory=list)
    slowest: float = 0.0
    grown_mib: int = 0


def trials(case: Case, cases: int, seed: int) -> Tally:
    """Try so many cases; every one has a random stream of its own, Random(f'{seed} {number}')."""
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
    """What is said of a file: one line of no more than some hundred characters, its name first."""
    line = str(error)
    assert line.startswith(f"{path}:"), line
    assert line.isprintable(), line
    assert len(line) <= 220 + len(str(path)), line
    return line


def command(description: str, case: Case, argv: Sequence[str] | None) -> int:
    """The command line of a fuzzer; 1 if any case went wrong."""
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("--cases", metavar="N", type=int, default=100_000, help="how many (100000)")
    arguments.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed makes the same ones (0)")
    options = arguments.parse_args(argv)
    started = time.monotonic()
    tally = trials(case, options.cases, options.seed)
    print(
        f"{tally.cases} cases, {len(tally.failures)} wrong, {time.monotonic() - started:.0f} s "
        f"(the slowest {tally.slowest:.2f} s, memory grew by {tally.grown_mib} MiB)"
    )
    for end, times in tally.ends.most_common(20):
        print(f"{times:>9}  {end}")
    for given, wrong in tally.failures[:5]:
        print(f"WRONG: {given!r:.2000}\n{wrong}")
    return 1 if tally.failures or tally.grown_mib > MIB else 0
