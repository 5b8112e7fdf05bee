"""Several solvers at once on one instance: the first proven answer counts, and the others may still confirm it.

Each solver runs in a process of its own and reports what it finds: bounds and plans while it runs, its result at the
end. The findings are put together: one solver may prove that no plan is shorter than the plan of another.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any, NamedTuple

from instances.puzzle import Puzzle
from instances.solving.agreement import disagreements
from instances.solving.answer import answer_of
from instances.solving.interrupts import handle
from instances.solving.limits import LimitReached, Settings, Solve, Watch, ignore
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.solving.supervisor import Ending, Message, Say, Supervisor

Load = Callable[[], Solve]  # called in the solver's own process, so that each loads its own libraries there
PROVEN = (Outcome.OPTIMAL, Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON)
LAST_WORDS = 1.0  # seconds that a solver has to send its bounds when it is interrupted


class Bounds(NamedTuple):
    """What a solver reports while it runs."""

    lower: int | None = None
    upper: int | None = None


@dataclass(eq=False)
class Runner:
    """A solver in the race. result: None while it runs; seconds: when it came."""

    name: str
    bounds: Bounds = field(default_factory=Bounds)
    result: Result | None = None
    seconds: float = inf

    def receive(self, event: Message | Ending, watch: Watch) -> None:
        """Note what the solver has sent, its process's end, or a plan, which the watch sees."""
        if isinstance(event, Ending):
            failed = Result(event.outcome or Outcome.SOLVER_FAILED, reason=event.reason)
            self.result, self.seconds = failed if event.outcome else event.value, watch.elapsed()
        elif isinstance(event.value, Bounds):
            self.bounds = event.value
        else:
            watch.found(event.value)


