"""What each formulation is asked, how urgently, and what follows from its answers: their records.

    dig             a plan at once, by a beam search; then better ones, by wider beams
    windows         a plan made shorter: its end solved again, by phases
    orderings       before phases: which runs leave before which in every plan, by a listing of depths
    phases(x)       x = 0, 1, 2, ...: if all of 0..x are infeasible, every plan has more than base + x pours; a feasible
                    answer that cannot be poured is refined, until there is a plan of base + x pours or none
    phases partial(x)  where no answer of phases(x) can be poured: plans of base + x + 1 pours, one of them partial
    invariant       beside them, until a plan is known: facts that prove "unsolvable", or a plan of any length
    timeline(T)     where phases do not support the deal, or are stuck: plans of T pours, T the lower bound

Here base is the bottoms bound. The least urgency goes first.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count

from cpmodel.solving import Answer, Status, Work, run
from cpmodel.watersort import dig, windows
from cpmodel.watersort.formulation import Formulation, Knowledge, Task, everything
from cpmodel.watersort.invariant import refuting as invariant
from cpmodel.watersort.phases import phase_model as phases
from cpmodel.watersort.phases.orderings import orderings
from cpmodel.watersort.timeline import timeline_model as timeline

SOON, WIDEST = 5, 12  # sizes of beams: so many are tried before all else waits; no wider ones


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
            yield 2, size + 1


def dig_work(known: Knowledge, size: int) -> Work:
    return partial(dig.dig, known.deal, size, known.longest - known.base)


def windows_want(known: Knowledge) -> Iterator[tuple[int, int]]:
    """Once for each plan."""
    if known.upper is not None and known.base <= known.longest:
        yield better_plan(known) + 1, known.upper


def windows_work(known: Knowledge, pours: int) -> Work:
    assert known.plan is not None
    return partial(windows.improve, known.deal, known.plan, known.orderings or frozenset())


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


DIG = Formulation("dig", everything, dig_wants, dig_work, learn_nothing)
WINDOWS = Formulation("windows", phases.carries, windows_want, windows_work, learn_nothing)
ORDERINGS = Formulation("orderings", everything, orderings_want, orderings_work, learn_orderings)
PHASES = Formulation("phases", phases.carries, phases_want, phase_work, learn_from_phases)
PARTIAL_PHASES = Formulation(
    "phases", phases.carries, partial_phases_want, partial(phase_work, partial_pours=1), learn_nothing, "partial"
)
INVARIANT = Formulation("invariant", everything, solvability_wants, invariant_work, learn_from_invariant)
TIMELINE = Formulation("timeline", everything, timeline_wants, timeline_work, learn_from_timeline)

ALL_PHASES = (ORDERINGS, PHASES, PARTIAL_PHASES)
AUTO = (DIG, WINDOWS, *ALL_PHASES, INVARIANT, TIMELINE)
