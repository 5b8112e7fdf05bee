"""`auto`: which solves run when, and what may be concluded from their answers.

First *counting*: a colour that cannot fill whole beakers makes the deal unsolvable. Then the formulations
(formulations.py) propose solves, from the bottoms bound on. As many run side by side as --workers allows, the most
urgent first; a single worker takes turns. Other solves are paused, and ended once an answer makes them superfluous.
When the bounds meet, the plan is optimal, whichever formulations they came from. A lower bound beyond the threshold
(Lemma 9) proves that no plan exists.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from cpmodel.jobs import Jobs
from cpmodel.solving import SolverFailed
from cpmodel.watersort import precedences
from cpmodel.watersort.formulations import AUTO, INVARIANT, SCHEDULE_ALONE, TIMELINE, Formulation, Task
from cpmodel.watersort.invariant import explanation
from cpmodel.watersort.knowledge import BOTTOMS, Knowledge, News
from cpmodel.watersort.precedences import FEW_EMPTY
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.watersort.numbered_deal import base
from fewest_pours.puzzles.watersort.rules import Deal, unsolvable_by_counting
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch

Pool = Jobs[Task, News]
TURN = 0.5  # seconds until a single worker switches to the formulation that has had the least time
FIRST_TURN = 2.0  # the same for the first one: by then schedules have answered most deals on two empty beakers
FIRST_TURN_ON_MANY = 30.0  # the same with more empty beakers, where hardly any deal lacks a plan


def solve(deal: Deal, settings: Settings, watch: Watch, use: tuple[Formulation, ...] = AUTO) -> Result:
    """A shortest plan, or the proof that there is none; with only some of the formulations, what these can decide."""
    if reason := unsolvable_by_counting(deal):
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    set_aside = {each.name: why for each in use if (why := each.unsupported(deal)) is not None}
    known = Knowledge(deal, settings, set_aside)
    show(known, watch, BOTTOMS)

    def hear(task: Task, news: News) -> None:
        known.hear(news)
        show(known, watch, str(task))

    with Pool(settings, watch, hear) as pool:
        outcome, failure = decide(known, [each for each in use if each.name not in set_aside], pool, watch)
    found = result(known, outcome, failure, pool.statistics)
    if settings.explain and outcome is Outcome.UNSOLVABLE and INVARIANT in use:
        return replace(found, explanation=partial(explanation.sentences, deal, tuple(known.facts), settings))
    if settings.explain and known.plan:
        return replace(found, explanation=partial(precedences.in_words, known.bare))
    return found


def decide(known: Knowledge, able: Sequence[Formulation], pool: Pool, watch: Watch) -> tuple[Outcome, str | None]:
    """Run solves until what is known settles the outcome; if a solver failed, with the reason."""
    done: set[Task] = set()
    turns = Turns.of_deal(known.deal)
    try:
        while (outcome := conclusion(known)) is None:
            wanted = tasks(known, able, done)
            if not wanted:
                within = known.plan is not None and known.upper <= known.horizon
                return Outcome.SOLVED if within else Outcome.UNSUPPORTED, None
            done |= follow(known, wanted, turns, pool, watch)
    except LimitReached as limit:
        return limit.outcome, None
    except SolverFailed as failed:
        return Outcome.SOLVER_FAILED, str(failed)
    return outcome, None


def show(known: Knowledge, watch: Watch, what: str) -> None:
    """Report the bounds, the plan and the current work."""
    watch.report(known.lower, None if known.plan is None else len(known.plan), what, known.plan)


def conclusion(known: Knowledge) -> Outcome | None:
    """The outcome, once what is known settles it."""
    if known.unsolvable is not None:
        return Outcome.UNSOLVABLE
    if known.lower > known.horizon:
        return Outcome.NO_PLAN_WITHIN_HORIZON
    if known.upper > known.horizon or known.plan is None:
        return None
    if known.upper == known.lower:
        return Outcome.OPTIMAL
    return Outcome.SOLVED if known.settings.any_plan else None


def tasks(known: Knowledge, able: Sequence[Formulation], done: set[Task]) -> list[Task]:
    """What is worth running now, the most urgent first."""
    return [task for each in able for task in each.tasks(known) if task not in done]


@dataclass
class Turns:
    """How formulations share a single worker.

    of     the formulation whose turn it is; left: for how many seconds
    spent  formulation -> seconds that it has had
    """

    left: float
    of: str = ""
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    @classmethod
    def of_deal(cls, deal: Deal) -> "Turns":
        return cls(FIRST_TURN if deal.beakers.count(()) <= FEW_EMPTY else FIRST_TURN_ON_MANY)

    def pass_on(self, wanted: Sequence[Task]) -> None:
        """If a turn is over, give the next to the formulation with the least time so far, of equals the most urgent.

        After 0.6 s of schedules and 0.2 s of the invariant, it is the invariant's.
        """
        if self.left <= 0 or self.of not in {task.by for task in wanted}:
            if self.spent:  # the first turn has a length of its own
                self.left = TURN
            self.of = min(wanted, key=lambda task: self.spent.get(task.by, 0.0)).by

    def spend(self, seconds: float) -> None:
        self.spent[self.of] += seconds
        self.left -= seconds


def follow(known: Knowledge, wanted: list[Task], turns: Turns, pool: Pool, watch: Watch) -> set[Task]:
    """Run the most urgent tasks, one for each worker, until one of them answers or a turn ends; return what is done.

    A single worker takes turns between formulations; news of a solve does not end its turn.
    """
    within = inf
    if known.settings.workers == 1:
        turns.pass_on(wanted)
        wanted = sorted(wanted, key=lambda task: task.by != turns.of)
        within = turns.left if len({task.by for task in wanted}) > 1 else inf
    now = wanted[: known.settings.workers]
    for task in set(pool.running) - set(wanted):
        pool.end(task)
    for task in now:
        if task not in pool.running:
            pool.start(task, task.work)
    pool.run_only(now)
    show(known, watch, ", ".join(map(str, now)))
    started = time.monotonic()
    answered = pool.answer_within(within)
    turns.spend(time.monotonic() - started)
    if answered is None:
        return set()
    task, answer = answered
    if answer.found is not None:
        known.hear(answer.found)
    show(known, watch, str(task))
    return {task}


def result(known: Knowledge, outcome: Outcome, failure: str | None, statistics: Data) -> Result:
    """The Result of what is known; failure: why a solver failed."""
    notes = [f"{name} does not support this deal: {why}" for name, why in known.set_aside.items()]
    statistics = {"base": base(known.deal), **statistics} | ({"notes": notes} if notes else {})
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=known.unsolvable, lower_bound_by=known.lower_by, statistics=statistics)
    plan = None if outcome is Outcome.NO_PLAN_WITHIN_HORIZON else known.plan
    if outcome is Outcome.UNSUPPORTED:
        unknown = "a plan exists" if known.solvable else f"it remains open whether a plan of {known.lower} pours exists"
        others = "python -m search_baseline" if known.deal.beyond_theory else "--formulation auto or timeline"
        failure = f"{'; '.join(notes) or unknown}; try {others}"
    return Result(
        outcome,
        plan=plan,
        lower_bound=known.lower,
        lower_bound_by=known.lower_by,
        upper_bound=None if plan is None else len(plan),
        upper_bound_by=None if plan is None else known.plan_by,
        reason=failure,
        statistics=statistics,
    )


solve_schedule = partial(solve, use=(SCHEDULE_ALONE,))
solve_invariant = partial(solve, use=(INVARIANT,))
solve_timeline = partial(solve, use=(TIMELINE,))
