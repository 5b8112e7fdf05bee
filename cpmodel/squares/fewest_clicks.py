"""The strategy: models of a growing horizon, each of which minimises; and a proof where all long plans repeat.

*No plan at all.* A shortest plan meets no position twice. So if all sequences of LONG clicks repeat one, a
shortest plan has fewer than LONG clicks (the recurrence diameter: Biere, Cimatti, Clarke, Zhu, Symbolic model checking
without BDDs, TACAS 1999). Where blocks can run away for ever some sequences never repeat one, and the model cannot
prove that no plan exists.
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain, count
from math import inf
from typing import Any

from cpmodel.jobs import Jobs, Work
from cpmodel.solving import Hear, Progress, Response, Status, run
from cpmodel.squares.model import build, without_repetition
from fewest_pours.puzzles.squares.rules import Click, Level
from fewest_pours.running.limits import ignore
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch

HORIZONS = (10, 25, 40)  # clicks; 14, 30 and all of the 35 solvable levels have such a plan
LONG = 20  # clicks: beyond these, plans of levels whose positions are few repeat; 0.3 s are lost on the others

Plan = tuple[Click, ...]


def solve(level: Level, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that there is none if every long sequence of clicks repeats a position."""
    search = FewestClicks(level, settings, watch)
    try:
        with search.jobs:
            outcome = search.run()
    except LimitReached as limit:
        outcome = limit.outcome
    return search.result(outcome)


class FewestClicks:
    """lower: plans of fewer clicks are refuted; plan: the shortest one that is known; horizon: of the last model."""

    def __init__(self, level: Level, settings: Settings, watch: Watch) -> None:
        self.level = level
        self.settings = settings
        self.watch = watch
        self.lower = least_clicks(level)
        self.plan: Plan | None = None
        self.horizon = 0
        self.jobs = Jobs[str, Plan](settings, watch, self.hear)

    def run(self) -> Outcome:
        """Raises LimitReached."""
        last = inf if self.settings.horizon is None else self.settings.horizon
        longest = last  # of all plans that matter
        self.minimise_up_to(HORIZONS[0], last)
        if self.plan is None and last >= LONG and self.long_plans_repeat():
            longest = LONG - 1
        for horizon in chain(HORIZONS[1:], longer_horizons()):
            if self.plan is not None or self.lower > longest:
                break
            self.minimise_up_to(horizon, longest)
        if self.plan is not None:
            return Outcome.OPTIMAL
        return Outcome.UNSOLVABLE if longest < last else Outcome.NO_PLAN_WITHIN_HORIZON

    def minimise_up_to(self, horizon: int, last: float) -> None:
        """Find a shortest plan of at most `horizon` clicks, or refute them; but not beyond `last`."""
        if self.lower > last:
            return
        self.horizon = int(min(last, max(horizon, self.lower)))
        name = f"horizon {self.horizon}"
        self.watch.report(self.lower, None, name)
        answer = self.answer(name, partial(minimise, self.level, self.horizon, self.lower))
        if answer.found is None:
            self.lower = self.horizon + 1
        else:
            self.plan = answer.found
            self.lower = len(answer.found)
            self.watch.found(self.plan)

    def answer(self, name: str, work: Work[Response[Plan]]) -> Response[Plan]:
        self.jobs.start(name, work)
        return self.jobs.answer()[1]

    def hear(self, name: str, progress: Progress[Plan]) -> None:
        """Keep and report a better bound or a shorter plan, which CP-SAT sends before it ends."""
        if progress.bound is not None:
            shown = min(progress.bound, self.horizon + 1)  # of longer plans the model knows nothing
            self.lower = max(self.lower, shown)
        if progress.found is not None:
            self.plan = progress.found
            self.watch.found(self.plan)
        self.watch.report(self.lower, None if self.plan is None else len(self.plan), name)

    def long_plans_repeat(self) -> bool:
        """Whether LONG clicks always meet some position twice."""
        work = partial(run, partial(without_repetition, self.level, LONG))
        return self.answer("repetition", work).status is Status.INFEASIBLE

    def result(self, outcome: Outcome) -> Result:
        if outcome is Outcome.UNSOLVABLE:
            reason = f"no plan has {LONG - 1} clicks or fewer, and {LONG} clicks always repeat a position"
            return Result(outcome, reason=reason, lower_bound_by="cp", statistics=self.jobs.statistics)
        known: dict[str, Any] = {}
        if self.plan is not None:
            known = {"plan": self.plan, "upper_bound": len(self.plan), "upper_bound_by": "cp"}
        return Result(outcome, lower_bound=self.lower, lower_bound_by="cp", statistics=self.jobs.statistics, **known)


def longer_horizons() -> Iterator[int]:
    """Each twice as long as the one before."""
    return (HORIZONS[-1] << n for n in count(1))


def minimise(
    level: Level, horizon: int, least: int, settings: Settings, _: float | None, say: Hear = ignore
) -> Response[Plan]:
    """A shortest plan. CP-SAT has no limit of its own here, so that it ends with a proof or not at all."""
    return run(partial(build, level, horizon, least), settings, None, say)


def least_clicks(level: Level) -> int:
    """The largest displacement that any block needs in each direction, summed: a click goes one way only."""
    across = [0]
    along = [0]
    for block, goal in zip(level.blocks, level.goals, strict=True):
        if goal is not None:
            across.append(goal[0] - block.position[0])
            along.append(goal[1] - block.position[1])
    return max(across) - min(across) + max(along) - min(along)
