"""The one supervisor of processes: starts them, watches their time and memory, ends them, and reports how they ended.

A *child* runs a function in a fork of this process, and may send messages. A program is run by a child that does
nothing else, its *keeper*. Linux ensures that nothing is left behind: a child is killed when its parent ends, and an
orphan becomes a child of the next process above it that adopts orphans. Every child does; so all that a child starts
stays below it as long as it lives, and is stopped and ended with it. A keeper ends all that its program has started
and removes its folder, even if its own parent is killed.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, NamedTuple, NoReturn, Self, TypeVar

from instances.running.limits import LimitReached, Watch, resident_bytes
from instances.running.outcome import Outcome

Name = TypeVar("Name", bound=Hashable)
Say = Callable[[Any], None]  # sends a message, anything that can be pickled, to the supervisor
LOOK = 0.05  # seconds between two looks at the limits
PATIENCE, MOMENT = 1.5, 0.5  # seconds to end all that a process has started; at first by SIGTERM
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # of <sys/prctl.h>
LIBC = ctypes.CDLL(None)


class Message(NamedTuple):
    """What a child has sent."""

    name: Any
    value: Any


class Ending(NamedTuple):
    """How a child ended, what it returned, and what it used.

    outcome: None if it returned; OUT_OF_MEMORY for a MemoryError; SOLVER_FAILED if it raised, died, or sent what cannot
    be read, with the reason. peak: most bytes of resident memory, those of all below it included.
    """

    name: Any
    outcome: Outcome | None
    reason: str
    value: Any
    peak: int


@dataclass(eq=False)
class Child:
    process: int
    connection: Connection
    peak: int = 0


class Supervisor(Generic[Name]):
    """Children under names of the caller's choice; on leaving the `with` all of them are ended."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.running: dict[Name, Child] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self.watch.unbroken():
            for name in list(self.running):
                self.end(name)

    def call(self, name: Name, work: Callable[[Say], Any]) -> None:
        """Run a function in a child."""
        here, there = Pipe(duplex=False)
        parent = os.getpid()
        with self.watch.unbroken():
            process = os.fork()
            if not process:
                become_child(work, there, parent)
            self.running[name] = Child(process, here)
        there.close()

    def next(self, seconds: float = inf) -> Message | Ending | None:
        """The next event, or None after `seconds`. Raises LimitReached at a limit of the watch."""
        until = time.monotonic() + seconds
        while True:
            self.look()
            left = max(0.0, min(until - time.monotonic(), LOOK))
            ready = wait([child.connection for child in self.running.values()], left)
            for name, child in self.running.items():
                # What a child has started may hold its end of the pipe open after its death.
                if child.connection in ready or not is_running(child.process):
                    return self.heard(name)
            if time.monotonic() >= until:
                return None

    def look(self) -> None:
        """Check time and memory. Raises LimitReached."""
        every: list[int] = []
        for child in self.running.values():
            tree = [child.process, *descendants(child.process)]
            child.peak = max(child.peak, sum(map(resident_bytes, tree)))
            every += tree
        self.watch.check(every)

    def heard(self, name: Name) -> Message | Ending:
        """The next message of a child, or its end."""
        connection = self.running[name].connection
        try:
            if not connection.poll():
                raise EOFError
            event, *values = connection.recv()
        except (EOFError, OSError):
            self.watch.check()  # a SIGTERM to all processes of a job ends the child before this one has stopped
            return self.end(name, Outcome.SOLVER_FAILED)
        except LimitReached:
            raise
        except Exception as error:  # unpickling raises anything
            return self.end(name, Outcome.SOLVER_FAILED, f"it sent what cannot be read ({type(error).__name__})")
        return Message(name, *values) if event is Message else self.end(name, *values)

    def interrupt(self, name: Name) -> None:
        """Ask for the best answer so far, by SIGINT, which a child ignores unless its work handles it."""
        os.kill(self.running[name].process, signal.SIGINT)

    def end(self, name: Name, outcome: Outcome | None = None, reason: str = "", value: Any = None) -> Ending:
        """End a child and all its descendants that still run."""
        with self.watch.unbroken():
            child = self.running.pop(name)
            child.connection.close()
            os.kill(child.process, signal.SIGSTOP)  # so it starts nothing more, and still adopts orphans
            os.waitid(os.P_PID, child.process, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            end_below(child.process)
            os.kill(child.process, signal.SIGKILL)
            _, status, used = os.wait4(child.process, 0)
        reason = reason or f"the process died ({exit_in_words(os.waitstatus_to_exitcode(status))})"
        return Ending(name, outcome, reason, value, max(child.peak, used.ru_maxrss << 10))


def become_child(work: Callable[[Say], Any], connection: Connection, parent: int) -> NoReturn:
    """The life of a child. A copy of it that the work may have forked sends nothing."""
    process = os.getpid()

    def send(event: type, *values: Any) -> None:
        if os.getpid() == process:
            connection.send((event, *values))

    try:
        tie(parent, signal.SIGKILL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        try:
            send(Ending, None, "", work(partial(send, Message)))
        except MemoryError:
            send(Ending, Outcome.OUT_OF_MEMORY)
        except BaseException as error:
            send(Ending, Outcome.SOLVER_FAILED, f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)


def keep(command: Sequence[str], folder: Path, say: Say) -> int | OSError:
    """The work of a keeper: run a program, its output in the files `out` and `err` of the folder.

    Returns its exit code once all that it has started is ended, or the error if it does not start.
    """
    guard(folder)
    with open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        except OSError as error:
            return error
    code = process.wait()
    end_everything_below()
    return code


def guard(folder: Path) -> None:
    """When the parent ends, or at SIGTERM: remove the folder, end everything below this process, and exit."""

    def end(*signal_and_frame: object) -> NoReturn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        shutil.rmtree(folder, ignore_errors=True)  # first, as this process may have a moment only
        end_everything_below()
        shutil.rmtree(folder, ignore_errors=True)  # what was written meanwhile
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    tie(os.getppid(), signal.SIGTERM)


def tie(parent: int, number: int) -> None:
    """Get this signal when the parent ends, even if it is killed; and adopt processes below whose parents end."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    LIBC.prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def end_everything_below() -> None:
    """End and reap all processes below this one, which adopts orphans."""
    end_below(os.getpid())
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def end_below(process: int) -> None:
    """End all processes below one that adopts orphans: by SIGTERM, as keepers clean up; what goes on is killed.

    A process that may not be killed has a second to end by itself.
    """
    begun = time.monotonic()
    while below := list(filter(is_running, descendants(process))):
        passed = time.monotonic() - begun
        if passed > PATIENCE:
            return
        for each in below:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(each, signal.SIGTERM if passed < MOMENT else signal.SIGKILL)
        time.sleep(0.001)


def descendants(process: int) -> list[int]:
    """Children and their children, as far as their parents still run. Costs 0.1 ms."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(word) for task in tasks for word in (task / "children").read_bytes().split()]
    except OSError:
        return []
    return [each for child in children for each in (child, *descendants(child))]


def is_running(process: int) -> bool:
    """Whether a process has not ended, reaped or not."""
    try:
        status = Path(f"/proc/{process}/stat").read_bytes()
    except OSError:
        return False
    return status.rpartition(b") ")[2][:1] not in b"ZX"


def exit_in_words(code: int) -> str:
    """'exit code 3', 'signal 11'"""
    return f"signal {-code}" if code < 0 else f"exit code {code}"
