"""What Ctrl-C and SIGTERM do, in all commands.

A program ends at once, until it has something to report. From then on the first of them asks for the best answer so
far, and another one a second later ends the program at once.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

IMPATIENT = 1.0  # seconds after which another one means now
EXIT_CODE = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def handle(answer: Callable[[], None]) -> None:
    """Call this when one of them comes."""

    def handler(number: int, frame: FrameType | None) -> None:
        answer()

    for number in SIGNALS:
        signal.signal(number, handler)


def end_at_once() -> None:
    """From now on they end the program."""
    handle(lambda: os._exit(EXIT_CODE))


def asked_to_stop() -> threading.Event:
    """Set by the first of them from now on; another one, a second later, ends the program."""
    asked, first = threading.Event(), float("inf")

    def answer() -> None:
        nonlocal first
        now = time.monotonic()
        if now - first >= IMPATIENT:
            os._exit(EXIT_CODE)
        first = min(first, now)
        asked.set()

    handle(answer)
    return asked
