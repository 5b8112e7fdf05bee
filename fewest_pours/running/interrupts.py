"""Ctrl-C and SIGTERM.

Until a program has something to report, an interrupt ends it at once. From then on the first one asks for the best
answer so far, and another one a second later ends the program.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

IMPATIENT = 1.0  # seconds after the first interrupt from which another one ends the program
INTERRUPTED = 130
ENDING = (signal.SIGINT, signal.SIGTERM)


def let_interrupts_end_at_once() -> None:
    """From now on an interrupt ends the program."""
    handle(lambda: os._exit(INTERRUPTED))


def asked_to_stop() -> threading.Event:
    """An event that the first interrupt sets; another one, a second later, ends the program."""
    event = threading.Event()
    first = float("inf")

    def answer() -> None:
        nonlocal first
        now = time.monotonic()
        if now - first >= IMPATIENT:
            os._exit(INTERRUPTED)
        first = min(first, now)
        event.set()

    handle(answer)
    return event


def handle(answer: Callable[[], None]) -> None:
    """Call `answer` at each Ctrl-C and SIGTERM."""
    for number in ENDING:
        signal.signal(number, lambda *signal_and_frame: answer())


@contextmanager
def deferred_signals() -> Iterator[None]:
    """Ctrl-C and SIGTERM wait for the end of the block; in a process started in it, for its deliver_signals()."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # as CPython unblocks both signals whenever it starts the tracker
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def deliver_signals() -> None:
    """From now on Ctrl-C and SIGTERM arrive in a process that was started with deferred signals."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