def race(
    puzzle: Puzzle, solvers: Mapping[str, Load], confirm: float, instance: Any, settings: Settings, watch: Watch
) -> Result:
    """The answer of all solvers together. confirm: seconds that the others have after the first proven answer.

    The notes of the statistics name the first solver and those that confirmed it. SOLVER_FAILED if two disagree.
    """
    each = replace(settings, workers=max(1, settings.workers // len(solvers)))
    memory = None if watch.memory is None else watch.memory // len(solvers)
    runners = [Runner(name) for name in solvers]
    named = {runner.name: runner for runner in runners}
    limit: Outcome | None = None
    until = inf
    with Supervisor[str](watch) as supervisor:
        for name, load in solvers.items():
            limits = watch.remaining(), memory, watch.plans is not ignore
            supervisor.call(name, partial(compete, load, puzzle, instance, each, *limits))
        try:
            while supervisor.running and watch.elapsed() < until:
                names = " and ".join(supervisor.running)
                watch.report(*bounds(runners), names if until == inf else f"proven; {names} may still confirm it")
                if event := supervisor.next(until - watch.elapsed()):
                    named[event.name].receive(event, watch)
                if until == inf and decides(combined(runners), settings):
                    until = watch.elapsed() + confirm
                    watch.proven(replace(combined(runners), seconds=round(watch.elapsed(), 4)))
        except LimitReached as reached:
            limit = reached.outcome
        unheard = list(supervisor.running)
        if until == inf:
            hear_last_words(supervisor, named, watch)
    results = [(r.name, r.result) for r in runners if r.result is not None]
    if wrong := disagreements([answer_of(puzzle, instance, name, "", result).data() for name, result in results]):
        sentences = "; ".join(dict.fromkeys(sentence for sentence, _ in wrong))
        return Result(Outcome.SOLVER_FAILED, reason=f"the solvers disagree: {sentences}")
    answer = combined(runners)
    if limit is not None and answer.outcome is Outcome.INTERRUPTED:
        answer = replace(answer, outcome=limit)
    own = [note for runner in runners if runner.result for note in runner.result.statistics.get("notes", [])]
    statistics = {
        "solvers": {r.name: r.result.statistics for r in runners if r.result},
        "notes": [*own, *notes(answer, runners, unheard)],
    }
    return replace(answer, statistics=statistics)


def compete(
    load: Load,
    puzzle: Puzzle,
    instance: Any,
    settings: Settings,
    seconds: float | None,
    memory: int | None,
    show_plans: bool,
    say: Say,
) -> Result:
    """The work of a solver's process, which may be interrupted."""
    interrupted = threading.Event()
    handle(interrupted.set)
    last = Bounds()

    def report(lower: int | None, upper: int | None, what: str) -> None:
        nonlocal last
        if last != (last := Bounds(lower, upper)):
            send(last)

    def send(finding: Any) -> None:
        with watch.unbroken():
            say(finding)

    watch = Watch(seconds, memory, report, interrupted=interrupted, plans=send if show_plans else ignore)
    return run(puzzle, instance, load(), settings, watch)


def hear_last_words(supervisor: Supervisor[str], named: Mapping[str, Runner], watch: Watch) -> None:
    """Interrupt the solvers that still run, and wait a moment for their bounds."""
    supervisor.watch = Watch(LAST_WORDS)
    for name in supervisor.running:
        supervisor.interrupt(name)
    with suppress(LimitReached):
        while supervisor.running:
            if event := supervisor.next():
                named[event.name].receive(event, watch)


def bounds(runners: Sequence[Runner]) -> Bounds:
    """The best lower and upper bound that any of them has reported."""
    lower = max((runner.bounds.lower for runner in runners if runner.bounds.lower is not None), default=None)
    upper = min((runner.bounds.upper for runner in runners if runner.bounds.upper is not None), default=None)
    return Bounds(lower, upper)


def decides(answer: Result, settings: Settings) -> bool:
    return answer.outcome in PROVEN or (settings.any_plan and answer.outcome is Outcome.SOLVED)


def combined(runners: Sequence[Runner]) -> Result:
    """What the results so far prove together."""
    by_time = sorted(runners, key=lambda runner: runner.seconds)
    results = [runner.result for runner in by_time if runner.result is not None]
    sound = [result for result in results if result.outcome is not Outcome.SOLVER_FAILED]
    for result in sound:
        if result.outcome in PROVEN:
            why = (other.explanation for other in sound if other.explanation is not None)
            return replace(result, explanation=next(why, None))
    if not sound:
        reasons = [f"{runner.name}: {runner.result.reason}" for runner in runners if runner.result is not None]
        return Result(Outcome.SOLVER_FAILED if results else Outcome.INTERRUPTED, reason="; ".join(reasons) or None)
    shortest = min(sound, key=lambda result: inf if result.upper_bound is None else result.upper_bound)
    highest = max(sound, key=lambda result: -1 if result.lower_bound is None else result.lower_bound)
    if not shortest.solutions:
        shortest = next((result for result in sound if result.solutions), shortest)
    together = replace(shortest, lower_bound=highest.lower_bound, lower_bound_by=highest.lower_bound_by)
    if together.plan is not None and together.lower_bound == together.upper_bound:
        return replace(together, outcome=Outcome.OPTIMAL)
    return together


def notes(answer: Result, runners: Sequence[Runner], unheard: Sequence[str]) -> list[str]:
    """Sentences on who was first, who confirmed it, and who did not."""
    if answer.outcome not in PROVEN:
        return []
    agreeing = [r for r in runners if r.result is not None and r.result.outcome is answer.outcome]
    agreeing.sort(key=lambda runner: runner.seconds)
    if not agreeing:
        return ["proven by both together: the bound of one meets the plan of the other"]
    sentences = [f"found by {agreeing[0].name} after {agreeing[0].seconds:.2f} s"]
    sentences += [f"confirmed by {runner.name} after {runner.seconds:.2f} s" for runner in agreeing[1:]]
    for runner in runners:
        if runner.name in unheard and runner not in agreeing:
            sentences.append(f"not confirmed by {runner.name}, which had not finished")
        elif runner.result is not None and runner.result.outcome is Outcome.SOLVER_FAILED:
            sentences.append(f"{runner.name} failed: {runner.result.reason}")
    return sentences
