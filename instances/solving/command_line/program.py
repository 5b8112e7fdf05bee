"""The ends of a program: what it prints may meet a closed pipe, a full disk, or an encoding that lacks a character.

When all is written the process ends at once: to have Python take libraries and a large instance apart first takes up to
half a second, and what they hold is the system's anyway.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from instances.text import why

CLOSED_PIPE = 141  # as a shell tells of a program that a closed pipe has ended
NOT_WRITTEN = 2


def program(main: Callable[[], int]) -> NoReturn:
    """Ends the process with the exit code of main, once all that it printed is written.

    When main returns it has ended the processes and threads that it started. A reader who has seen enough
    (`| head -1`) ends it without a word; a full disk is told in one line.
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
    except BrokenPipeError:
        code = CLOSED_PIPE
    except OSError as error:
        with suppress(OSError):  # stderr is full, too
            print(f"output: {why(error)}, expected a place to write", file=sys.stderr)
        code = NOT_WRITTEN
    os._exit(code)
