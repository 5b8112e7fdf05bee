"""CP-SAT's own proof, in LRAT, that a model is infeasible: where it writes it, and how it is read.

CP-SAT writes its proofs to fixed names in /tmp, and its flag for another place (cp_model_lrat_output_prefix) cannot be
set from Python. It opens and truncates whatever lies there. So before each proof the files are made here: ours, empty,
under no other name, in a folder where nobody else can put something in their place. Whoever has locked the first of
them has the turn; they are gone afterwards.
"""

import errno
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cpmodel.solving import UNTOUCHED, Model, SolverFailed, Status, solve
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness

PROOF = Path("/tmp/lrat.txt")
PARTS = tuple(PROOF.with_name(f"lrat{number}.bin") for number in range(10))
CLAUSES_ALONE: dict[str, Any] = {  # parameters of a model of clauses whose proof is to be one of these very clauses
    **UNTOUCHED,
    "output_lrat_proof": True,
    "check_merged_lrat_proof": True,
}
PATIENCE = 10.0  # seconds, for a proof of another user


def refutation(build: Callable[[], Model], settings: Settings, watch: Watch) -> list[str]:
    """The steps of a proof that a model is infeasible: clauses alone, and parameters that ask for a proof.

    They prove nothing until they are checked. Raises LimitReached, and NoWitness with the reason why there are none.
    """
    try:
        with turn(PROOF, watch), made(PARTS):
            answer = solve("proof", build, settings, watch)
            steps = PROOF.read_text(encoding="ascii").splitlines() if answer.status is Status.INFEASIBLE else []
    except OSError as error:
        raise NoWitness(f"CP-SAT cannot write its proof to {error.filename}: {error.strerror}") from None
    except (ImportError, SolverFailed) as error:
        raise NoWitness(f"CP-SAT wrote no proof: {error}") from None
    if not steps:
        raise NoWitness("CP-SAT found no proof")
    return steps


@contextmanager
def turn(path: Path, watch: Watch) -> Iterator[None]:
    """This file is there and empty, and nobody else has it locked. Raises LimitReached, OSError, ImportError."""
    started = time.monotonic()
    while True:
        try:
            if (file := locked(path)) is not None:
                break
        except OSError:
            if time.monotonic() - started > PATIENCE:
                raise
        watch.check()
        time.sleep(0.05)
    try:
        os.ftruncate(file, 0)
        yield
    finally:
        remove(path)
        os.close(file)


def locked(path: Path) -> int | None:
    """The file, open and locked; None if another process has it, or had it and has just removed it. Raises OSError."""
    import fcntl  # not everywhere

    file = opened(path)
    with suppress(BlockingIOError, FileNotFoundError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file), os.lstat(path)):
            return file
    os.close(file)
    return None


def opened(path: Path) -> int:
    """The file, made if it is not there: a regular file of this user alone, or OSError."""
    folder = os.stat(path.parent)
    if folder.st_mode & (stat.S_IWOTH | stat.S_IWGRP) and not folder.st_mode & stat.S_ISVTX:
        raise OSError(errno.EPERM, "others may put files in its place", str(path))
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or found.st_nlink > 1:
        os.close(file)
        raise OSError(errno.EPERM, "no regular file of this user alone", str(path))
    return file


@contextmanager
def made(paths: tuple[Path, ...]) -> Iterator[None]:
    """These files are there and ours, what is left of older ones or new; and gone afterwards. Raises OSError."""
    ours = []
    try:
        for path in paths:
            os.close(opened(path))
            ours.append(path)
        yield
    finally:
        for path in ours:
            remove(path)


def remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
