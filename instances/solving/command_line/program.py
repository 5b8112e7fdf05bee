"""The ends of a program: what it prints may meet a closed pipe, a full disk, or an encoding that lacks a character.

When all is written the process ends at once: to have Python take libraries and a large instance apart first takes up to
half a second, and what they hold is the system's anyway.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from instances.solving.interrupts import end_at_once
from instances.text import why

CLOSED_PIPE = 141  # as a shell reports a program that a closed pipe has ended
NOT_WRITTEN = 2


def program(module: str) -> NoReturn:
    """Run main() of the module, which is loaded only now, and end with its exit code once all output is written.

    When main returns it has ended the processes and threads that it started. A reader that closes the pipe early
    (`| head -1`) ends the program silently; a full disk or a closed stream is reported in one line.
    """
    end_at_once()  # also while the module is loaded
    open_streams()
    streams = (sys.stdout, sys.stderr)
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            code = import_module(module).main(sys.argv[1:])
        except SystemExit as ended:  # of argparse: help, or wrong usage
            code = ended.code
        for stream in streams:
            stream.flush()
    except BrokenPipeError:
        code = CLOSED_PIPE
    except OSError as error:
        with suppress(OSError):  # stderr is full, too
            print(f"output: {why(error)}, expected a place to write", file=sys.stderr)
        code = NOT_WRITTEN
    os._exit(code)


def open_streams() -> None:
    """Open what the shell has closed (`<&-`), or the next file would take its number; without an output, end here."""
    output = sys.stdout
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # takes the lowest free number
    if output is None:
        print("output: closed, expected a place to write", file=sys.stderr)
        os._exit(NOT_WRITTEN)
