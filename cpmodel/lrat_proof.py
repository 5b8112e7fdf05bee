"""CP-SAT's own LRAT proof that a set of clauses is unsatisfiable.

CP-SAT writes its proofs to fixed names in /tmp, and truncates whatever is there; its flag for another place
(cp_model_lrat_output_prefix) cannot be set from Python. So the files are claimed first, or there is no proof.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from ortools.sat.python import cp_model

from cpmodel.jobs import run_apart
from cpmodel.solving import STRAIGHT_TO_SEARCH, Parameters, SolverFailed, Status, Value, run
from fewest_pours.checker.lrat import Clause
from fewest_pours.running.fixed_names import new_files
from fewest_pours.running.solver_contract import NoWitness, Settings, Watch
from fewest_pours.solving.lrat_steps import needed_steps

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
        with new_files(FOLDER, NAMES, watch):
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
    try:
        return needed_steps(steps)
    except ValueError as error:  # it was not written to its end
        raise NoWitness(str(error)) from None
