"""How a program starts and ends: Ctrl-C and SIGTERM, closed pipes, full disks.

Until a program has something to report, an interrupt ends it at once. From then on the first one asks for the best
answer so far, and another one a second later ends the program.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from instances.reading.wording import printable, why

IMPATIENT = 1.0  # seconds after the first interrupt from which another one ends the program
INTERRUPTED = 130
CLOSED_PIPE = 141  # the shell's exit code for a program ended by SIGPIPE
NOT_WRITTEN = 2
ENDING = (signal.SIGINT, signal.SIGTERM)


def program(module: str) -> None:
    """Run main() of the module, which is loaded only now, and end with its exit code once all output is written.

    main returns after it has ended its processes and threads, so this process exits at once: Python's own shutdown
    takes up to half a second with large libraries and instances. A reader that closes the pipe early (`| head -1`) ends
    the program silently; a full disk, a closed stream, or a file that cannot be written is reported in one line.
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
            place = printable(str(error.filename or "output"))
            print(f"{place}: {why(error)}, expected a place to write", file=sys.stderr)
        code = NOT_WRITTEN
    os._exit(code)


def fewest_pours() -> None:
    """The installed command: compare.py, loaded when Ctrl-C is already handled."""
    program("compare")


def open_streams() -> None:
    """Open streams that the shell closed (`<&-`), so that no file takes their numbers; exit if stdout was closed."""
    output = sys.stdout
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # takes the lowest free number
    if output is None:
        print("output: closed, expected a place to write", file=sys.stderr)
        os._exit(NOT_WRITTEN)


def end_at_once() -> None:
    """From now on an interrupt ends the program."""
    handle(lambda: os._exit(INTERRUPTED))


def asked_to_stop() -> threading.Event:
    """An event that the first interrupt sets; another one, a second later, ends the program."""
    event, first = threading.Event(), float("inf")

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
    """Ctrl-C and SIGTERM wait for the end of the block; a process started in it has them wait until it is ready."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # if it started later, it would let them through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def deliver_signals() -> None:
    """From now on Ctrl-C and SIGTERM arrive in a process that was started with deferred signals."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
