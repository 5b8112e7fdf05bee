"""The only module that runs CP-SAT, with a distinct status for each kind of answer."""

import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import ceil, inf
from typing import Any, Generic, Protocol, TypeVar

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import CpSolverResponse

from cpmodel.solve_log import REPORT, SolveLine
from fewest_pours.files.yaml_files import Data
from fewest_pours.running.limits import ignore
from fewest_pours.running.solver_contract import Settings

Value = Callable[[cp_model.LinearExprT], int]  # a variable or literal of the model -> its value in the answer
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
STRAIGHT_TO_SEARCH: Parameters = {**UNTOUCHED, "variable_activity_decay": 0.95}  # CP-SAT's 0.8: a third more conflicts
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

    FEASIBLE = "feasible"  # of a model without an objective
    OPTIMAL = "optimal"  # feasible, and none is better
    IMPROVABLE = "improvable"  # feasible, but a limit ended the search for a better answer
    INFEASIBLE = "infeasible"  # a proof
    NOTHING_FOUND = "nothing found"  # by an incomplete search, which proves nothing
    UNKNOWN = "unknown"  # a limit ended the search: of time, or one that a --parameter sets


@dataclass(frozen=True)
class Response(Generic[Found]):
    """found: what the model read out of a feasible answer, otherwise None."""

    status: Status
    found: Found | None = None
    statistics: Data = field(default_factory=dict)


@dataclass(frozen=True)
class Progress(Generic[Found]):
    """What a solve sends while it runs: a bound on its objective, or what the model read out of a better answer."""

    bound: int | None = None
    found: Found | None = None


def add_up(total: Data, statistics: Mapping[str, Any]) -> None:
    """Add the statistics of one more solve; keep the last of what is not a number, such as sizes by family."""
    for name, number in statistics.items():
        before = total.get(name)
        are_numbers = isinstance(number, int | float) and isinstance(before, int | float)
        total[name] = before + number if are_numbers else number


Hear = Callable[[Any], None]  # receives what a solve sends while it runs: Progress, or what the caller expects


class SolverFailed(Exception):
    """The solver crashed, or rejected the model as invalid: a fault to report, never an answer."""


class AtSolution(cp_model.CpSolverSolutionCallback):
    """Calls a function with itself at each solution that CP-SAT finds."""

    def __init__(self, hear: Callable[["AtSolution"], None]) -> None:
        super().__init__()
        self.hear = hear

    def on_solution_callback(self) -> None:
        self.hear(self)


def run(
    build: Callable[[], Model[Found] | None], settings: Settings, seconds: float | None, say: Hear = ignore
) -> Response[Found]:
    """Build and solve in this process. A build returns None if it finds the model infeasible itself.

    Raises SolverFailed.
    """
    started = time.monotonic()
    model = build()
    built = round(time.monotonic() - started, 4)
    if model is None:
        return Response(Status.INFEASIBLE, statistics={"build_seconds": built})
    answer = solve(model, settings, None if seconds is None else seconds - built, say)
    return replace(answer, statistics={"build_seconds": built, **answer.statistics})


def solve(model: Model[Found], settings: Settings, seconds: float | None, say: Hear = ignore) -> Response[Found]:
    """Solve a model in this process; with an objective, `say` receives Progress. Raises SolverFailed."""
    solver = solver_for(model, settings)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, seconds)
    at_solution = hear_progress(solver, model, say) if model.cp.has_objective() else None
    status, statistics = run_solver(solver, model, at_solution)
    has_answer = status in (Status.FEASIBLE, Status.OPTIMAL, Status.IMPROVABLE)
    found = model.read(solver.value) if has_answer else None
    return Response(status, found, statistics)


ROUNDING = 1e-6  # by which a float may be off the whole number that it stands for


def hear_progress(solver: cp_model.CpSolver, model: Model[Found], say: Hear) -> AtSolution:
    """Pass on better bounds and answers while they differ. The one that closes the gap comes with the response."""
    saying = threading.Lock()  # as CP-SAT's workers run in threads
    best = inf  # the objective of the best answer

    def hear_bound(bound: float) -> None:
        if bound < best - ROUNDING:
            with saying:
                say(Progress(bound=ceil(bound - ROUNDING)))

    def hear_answer(answer: AtSolution) -> None:
        nonlocal best
        best = answer.objective_value
        if best > answer.best_objective_bound + ROUNDING:
            with saying:
                say(Progress(found=model.read(answer.value)))

    solver.best_bound_callback = hear_bound
    return AtSolution(hear_answer)


def several(model: Model[Found], settings: Settings, most: int) -> Response[list[Found]]:
    """What the model reads out of up to `most` solutions. Raises SolverFailed."""
    found: list[Found] = []

    def keep(solution: AtSolution) -> None:
        found.append(model.read(solution.value))
        if len(found) == most:
            solution.stop_search()

    solver = solver_for(model, settings)
    solver.parameters.num_workers = 1  # with more, solutions may be missing
    solver.parameters.enumerate_all_solutions = True
    status, statistics = run_solver(solver, model, AtSolution(keep))
    return Response(status, found or None, statistics)


