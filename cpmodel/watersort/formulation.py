"""A formulation as the strategy sees it, and what is known of a deal while formulations are asked.

*How a formulation is added.* Write its `Formulation` record, four functions and a name, in formulations.py (list it in
AUTO, to be asked beside the others; in cpmodel/solvers.py, to be a word of --formulation):

    def carries(deal):              # None, or why it says nothing about this deal
        return None if deal.capacity == 2 else "capacity is not 2"

    def wants(known):               # what it would like to be asked now: how urgent (0 first), and at which size
        if known.lower <= known.longest:
            yield 10, known.lower

    def work(known, size):          # what a process of its own does then, under the limits; says an Answer
        return partial(run, partial(build, known.deal, size))

    def learn(known, size, answer): # what the answer proves; a plan in it is kept by the strategy
        if answer.status is Status.INFEASIBLE and size == known.lower:
            known.raise_lower(size + 1, "mine")

    MINE = Formulation("mine", carries, wants, work, learn)

Urgencies: 0 is a plan at once, 10 what the lower bound waits for, 20 whether there is a plan at all, 30 and more what
may be needed later. A task runs while it is wanted: what `wants` leaves out is ended.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from cpmodel.solving import Answer, Work
from cpmodel.watersort.phases.orderings import Orderings
from instances.solving.limits import Settings
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, Pour

Plan = tuple[Pour, ...]


@dataclass
class Knowledge:
    """What is proven so far: lower <= pours of a shortest plan <= upper, or unsolvable.

    base, threshold: the bottoms bound; a number of pours within which there is a plan, if there is any. set_aside:
    formulations that do not support the deal, and why. refuted: excesses at which phases are infeasible. unpourable:
    excesses at which they are infeasible with layers, of these colours. done: tasks that have ended. spent:
    formulation -> seconds of a single worker.
    facts: those of invariant/facts.py that prove a deal unsolvable.
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
    carries: Callable[[Deal], str | None]
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
    """The `carries` of a formulation that carries all deals."""


def known_at_first(deal: Deal, settings: Settings, threshold: int, set_aside: Mapping[str, str]) -> Knowledge:
    """What counting says; the deal must pass unsolvable_by_counting."""
    base = bottoms_bound(deal)
    known = Knowledge(deal, settings, base, threshold, set_aside, base)
    if base == 0:
        known.keep_plan((), "bottoms bound")
    return known
