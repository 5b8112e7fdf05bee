"""`auto`: which solves run when, and what may be concluded from their answers.

First *counting*: a colour that cannot fill whole beakers makes the deal unsolvable. Then the formulations
(formulations.py) propose solves. Each solve uses one worker. As many run side by side as --workers allows, the most
urgent first; a single worker takes turns. Other solves are paused, and ended once an answer makes them superfluous.
When the bounds meet, the plan is optimal, whichever formulations they came from. A lower bound beyond the threshold
(Lemma 9) proves that no plan exists.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from cpmodel.solving import Jobs, SolverFailed
from cpmodel.watersort.depths.listing import in_words
from cpmodel.watersort.formulations import (
    AUTO,
    DEPTHS,
    INVARIANT,
    PHASES,
    TIMELINE,
    AnyTask,
    Formulation,
    Knowledge,
    Urgency,
)
from cpmodel.watersort.invariant import explanation
from fewest_pours.puzzles.watersort.lower_bounds import lower_bound
from fewest_pours.puzzles.watersort.numbered_deal import base
from fewest_pours.puzzles.watersort.rules import Deal, unsolvable_by_counting
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch

Wanted = list[AnyTask]  # the most urgent first
Pool = Jobs[str, Any]  # by the names of tasks
TURN = 0.5  # seconds until a single worker switches to the formulation that has had the least time


def solve(deal: Deal, settings: Settings, watch: Watch, use: tuple[Formulation, ...] = AUTO) -> Result:
    """A shortest plan, or the proof that there is none; with only some of the formulations, what these can decide."""
    if reason := unsolvable_by_counting(deal):
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    (lower, by), failure = lower_bound(deal), None
    watch.report(lower, None, by)
    set_aside = {each.name: why for each in use if (why := each.unsupported(deal)) is not None}
    known = Knowledge(deal, settings, base(deal), set_aside, lower, by)
    if known.base == 0:
        known.keep_plan((), by)
    able = [each for each in use if each.name not in set_aside]
    with Pool(settings, watch) as pool:
        try:
            while (outcome := conclusion(known)) is None:
                if not (wanted := tasks(known, able)):
                    within = known.plan is not None and known.upper <= known.horizon
                    outcome = Outcome.SOLVED if within else Outcome.UNSUPPORTED
                    break
                follow(known, wanted, pool, watch)
        except LimitReached as limit:
            outcome = limit.outcome
        except SolverFailed as failed:
            outcome, failure = Outcome.SOLVER_FAILED, str(failed)
    found = result(known, outcome, failure)
    if settings.explain and known.facts:
        return replace(found, explanation=partial(explanation.sentences, deal, tuple(known.facts), settings))
    return replace(found, explanation=partial(in_words, known.bare)) if settings.explain and known.plan else found


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


def tasks(known: Knowledge, able: list[Formulation]) -> Wanted:
    """What is worth running now, the most urgent first."""
    wanted = [task for each in able for task in each.tasks(known) if str(task) not in known.done]
    return sorted(wanted, key=lambda task: task.urgency)


def follow(known: Knowledge, wanted: Wanted, pool: Pool, watch: Watch) -> None:
    """Run the most urgent tasks, one for each worker, until one of them answers or a turn ends; learn from the answer.

    A single worker takes turns between formulations, unless a short task comes first. A turn is that of the formulation
    with the least time so far: after 0.6 s of phases and 0.2 s of the invariant, the invariant's.
    """
    several = len({task.by for task in wanted}) > 1
    turns = known.settings.workers == 1 and several and wanted[0].urgency > Urgency.FIRST
    if turns:
        wanted = sorted(wanted, key=lambda task: known.spent[task.by])
    named = {str(task): task for task in wanted}
    now = list(named)[: known.settings.workers]
    run_only(pool, named, now)
    watch.report(known.lower, None if known.plan is None else len(known.plan), ", ".join(now))
    started = time.monotonic()
    heuristic = [name for name, task in named.items() if task.by == "descent"]
    answered = pool.answer_within(TURN if turns else inf, heuristic)
    known.spent[wanted[0].by] += time.monotonic() - started
    if answered is not None:
        name, answer = answered
        known.done.add(name)
        known.statistics.update({"solves": 1, **answer.statistics})
        named[name].learn(answer)
        if known.plan is not None:
            watch.found(known.plan)


def run_only(pool: Pool, named: Mapping[str, AnyTask], now: list[str]) -> None:
    """Start or continue the tasks of these names, pause the others, and end those that are no longer wanted."""
    for name in set(pool.running) - named.keys():
        pool.end(name)
    for name in now:
        if name not in pool.running:
            pool.start(name, named[name].work)
    pool.run_only(now)


def result(known: Knowledge, outcome: Outcome, failure: str | None) -> Result:
    """The Result of what is known; failure: why a solver failed."""
    notes = [f"{name} does not support this deal: {why}" for name, why in known.set_aside.items()]
    statistics = {"base": known.base, **known.statistics} | ({"notes": notes} if notes else {})
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=known.unsolvable, lower_bound_by=known.lower_by, statistics=statistics)
    plan = None if outcome is Outcome.NO_PLAN_WITHIN_HORIZON else known.plan
    if outcome is Outcome.UNSUPPORTED:
        why = "; ".join(notes) or f"it remains open whether a plan of {known.lower} pours exists"
        failure = f"{why}; try --formulation auto or timeline"
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


solve_depths = partial(solve, use=(DEPTHS,))
solve_phases = partial(solve, use=(PHASES,))
solve_invariant = partial(solve, use=(INVARIANT,))
solve_timeline = partial(solve, use=(TIMELINE,))
