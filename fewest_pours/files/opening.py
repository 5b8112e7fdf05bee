"""Opens files that may be pipes."""

import os

NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # Windows has no pipes that are files


def at_once(path: str, flags: int) -> int:
    """An opener for `open` that does not wait for a pipe's writer: a pipe that nobody writes to is empty."""
    descriptor = os.open(path, flags | NO_WAIT)
    if NO_WAIT:
        os.set_blocking(descriptor, True)
    return descriptor
