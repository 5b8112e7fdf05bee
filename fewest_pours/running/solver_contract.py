"""The contract of a solver, `solve(instance, settings, watch) -> result`: what it receives, returns and raises.

Its types are generic in the instance and in the step of a plan: Solve[Deal, Pour], Result[Pour]. Where code serves all
puzzles alike, they stand without arguments.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol

from fewest_pours.files.yaml_files import Data
from fewest_pours.running.limits import LimitReached as LimitReached  # part of the contract, and imported from here
from fewest_pours.running.limits import Limits, ignore
from fewest_pours.running.outcomes import Outcome as Outcome

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, which `typing` has from Python 3.13 on

    InstanceT = TypeVar("InstanceT", bound="Instance", default=Any)
    StepT = TypeVar("StepT", default=Any)  # a pour, a click; in answers of puzzles that are filled in, a grid
else:
    from typing import TypeVar

    InstanceT = TypeVar("InstanceT")
    StepT = TypeVar("StepT")


class Known(Protocol):
    """A proven answer, as files state it."""

    @property
    def solvable(self) -> bool: ...


class Instance(Protocol):
    """A puzzle to solve, a dataclass: a Deal, Level, Futoshiki or Pipes."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...
    @property
    def known(self) -> Known | None: ...


Plan = tuple[Any, ...]  # pours or clicks
Report = Callable[[int | None, int | None, str, Plan | None], None]  # lower and upper bound, current work, a plan


class NoWitness(Exception):
    """Raised where no witness for a certificate can be made, with the reason."""


@dataclass(frozen=True)
class Result(Generic[StepT]):
    """One solver's answer to one instance.

    plan: the steps, for puzzles that are played (water sort, squares). solutions: one grid, or two different ones, for
    puzzles that are filled in; `unique`: whether there is only one (None: not known).
    Bounds count steps; lower_bound_by and upper_bound_by name the solver or method that found them. reason: why an
    instance is unsolvable or a solver failed, as a sentence; traceback: of the exception that a solver raised.
    broken: the replay found that the answer breaks a rule.
    explanation: a watch -> why no plan exists, or what all plans have in common, as sentences; computed on demand.
    """

    outcome: Outcome
    plan: tuple[StepT, ...] | None = None
    solutions: tuple[StepT, ...] = ()
    unique: bool | None = None
    lower_bound: int | None = None
    upper_bound: int | None = None
    lower_bound_by: str | None = None
    upper_bound_by: str | None = None
    reason: str | None = None
    traceback: str | None = None
    broken: bool = False
    seconds: float = 0.0
    statistics: Data = field(default_factory=dict)
    explanation: Callable[["Watch"], Sequence[str]] | None = None

    @property
    def answer(self) -> tuple[StepT, ...] | None:
        """The plan, or the solutions if there are any."""
        return self.solutions or self.plan

    def _repr_html_(self) -> str:
        """The answer in a notebook: outcome, bounds, and the steps of the plan."""
        facts = {
            "outcome": self.outcome.value.replace("_", " "),
            "lower bound": self.lower_bound,
            "upper bound": self.upper_bound,
            "by": self.upper_bound_by or self.lower_bound_by,
            "because": self.reason,
        }
        known = {name: str(fact) for name, fact in facts.items() if fact is not None}
        rows = "".join(f"<tr><th>{name}</th><td>{escape(fact)}</td></tr>" for name, fact in known.items())
        steps = "".join(f"<li>{escape(getattr(step, 'words', str(step)))}</li>" for step in self.plan or ())
        return f"<table>{rows}</table><ol>{steps}</ol>"


@dataclass(frozen=True)
class Settings:
    """How to solve. horizon: the longest plan allowed, None for any length; any_plan: stop at the first plan.

    workers: parallel solves, for solvers that make several; those of grid puzzles make one.
    explain: explain why there is no plan, or what all plans have in common.
    cp_workers: threads of each solve of CP-SAT, for the side that uses it; parameters: of its own, 'NAME=VALUE'.
    """

    horizon: int | None = None
    any_plan: bool = False
    workers: int = 2
    seed: int = 0
    log: bool = False
    explain: bool = False
    cp_workers: int = 1
    parameters: tuple[str, ...] = ()


@dataclass
class Watch(Limits):
    """What a solver receives: the limits of its run, and where it reports its progress.

    listener: receives the best bounds and the current work whenever one of them changes, and each plan that is shorter
    than all before. at_proof: receives the first proven answer of a race, not yet confirmed.
    """

    listener: Report = ignore
    at_proof: Callable[[Result], None] = ignore
    lower: int | None = None  # the best bounds that were reported
    upper: int | None = None
    last: tuple[int | None, int | None, str] = (None, None, "starting")  # what the listener received last
    best: Plan | None = None  # the shortest plan found

    def send_progress_to(self, listener: Report) -> None:
        """From now on this listener receives what is reported."""
        self.listener = listener

    def send_proof_to(self, function: Callable[[Result], None]) -> None:
        """This function will receive the first proven answer of a race."""
        self.at_proof = function

    def prove(self, result: Result) -> None:
        """Report the first proven answer of a race, not yet confirmed."""
        self.at_proof(result)

    def report(self, lower: int | None, upper: int | None, what: str, plan: Plan | None = None) -> None:
        """Report bounds (None: nothing new), the current work, and a plan, which need not be shortest."""
        if lower is not None and (self.lower is None or lower > self.lower):
            self.lower = lower
        if upper is not None and (self.upper is None or upper < self.upper):
            self.upper = upper
        if plan is not None and (self.best is None or len(plan) < len(self.best)):
            self.best = plan
        else:
            plan = None
        if plan is not None or self.last != (self.lower, self.upper, what):
            self.last = (self.lower, self.upper, what)
            self.listener(*self.last, plan)

    def found(self, plan: Plan) -> None:
        self.report(None, len(plan), self.last[2], plan)

    def rest(self, most: float = inf, least: float = 0.0) -> "Watch":
        """A new watch, without a listener, within what is left of time and memory, of `least` to `most` seconds."""
        return Watch(
            max(least, min(most, self.remaining())),
            self.memory_limit,
            at_check=self.at_check,
            cpu_limit=self.cpu_limit,
            cpu_started=self.cpu_started,
            interrupted=self.interrupted,
        )

    def without_bounds(self) -> "Watch":
        """A new watch with the same limits and listener, for a search whose bounds prove nothing."""

        def report(lower: int | None, upper: int | None, what: str, plan: Plan | None) -> None:
            self.report(None, upper, what, plan)

        return replace(self, listener=report)


Solve = Callable[[InstanceT, Settings, Watch], Result[StepT]]
