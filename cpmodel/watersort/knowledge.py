"""What is known of a deal while it is solved: bounds, the shortest plan, whether a plan exists, and who found it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from cpmodel.watersort.invariant.facts import Fact
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.watersort.numbered_deal import threshold
from fewest_pours.puzzles.watersort.rules import Deal, Plan, solves
from fewest_pours.running.solver_contract import Settings


@dataclass(frozen=True)
class News:
    """News("schedule", lower=39): what a solve reports of a deal without its covers, while it runs.

    lower: no plan has fewer pours. unsolvable: why no plan exists. solvable: one exists. stuck: whether a plan of
    `lower` pours exists is beyond this formulation.
    """

    by: str
    lower: int = 0
    plan: Plan | None = None
    unsolvable: str | None = None
    solvable: bool = False
    stuck: bool = False


@dataclass
class Knowledge:
    """What is proven so far: lower <= pours of a shortest plan <= upper, or unsolvable.

    base        that of the cost identity
    set_aside   formulation -> why it does not support the deal
    solvable    a plan is known to exist
    stuck       schedules cannot raise the lower bound any more
    facts       those (invariant/facts.py) that prove the deal unsolvable
    spent       formulation -> seconds of a single worker
    turn_of, turn_left  the formulation that has the single worker, and for how many seconds
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
    solvable: bool = False
    stuck: bool = False
    facts: Sequence[Fact] = ()
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    turn_of: str = ""
    turn_left: float = 0.0
    statistics: Data = field(default_factory=dict)

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
        """Keep what a solve reports."""
        self.stuck = self.stuck or news.stuck
        self.solvable = self.solvable or (news.solvable and not self.deal.beyond_theory)
        self.keep_plan(news.plan, news.by)
        self.raise_lower(news.lower, news.by)
        if news.unsolvable is not None:
            self.prove_unsolvable(news.unsolvable, news.by)

    def keep_plan(self, plan: Plan | None, by: str) -> None:
        """Keep a plan that was found if it is the shortest so far, and does not ignore covers."""
        if plan is not None and len(plan) < self.upper and (not self.deal.beyond_theory or solves(self.deal, plan)):
            self.plan = plan
            self.plan_by = by

    def raise_lower(self, lower: int, by: str) -> None:
        """Record that no plan has fewer pours; beyond the threshold, that there is none at all (if none is covered)."""
        if lower > self.lower:
            self.lower = lower
            self.lower_by = by
        if self.deal.beyond_theory:
            return
        within = threshold(self.deal)
        if self.lower > within:
            self.prove_unsolvable(f"no plan has {within} pours or fewer, and some plan would be that short", by)

    def prove_unsolvable(self, reason: str, by: str) -> None:
        self.unsolvable = reason
        self.lower_by = by

    def count(self, statistics: Mapping[str, object]) -> None:
        """Add up the numbers of a solve; of what is not a number, such as the sizes of its model, keep the last."""
        total = Counter({name: number for name, number in self.statistics.items() if isinstance(number, int | float)})
        total.update({name: number for name, number in statistics.items() if isinstance(number, int | float)})
        self.statistics = {**self.statistics, **statistics, **total}
