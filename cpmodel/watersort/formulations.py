"""The formulations as the strategy sees them: what each is asked, how urgently, and what follows from its answers.

    beam            a plan at once, by a heuristic; then better ones, by wider beams
    orderings       before phases: which runs leave before which in every plan, by a listing of depths
    phases(x)       x = 0, 1, 2, ...: if all of 0..x are infeasible, every plan has more than base + x pours; a feasible
                    answer that cannot be poured is refined, until there is a plan of base + x pours or none
    phases partial(x)  where no answer of phases(x) can be poured: plans of base + x + 1 pours, one of them partial
    invariant       beside them, until a plan is known: facts that prove "unsolvable", or a plan of any length
    timeline(T)     where phases do not support the deal, or are stuck: plans of T pours, T the lower bound

Here base is the bottoms bound. To add a formulation, write its `Formulation` record, four functions and a name; list it
in AUTO, to run beside the others, or in cpmodel/solvers.py, as a word of --formulation:

    def unsupported(deal):          # None, or why it does not support this deal
        return None if deal.capacity == 2 else "capacity is not 2"

    def wants(known):               # what it would like to run now: its urgency (0 first), and a size
        if known.lower <= known.longest:
            yield 10, known.lower

    def work(known, size):          # runs in a process of its own, under the limits; returns an Answer
        return partial(run, partial(build, known.deal, size))

    def learn(known, size, answer): # what the answer proves; the strategy keeps a plan in it
        if answer.status is Status.INFEASIBLE and size == known.lower:
            known.raise_lower(size + 1, "mine")

    MINE = Formulation("mine", unsupported, wants, work, learn)

Urgencies: 0 is a plan at once, 10 what the lower bound waits for, 20 whether there is a plan at all, 30 and more what
may be needed later. A task runs while it is wanted: what `wants` leaves out is ended.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import inf
from typing import NamedTuple

from cpmodel.solving import Answer, Status, Work, run
from cpmodel.watersort.invariant import refuting as invariant
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.phases.orderings import Orderings, orderings
from cpmodel.watersort.plans import beam
from cpmodel.watersort.timeline import timeline_model as timeline
from instances.solving.limits import Settings
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, Pour

SOON, WIDEST = 5, 12  # sizes of beams: so many are tried before all else waits; no wider ones

Plan = tuple[Pour, ...]


@dataclass
class Knowledge:
    """What is proven so far: lower <= pours of a shortest plan <= upper, or unsolvable.

    base, threshold: the bottoms bound; a number of pours within which there is a plan, if there is any. set_aside:
    formulations that do not support the deal, and why. refuted: excesses at which phases are infeasible. unpourable:
    excesses at which they are infeasible with layers, of these colours. done: tasks that have ended. spent:
    formulation -> seconds of a single worker. facts: those of invariant/facts.py that prove a deal unsolvable.
    """

    deal: Deal
    settings: Settings
    base: int
    threshold: int
    set_aside: Mapping[str, str]
    lower: int
    lower_by: str = "bottoms bound"
    plan: Plan | None = None
    plan_by: str | None = None
    unsolvable: str | None = None  # why
    unsolvable_by: str | None = None
    orderings: Orderings | None = None  # not worked out yet
    facts: list[tuple[int, ...]] = field(default_factory=list)
    refuted: set[int] = field(default_factory=set)
    unpourable: dict[int, frozenset[str]] = field(default_factory=dict)
    done: set["Task"] = field(default_factory=set)
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    statistics: Counter[str] = field(default_factory=Counter)

    @property
    def upper(self) -> int | None:
        return None if self.plan is None else len(self.plan)

    @property
    def longest(self) -> float:
        """Pours of the longest plans that are still worth looking for."""
        horizon, upper = self.settings.horizon, self.upper
        return min(inf if horizon is None else horizon, inf if upper is None else upper - 1)

    def keep_plan(self, plan: Plan, by: str) -> None:
        """A plan; it counts if it is the shortest so far."""
        if self.upper is None or len(plan) < self.upper:
            self.plan, self.plan_by = plan, by

    def raise_lower(self, lower: int, by: str) -> None:
        """No plan has fewer pours. Beyond the threshold there is none at all."""
        if lower > self.lower:
            self.lower, self.lower_by = lower, by
        if self.lower > self.threshold:
            within = f"no plan has {self.threshold} pours or fewer, and some plan would be that short"
            self.prove_unsolvable(within, by)

    def prove_unsolvable(self, reason: str, by: str) -> None:
        if self.unsolvable is None:
            self.unsolvable, self.unsolvable_by = reason, by


@dataclass(frozen=True)
class Formulation:
    """See above. variant: tells records of one name apart, which differ in how they search; results show the name."""

    name: str
    unsupported: Callable[[Deal], str | None]
    wants: Callable[[Knowledge], Iterable[tuple[int, int]]]
    work: Callable[[Knowledge, int], Work]
    learn: Callable[[Knowledge, int, Answer], None]
    variant: str = ""


class Task(NamedTuple):
    """Task(PHASES, 1): one formulation, asked at one size."""

    formulation: Formulation
    size: int

    def __str__(self) -> str:
        words = (self.formulation.name, self.formulation.variant, str(self.size))
        return " ".join(word for word in words if word)


def everything(deal: Deal) -> None:
    """The `unsupported` of a formulation that supports all deals."""


def known_at_first(deal: Deal, settings: Settings, threshold: int, set_aside: Mapping[str, str]) -> Knowledge:
    """What counting says; the deal must pass unsolvable_by_counting."""
    base = bottoms_bound(deal)
    known = Knowledge(deal, settings, base, threshold, set_aside, base)
    if base == 0:
        known.keep_plan((), "bottoms bound")
    return known


def next_excess(known: Knowledge) -> int:
    """The least excess that phases have not refuted; beyond it they prove nothing."""
    return next(x for x in count() if x not in known.refuted)


def stuck(known: Knowledge) -> bool:
    """Phases cannot raise the lower bound any more."""
    return next_excess(known) in known.unpourable or "phases" in known.set_aside


def orderings_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    if known.orderings is None and "phases" not in known.set_aside:
        yield 0, 0


def orderings_work(known: Knowledge, size: int) -> Work:
    return lambda settings, seconds: Answer(Status.NOTHING_FOUND, orderings(known.deal))


def learn_orderings(known: Knowledge, size: int, answer: Answer) -> None:
    known.orderings = answer.found


def phases_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    if known.orderings is not None:
        x = known.lower - known.base if stuck(known) else next_excess(known)
        ahead = [(11, x), (40, x + 1)] if stuck(known) else [(10, x), (35, x + 1), (45, x + 2), (55, x + 3)]
        yield from ((urgency, x) for urgency, x in ahead if known.base + x <= known.longest)


def partial_phases_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    if known.unpourable and stuck(known) and known.lower <= known.longest:
        yield 10, known.lower - known.base - 1


def phase_work(known: Knowledge, x: int, partial_pours: int = 0) -> Work:
    layered = frozenset[str]().union(*known.unpourable.values()) if partial_pours else frozenset[str]()
    return partial(phases.solve, known.deal, x, known.orderings or frozenset(), layered, partial_pours)


def learn_from_phases(known: Knowledge, x: int, answer: Answer) -> None:
    if answer.status is Status.INFEASIBLE and answer.found:
        known.unpourable[x] = answer.found
    elif answer.status is Status.INFEASIBLE:
        known.refuted.add(x)
    x = next_excess(known)
    known.raise_lower(known.base + x + (x in known.unpourable), "phases")


def learn_nothing(known: Knowledge, size: int, answer: Answer) -> None:
    """Nothing is proven but the plan, if there is one."""


def beam_wants(known: Knowledge) -> Iterator[tuple[int, int]]:
    """Two beams at once until there is a plan; then one, beside the proof while more than one pour is open."""
    size = next(size for size in count() if Task(BEAM, size) not in known.done)
    if size <= WIDEST and known.base <= known.longest:
        at_once = known.plan is None and size < SOON
        far = known.upper is not None and known.upper > known.lower + 1
        yield 0 if at_once else 12 if far else 33, size
        if at_once and size + 1 < SOON:
            yield 2, size + 1


def beam_work(known: Knowledge, size: int) -> Work:
    return partial(beam, known.deal, size, known.longest - known.base)


def solvability_wants(known: Knowledge) -> Iterator[tuple[int, int]]:
    if known.plan is None:
        yield (0 if known.settings.any_plan else 20), 0


def invariant_work(known: Knowledge, size: int) -> Work:
    return partial(invariant.solve, known.deal)


def learn_from_invariant(known: Knowledge, size: int, answer: Answer) -> None:
    if answer.status is Status.INFEASIBLE:
        known.facts = answer.found
        known.prove_unsolvable(f"{len(known.facts)} facts hold for ever, and no solved state has them all", "invariant")


def timeline_wants(known: Knowledge) -> Iterator[tuple[int, int]]:
    if stuck(known) and known.lower <= known.longest:
        yield 25, known.lower


def timeline_work(known: Knowledge, horizon: int) -> Work:
    return partial(run, partial(timeline.build, known.deal, horizon))


def learn_from_timeline(known: Knowledge, horizon: int, answer: Answer) -> None:
    if answer.status is Status.INFEASIBLE and horizon == known.lower:
        known.raise_lower(horizon + 1, "timeline")


BEAM = Formulation("beam", everything, beam_wants, beam_work, learn_nothing)
ORDERINGS = Formulation("orderings", everything, orderings_want, orderings_work, learn_orderings)
PHASES = Formulation("phases", phases.unsupported, phases_want, phase_work, learn_from_phases)
PARTIAL_PHASES = Formulation(
    "phases", phases.unsupported, partial_phases_want, partial(phase_work, partial_pours=1), learn_nothing, "partial"
)
INVARIANT = Formulation("invariant", everything, solvability_wants, invariant_work, learn_from_invariant)
TIMELINE = Formulation("timeline", everything, timeline_wants, timeline_work, learn_from_timeline)

ALL_PHASES = (ORDERINGS, PHASES, PARTIAL_PHASES)
AUTO = (BEAM, *ALL_PHASES, INVARIANT, TIMELINE)
