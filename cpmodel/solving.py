"""The only module that runs CP-SAT: each solve in its own process, with a distinct status for each kind of answer.

A separate process can be ended at any moment (limits, Ctrl-C, an answer that makes it superfluous), builds and
searches on its own core, and dies alone if the solver crashes.
"""

import sys
import time
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from math import inf
from typing import Any, Generic, Protocol, TypeVar

from ortools.sat.python import cp_model

from fewest_pours.running.limits import Limits
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings
from fewest_pours.running.start_methods.child import Ending, Say
from fewest_pours.running.supervisor import Supervisor

Value = Callable[[cp_model.LinearExprT], int]  # a variable or literal of the model -> its value in the answer
Name = TypeVar("Name", bound=Hashable)
Found = TypeVar("Found")
Read = TypeVar("Read", covariant=True)
Parameters = Mapping[str, object]  # of CP-SAT
UNTOUCHED: Parameters = {  # the search begins at once, with the model as it is
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "use_sat_inprocessing": False,
    "symmetry_level": 0,
    "linearization_level": 0,
}
STRAIGHT_TO_SEARCH: Parameters = {**UNTOUCHED, "variable_activity_decay": 0.95}  # 0.8: a third more conflicts
IN_ORDER: Parameters = {**UNTOUCHED, "search_branching": cp_model.FIXED_SEARCH}  # and decides as the model says


class Model(Protocol[Read]):
    """Variables and constraints, able to read a plan (or whatever the formulation finds) out of an answer's values."""

    @property
    def cp(self) -> cp_model.CpModel: ...

    @property
    def parameters(self) -> Parameters: ...

    def read(self, value: Value) -> Read: ...


class Status(StrEnum):
    """How one solve can end."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"  # a proof
    NOTHING_FOUND = "nothing found"  # by an incomplete search, which proves nothing
    UNKNOWN = "unknown"  # out of time


@dataclass(frozen=True)
class Response(Generic[Found]):
    """found: what the model read out of a feasible answer, otherwise None."""

    status: Status
    found: Found | None = None
    statistics: Mapping[str, float] = field(default_factory=dict)


SLACK = 1.0  # seconds added to CP-SAT's own limit: it may stop early, which must not end other solves
Replied = TypeVar("Replied", bound=Response[Any])
Work = Callable[[Settings, float | None], Replied]  # the work of a solve's process: settings, seconds left


class SolverFailed(Exception):
    """The solver crashed, or rejected the model as invalid: a fault to report, never an answer."""


def run(build: Callable[[], Model[Found] | None], settings: Settings, seconds: float | None) -> Response[Found]:
    """Build and solve in this process. A build returns None if it finds the model infeasible itself.

    Raises SolverFailed.
    """
    started = time.monotonic()
    model = build()
    built = round(time.monotonic() - started, 4)
    if model is None:
        return Response(Status.INFEASIBLE, statistics={"build_seconds": built})
    solver = solver_for(model, settings)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, seconds - built)
    status, statistics = searched(solver, model)
    found = model.read(solver.value) if status is Status.FEASIBLE else None
    return Response(status, found, {"build_seconds": built, **statistics})


def several(model: Model[Found], settings: Settings, most: int) -> Response[list[Found]]:
    """What the model reads out of up to `most` solutions. Raises SolverFailed."""
    solver, kept = solver_for(model, settings), Kept(model, most)
    solver.parameters.enumerate_all_solutions = True
    status, statistics = searched(solver, model, kept)
    return Response(status, kept.found or None, statistics)


def searched(
    solver: cp_model.CpSolver, model: Model[object], kept: cp_model.CpSolverSolutionCallback | None = None
) -> tuple[Status, dict[str, float]]:
    """Run the solver: its status and statistics. Raises SolverFailed."""
    code = solver.solve(model.cp, kept)
    statuses = {
        cp_model.OPTIMAL: Status.FEASIBLE,
        cp_model.FEASIBLE: Status.FEASIBLE,
        cp_model.INFEASIBLE: Status.INFEASIBLE,
        cp_model.UNKNOWN: Status.UNKNOWN,
    }
    if code not in statuses:
        raise SolverFailed(f"CP-SAT returned {solver.status_name(code)}: {model.cp.validate()}")
    return statuses[code], {
        "solve_seconds": round(solver.wall_time, 4),
        "conflicts": solver.num_conflicts,
        "branches": solver.num_branches,
        "booleans": solver.num_booleans,
    }


def solver_for(model: Model[object], settings: Settings) -> cp_model.CpSolver:
    """A solver with one worker and the model's own parameters."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = settings.seed
    solver.parameters.catch_sigint_signal = False
    for name, setting in model.parameters.items():
        setattr(solver.parameters, name, setting)
    if settings.log:
        solver.parameters.log_search_progress = True
        solver.parameters.log_to_stdout = False
        solver.log_callback = lambda line: print(line, file=sys.stderr)
    return solver


class Kept(cp_model.CpSolverSolutionCallback, Generic[Found]):
    """What the model reads out of the first solutions of an enumeration."""

    def __init__(self, model: Model[Found], most: int) -> None:
        super().__init__()
        self.model, self.most, self.found = model, most, list[Found]()

    def on_solution_callback(self) -> None:
        self.found.append(self.model.read(self.value))
        if len(self.found) == self.most:
            self.stop_search()


class Jobs(Supervisor[Name], Generic[Name, Found]):
    """Solves that run side by side, each under a name of the caller's choice; ended on leaving the `with`."""

    def __init__(self, settings: Settings, limits: Limits) -> None:
        super().__init__(limits)
        self.settings = settings

    def start(self, name: Name, work: Work[Response[Found]]) -> None:
        self.call(name, partial(worked, work, self.settings, self.limits.remaining() + SLACK))

    def answer(self) -> tuple[Name, Response[Found]]:
        """Wait for the next answer; returns the name of the job and its response. Raises as answer_within."""
        answered = self.answer_within(inf)
        assert answered is not None, "there is no end to wait for"
        return answered

    def answer_within(self, seconds: float, dispensable: Collection[Name] = ()) -> tuple[Name, Response[Found]] | None:
        """The next answer, or None after `seconds`.

        Raises LimitReached, also if a solve reaches its own limit, and SolverFailed with the name of the job. One that
        is dispensable has found nothing if it fails.
        """
        event = self.next(seconds)
        if event is None:
            return None
        assert isinstance(event, Ending), "solves send no messages"
        if event.outcome is Outcome.OUT_OF_MEMORY:
            raise LimitReached(event.outcome)
        if event.outcome is not None:
            if event.name in dispensable:
                return event.name, Response(Status.NOTHING_FOUND, statistics={"failed": 1})
            raise SolverFailed(f"{event.name}: {event.reason}")
        if event.value.status is Status.UNKNOWN:
            raise LimitReached(Outcome.OUT_OF_TIME)
        return event.name, event.value


def worked(work: Work[Replied], settings: Settings, seconds: float | None, say: Say) -> Replied:
    return work(settings, seconds)


def run_apart(name: str, work: Work[Replied], settings: Settings, limits: Limits) -> Replied:
    """Run one solve and wait for its answer."""
    with Jobs[str, Any](settings, limits) as pool:
        pool.start(name, work)
        _, response = pool.answer()
    return response  # type: ignore[return-value]