def solution_values(text: str) -> list[int] | None:
    """The values of a solution, in the order of the variables; None for what is not a response of CP-SAT."""
    response = CpSolverResponse()
    return list(response.solution) if response.parse_text_format(text) else None


def read_values(model: Model[Found], values: Sequence[int]) -> Found | None:
    """What the model reads out of one value for each variable; None if they break a constraint."""
    for number, value in enumerate(values):
        model.cp.add_hint(model.cp.get_int_var_from_proto_index(number), value)
    return solve(model, Settings(parameters=("fix_variables_to_their_hinted_value=true",)), None).found


def line_of(solver: cp_model.CpSolver, model: cp_model.CpModel, status: Status) -> SolveLine:
    """What the table of the log shows of a solve that has ended."""
    answer = status.value
    if model.has_objective():
        found = solver.response_proto.solution
        answer += f", objective {solver.objective_value:g}" if found else f", bound {solver.best_objective_bound:g}"
    sizes = len(model.proto.variables), len(model.proto.constraints)
    return SolveLine(model.name, *sizes, solver.num_conflicts, solver.wall_time, answer)


def status_of(solver: cp_model.CpSolver, model: cp_model.CpModel) -> Status:
    """How a solve has ended. Raises SolverFailed."""
    response = solver.response_proto
    if response.status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        if not model.has_objective():
            return Status.FEASIBLE
        # CP-SAT also calls an answer optimal that is within a gap which a --parameter allows.
        is_best = abs(response.objective_value - response.best_objective_bound) < ROUNDING
        return Status.OPTIMAL if is_best else Status.IMPROVABLE
    if response.status == cp_model.INFEASIBLE:
        return Status.INFEASIBLE
    if response.status == cp_model.UNKNOWN:
        return Status.UNKNOWN
    raise SolverFailed(f"CP-SAT returned {solver.status_name(response.status)}: {model.validate()}")


def run_solver(
    solver: cp_model.CpSolver, model: Model[object], at_solution: AtSolution | None
) -> tuple[Status, dict[str, float]]:
    """Run the solver: its status and statistics. Raises SolverFailed."""
    solver.solve(model.cp, at_solution)
    response = solver.response_proto
    status = status_of(solver, model.cp)
    REPORT.get()(line_of(solver, model.cp, status))
    return status, {
        "solve_seconds": round(solver.wall_time, 4),
        "deterministic_time": round(response.deterministic_time, 6),
        "conflicts": solver.num_conflicts,
        "branches": solver.num_branches,
        "restarts": response.num_restarts,
        "propagations": response.num_binary_propagations + response.num_integer_propagations,
        "booleans": solver.num_booleans,
        "variables": len(model.cp.proto.variables),
        "constraints": len(model.cp.proto.constraints),
    }


def solver_for(model: Model[object], settings: Settings) -> cp_model.CpSolver:
    """A solver with the model's own parameters, and those of the settings, which have the last word."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = settings.cp_workers
    solver.parameters.random_seed = settings.seed
    solver.parameters.catch_sigint_signal = False
    for name, setting in model.parameters.items():
        setattr(solver.parameters, name, setting)
    for text in settings.parameters:
        setattr(solver.parameters, *parameter(text))
    if settings.log:
        solver.parameters.log_search_progress = True
        solver.parameters.log_to_stdout = False
        solver.log_callback = lambda line: print(line, file=sys.stderr)
    return solver


def parameter(text: str) -> tuple[str, Any]:
    """The name of a parameter of CP-SAT and its value. Raises ValueError.

    >>> parameter("linearization_level=2")
    ('linearization_level', 2)
    """
    name, _, word = text.partition("=")
    usual = getattr(cp_model.CpSolver().parameters, name, None)
    is_parameter = usual is not None and not callable(usual)  # methods, such as clear_num_workers, are attributes too
    known = is_parameter and not name.startswith("_")  # and so is __module__
    if not known or not word:
        raise ValueError(f"{text}: expected a parameter of CP-SAT, as in linearization_level=2")
    kind: Any = type(usual)
    try:
        setting: Any
        if kind is bool:
            setting = {"true": True, "false": False}[word.lower()]
        elif kind in (int, float, str):
            setting = kind(word)
        else:  # an enum
            setting = getattr(kind, word)
        solver = cp_model.CpSolver()
        setattr(solver.parameters, name, setting)
        accepted = solver.solve(cp_model.CpModel()) != cp_model.MODEL_INVALID  # out of its range, it is refused here
    except (AttributeError, KeyError, TypeError, ValueError):
        accepted = False
    if not accepted:
        raise ValueError(f"{text}: expected another value, such as {name}={getattr(usual, 'name', usual)}")
    return name, setting
