"""`auto`: which solves run when, and what may be concluded from their answers.

    dig             a plan at once, by a beam search; then better ones, by wider beams
    windows         a plan made shorter: its end solved again, by phases
    counting        a colour that cannot fill whole beakers: unsolvable
    phases(x)       pooled, x = 0, 1, 2, ...: if all of 0..x are infeasible, every plan has more than base + x pours;
                    feasible is mostly a plan of base + x pours. Searched forwards
    phases free(x)  the same model, where CP-SAT decides what to decide: slower, but where many beakers are empty
    invariant       beside them, until a plan is known: facts that prove "unsolvable", or a plan of any length
    removal         the same, by a model of all steps; only when asked for
    phases whole(x) where phases(x) is feasible but its answer cannot be poured: the same without partial pours
    timeline(T)     where phases do not carry, or are stuck there: plans of T pours, T the lower bound

Here base is the bottoms bound. Each solve has one worker; as many run side by side as --workers allows, the most urgent
first, and a solve that an answer has made needless is ended. When the bounds meet the plan is optimal, whichever
formulation each of them came from. A lower bound beyond the threshold (timeline/model.py) is a proof that no plan is.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf

from cpmodel.solving import Answer, Jobs, SolverFailed, Status, Work, jobs, run
from cpmodel.watersort import dig, windows
from cpmodel.watersort.bounds import bottoms_bound
from cpmodel.watersort.formulation import Formulation, Knowledge, Task, everything, known_at_first
from cpmodel.watersort.invariant import proof as invariant
from cpmodel.watersort.phases import model as phases
from cpmodel.watersort.removal import model as removal
from cpmodel.watersort.timeline import model as timeline
from instances.harness.limits import LimitReached, Settings, Watch
from instances.harness.outcome import Outcome, Result
from instances.registry import Later
from instances.watersort.rules import Deal, unsolvable_by_counting

EXPLANATION = Later("cpmodel.watersort.invariant.explanation:sentences")
FACTS_WITNESS = Later("cpmodel.watersort.invariant.facts_witness:witness")
BOUNDS_WITNESS = Later("cpmodel.watersort.invariant.bounds_witness:witness")
PROOF = Later("cpmodel.watersort.removal.lrat_witness:witness")

FIRST_TURN = 0.5  # seconds
SOON, WIDEST = 5, 12  # sizes of beams: so many are tried before all else waits; no wider ones
MANY = 4  # empty beakers: from here on phases are also searched freely, before the next excess is


def next_excess(known: Knowledge) -> int:
    """The least excess that phases have not refuted; phases say nothing beyond it before it is settled."""
    return next(x for x in count() if x not in known.refuted)


def stuck(known: Knowledge) -> bool:
    """Phases are feasible and show no plan: they cannot raise the lower bound any more, nor would more excess do it."""
    return next_excess(known) in known.unpourable or "phases" in known.set_aside


def many_empties(known: Knowledge) -> bool:
    return known.deal.beakers.count(()) >= MANY


def phases_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    if not stuck(known):
        x = next_excess(known)
        ahead = [(10, x), (35, x + 1), (45, x + 2), (55, x + 3)]
        yield from ((urgency, x) for urgency, x in ahead if known.base + x <= known.longest)


def free_phases_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    if not stuck(known):
        x = next_excess(known)
        soon = 15 if many_empties(known) and x == 0 else 30 if many_empties(known) else 40
        yield from ((urgency, x) for urgency, x in [(soon, x), (50, x + 1)] if known.base + x <= known.longest)


def whole_phases_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    excess = known.lower - known.base
    if stuck(known):
        yield from ((u, x) for u, x in [(10, excess), (40, excess + 1)] if known.base + x <= known.longest)


def phase_work(known: Knowledge, x: int, partial_pours: bool = True, forwards: bool = True) -> Work:
    return partial(run, partial(phases.build, known.deal, x, partial_pours, forwards))


def learn_from_phases(known: Knowledge, x: int, answer: Answer) -> None:
    if answer.status is Status.INFEASIBLE:
        known.refuted.add(x)
    elif answer.status is Status.FEASIBLE and answer.found is None:
        known.unpourable.add(x)
    known.raise_lower(known.base + next_excess(known), "phases")


def learn_nothing(known: Knowledge, size: int, answer: Answer) -> None:
    """Nothing is proven but the plan, if there is one."""


def better_plan(known: Knowledge) -> int:
    """How urgent a better plan is: beside the proof while more than one pour is open."""
    return 12 if known.upper is not None and known.upper > known.lower + 1 else 33


def dig_wants(known: Knowledge) -> Iterator[tuple[int, int]]:
    """Two beams at once until there is a plan; then one, and the wide ones last."""
    size = next(size for size in count() if Task(DIG, size) not in known.done)
    if size <= WIDEST and known.base <= known.longest:
        at_once = known.plan is None and size < SOON
        yield 0 if at_once else better_plan(known) + (0 if size < SOON else 2), size
        if at_once and size + 1 < SOON:
            yield 1, size + 1


def dig_work(known: Knowledge, size: int) -> Work:
    return partial(dig.dig, known.deal, size, known.longest - known.base)


def windows_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    """Once for each plan."""
    if known.upper is not None and known.base <= known.longest:
        yield better_plan(known) + 1, known.upper


def windows_work(known: Knowledge, pours: int) -> Work:
    assert known.plan is not None
    return partial(windows.improve, known.deal, known.plan)


def solvability_wants(known: Knowledge) -> Iterator[tuple[int, int]]:
    if known.plan is None:
        yield (0 if known.settings.any_plan else 20), 0


def removal_work(known: Knowledge, size: int) -> Work:
    return partial(run, partial(removal.build, known.deal))


def learn_from_removal(known: Knowledge, size: int, answer: Answer) -> None:
    if answer.status is Status.INFEASIBLE:
        known.prove_unsolvable("no order of removals empties the beakers", "removal")


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


DIG = Formulation("dig", everything, dig_wants, dig_work, learn_nothing)
WINDOWS = Formulation("windows", phases.carries, windows_want, windows_work, learn_nothing)
PHASES = Formulation("phases", phases.carries, phases_want, phase_work, learn_from_phases)
FREE_PHASES = Formulation(
    "phases", phases.carries, free_phases_want, partial(phase_work, forwards=False), learn_from_phases, "free"
)
WHOLE_PHASES = Formulation(
    "phases", phases.carries, whole_phases_want, partial(phase_work, partial_pours=False), learn_nothing, "whole"
)
REMOVAL = Formulation("removal", everything, solvability_wants, removal_work, learn_from_removal)
INVARIANT = Formulation("invariant", everything, solvability_wants, invariant_work, learn_from_invariant)
TIMELINE = Formulation("timeline", everything, timeline_wants, timeline_work, learn_from_timeline)

ALL_PHASES = (PHASES, FREE_PHASES, WHOLE_PHASES)
AUTO = (DIG, WINDOWS, *ALL_PHASES, INVARIANT, TIMELINE)


def solve(deal: Deal, settings: Settings, watch: Watch, use: tuple[Formulation, ...] = AUTO) -> Result:
    """A shortest plan, or the proof that there is none; with some of the formulations only, what these can say."""
    if reason := unsolvable_by_counting(deal):
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    watch.report(bottoms_bound(deal), None, "bottoms bound")
    set_aside = {formulation.name: why for formulation in use if (why := formulation.carries(deal)) is not None}
    able = [formulation for formulation in use if formulation.name not in set_aside]
    known = known_at_first(deal, settings, timeline.threshold(deal), set_aside)
    failure = None
    with jobs(settings, watch) as pool:
        try:
            while (outcome := conclusion(known)) is None:
                if not (wanted := tasks(known, able)):
                    outcome = silence(known)
                    break
                follow(known, wanted, pool, watch)
        except LimitReached as limit:
            outcome = limit.outcome
        except SolverFailed as failed:
            outcome, failure = Outcome.SOLVER_FAILED, str(failed)
    return with_reasons(known, result(known, outcome, failure), watch)


def conclusion(known: Knowledge) -> Outcome | None:
    """The outcome, once what is known settles it."""
    horizon = known.settings.horizon
    if known.unsolvable is not None:
        return Outcome.UNSOLVABLE
    if horizon is not None and known.lower > horizon:
        return Outcome.NO_PLAN_WITHIN_HORIZON
    if known.upper is None or (horizon is not None and known.upper > horizon):
        return None
    if known.upper == known.lower:
        return Outcome.OPTIMAL
    return Outcome.SOLVED if known.settings.any_plan else None


def silence(known: Knowledge) -> Outcome:
    """The outcome when no formulation that may be asked has more to say."""
    horizon = known.settings.horizon
    if known.upper is not None and (horizon is None or known.upper <= horizon):
        return Outcome.SOLVED
    return Outcome.UNSUPPORTED


def tasks(known: Knowledge, able: list[Formulation]) -> list[Task]:
    """What is worth running now, the most urgent first."""
    wanted = [(urgency, Task(each, size)) for each in able for urgency, size in each.wants(known)]
    return [task for _, task in sorted(wanted, key=lambda one: one[0]) if task not in known.done]


def follow(known: Knowledge, wanted: list[Task], pool: Jobs[Task], watch: Watch) -> None:
    """Have the most urgent tasks running, and none that is needless; wait for an answer and learn from it."""
    seconds = inf
    if known.settings.workers == 1:
        wanted, seconds = turn(wanted, known.turns)
    for task in set(pool.running) - set(wanted):
        pool.cancel(task)
    for task in wanted:
        if task not in pool.running and len(pool.running) < known.settings.workers:
            pool.start(task, task.formulation.work(known, task.size))
    watch.report(known.lower, known.upper, ", ".join(map(str, pool.running)))
    if (answered := pool.next_within(seconds)) is not None:
        learn(known, *answered)
        if known.plan is not None:
            watch.found(known.plan)
    else:
        known.turns += 1


def turn(wanted: list[Task], turns: int) -> tuple[list[Task], float]:
    """A single worker's next task, and its seconds: formulations take turns, which double each time round."""
    first = {task.formulation.name: task for task in reversed(wanted)}
    names = sorted(first, key=lambda name: wanted.index(first[name]))
    return [first[names[turns % len(names)]]], FIRST_TURN * 2 ** (turns // len(names)) if len(names) > 1 else inf


def learn(known: Knowledge, task: Task, answer: Answer) -> None:
    """Keep the plan of an answer, and draw the conclusions of its formulation."""
    known.done.add(task)
    known.statistics.update({"solves": 1, **answer.statistics})
    if answer.status is Status.FEASIBLE and answer.found is not None:
        known.keep_plan(answer.found, task.formulation.name)
    task.formulation.learn(known, task.size, answer)


def result(known: Knowledge, outcome: Outcome, failure: str | None = None) -> Result:
    """What is known, as a Result; failure: why a solver failed."""
    notes = [f"{name} set aside: {why}" for name, why in known.set_aside.items()]
    statistics = {"bottoms_bound": known.base, **known.statistics} | ({"notes": notes} if notes else {})
    if outcome is Outcome.UNSOLVABLE:
        return Result(outcome, reason=known.unsolvable, lower_bound_by=known.unsolvable_by, statistics=statistics)
    plan = None if outcome is Outcome.NO_PLAN_WITHIN_HORIZON else known.plan
    return Result(
        outcome,
        plan=plan,
        lower_bound=known.lower,
        lower_bound_by=known.lower_by,
        upper_bound=None if plan is None else len(plan),
        upper_bound_by=None if plan is None else known.plan_by,
        reason=left_open(known) if outcome is Outcome.UNSUPPORTED else failure,
        statistics=statistics,
    )


def with_reasons(known: Knowledge, found: Result, watch: Watch) -> Result:
    """The result, able to explain itself and to make its witness, where the settings ask for them."""
    deal, settings = known.deal, known.settings
    if settings.explain and known.facts:
        found = replace(found, explanation=partial(EXPLANATION, deal, tuple(known.facts), settings))
    if settings.certificate and found.outcome is Outcome.UNSOLVABLE:
        if known.unsolvable_by == "removal" or settings.by_clauses:
            return replace(found, witness=partial(PROOF, deal, settings, watch))
        return replace(found, witness=partial(FACTS_WITNESS, deal, known.facts, settings, watch))
    if settings.certificate and known.lower > known.base:
        return replace(found, witness=partial(BOUNDS_WITNESS, deal, known.lower, settings, watch))
    return found


def left_open(known: Knowledge) -> str:
    """What formulations that have no more to say leave open, and which ones carry it."""
    why = [f"{name} cannot carry this deal: {reason}" for name, reason in known.set_aside.items()]
    if not why and known.upper is not None:
        why = [f"whether a plan has {known.settings.horizon} pours or fewer is left open"]
    if not why:
        why = [f"no plan of {known.lower} pours could be poured, and none was refuted"]
    return f"{'; '.join(why)}; --formulation auto or timeline says more"


solve_phases = partial(solve, use=ALL_PHASES)
solve_invariant = partial(solve, use=(INVARIANT,))
solve_removal = partial(solve, use=(REMOVAL,))
