"""CP-SAT's own LRAT proof that a set of clauses is unsatisfiable.

CP-SAT writes its proofs to fixed names in /tmp, and its flag for another place (cp_model_lrat_output_prefix) cannot be
set from Python. It opens and truncates whatever is there. So one process at a time, the one that has locked the folder,
creates new files, which no other user can replace, and removes them afterwards. Whatever else has these names is left
alone, and then there is no proof. Files of a run that was killed are known by hard links to them in a folder of ours.
"""

import errno
import os
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.jobs import run_apart
from cpmodel.solving import STRAIGHT_TO_SEARCH, Parameters, SolverFailed, Status, Value, run
from fewest_pours.checker.lrat import Clause
from fewest_pours.running.solver_contract import NoWitness, Settings, Watch

FOLDER = Path("/tmp")
NAMES = ("lrat.txt", *(f"lrat{number}.bin" for number in range(10)))  # the proof, and parts of it


@dataclass(frozen=True)
class Clauses:
    """A model that consists of clauses only."""

    cp: cp_model.CpModel
    parameters: ClassVar[Parameters] = {
        **STRAIGHT_TO_SEARCH,
        "num_workers": 1,
        "output_lrat_proof": True,
        "check_merged_lrat_proof": True,
    }

    def read(self, value: Value) -> None:
        """Nothing, as a solution refutes nothing."""


def build(clauses: Sequence[Clause]) -> Clauses:
    """Variable x of the clauses has the index x - 1. Without presolve the proof is one of these very clauses."""
    cp = cp_model.CpModel()
    cp.name = "clauses of the proof"
    variables = [cp.new_bool_var(str(x)) for x in range(1, 1 + max(abs(x) for clause in clauses for x in clause))]
    for clause in clauses:
        cp.add_bool_or(variables[x - 1] if x > 0 else ~variables[-x - 1] for x in clause)
    return Clauses(cp)


def refutation(clauses: Sequence[Clause], settings: Settings, watch: Watch) -> list[str]:
    """The steps of a proof that the clauses are unsatisfiable; they count for nothing until they are checked.

    Raises LimitReached, and NoWitness with the reason.
    """
    try:
        with turn(FOLDER, watch):
            answer = run_apart("proof", partial(run, partial(build, clauses)), settings, watch)
            steps = (FOLDER / NAMES[0]).read_text(encoding="ascii").splitlines()
    except OSError as error:
        raise NoWitness(
            f"CP-SAT cannot write its proof to {error.filename2 or error.filename}: {error.strerror}"
        ) from None
    except SolverFailed as error:
        raise NoWitness(f"CP-SAT wrote no proof: {error}") from None
    if answer.status is not Status.INFEASIBLE or not steps:
        raise NoWitness("CP-SAT found no proof")
    return trimmed(steps)


def trimmed(lines: Iterable[str]) -> list[str]:
    """The steps on which the empty clause depends, and that clause, without deletions.

    A step is a line such as `9 -1 2 0 5 7 0`: clause 9 is -1 or 2, and follows from clauses 5 and 7, its hints.
    `9 d 5 0` deletes clause 5.
    """
    steps: dict[str, tuple[str, list[str]]] = {}  # number -> the step and its hints, which name earlier ones
    for line in lines:
        number, *rest = line.split()
        if rest[0] == "d":
            continue
        end = rest.index("0")  # of the literals
        steps[number] = line, rest[end + 1 : -1]
        if end == 0:  # the empty clause
            break
    needed = {number}
    for step in reversed(steps):
        if step in needed:
            needed.update(steps[step][1])
    return [line for step, (line, _) in steps.items() if step in needed]


@contextmanager
def turn(folder: Path, watch: Watch) -> Iterator[None]:
    """Within the `with`, the files are new and ours, and no other process is here. Raises LimitReached, OSError."""
    import portalocker

    lock = os.open(folder, os.O_RDONLY)
    try:
        while True:
            with suppress(portalocker.AlreadyLocked):
                portalocker.lock(lock, portalocker.LOCK_EX | portalocker.LOCK_NB)
                break
            watch.check()
            time.sleep(0.05)
        links = own_folder(folder)
        remove(folder, links)
        try:
            for name in NAMES:
                os.close(os.open(links / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                (folder / name).hardlink_to(links / name)
            yield
        finally:
            remove(folder, links)
            with suppress(OSError):
                links.rmdir()
    finally:
        os.close(lock)


def own_folder(folder: Path) -> Path:
    """A folder in there that only this user can write to. Raises OSError."""
    links = folder / f".fewest-pours-proof-{os.getuid()}"
    links.mkdir(mode=0o700, exist_ok=True)
    made = links.lstat()
    if not stat.S_ISDIR(made.st_mode) or made.st_uid != os.getuid() or made.st_mode & 0o077:
        raise PermissionError(errno.EPERM, "another user's folder", str(links))
    return links


def remove(folder: Path, links: Path) -> None:
    """Remove the files that have a link among these, and the links."""
    for link in [links / name for name in NAMES if os.path.lexists(links / name)]:
        proof = folder / link.name
        if os.path.lexists(proof) and os.path.samestat(proof.lstat(), link.lstat()):
            proof.unlink()
        link.unlink()
