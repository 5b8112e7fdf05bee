"""The formulations as the strategy sees them: which solves each of them proposes, and what follows from the answers.

    depths          first, if few enough to list: whether a plan exists, the fewest payments of any schedule (a bound
                    on the excess), and a plan, with this excess if it can be poured
    descent         otherwise: a plan at once, by a heuristic; then better ones, by longer descents
    phases x        x = 0, 1, 2, ...: if all of 0..x are infeasible, every plan has more than base + x pours; a feasible
                    answer is a plan of base + x pours, if it can be poured
    invariant       in parallel, until a plan is known: facts that prove "unsolvable", or a plan of any length
    timeline T      where phases do not support the deal, or are stuck at an answer that cannot be poured: plans of T
                    pours, T the lower bound

Depths, phases and invariant ignore covers. These only forbid pours, so bounds and "unsolvable" hold; plans are
replayed.

A formulation is a name and a function that proposes tasks from what is known. List it in AUTO, to run beside the
others, or in cpmodel/solvers.py, as a value of --formulation:

    def mine(known):
        def learn(answer):          # what the answer proves
            known.keep_plan(answer.found, "mine")
            if answer.status is Status.INFEASIBLE:
                known.raise_lower(horizon + 1, "mine")

        if (horizon := known.lower) <= known.longest:
            yield Task("mine", horizon, Urgency.BOUND, partial(run, partial(build, known.deal, horizon)), learn)

    MINE = Formulation("mine", mine)
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, auto
from functools import partial
from itertools import count
from math import inf
from typing import Any, Generic

from cpmodel.solving import Replied, Response, Status, Work, run
from cpmodel.watersort import timeline
from cpmodel.watersort.depths.listing import Listing, listing
from cpmodel.watersort.invariant import finding_facts as invariant
from cpmodel.watersort.invariant.facts import Fact
from cpmodel.watersort.invariant.finding_facts import Refutation
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.random_descent import descent
from fewest_pours.puzzles.watersort.numbered_deal import threshold
from fewest_pours.puzzles.watersort.rules import Deal, Plan, solves
from fewest_pours.running.solver_contract import Settings

SOON, LONGEST = 5, 10  # sizes of descents: all else waits for those below SOON; none is longer than LONGEST
RUN_AHEAD = 3  # excesses tried beyond the one that the lower bound waits for


class Urgency(IntEnum):
    """What a task is for, the most urgent first. A task that is no longer proposed is ended."""

    FIRST = auto()  # short: runs to its end before all else
    ANY_PLAN = auto()  # a plan of any length, if that is enough
    BOUND = auto()  # the lower bound waits for it
    SHORTER_PLAN = auto()
    SOLVABILITY = auto()  # whether there is a plan
    STUCK = auto()  # the bound, where phases cannot raise it
    LAST_POUR = auto()  # a plan one pour shorter, which the bound may exclude
    AHEAD = auto()  # may be needed later


@dataclass(frozen=True)
class Task(Generic[Replied]):
    """Task("phases", 1, Urgency.BOUND, work, learn): a solve in its own process, and what to do with its answer."""

    by: str
    size: int | str
    urgency: Urgency
    work: Work[Replied]
    learn: Callable[[Replied], None]

    def __str__(self) -> str:
        return f"{self.by} {self.size}"


AnyTask = Task[Any]  # of whatever formulation


@dataclass
class Knowledge:
    """What is proven so far: lower <= pours of a shortest plan <= upper, or unsolvable.

    base: that of the cost identity. set_aside: formulation -> why it does not support the deal. refuted: each excess
    at which phases are infeasible. done: names of tasks that have ended. spent: formulation -> seconds of a single
    worker. facts: those (invariant/facts.py) that prove the deal unsolvable.
    """

    deal: Deal
    settings: Settings
    base: int
    set_aside: Mapping[str, str]
    lower: int
    lower_by: str
    plan: Plan | None = None
    plan_by: str | None = None
    unsolvable: str | None = None  # why; lower_by is what proved it
    listing: Listing | None = None
    facts: Sequence[Fact] = ()
    refuted: set[int] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    statistics: Counter[str] = field(default_factory=Counter)

    @property
    def bare(self) -> Deal:
        """The deal without covers."""
        return replace(self.deal, covered=())

    @property
    def upper(self) -> float:
        """Infinite while no plan is known."""
        return inf if self.plan is None else len(self.plan)

    @property
    def horizon(self) -> float:
        return inf if self.settings.horizon is None else self.settings.horizon

    @property
    def longest(self) -> float:
        """Pours of the longest plans that are still worth looking for."""
        return min(self.horizon, self.upper - 1)

    @property
    def open_excess(self) -> int:
        """The least number of payments that may be that of a schedule; beyond it phases prove nothing."""
        return next(x for x in count(self.listing.payments if self.listing else 0) if x not in self.refuted)

    @property
    def stuck(self) -> bool:
        """Phases cannot raise the lower bound any more."""
        return f"phases {self.open_excess}" in self.done or "phases" in self.set_aside

    def keep_plan(self, plan: Plan | None, by: str) -> None:
        """Keep a plan that was found if it is the shortest so far, and does not ignore covers."""
        if plan is not None and len(plan) < self.upper and (not self.deal.covered or solves(self.deal, plan)):
            self.plan, self.plan_by = plan, by

    def raise_lower(self, lower: int, by: str) -> None:
        """Record that no plan has fewer pours; beyond the threshold, that there is none at all (if none is covered)."""
        if lower > self.lower:
            self.lower, self.lower_by = lower, by
        if not self.deal.covered and self.lower > (within := threshold(self.deal)):
            self.prove_unsolvable(f"no plan has {within} pours or fewer, and some plan would be that short", by)

    def prove_unsolvable(self, reason: str, by: str) -> None:
        self.unsolvable, self.lower_by = reason, by


@dataclass(frozen=True)
class Formulation:
    """unsupported: why the formulation does not support a deal, or None."""

    name: str
    tasks: Callable[[Knowledge], Iterator[AnyTask]]
    unsupported: Callable[[Deal], str | None] = lambda deal: None


def depths_tasks(known: Knowledge) -> Iterator[Task[Response[Listing]]]:
    """With --explain the proof that no plan exists is left to the invariant: only facts explain it."""

    def learn(answer: Response[Listing]) -> None:
        if (found := answer.found) is not None:
            known.listing = found
            known.keep_plan(found.plan, "depths")
            known.raise_lower(known.base + found.payments, "depths")
        elif answer.status is Status.INFEASIBLE and not known.settings.explain:
            known.prove_unsolvable("the reachable depths were listed: all are dead ends", "depths")

    yield Task("depths", "listed", Urgency.FIRST, partial(listing, known.bare), learn)


def descent_tasks(known: Knowledge) -> Iterator[Task[Response[Plan]]]:
    """One after the other: the first before all else; later ones beside the proof while the bounds differ by over 1."""
    size = next(size for size in count() if f"descent {size}" not in known.done)
    if size <= LONGEST and known.lower <= known.longest and known.listing is None:
        urgency = Urgency.FIRST if size < SOON else Urgency.SHORTER_PLAN
        if known.upper <= known.lower + 1:
            urgency = Urgency.LAST_POUR
        work = partial(descent, known.deal, size, known.longest - known.base)
        yield Task("descent", size, urgency, work, lambda answer: known.keep_plan(answer.found, "descent"))


def phases_tasks(known: Knowledge) -> Iterator[AnyTask]:
    """Excess after excess, the next ones running ahead; once stuck, only for plans. Depths are listed first."""

    def learn(x: int, answer: Response[Plan | None]) -> None:
        known.keep_plan(answer.found, "phases")
        if answer.status is Status.INFEASIBLE:
            known.refuted.add(x)
            known.raise_lower(known.base + known.open_excess, "phases")

    if "depths listed" not in known.done:
        yield from depths_tasks(known)
        return
    least = known.lower - known.base
    urgencies = {least: Urgency.BOUND} | dict.fromkeys(range(least + 1, least + 1 + RUN_AHEAD), Urgency.AHEAD)
    if f"phases {least}" in known.done and known.open_excess < least:  # the lower bound is another proof's
        urgencies[known.open_excess] = Urgency.BOUND
    for x, urgency in urgencies.items():
        if known.base + x <= known.longest:
            work = partial(phases.solve_excess, known.bare, x)
            yield Task("phases", x, urgency, work, partial(learn, x))


def invariant_tasks(known: Knowledge) -> Iterator[Task[Refutation]]:
    def learn(answer: Refutation) -> None:
        known.keep_plan(answer.found, "invariant")
        if answer.status is Status.INFEASIBLE:
            known.facts = answer.facts
            reason = f"{len(known.facts)} facts hold in every reachable state, and no solved state has them all"
            known.prove_unsolvable(reason, "invariant")

    if known.plan is None:
        urgency = Urgency.ANY_PLAN if known.settings.any_plan else Urgency.SOLVABILITY
        yield Task("invariant", "facts", urgency, partial(invariant.refute, known.bare), learn)


def timeline_tasks(known: Knowledge, alone: bool = False) -> Iterator[Task[Response[Plan]]]:
    def learn(answer: Response[Plan]) -> None:
        known.keep_plan(answer.found, "timeline")
        if answer.status is Status.INFEASIBLE:
            known.raise_lower(horizon + 1, "timeline")

    if (alone or known.stuck) and (horizon := known.lower) <= known.longest:
        work = partial(run, partial(timeline.build, known.deal, horizon))
        yield Task("timeline", horizon, Urgency.STUCK, work, learn)


def covers(deal: Deal) -> str | None:
    return "beakers are covered" if deal.covered else None


PHASES = Formulation("phases", phases_tasks, phases.unsupported)
INVARIANT = Formulation("invariant", invariant_tasks)
TIMELINE = Formulation("timeline", partial(timeline_tasks, alone=True))
DEPTHS, DESCENT = Formulation("depths", depths_tasks), Formulation("descent", descent_tasks, covers)
AUTO = (DEPTHS, DESCENT, PHASES, INVARIANT, Formulation("timeline", timeline_tasks))
