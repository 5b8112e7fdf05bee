"""CP-SAT's own proof, in LRAT, that clauses contradict each other.

CP-SAT writes its proofs to fixed names in /tmp, and its flag for another place (cp_model_lrat_output_prefix) cannot be
set from Python. It opens and truncates whatever is there. So before each proof this module creates the files: owned by
this user, empty, without other links, in a folder where no other user can replace them. The process that has locked the
first of them may write; all are removed afterwards.
"""

import errno
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.solving import UNTOUCHED, SolverFailed, Status, Value, solve
from instances.checker.lrat import Clause
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness

PROOF = Path("/tmp/lrat.txt")
PARTS = tuple(PROOF.with_name(f"lrat{number}.bin") for number in range(10))
PATIENCE = 10.0  # seconds, for a proof of another user


@dataclass(frozen=True)
class ClauseModel:
    """Clauses and nothing else, solved without presolve, so that the proof is one of these very clauses."""

    cp: cp_model.CpModel
    own: Mapping[str, Any]

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {**UNTOUCHED, **self.own, "output_lrat_proof": True, "check_merged_lrat_proof": True}

    def read(self, value: Value) -> None:
        """Nothing: values refute nothing."""


def clause_model(clauses: Sequence[Clause], parameters: Mapping[str, Any]) -> ClauseModel:
    """Variable x of the clauses has the index x - 1 in the model."""
    cp = cp_model.CpModel()
    variables = [cp.new_bool_var(str(x)) for x in range(1, 1 + max(abs(x) for clause in clauses for x in clause))]
    for clause in clauses:
        cp.add_bool_or(variables[x - 1] if x > 0 else ~variables[-x - 1] for x in clause)
    return ClauseModel(cp, parameters)


def refutation(
    clauses: Sequence[Clause], parameters: Mapping[str, Any], settings: Settings, watch: Watch
) -> tuple[set[int], list[str]]:
    """The numbers, from 1, of clauses that contradict each other, and the steps of a proof that they do.

    The steps prove nothing until they are checked. Raises LimitReached, and NoWitness with the reason.
    """
    try:
        with turn(PROOF, watch), made(PARTS):
            answer = solve("proof", partial(clause_model, clauses, parameters), settings, watch)
            steps = PROOF.read_text(encoding="ascii").splitlines() if answer.status is Status.INFEASIBLE else []
    except OSError as error:
        raise NoWitness(f"CP-SAT cannot write its proof to {error.filename}: {error.strerror}") from None
    except (ImportError, SolverFailed) as error:
        raise NoWitness(f"CP-SAT wrote no proof: {error}") from None
    if not steps:
        raise NoWitness("CP-SAT found no proof")
    return trimmed(steps, len(clauses))


def trimmed(lines: Iterable[str], given: int) -> tuple[set[int], list[str]]:
    """The given clauses that a proof uses, and the steps that it needs, renumbered."""
    steps: dict[int, tuple[list[str], list[int]]] = {}
    for number, *rest in map(str.split, lines):
        if rest[0] != "d":
            end = rest.index("0")
            steps[int(number)] = rest[:end], [int(hint) for hint in rest[end + 1 : -1]]
            if end == 0:
                break
    last = max(steps)
    needed, waiting = {last}, [last]
    while waiting:
        for hint in steps[waiting.pop()][1]:
            if hint not in needed:
                needed.add(hint)
                if hint in steps:
                    waiting.append(hint)
    kept = [step for step in steps if step in needed]
    new = {step: given + i for i, step in enumerate(kept, 1)}
    proof = []
    for step in kept:
        literals, hints = steps[step]
        proof.append(" ".join([str(new[step]), *literals, "0", *(str(new.get(hint, hint)) for hint in hints), "0"]))
    return needed - steps.keys(), proof


@contextmanager
def turn(path: Path, watch: Watch) -> Iterator[None]:
    """Within the `with`, this file exists, empty and locked by us. Raises LimitReached, OSError, ImportError."""
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
    """The file, open and locked; None if another process holds it or has just removed it. Raises OSError."""
    import fcntl  # not everywhere

    file = opened(path)
    with suppress(BlockingIOError, FileNotFoundError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file), os.lstat(path)):
            return file
    os.close(file)
    return None


def opened(path: Path) -> int:
    """The file, created if missing. Raises OSError if it is not a regular file of this user alone."""
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
    """Within the `with`, these files exist and are ours, new or left over; then they are removed. Raises OSError."""
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
