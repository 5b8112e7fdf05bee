"""Enforced limits: code that fails to notice a limit itself is stopped wherever it is."""

import signal
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf

from fewest_pours.running.limits import LimitReached, Limits
from fewest_pours.running.processes import resident_bytes

BEAT = 0.02  # seconds between two checks
GRACE = 0.3  # seconds for a solver to notice a limit by itself before it is stopped
SPARE = 0.05  # of the limit, further grace where there is any: on large instances solvers check less often
AGAIN = 0.5  # seconds between two exceptions, until the code ends
# Windows has no SIGALRM, but lets a program handle SIGFPE, which only interrupt_main (below) ever raises there.
ALARM = getattr(signal, "SIGALRM", signal.SIGFPE)

held = False  # set while a message is half written, or a process half started


@contextmanager
def unbroken() -> Iterator[None]:
    """Defer enforced limits to the end of the block. A signal mask would apply to one thread only."""
    global held
    before = held
    held = True
    try:
        yield
    finally:
        held = before


@contextmanager
def enforced(limits: Limits, grace: float = GRACE) -> Iterator[None]:
    """Within the block, raise LimitReached wherever the code is when it fails to notice a limit itself.

    grace: seconds for the code to notice. It may be stopped anywhere, so its half-finished work must not be used.
    Outside the main thread nothing is enforced. Blocks may be nested; the outer one is enforced again after the inner.
    """
    global held
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if limits.memory_limit < inf:
        resident_bytes()  # loads psutil now: not while a beat interrupts the loading
    held_outside = held
    held = False  # a process that was forked in an unbroken block inherits True
    quiet = 0.0  # no exception before this time

    def beat(*signal_and_frame: object) -> None:
        nonlocal quiet
        if held or time.monotonic() < quiet:
            return
        reached = limits.passed(grace, SPARE if grace else 0)
        if reached is not None:
            quiet = time.monotonic() + AGAIN
            raise limits.stop(reached)

    otherwise = sys.unraisablehook

    def raise_again(lost: "sys.UnraisableHookArgs") -> None:
        """What a destructor raises is lost: where that was the limit, the next beat raises it again."""
        nonlocal quiet
        if isinstance(lost.exc_value, LimitReached):
            quiet = 0.0
        else:
            otherwise(lost)

    sys.unraisablehook = raise_again
    before = signal.signal(ALARM, beat)
    stop = beats()
    try:
        yield
    finally:
        quiet = inf  # a signal that is already under way raises nothing
        stop()
        signal.signal(ALARM, before)
        sys.unraisablehook = otherwise
        held = held_outside


def beats() -> Callable[[], object]:
    """Raise the signal ALARM in the main thread every BEAT seconds.

    Returns a function that ends these signals; those of an outer block, if there is one, go on.
    """
    if hasattr(signal, "setitimer"):
        _, outer = signal.setitimer(signal.ITIMER_REAL, BEAT, BEAT)  # seconds between an outer block's, 0 for none
        return partial(signal.setitimer, signal.ITIMER_REAL, outer, outer)
    done = threading.Event()

    def beat() -> None:
        while not done.wait(BEAT):
            interrupt_main(ALARM)

    threading.Thread(target=beat, daemon=True).start()
    return done.set
