"""How a program starts and ends: closed pipes, closed streams, full disks."""

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from fewest_pours.files.wording import printable, why
from fewest_pours.running.interrupts import let_interrupts_end_at_once

CLOSED_PIPE = 141  # the shell's exit code for a program ended by SIGPIPE
NOT_WRITTEN = 2
MONITORS = 6  # tools that sys.monitoring has room for
SHUTDOWN = "FEWEST_POURS_SHUTDOWN"  # set: leave by Python's own shutdown, with all that atexit runs


def program(module: str) -> None:
    """Run main() of the module, which is loaded only now, and end with its exit code once all output is written.

    main returns after it has ended its processes and threads, so this process exits at once (`leave`). A reader that
    closes the pipe early (`| head -1`) ends the program silently; a full disk, a closed stream, or a file that cannot
    be written is reported in one line.
    """
    let_interrupts_end_at_once()  # also while the module is loaded
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
            place = printable(str(error.filename or "output"))
            print(f"{place}: {why(error)}, expected a place to write", file=sys.stderr)
        code = NOT_WRITTEN
    leave(code)


def leave(code: int | str | None) -> NoReturn:
    """End this process at once, unless somebody waits for Python's own shutdown: a profiler, a debugger, coverage.

    That takes up to half a second with large libraries and instances.
    """
    if is_observed():
        sys.exit(code)
    if code is None:
        os._exit(0)
    os._exit(code if isinstance(code, int) else 1)  # as sys.exit does for a text


def is_observed() -> bool:
    """Whether a tracer or a profiler is set, or the variable FEWEST_POURS_SHUTDOWN."""
    monitored = False
    if sys.version_info >= (3, 12):
        monitored = any(map(sys.monitoring.get_tool, range(MONITORS)))
    return bool(monitored or sys.gettrace() or sys.getprofile() or os.environ.get(SHUTDOWN))


def fewest_pours() -> None:
    """The installed command, loaded when Ctrl-C is already handled."""
    program("fewest_pours.__main__")


def open_streams() -> None:
    """Open streams that the shell closed (`<&-`), so that no file takes their numbers; exit if stdout was closed."""
    output = sys.stdout
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # takes the lowest free number
    if output is None:
        print("output: closed, expected a place to write", file=sys.stderr)
        os._exit(NOT_WRITTEN)
