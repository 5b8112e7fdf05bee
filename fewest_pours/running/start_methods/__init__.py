"""The ways to run a function in a process of its own, one module for each; `start` is that of this system.

linux  fork: the kernel ends a child when its parent ends, even by kill -9, and so all children below it. A program
       that a child runs is no such child. But every child adopts the orphans below it, so a program stays below the
       child that runs it, which ends it with all that it has started (`keep` in supervisor.py). Only if kill -9 hits
       that very child, its program goes on.
fork   for macOS: a child ends itself, and all below it, when its connection closes because its parent has ended. A
       process that has left its own parents, or a child that was paused, may stay behind.
spawn  for Windows: the same, in a new Python process: functions go by name, with arguments that can be pickled.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module

from fewest_pours.running.start_methods.child import Work
from fewest_pours.running.start_methods.fork import Forked
from fewest_pours.running.start_methods.spawn import Spawned


def usual_method() -> str:
    """The way of this system."""
    if not hasattr(os, "fork"):
        return "spawn"
    return "linux" if sys.platform == "linux" else "fork"


METHOD = os.environ.get("FEWEST_POURS_START_METHOD") or usual_method()
Child = Forked | Spawned
way = import_module(f"{__name__}.{METHOD}")
start: Callable[[Work], Child] = way.start
end_with_parent: Callable[[], None] = way.end_with_parent  # from now on this process departs when its parent ends
