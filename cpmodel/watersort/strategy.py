"""`auto`: which solves run when, and what may be concluded from their answers.

    counting        a colour that cannot fill whole beakers: unsolvable
    phases(x)       pooled, x = 0, 1, 2, ...: if all of 0..x are infeasible, every plan has more than base + x pours;
                    feasible is mostly a plan of base + x pours. Searched forwards
    free(x)         the same model, where CP-SAT decides what to decide: slower, but where many beakers are empty
    removal         beside them, until a plan is known: infeasible is "unsolvable", feasible is a plan of any length
    unpooled(x)     where phases(x) is feasible but its answer cannot be poured: the same without partial pours
    timeline(T)     where phases do not carry, or unpooled(x) finds nothing: plans of T pours, T the lower bound

Here base is the bottoms bound. Each solve has one worker; as many run side by side as --workers allows, the most urgent
first, and a solve that an answer has made needless is ended. When the bounds meet the plan is optimal, whichever
formulation each of them came from.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial

from cpmodel.solving import Answer, Jobs, Model, jobs
from cpmodel.watersort.bounds import bottoms_bound
from cpmodel.watersort.phases import model as phases
from cpmodel.watersort.removal import lrat_witness as proof
from cpmodel.watersort.removal import model as removal
from cpmodel.watersort.timeline import model as timeline
from instances.harness.limits import LimitReached, Settings, Watch
from instances.harness.outcome import Outcome, Result
from instances.watersort.rules import Deal, Pour, unsolvable_by_counting

Plan = tuple[Pour, ...]
Task = tuple[str, int]  # ('phases', 1): a formulation and its excess; ('timeline', 41): and its horizon
POOLED = ("phases", "free")
PHASES = (*POOLED, "unpooled")
ALL = (*PHASES, "removal", "timeline")
MANY = 4  # empty beakers: from here on phases are also searched freely, before the next excess is


@dataclass
class Knowledge:
    """What is proven so far: lower <= pours of a shortest plan <= len(plan).

    many: of the beakers are empty. able: the formulations that may be asked. refuted, unpourable: excesses at which
    phases are infeasible, or feasible without a plan. stuck: the lower bound is at such an excess, so that only the
    timeline can raise it from there on.
    """

    base: int
    lower: int
    many: bool
    able: tuple[str, ...]
    lower_by: str = "bottoms bound"
    plan: Plan | None = None
    plan_by: str | None = None
    unsolvable: bool = False
    stuck: bool = False
    refuted: set[int] = field(default_factory=set)
    unpourable: set[int] = field(default_factory=set)
    done: set[Task] = field(default_factory=set)
    statistics: Counter[str] = field(default_factory=Counter)

    @property
    def upper(self) -> int | None:
        return None if self.plan is None else len(self.plan)


def solve(deal: Deal, settings: Settings, watch: Watch, use: tuple[str, ...] = ALL) -> Result:
    """A shortest plan, or the proof that there is none; with some of the formulations only, what these can say."""
    if reason := unsolvable_by_counting(deal):
        return Result(Outcome.UNSOLVABLE, reason=reason, lower_bound_by="counting")
    set_aside = does_not_carry(deal)
    base = bottoms_bound(deal)
    many = deal.beakers.count(()) >= MANY
    known = Knowledge(base, base, many, tuple(name for name in use if name not in set_aside))
    known.stuck = "phases" not in known.able
    if base == 0:
        known.plan, known.plan_by = (), "bottoms bound"
    with jobs(settings, watch) as pool:
        try:
            while (outcome := conclusion(known, settings)) is None:
                if not schedule(deal, known, settings, pool):
                    outcome = Outcome.SOLVER_FAILED if known.plan is None else Outcome.SOLVED
                    break
                watch.report(known.lower, known.upper, ", ".join(label(task) for task in pool.running))
                learn(known, *pool.next())
        except LimitReached as limit:
            outcome = limit.outcome
    found = result(known, outcome, [f"{name} set aside: {why}" for name, why in set_aside.items() if name in use])
    if settings.certificate and outcome is Outcome.UNSOLVABLE:
        return replace(found, witness=partial(proof.witness, deal, settings, watch))
    return found


def does_not_carry(deal: Deal) -> dict[str, str]:
    """Formulation -> why it says nothing about this deal."""
    reasons = {"phases": phases.carries(deal), "removal": removal.carries(deal)}
    reasons["free"] = reasons["unpooled"] = reasons["phases"]
    return {name: reason for name, reason in reasons.items() if reason is not None}


def conclusion(known: Knowledge, settings: Settings) -> Outcome | None:
    """The outcome, once what is known settles it."""
    if known.unsolvable:
        return Outcome.UNSOLVABLE
    if settings.horizon is not None and known.lower > settings.horizon:
        return Outcome.NO_PLAN_WITHIN_HORIZON
    if known.upper is None or (settings.horizon is not None and known.upper > settings.horizon):
        return None
    if known.upper == known.lower:
        return Outcome.OPTIMAL
    return Outcome.SOLVED if settings.any_plan else None


def tasks(known: Knowledge, settings: Settings) -> list[Task]:
    """What is worth running now, the most urgent first."""
    excess = known.lower - known.base
    if known.stuck:
        shortest = [("unpooled", excess), ("timeline", known.lower), ("unpooled", excess + 1)]
    elif known.many:
        shortest = [("phases", excess), ("free", excess), ("phases", excess + 1)]
    else:
        shortest = [("phases", excess), ("phases", excess + 1), ("free", excess)]
    solvability = [("removal", 0)] if known.plan is None else []
    before = 0 if settings.any_plan else 2 if known.many and not excess else 1
    order = shortest[:before] + solvability + shortest[before:]
    limits = [] if settings.horizon is None else [settings.horizon]
    limits += [] if known.upper is None else [known.upper - 1]
    return [
        task
        for task in order
        if task[0] in known.able and task not in known.done and all(length_of(task, known) <= n for n in limits)
    ]


def length_of(task: Task, known: Knowledge) -> int:
    """Pours of the plans that a task looks for; those of removal may have any length."""
    name, size = task
    return 0 if name == "removal" else size if name == "timeline" else known.base + size


def label(task: Task) -> str:
    name, size = task
    return name if name == "removal" else f"{name} {size}"


def schedule(deal: Deal, known: Knowledge, settings: Settings, pool: Jobs[Task]) -> bool:
    """Have the most urgent tasks running, and none that is needless; False if nothing is left to run."""
    wanted = tasks(known, settings)
    for task in set(pool.running) - set(wanted):
        pool.cancel(task)
    for task in wanted:
        if task not in pool.running and len(pool.running) < settings.workers:
            pool.start(task, partial(build, deal, task))
    return bool(pool.running)


def build(deal: Deal, task: Task) -> Model | None:
    name, size = task
    if name == "removal":
        return removal.build(deal)
    if name == "timeline":
        return timeline.build(deal, size)
    return phases.build(deal, size, partial_pours=name != "unpooled", forwards=name != "free")


def learn(known: Knowledge, task: Task, answer: Answer) -> None:
    """Draw the conclusions from one answer."""
    name, size = task
    known.done.add(task)
    known.statistics.update({"solves": 1, **answer.statistics})
    if answer.found is not None and (known.upper is None or len(answer.found) < known.upper):
        known.plan, known.plan_by = answer.found, "phases" if name in PHASES else name
    if answer.status == "infeasible" and name == "removal":
        known.unsolvable = True
    elif answer.status == "infeasible" and name == "timeline" and size == known.lower:
        known.lower, known.lower_by = size + 1, name
    elif answer.status == "infeasible" and name in POOLED:
        known.refuted.add(size)
    elif answer.status == "feasible" and name in POOLED and answer.found is None:
        known.unpourable.add(size)
    while not known.stuck and known.lower - known.base in known.refuted:
        known.lower, known.lower_by = known.lower + 1, "phases"
    known.stuck |= known.lower - known.base in known.unpourable


def result(known: Knowledge, outcome: Outcome, notes: list[str]) -> Result:
    """What is known, as a Result."""
    statistics = {"bottoms_bound": known.base, **known.statistics} | ({"notes": notes} if notes else {})
    if outcome is Outcome.UNSOLVABLE:
        reason = "no order of removals empties the beakers"
        return Result(outcome, reason=reason, lower_bound_by="removal", statistics=statistics)
    if outcome is Outcome.SOLVER_FAILED:
        reason = "; ".join(notes) or "these formulations have nothing more to say"
        return Result(outcome, lower_bound=known.lower, lower_bound_by=known.lower_by, reason=reason)
    plan = None if outcome is Outcome.NO_PLAN_WITHIN_HORIZON else known.plan
    return Result(
        outcome,
        plan=plan,
        lower_bound=known.lower,
        lower_bound_by=known.lower_by,
        upper_bound=None if plan is None else len(plan),
        upper_bound_by=None if plan is None else known.plan_by,
        statistics=statistics,
    )
