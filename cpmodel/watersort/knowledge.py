"""What is known of a deal while it is solved: bounds, the shortest plan, whether a plan exists, and who found it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from cpmodel.watersort.invariant.facts import Fact
from fewest_pours.puzzles.watersort.numbered_deal import base, threshold
from fewest_pours.puzzles.watersort.rules import Deal, Plan, solves
from fewest_pours.running.solver_contract import Settings

BOTTOMS = "bottoms bound"


@dataclass(frozen=True)
class News:
    """News("schedule", lower=39): what a solve proves or finds, sent while it runs, or its answer.

    lower           no plan has fewer pours
    refuted         no shortest plan has so many pours
    unsolvable      why no plan exists; facts: those that prove it, if any
    solvable        a plan exists for the deal without its covers
    needs_timeline  the timeline is to decide whether a plan of `lower` pours exists, as schedules cannot
    """

    by: str
    lower: int = 0
    refuted: int | None = None
    plan: Plan | None = None
    unsolvable: str | None = None
    facts: Sequence[Fact] = ()
    solvable: bool = False
    needs_timeline: bool = False


@dataclass
class Knowledge:
    """What is proven so far: lower <= pours of a shortest plan <= upper, or unsolvable. It begins with base.

    set_aside   formulation -> why it does not support the deal
    lower_by    what proved the bound, or that no plan exists
    refuted     each number of pours that no shortest plan has -> by what that was proven
    """

    deal: Deal
    settings: Settings
    set_aside: Mapping[str, str] = field(default_factory=dict)
    lower: int = 0
    lower_by: str = BOTTOMS
    refuted: dict[int, str] = field(default_factory=dict)
    plan: Plan | None = None
    plan_by: str | None = None
    unsolvable: str | None = None
    facts: Sequence[Fact] = ()
    solvable: bool = False
    needs_timeline: bool = False

    def __post_init__(self) -> None:
        self.lower = base(self.deal)
        if self.lower == 0:
            self.keep_plan((), BOTTOMS)

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

    def hear(self, news: News) -> None:
        """Keep what is new."""
        self.needs_timeline = self.needs_timeline or news.needs_timeline
        self.solvable = self.solvable or (news.solvable and not self.deal.beyond_theory)
        self.keep_plan(news.plan, news.by)
        if news.refuted is not None:
            self.refuted[news.refuted] = news.by
        self.raise_lower(news.lower, news.by)
        if news.unsolvable is not None:
            self.facts = news.facts
            self.prove_unsolvable(news.unsolvable, news.by)

    def keep_plan(self, plan: Plan | None, by: str) -> None:
        """Keep a plan that was found if it is the shortest so far, and does not ignore covers."""
        if plan is not None and len(plan) < self.upper and (not self.deal.beyond_theory or solves(self.deal, plan)):
            self.plan = plan
            self.plan_by = by

    def raise_lower(self, lower: int, by: str) -> None:
        """Record that no plan has fewer pours; beyond the threshold there is none at all, if no beaker is covered."""
        lower = max(lower, self.lower)
        while lower in self.refuted:
            by = self.refuted[lower]
            lower += 1
        if lower > self.lower:
            self.lower = lower
            self.lower_by = by
        within = inf if self.deal.beyond_theory else threshold(self.deal)
        if self.lower > within:
            self.prove_unsolvable(f"no plan has {within} pours or fewer, and some plan would be that short", by)

    def prove_unsolvable(self, reason: str, by: str) -> None:
        self.unsolvable = reason
        self.lower_by = by
