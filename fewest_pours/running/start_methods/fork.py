"""Fork, on a system that ends no child with its parent: children listen."""

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from weakref import WeakSet

from fewest_pours.running.start_methods import spawn
from fewest_pours.running.start_methods.child import FOLDERS, Work, listen, live

RESIDENT_UNIT = 1 if sys.platform == "darwin" else 1 << 10  # bytes that ru_maxrss counts in
HELD = WeakSet[Connection]()  # this process's ends of its children's connections
end_with_parent = spawn.end_with_parent


def start(work: Work) -> "Forked":
    return Forked(work, listen)


class Forked:
    """A running child, as its parent sees it. process: its number; peak: most bytes of resident memory seen.

    tie: called in the child with its connection, so that it ends with its parent.
    """

    def __init__(self, work: Work, tie: Callable[[Connection], None]) -> None:
        self.connection, there = Pipe()
        self.peak = 0
        self.status: int | None = None
        HELD.add(self.connection)
        self.process = os.fork()
        if not self.process:
            try:
                FOLDERS.clear()  # they are the parent's
                for each in list(HELD):
                    each.close()  # only the parent holds them, so that they close when it ends
                tie(there)
                live(work, there)
            finally:
                os._exit(1)
        there.close()

    def ended(self) -> bool:
        return self.waited(os.WNOHANG)

    def interrupt(self) -> None:
        if not self.ended():  # once it is reaped, another process may have its number
            os.kill(self.process, signal.SIGINT)

    def exit_code(self) -> int:
        """The exit code, below 0 for a signal, once the child has ended; may raise `peak`."""
        self.waited(0)
        assert self.status is not None
        return os.waitstatus_to_exitcode(self.status)

    def waited(self, options: int) -> bool:
        """Whether the child has ended, and been reaped."""
        if self.status is None:
            process, status, used = os.wait4(self.process, options)
            if process:
                self.status = status
                self.peak = max(self.peak, used.ru_maxrss * RESIDENT_UNIT)
        return self.status is not None
