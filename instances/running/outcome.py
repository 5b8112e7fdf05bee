"""How a run of a solver can end, and what it returns.

An outcome is one word with one meaning and one exit code (the codes follow Fast Downward's driver). A limit that was
reached is never an answer: `out_of_time` is not `unsolvable`, and `no_plan_within_horizon` excludes no longer plan.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol


class Outcome(Enum):
    """Outcome.OPTIMAL.value == 'optimal'; Outcome.OPTIMAL.exit_code == 0"""

    OPTIMAL = "optimal", 0  # a plan and a proof that none is shorter; or a solution, where there is no length
    SOLVED = "solved", 0  # a plan, not proven shortest
    UNSOLVABLE = "unsolvable", 11  # proof that no plan of any length exists
    NO_PLAN_WITHIN_HORIZON = "no_plan_within_horizon", 12
    OUT_OF_MEMORY = "out_of_memory", 22
    OUT_OF_TIME = "out_of_time", 23
    BAD_INPUT = "bad_input", 31
    SOLVER_FAILED = "solver_failed", 32  # our fault: a solver died, a model is invalid, a plan breaks a rule
    UNSUPPORTED = "unsupported", 34  # this solver cannot decide this instance; another one may
    INTERRUPTED = "interrupted", 130

    exit_code: int

    def __new__(cls, value: str, exit_code: int) -> "Outcome":
        member = object.__new__(cls)
        member._value_ = value
        member.exit_code = exit_code
        return member

    @property
    def words(self) -> str:
        """Outcome.OUT_OF_TIME.words == 'out of time'"""
        return str(self.value).replace("_", " ")


class Known(Protocol):
    """A proven answer in a file; its number of steps or solutions has the puzzle's own name."""

    @property
    def solvable(self) -> bool: ...


class Instance(Protocol):
    """A puzzle to solve; the rules of its kind know what else it has."""

    @property
    def name(self) -> str: ...
    @property
    def known(self) -> Known | None: ...


Plan = tuple[Any, ...]  # pours or clicks


class NoWitness(Exception):
    """Raised where no witness for a certificate can be made, with the reason."""


@dataclass(frozen=True)
class Result:
    """One solver's answer to one instance.

    plan: the steps, for puzzles that are played (water sort, squares). solutions: one grid, or two different ones, for
    puzzles that are filled in; `unique`: whether there is only one (None: not known).
    Bounds count steps; lower_bound_by and upper_bound_by name the solver or method that found them. reason: why an
    instance is unsolvable or a solver failed, as a sentence. broken: the replay found that the answer breaks a rule.
    explanation: a watch -> why no plan exists, or what all plans have in common, as sentences; computed on demand.
    """

    outcome: Outcome
    plan: Plan | None = None
    solutions: tuple[Any, ...] = ()
    unique: bool | None = None
    lower_bound: int | None = None
    upper_bound: int | None = None
    lower_bound_by: str | None = None
    upper_bound_by: str | None = None
    reason: str | None = None
    broken: bool = False
    seconds: float = 0.0
    statistics: dict[str, Any] = field(default_factory=dict)
    explanation: Callable[..., Sequence[str]] | None = None
