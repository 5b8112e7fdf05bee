"""The life of a child: it runs a function, and sends messages, what the function returns, or how it failed."""

import os
import shutil
import signal
import threading
from _thread import interrupt_main
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from fewest_pours.running.forced_stop import ALARM
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.processes import end_below

Sent = Any  # what passes between processes: anything that can be pickled
Say = Callable[[Sent], None]  # sends a message to the supervisor
Work = Callable[[Say], Sent]
Name = TypeVar("Name", bound=Hashable)  # the caller's, of a child
FOLDERS: list[Path] = []  # removed when this process departs
LISTENING = threading.Event()  # set once this process listens to its parent


class Message(NamedTuple, Generic[Name]):
    """What a child has sent."""

    name: Name
    value: Sent


class ChildEnding(NamedTuple, Generic[Name]):
    """How a child ended, what it returned, and what it used.

    outcome: None if it returned; OUT_OF_MEMORY for a MemoryError; SOLVER_FAILED if it raised, died, or sent what cannot
    be read, with the reason. peak: most bytes of resident memory, those of all below it included.
    """

    name: Name
    outcome: Outcome | None
    reason: str
    value: Sent
    peak: int


def live(work: Work, connection: Connection) -> NoReturn:
    """Run the function and exit. A copy of this process that it may have forked sends nothing."""
    process = os.getpid()

    def send(event: type, *values: object) -> None:
        if os.getpid() == process:
            connection.send((event, *values))

    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(ALARM, signal.SIG_DFL)
        try:
            value = work(partial(send, Message))
            # The parent now reads these folders, and closes the connection. Then the listener's thread, if it is faster
            # than os._exit below, departs, which would remove them.
            FOLDERS.clear()
            send(ChildEnding, None, "", value)
        except MemoryError:
            send(ChildEnding, Outcome.OUT_OF_MEMORY)
        except BaseException as error:
            send(ChildEnding, Outcome.SOLVER_FAILED, f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)


def listen(connection: Connection) -> None:
    """In a thread: interrupt the work when a message comes from the parent, and depart when the parent has ended."""

    def wait() -> None:
        with suppress(EOFError, OSError):
            while True:
                connection.recv()
                interrupt_main()
        depart()

    LISTENING.set()
    threading.Thread(target=wait, daemon=True).start()


def depart(*signal_and_frame: object) -> NoReturn:
    """Remove this process's folders, end everything below it, and exit."""
    with suppress(ValueError):  # outside the main thread
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        remove_folders()  # first, as there may be a moment only
        end_below(os.getpid())
        remove_folders()  # what was written meanwhile
    finally:
        os._exit(0)


def remove_folders() -> None:
    for folder in FOLDERS:
        shutil.rmtree(folder, ignore_errors=True)
