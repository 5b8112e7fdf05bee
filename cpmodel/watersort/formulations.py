"""The formulations as the strategy sees them: which solves each of them proposes.

    schedule        one model that minimises; its bounds and plans become known while it runs
    timeline T      where schedules do not support the deal, or none can be poured: plans of T pours, T the lower bound
    invariant       until it is known whether a plan exists: facts that prove that none does

Schedule and invariant ignore covers. These only forbid pours, so bounds and "unsolvable" hold; plans are replayed.

A formulation is a name and a function that proposes tasks from what is known. List it in AUTO, the most urgent first,
to run beside the others, or in cpmodel/solvers.py, as a value of --formulation:

    def solve_mine(deal, settings, seconds, say):
        response = run(partial(build, deal), settings, seconds)
        return replace(response, found=News("mine", plan=response.found))

    def mine(known):
        yield Task("mine", 0, partial(solve_mine, known.deal))

    MINE = Formulation("mine", mine)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from cpmodel.horizon_deepening import longer
from cpmodel.jobs import Work
from cpmodel.solving import Hear, Response, Status, run
from cpmodel.watersort import timeline
from cpmodel.watersort.invariant import finding_facts
from cpmodel.watersort.knowledge import Knowledge, News
from cpmodel.watersort.schedule import model as schedule
from cpmodel.watersort.schedule.shortest import solve_schedule
from cpmodel.watersort.schedule.variables import Ideas
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Settings


@dataclass(frozen=True)
class Task:
    """Task("timeline", 39, work): a solve in its own process, whose answer is news.

    Two tasks are the same if formulation and size are. A task that is no longer proposed is ended.
    """

    by: str
    size: int | str
    work: Work[Response[News]] = field(compare=False)

    def __str__(self) -> str:
        return f"{self.by} {self.size}"


@dataclass(frozen=True)
class Formulation:
    """unsupported: why the formulation does not support a deal, or None."""

    name: str
    tasks: Callable[[Knowledge], Iterator[Task]]
    unsupported: Callable[[Deal], str | None] = lambda deal: None


def schedule_tasks(known: Knowledge, ideas: Ideas) -> Iterator[Task]:
    if known.lower <= known.longest:
        yield Task("schedule", "payments", partial(solve_schedule, known.bare, ideas))


def timeline_tasks(known: Knowledge, alone: bool = False) -> Iterator[Task]:
    """Plans of as many pours as the lower bound; if any plan will do, first longer ones, which are easier to find."""
    schedules_go_on = "schedule" not in known.set_aside and not known.needs_timeline
    if schedules_go_on and not alone:
        return
    horizons = [known.lower]
    if known.settings.any_plan and longer(known.lower) > known.lower:
        horizons.insert(0, longer(known.lower))
    for horizon in horizons:
        if horizon <= known.longest:
            yield Task("timeline", horizon, partial(solve_timeline, known.deal, horizon))


def solve_timeline(deal: Deal, horizon: int, settings: Settings, seconds: float | None, _: Hear) -> Response[News]:
    """A plan of so many pours, or that no shortest plan has so many."""
    response = run(partial(timeline.build, deal, horizon), settings, seconds)
    refuted = horizon if response.status is Status.INFEASIBLE else None
    return Response(response.status, News("timeline", plan=response.found, refuted=refuted), response.statistics)


def invariant_tasks(known: Knowledge) -> Iterator[Task]:
    if known.plan is None and not known.solvable:
        yield Task("invariant", "facts", partial(solve_invariant, known.bare))


def solve_invariant(deal: Deal, settings: Settings, seconds: float | None, _: Hear) -> Response[News]:
    """That no plan exists, if facts prove it."""
    response = finding_facts.refute(deal, settings, seconds)
    if response.found is None:
        return Response(response.status, None, response.statistics)
    reason = f"{len(response.found)} facts hold in every reachable state, and no solved state has them all"
    news = News("invariant", unsolvable=reason, facts=response.found)
    return Response(response.status, news, response.statistics)


# With --formulation, a formulation shows what it can do alone. So SCHEDULE_ALONE has no precedences, which a decision
# diagram finds, and TIMELINE does not wait until schedules can say no more.
WITHOUT_DIAGRAM = Ideas(precedences=False)
SCHEDULE = Formulation("schedule", partial(schedule_tasks, ideas=Ideas()), schedule.unsupported)
SCHEDULE_ALONE = Formulation("schedule", partial(schedule_tasks, ideas=WITHOUT_DIAGRAM), schedule.unsupported)
TIMELINE = Formulation("timeline", partial(timeline_tasks, alone=True))
INVARIANT = Formulation("invariant", invariant_tasks)
AUTO = (SCHEDULE, Formulation("timeline", timeline_tasks), INVARIANT)
