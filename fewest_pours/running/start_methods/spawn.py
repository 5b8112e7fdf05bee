"""A new Python process, which imports what it needs; it listens to its parent."""

import multiprocessing
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.process import BaseProcess

from fewest_pours.running.start_methods.child import LISTENING, Work, depart, listen, live


def end_with_parent() -> None:
    """From now on this process departs when its parent ends; a child that listens to its parent does so already."""
    signal.signal(signal.SIGTERM, depart)
    parent = multiprocessing.parent_process()
    if not LISTENING.is_set() and parent is not None:
        threading.Thread(target=depart_after, args=(parent,), daemon=True).start()


def depart_after(parent: BaseProcess) -> None:
    parent.join()
    depart()


def spawned(function: Callable[..., object], *arguments: object) -> tuple[Connection, SpawnProcess]:
    """Start a Python process that calls function(its end of a connection, *arguments); returns our end and the process.

    The process finds the function by its name.
    """
    multiprocessing.current_process().daemon = False  # Dask's processes are daemons, which may not have children
    connection, there = Pipe()
    with there:
        process = multiprocessing.get_context("spawn").Process(target=function, args=(there, *arguments))
        process.start()
    return connection, process


def number_of(process: BaseProcess) -> int:
    """The number of a process that was started."""
    assert process.pid is not None
    return process.pid


class Spawned:
    def __init__(self, work: Work) -> None:
        self.peak = 0
        self.connection, self.own = spawned(listen_and_live, work)
        self.process = number_of(self.own)

    def ended(self) -> bool:
        return not self.own.is_alive()

    def interrupt(self) -> None:
        with suppress(OSError):  # it has ended
            self.connection.send(None)

    def exit_code(self) -> int:
        self.own.join()
        assert self.own.exitcode is not None
        return self.own.exitcode


start = Spawned


def listen_and_live(connection: Connection, work: Work) -> None:
    listen(connection)
    live(work, connection)
