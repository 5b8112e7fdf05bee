"""The ends of a program: what it prints may meet a closed pipe, a full disk, or an encoding that lacks a character."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress

CLOSED_PIPE = 141  # as a shell tells of a program that a closed pipe has ended
NOT_WRITTEN = 2


def program(main: Callable[[], int]) -> int:
    """The exit code of main, once all that it printed is written.

    A reader who has seen enough (`| head -1`) ends it without a word; a full disk is told in one line.
    """
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]  # None: closed
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            code = main()
        except SystemExit as ended:  # of argparse: help, or wrong usage
            code = ended.code  # type: ignore[assignment]
        for stream in streams:
            stream.flush()
        return code
    except BrokenPipeError:
        code = CLOSED_PIPE
    except OSError as error:
        with suppress(OSError):  # stderr is full, too
            print(f"output: {(error.strerror or str(error)).lower()}, expected a place to write", file=sys.stderr)
        code = NOT_WRITTEN
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream.fileno())  # what is left in the buffer would fail again
    return code
