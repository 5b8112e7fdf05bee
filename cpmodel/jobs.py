"""Solves in processes of their own, side by side.

Such a process can be ended at any moment (limits, Ctrl-C, an answer that makes it superfluous), builds and searches on
its own core, and dies alone if the solver crashes.
"""

from collections.abc import Callable, Hashable
from functools import partial
from math import inf
from typing import Any, Generic, TypeVar

from cpmodel.solve_log import REPORT, SolveLine, SolveLog
from cpmodel.solving import Found, Response, SolverFailed, Status, add_up
from fewest_pours.files.yaml_files import Data
from fewest_pours.running.limits import Limits, ignore
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings
from fewest_pours.running.start_methods.child import ChildEnding, Message, Say
from fewest_pours.running.supervisor import Supervisor

SLACK = 1.0  # seconds added to CP-SAT's own limit: it may stop early, which must not end other solves
Name = TypeVar("Name", bound=Hashable)
Replied = TypeVar("Replied", bound=Response[Any])
Work = Callable[[Settings, float | None, Say], Replied]  # the work of a solve's process; the seconds left


def run_work(work: Work[Replied], settings: Settings, seconds: float | None, say: Say) -> Replied:
    """The work of a solve's process, which reports to its parent what the table of the log shows."""
    if settings.log:
        REPORT.set(say)
    return work(settings, seconds, say)


class Jobs(Supervisor[Name], Generic[Name, Found]):
    """Solves that run side by side, each under a name of the caller's choice; ended on leaving the `with`.

    hear: receives the name of a solve, and what it sends while it runs. With settings.log, leaving prints the table.
    statistics: those of all answers.
    """

    def __init__(self, settings: Settings, limits: Limits, hear: Callable[[Name, Any], None] = ignore) -> None:
        super().__init__(limits)
        self.settings = settings
        self.hear = hear
        self.log = SolveLog()
        self.statistics: Data = {}

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        if self.settings.log:
            self.log.print()

    def start(self, name: Name, work: Work[Response[Found]]) -> None:
        self.log.start(name)
        self.call(name, partial(run_work, work, self.settings, self.limits.remaining() + SLACK))

    def end(
        self, name: Name, outcome: Outcome | None = None, reason: str = "", value: object = None
    ) -> ChildEnding[Name]:
        self.log.end(name, isinstance(value, Response))
        return super().end(name, outcome, reason, value)

    def answer(self) -> tuple[Name, Response[Found]]:
        """Wait for the next answer; returns the name of the job and its response. Raises as answer_within."""
        answered = None
        while answered is None:
            answered = self.answer_within(inf)
        return answered

    def answer_within(self, seconds: float) -> tuple[Name, Response[Found]] | None:
        """The next answer; None after `seconds`, or once a solve has sent something, which `hear` receives.

        Raises LimitReached, also if a solve reaches its own limit, and SolverFailed with the name of the job.
        """
        event = self.next(seconds)
        if event is None:
            return None
        if isinstance(event, Message):
            if isinstance(event.value, SolveLine):
                self.log.add(event.value)
            else:
                self.hear(event.name, event.value)
            return None
        if event.outcome is Outcome.OUT_OF_MEMORY:
            raise LimitReached(event.outcome)
        if event.outcome is not None:
            raise SolverFailed(f"{event.name}: {event.reason}")
        if event.value.status in (Status.UNKNOWN, Status.IMPROVABLE):
            raise LimitReached(Outcome.OUT_OF_TIME)
        add_up(self.statistics, event.value.statistics)
        return event.name, event.value


def run_apart(name: str, work: Work[Replied], settings: Settings, limits: Limits) -> Replied:
    """Run one solve and wait for its answer."""
    with Jobs[str, Any](settings, limits) as pool:
        pool.start(name, work)
        _, response = pool.answer()
    return response  # type: ignore[return-value]
