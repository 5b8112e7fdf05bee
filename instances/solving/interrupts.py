"""Ctrl-C while an answer is looked for: the first one asks for the best answer so far."""

import os
import signal
import threading
import time
from typing import Any

IMPATIENT = 1.0  # seconds after which another Ctrl-C means now
EXIT_CODE = 130


def asked_to_stop() -> threading.Event:
    """Set by the first Ctrl-C from now on; another one, a second later, ends the program at once."""
    asked = threading.Event()
    first = [float("inf")]

    def note(number: int, frame: Any) -> None:
        now = time.monotonic()
        if now - first[0] >= IMPATIENT:
            os._exit(EXIT_CODE)
        first[0] = min(first[0], now)
        asked.set()

    signal.signal(signal.SIGINT, note)
    return asked
