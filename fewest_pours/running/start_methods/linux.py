"""Fork with the kernel's help."""

import ctypes
import os
import signal

from fewest_pours.running.start_methods.child import Work, depart
from fewest_pours.running.start_methods.fork import Forked

# Of <sys/prctl.h>
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LIBC = ctypes.CDLL(None)


def start(work: Work) -> Forked:
    parent = os.getpid()
    return Forked(work, lambda _: tie(parent, signal.SIGKILL))


def end_with_parent() -> None:
    signal.signal(signal.SIGTERM, depart)
    tie(os.getppid(), signal.SIGTERM)


def tie(parent: int, number: int) -> None:
    """Get this signal when the parent ends, even if it is killed; and adopt processes below whose parents end."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    LIBC.prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)
