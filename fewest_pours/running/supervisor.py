"""The one supervisor of processes: starts them, watches their time and memory, ends them, and reports how they ended.

A *child* runs a function in a process of its own (`start_methods/`), and may send messages. A program is run by a child
that does nothing else, its *keeper*, which ends all that its program has started and removes its folder, even if its
own parent is killed.
"""

import os
import subprocess
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Generic, Self

from fewest_pours.running.forced_stop import unbroken
from fewest_pours.running.limits import LimitReached, Limits
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.processes import (
    descendants,
    end_below,
    end_tree,
    exit_in_words,
    pause,
    resident_bytes,
    resume,
)
from fewest_pours.running.start_methods import Child, end_with_parent, start
from fewest_pours.running.start_methods.child import FOLDERS, ChildEnding, Message, Name, Say, Work

LOOK = 0.05  # seconds between two looks at the limits


class Supervisor(Generic[Name]):
    """Children under names of the caller's choice; on leaving the `with` all of them are ended."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.running: dict[Name, Child] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with unbroken():
            for name in list(self.running):
                self.end(name)

    @contextmanager
    def limited_by(self, limits: Limits) -> Iterator[None]:
        """Within the block these limits count instead."""
        before = self.limits
        self.limits = limits
        try:
            yield
        finally:
            self.limits = before

    def call(self, name: Name, work: Work) -> None:
        """Run a function in a child. Where processes are spawned, it must be one that can be pickled."""
        with unbroken():
            self.running[name] = start(work)

    def next(self, seconds: float = inf, beside: Connection | None = None) -> Message[Name] | ChildEnding[Name] | None:
        """The next event; None after `seconds`, or once `beside` can be read. Raises LimitReached."""
        until = time.monotonic() + seconds
        others = [] if beside is None else [beside]
        while True:
            self.look()
            left = max(0.0, min(until - time.monotonic(), LOOK))
            ready = wait([*others, *(child.connection for child in self.running.values())], left)
            for name, child in self.running.items():
                # What a child has started may hold its end of the pipe open after its death.
                if child.connection in ready or child.ended():
                    return self.receive(name)
            if beside in ready or time.monotonic() >= until:
                return None

    def look(self) -> None:
        """Check time and memory. Raises LimitReached."""
        every: list[int] = []
        if self.limits.memory_limit < inf or self.limits.cpu_limit < inf:
            for child in self.running.values():
                tree = [child.process, *descendants(child.process)]
                child.peak = max(child.peak, sum(map(resident_bytes, tree)))
                every += tree
        self.limits.check(every)

    def receive(self, name: Name) -> Message[Name] | ChildEnding[Name]:
        """The next message of a child; or how it ended: what it sent as its end, or that it died without a word.

        Raises LimitReached if it died of a SIGTERM that goes to this process, too.
        """
        connection = self.running[name].connection
        try:
            if not connection.poll():
                raise EOFError
            event, *values = connection.recv()
        except (EOFError, OSError):
            self.limits.check()  # a job's SIGTERM goes to all of its processes, and is an interrupt of this one
            return self.end(name, Outcome.SOLVER_FAILED)
        except LimitReached:  # where limits are enforced, it comes anywhere, and is no fault of the child
            raise
        except Exception as error:  # unpickling raises anything
            return self.end(name, Outcome.SOLVER_FAILED, f"it sent what cannot be read ({type(error).__name__})")
        return Message(name, *values) if event is Message else self.end(name, *values)

    def interrupt(self, name: Name) -> None:
        """Ask for the best answer so far, by SIGINT, which a child ignores unless its work handles it."""
        self.running[name].interrupt()

    def run_only(self, names: Collection[Name]) -> None:
        """Continue these children, and pause the others."""
        for name, child in self.running.items():
            (resume if name in names else pause)(child.process)

    def end(
        self, name: Name, outcome: Outcome | None = None, reason: str = "", value: object = None
    ) -> ChildEnding[Name]:
        """End a child, with all its descendants if it still runs; return how it ended.

        outcome, reason, value: what it sent as its end. A failure without a reason is a death without a word.
        """
        with unbroken():
            child = self.running.pop(name)
            child.connection.close()
            if not child.ended():
                end_tree(child.process)
            code = child.exit_code()
        if outcome is Outcome.SOLVER_FAILED and not reason:
            reason = f"the process died ({exit_in_words(code)})"
        return ChildEnding(name, outcome, reason, value, child.peak)


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
    end_below(os.getpid())
    return code


def guard(folder: Path) -> None:
    """When the parent ends, or at SIGTERM: remove the folder, end everything below this process, and exit."""
    FOLDERS.append(folder)
    end_with_parent()
