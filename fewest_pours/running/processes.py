"""Processes on any system: what they hold, what they have started, and their end.

psutil is loaded at the first look, while a solver already runs in another process.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 1.5  # seconds to end all that a process has started
MOMENT = 0.5  # seconds of these in which it is asked by SIGTERM


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resident_bytes(process: int | None = None) -> int:
    """Resident memory of a process, by default this one; 0 if it has ended. Costs 0.02 ms."""
    import psutil

    with suppress(psutil.Error):
        return int(psutil.Process(process).memory_info().rss)
    return 0


def cpu_seconds() -> float:
    """Processor time of this process and of its children that have ended."""
    used = os.times()
    return time.process_time() + used.children_user + used.children_system


def cpu_seconds_of(process: int) -> float:
    """Processor time of another process and of its children that have ended; 0 if it has ended itself."""
    import psutil

    with suppress(psutil.Error):
        return float(sum(psutil.Process(process).cpu_times()[:4]))  # user, system, and those of children
    return 0.0


def descendants(process: int) -> list[int]:
    """Children and their children, as far as their parents still run.

    Linux may list them, which costs 0.06 ms; psutil looks at every process, 0.7 ms for 90 of them.
    """
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        import psutil

        with suppress(psutil.Error):
            return [each.pid for each in psutil.Process(process).children(recursive=True)]
        return []
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(word) for task in tasks for word in (task / "children").read_bytes().split()]
    except OSError:
        return []
    return [each for child in children for each in (child, *descendants(child))]


def pause(process: int) -> None:
    """Stop a process until it is resumed."""
    import psutil

    with suppress(psutil.Error):
        psutil.Process(process).suspend()


def resume(process: int) -> None:
    import psutil

    with suppress(psutil.Error):
        psutil.Process(process).resume()


def is_stopped(process: int) -> bool:
    """Whether a process waits to be resumed."""
    import psutil

    with suppress(psutil.Error):
        return bool(psutil.Process(process).status() == psutil.STATUS_STOPPED)
    return False


def end_tree(process: int) -> None:
    """End a process and all processes below it."""
    import psutil

    with suppress(psutil.Error):
        each = psutil.Process(process)
        each.suspend()  # so it starts nothing more, and still adopts orphans
        until = time.monotonic() + MOMENT
        while each.status() not in (psutil.STATUS_STOPPED, psutil.STATUS_ZOMBIE) and time.monotonic() < until:
            time.sleep(0.0001)
        end_below(process)
        each.kill()


def end_below(process: int, patience: float = PATIENCE) -> list[str]:
    """End all processes below one that adopts orphans; returns those that still run after `patience` seconds, in words.

    Those of the first look are asked by SIGTERM for a MOMENT, as keepers clean up, and then killed. What is started
    meanwhile is killed at once: it may be a chain of processes that flees, each of which starts the next and exits.
    Children of this process are reaped.
    """
    import psutil

    begun = time.monotonic()
    first_below = set(descendants(process))
    ended: set[int] = set()
    while below := [each for each in descendants(process) if each not in ended]:
        passed = time.monotonic() - begun
        if passed > patience:
            return list(filter(None, map(process_in_words, below)))
        for each in below:
            with suppress(psutil.Error):
                found = psutil.Process(each)
                if found.status() == psutil.STATUS_ZOMBIE:
                    ended.add(each)
                elif passed < MOMENT and each in first_below:
                    found.terminate()
                else:
                    found.kill()
        if process == os.getpid():
            reap()
        if first_below.issuperset(below):
            time.sleep(0.001)  # not while a chain flees: a pause would give it time for the next process
    return []


def reap() -> None:
    """Forget the children that have ended; Windows does so by itself."""
    with suppress(ChildProcessError, AttributeError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def process_in_words(process: int) -> str:
    """'1234 (sleep 1000)'; '' if it has ended"""
    import psutil

    with suppress(psutil.Error):
        each = psutil.Process(process)
        if each.status() != psutil.STATUS_ZOMBIE:
            return f"{process} ({' '.join(each.cmdline()) or each.name()})"[:200]
    return ""


def exit_in_words(code: int) -> str:
    """'exit code 3', 'signal 11'"""
    return f"signal {-code}" if code < 0 else f"exit code {code}"
