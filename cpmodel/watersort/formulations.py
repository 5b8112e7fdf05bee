"""The formulations as the strategy sees them: which solves each of them proposes, and what follows from the answers.

    schedule        one model that minimises; its bounds and plans become known while it runs
    invariant       until it is known whether a plan exists: facts that prove that none does
    timeline T      where schedules do not support the deal, or none can be poured: plans of T pours, T the lower bound

Schedule and invariant ignore covers. These only forbid pours, so bounds and "unsolvable" hold; plans are replayed.

A formulation is a name and a function that proposes tasks from what is known. List it in AUTO, to run beside the
others, or in cpmodel/solvers.py, as a value of --formulation:

    def mine(known):
        def learn(answer):          # what the answer proves
            known.keep_plan(answer.found, "mine")
            if answer.status is Status.INFEASIBLE:
                known.raise_lower(horizon + 1, "mine")

        if (horizon := known.lower) <= known.longest:
            yield Task("mine", horizon, Urgency.SHORTEST_PLAN, partial(run, partial(build, known.deal, horizon)), learn)

    MINE = Formulation("mine", mine)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum, auto
from functools import partial
from typing import Any

from cpmodel.jobs import Work
from cpmodel.solving import Response, Status, run
from cpmodel.watersort import timeline
from cpmodel.watersort.invariant import finding_facts as invariant
from cpmodel.watersort.invariant.finding_facts import Refutation
from cpmodel.watersort.knowledge import Knowledge
from cpmodel.watersort.schedule import model as schedule
from cpmodel.watersort.schedule.shortest import solve_schedule
from cpmodel.watersort.schedule.variables import Ideas
from fewest_pours.puzzles.watersort.rules import Deal, Plan

ANY_PLAN_STEP = 8  # a plan of any length: each horizon is an eighth longer than the one before


class Urgency(IntEnum):
    """What a task is for, the most urgent first. A task that is no longer proposed is ended."""

    SHORTEST_PLAN = auto()
    SOLVABILITY = auto()  # whether there is a plan


@dataclass(frozen=True)
class Task:
    """Task("timeline", 39, urgency, work, learn): a solve in its own process, and what to do with its answer.

    Two tasks are the same if formulation and size are.
    """

    by: str
    size: int | str
    urgency: Urgency = field(compare=False)
    work: Work[Any] = field(compare=False)
    learn: Callable[[Any], None] = field(compare=False)

    def __str__(self) -> str:
        return f"{self.by} {self.size}"


@dataclass(frozen=True)
class Formulation:
    """unsupported: why the formulation does not support a deal, or None."""

    name: str
    tasks: Callable[[Knowledge], Iterator[Task]]
    unsupported: Callable[[Deal], str | None] = lambda deal: None


def schedule_tasks(known: Knowledge, ideas: Ideas) -> Iterator[Task]:
    """One solve, of which the strategy hears bounds and plans.

    With --explain the proof that no plan exists is left to the invariant, as only facts explain it.
    """

    def learn(answer: Response[Plan]) -> None:
        known.stuck = True  # beyond this answer
        if answer.found is not None:  # a shortest plan
            known.keep_plan(answer.found, "schedule")
            known.raise_lower(len(answer.found), "schedule")
        if answer.status is Status.INFEASIBLE and known.unsolvable is None:
            known.prove_unsolvable("schedules need more payments than any shortest plan", "schedule")

    if known.lower <= known.longest:
        used = replace(ideas, precedences=ideas.precedences and not known.settings.explain)
        work = partial(solve_schedule, known.bare, used)
        yield Task("schedule", "payments", Urgency.SHORTEST_PLAN, work, learn)


def invariant_tasks(known: Knowledge) -> Iterator[Task]:
    def learn(answer: Refutation) -> None:
        if answer.status is Status.INFEASIBLE:
            known.facts = answer.facts
            reason = f"{len(known.facts)} facts hold in every reachable state, and no solved state has them all"
            known.prove_unsolvable(reason, "invariant")

    if known.plan is None and not known.solvable:
        yield Task("invariant", "facts", Urgency.SOLVABILITY, partial(invariant.refute, known.bare), learn)


def timeline_tasks(known: Knowledge, alone: bool = False) -> Iterator[Task]:
    """Plans of as many pours as the lower bound; if any plan will do, first longer ones, which are easier to find."""

    def learn(horizon: int, answer: Response[Plan]) -> None:
        known.keep_plan(answer.found, "timeline")
        if answer.status is Status.INFEASIBLE and horizon == known.lower:
            known.raise_lower(horizon + 1, "timeline")

    if not alone and not known.stuck and "schedule" not in known.set_aside:
        return
    horizons = [known.lower]
    if known.settings.any_plan:
        horizons.insert(0, known.lower + known.lower // ANY_PLAN_STEP)
    for horizon in horizons:
        if horizon <= known.longest:
            work = partial(run, partial(timeline.build, known.deal, horizon))
            yield Task("timeline", horizon, Urgency.SHORTEST_PLAN, work, partial(learn, horizon))


WITHOUT_DIAGRAM = Ideas(precedences=False)
SCHEDULE = Formulation("schedule", partial(schedule_tasks, ideas=Ideas()), schedule.unsupported)
SCHEDULE_ALONE = Formulation("schedule", partial(schedule_tasks, ideas=WITHOUT_DIAGRAM), schedule.unsupported)
INVARIANT = Formulation("invariant", invariant_tasks)
TIMELINE = Formulation("timeline", partial(timeline_tasks, alone=True))
AUTO = (SCHEDULE, INVARIANT, Formulation("timeline", timeline_tasks))
