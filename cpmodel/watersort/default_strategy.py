"""`auto`: which solves run when, and what may be concluded from their answers.

First *counting*: a colour that cannot fill whole beakers makes the deal unsolvable. Then the formulations
(formulations.py) propose solves, from the bottoms bound on. As many run side by side as --workers allows, the most
urgent first; a single worker takes turns. Other solves are paused, and ended once an answer makes them superfluous.
When the bounds meet, the plan is optimal, whichever formulations they came from. A lower bound beyond the threshold
(Lemma 9) proves that no plan exists.
"""

import time
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from cpmodel.jobs import Jobs
from cpmodel.solving import SolverFailed
from cpmodel.watersort import precedences
from cpmodel.watersort.formulations import AUTO, INVARIANT, SCHEDULE_ALONE, TIMELINE, Formulation, Task
from cpmodel.watersort.invariant import explanation
from cpmodel.watersort.knowledge import Knowledge, News
from cpmodel.watersort.precedences import FEW_EMPTY
from fewest_pours.puzzles.watersort.numbered_deal import base
from fewest_pours.puzzles.watersort.rules import Deal, unsolvable_by_counting
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch

Pool = Jobs[Task, Any]
TURN = 0.5  # seconds until a single worker switches to the formulation that has had the least time
FIRST_TURN = 2.0  # the same for the first one: by then schedules have answered most deals on two empty beakers
FIRST_TURN_ON_MANY = 30.0  # the same with more empty beakers, where hardly any deal lacks a plan
BOTTOMS = "bottoms bound"


def solve(deal: Deal, settings: Settings, watch: Watch, use: tuple[Formulation, ...] = AUTO) -> Result:
    """A shortest plan, or the proof that there is none; with only some of the formulations, what these can decide."""
    if reason := unsolvable_by_counting(deal):
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    least = base(deal)
    set_aside = {each.name: why for each in use if (why := each.unsupported(deal)) is not None}
    known = Knowledge(deal, settings, least, set_aside, least, BOTTOMS)
    if least == 0:
        known.keep_plan((), BOTTOMS)
    show(known, watch, BOTTOMS)
    outcome, failure = decide(known, [each for each in use if each.name not in set_aside], watch)
    found = result(known, outcome, failure)
    if not settings.explain:
        return found
    if known.facts:
        return replace(found, explanation=partial(explanation.sentences, deal, tuple(known.facts), settings))
    return replace(found, explanation=partial(precedences.in_words, known.bare)) if known.plan else found


def decide(known: Knowledge, able: list[Formulation], watch: Watch) -> tuple[Outcome, str | None]:
    """Run solves until what is known settles the outcome; if a solver failed, with the reason."""
    done: set[Task] = set()

    def hear(task: Task, news: News) -> None:
        known.hear(news)
        show(known, watch, str(task))

    with Pool(known.settings, watch, hear) as pool:
        try:
            while (outcome := conclusion(known)) is None:
                wanted = tasks(known, able, done)
                if not wanted:
                    within = known.plan is not None and known.upper <= known.horizon
                    return Outcome.SOLVED if within else Outcome.UNSUPPORTED, None
                follow(known, wanted, done, pool, watch)
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


def tasks(known: Knowledge, able: list[Formulation], done: set[Task]) -> list[Task]:
    """What is worth running now, the most urgent first."""
    wanted = [task for each in able for task in each.tasks(known) if task not in done]
    return sorted(wanted, key=lambda task: task.urgency)


def follow(known: Knowledge, wanted: list[Task], done: set[Task], pool: Pool, watch: Watch) -> None:
    """Run the most urgent tasks, one for each worker, until one of them answers or a turn ends; learn from the answer.

    A single worker takes turns between formulations; news of a solve does not end its turn.
    """
    turns = known.settings.workers == 1 and len({task.by for task in wanted}) > 1
    if turns:
        begin_turn_if_over(known, wanted)
        wanted = sorted(wanted, key=lambda task: task.by != known.turn_of)
    now = wanted[: known.settings.workers]
    for task in set(pool.running) - set(wanted):
        pool.end(task)
    for task in now:
        if task not in pool.running:
            pool.start(task, task.work)
    pool.run_only(now)
    show(known, watch, ", ".join(map(str, now)))
    started = time.monotonic()
    answered = pool.answer_within(known.turn_left if turns else inf)
    took = time.monotonic() - started
    known.spent[now[0].by] += took
    known.turn_left -= took
    if answered is not None:
        task, answer = answered
        done.add(task)
        known.count(answer.statistics)
        task.learn(answer)
        show(known, watch, str(task))


def begin_turn_if_over(known: Knowledge, wanted: list[Task]) -> None:
    """Give the next turn to the formulation with the least time so far; of equal ones to the most urgent.

    After 0.6 s of schedules and 0.2 s of the invariant, it is the invariant's.
    """
    goes_on = known.turn_left > 0 and known.turn_of in {task.by for task in wanted}
    if not goes_on:
        first = FIRST_TURN if known.deal.beakers.count(()) <= FEW_EMPTY else FIRST_TURN_ON_MANY
        known.turn_left = TURN if known.spent else first
        known.turn_of = min(wanted, key=lambda task: known.spent[task.by]).by


def result(known: Knowledge, outcome: Outcome, failure: str | None) -> Result:
    """The Result of what is known; failure: why a solver failed."""
    notes = [f"{name} does not support this deal: {why}" for name, why in known.set_aside.items()]
    statistics = {"base": known.base, **known.statistics} | ({"notes": notes} if notes else {})
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=known.unsolvable, lower_bound_by=known.lower_by, statistics=statistics)
    plan = None if outcome is Outcome.NO_PLAN_WITHIN_HORIZON else known.plan
    if outcome is Outcome.UNSUPPORTED:
        unknown = "a plan exists" if known.solvable else f"it remains open whether a plan of {known.lower} pours exists"
        failure = f"{'; '.join(notes) or unknown}; try --formulation auto or timeline"
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
