"""Several solvers at once on one instance: the first proven answer counts, and the others may still confirm it.

Each solver runs in a process of its own and sends what it finds out: bounds while it runs, its result at the end. What
they have found is put together: one may prove that no plan is shorter than a plan that another one has found.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from instances.puzzle import Puzzle
from instances.solving.agreement import disagreements
from instances.solving.answer import answer_of
from instances.solving.limits import LimitReached, Settings, Solve, Watch, unseen
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.solving.supervisor import end_with_parent

Load = Callable[[], Solve]  # called in the solver's own process, so that each loads its own libraries there
PROVEN = (Outcome.OPTIMAL, Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON)
LAST_WORDS = 1.0  # seconds that a solver has for its bounds when it is told to stop


class Bounds(NamedTuple):
    """What a solver says while it runs."""

    lower: int | None
    upper: int | None


@dataclass(eq=False)
class Runner:
    """One solver in its process. result: None while it runs; seconds: when it came."""

    name: str
    process: Any
    connection: Connection
    lower: int | None = None
    upper: int | None = None
    plan: tuple[Any, ...] | None = None  # the shortest on the way, where somebody wants to see it
    result: Result | None = None
    seconds: float = inf

    def receive(self, seconds: float) -> None:
        """What it says next; a process that ended without a word, or says what is none, has failed."""
        try:
            told = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            told = Result(Outcome.SOLVER_FAILED, reason=f"the process died (exit code {self.process.exitcode})")
        except LimitReached:
            raise
        except Exception as error:  # unpickling raises anything
            self.process.kill()
            told = Result(Outcome.SOLVER_FAILED, reason=f"nobody can read what it says: {type(error).__name__}")
        if isinstance(told, Result):
            self.result, self.seconds = told, seconds
        elif isinstance(told, Bounds):
            self.lower, self.upper = told
        else:
            self.plan = told


def race(
    puzzle: Puzzle, solvers: Mapping[str, Load], confirm: float, instance: Any, settings: Settings, watch: Watch
) -> Result:
    """The answer of all solvers together. confirm: seconds that the others have after the first proven answer.

    Who was first, and who confirmed it, is told in the notes of the statistics. SOLVER_FAILED where two disagree.
    """
    each = replace(settings, workers=max(1, settings.workers // len(solvers)))
    limits = watch.remaining(), None if watch.memory is None else watch.memory // len(solvers)
    told = *limits, watch.plans is not unseen
    runners = [start(name, partial(compete, load, puzzle, instance, each, *told)) for name, load in solvers.items()]
    limit: Outcome | None = None
    until = inf
    try:
        while (running := still_running(runners)) and watch.elapsed() < until:
            watch.check(runner.process.pid for runner in running)
            names = " and ".join(runner.name for runner in running)
            watch.report(*bounds(runners), names if until == inf else f"proven; {names} may still confirm it")
            listen(runners, watch)
            for plan in [runner.plan for runner in runners if runner.plan is not None]:
                watch.found(plan)
            if until == inf and decides(combined(runners), settings):
                until = watch.elapsed() + confirm
    except LimitReached as reached:
        limit = reached.outcome
    finally:
        unheard = [runner.name for runner in still_running(runners)]
        end(runners, watch, 0 if until < inf else LAST_WORDS)
    if wrong := disagreements(
        [answer_of(puzzle, instance, r.name, "", r.result).data() for r in runners if r.result is not None]
    ):
        return Result(
            Outcome.SOLVER_FAILED, reason=f"the solvers disagree: {'; '.join(dict.fromkeys(said for said, _ in wrong))}"
        )
    answer = combined(runners)
    if limit is not None and answer.outcome is Outcome.INTERRUPTED:
        answer = replace(answer, outcome=limit)
    own = [note for runner in runners if runner.result for note in runner.result.statistics.get("notes", [])]
    statistics = {
        "solvers": {r.name: r.result.statistics for r in runners if r.result},
        "notes": [*own, *notes(answer, runners, unheard)],
    }
    return replace(answer, statistics=statistics)


def start(name: str, body: Callable[[Connection], None]) -> Runner:
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe(duplex=False)
    process = fork.Process(target=body, args=(there,))
    process.start()
    there.close()
    return Runner(name, process, here)


def compete(
    load: Load,
    puzzle: Puzzle,
    instance: Any,
    settings: Settings,
    seconds: float | None,
    memory: int | None,
    show_plans: bool,
    connection: Connection,
) -> None:
    """A solver's process. It takes Ctrl-C, and the race's word that it is not needed any more, as an interrupt."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    interrupted = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    told: list[Bounds] = []

    def report(lower: int | None, upper: int | None, what: str) -> None:
        if told[-1:] != [Bounds(lower, upper)]:
            told.append(Bounds(lower, upper))
            send(Bounds(lower, upper))

    def send(told: Any) -> None:
        with watch.unbroken():
            connection.send(told)

    with suppress(BrokenPipeError):
        plans = send if show_plans else unseen
        watch = Watch(seconds, memory, report, interrupted=interrupted, plans=plans)
        connection.send(run(puzzle, instance, load(), settings, watch))


def still_running(runners: Sequence[Runner]) -> list[Runner]:
    return [runner for runner in runners if runner.result is None]


def listen(runners: Sequence[Runner], watch: Watch) -> None:
    """Take in what is said within a moment."""
    ready = wait([runner.connection for runner in still_running(runners)], timeout=0.05)
    for runner in still_running(runners):
        if runner.connection in ready:
            runner.receive(watch.elapsed())


def end(runners: Sequence[Runner], watch: Watch, seconds: float) -> None:
    """Interrupt those that still run, wait so long for their bounds, and leave no process behind."""
    for runner in still_running(runners):
        with suppress(ProcessLookupError):
            os.kill(runner.process.pid, signal.SIGINT)
    until = watch.elapsed() + seconds
    while still_running(runners) and watch.elapsed() < until:
        listen(runners, watch)
    for runner in runners:
        runner.process.kill()
        runner.process.join()
        runner.connection.close()


def bounds(runners: Sequence[Runner]) -> tuple[int | None, int | None]:
    """The best lower and upper bound that any of them has told."""
    lower = max((runner.lower for runner in runners if runner.lower is not None), default=None)
    upper = min((runner.upper for runner in runners if runner.upper is not None), default=None)
    return lower, upper


def decides(answer: Result, settings: Settings) -> bool:
    return answer.outcome in PROVEN or (settings.any_plan and answer.outcome is Outcome.SOLVED)


def combined(runners: Sequence[Runner]) -> Result:
    """What the results that are there say together."""
    results = [runner.result for runner in runners if runner.result is not None]
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
    """Who was first, who confirmed it, and who did not, as sentences."""
    if answer.outcome not in PROVEN:
        return []
    agreeing = [r for r in runners if r.result is not None and r.result.outcome is answer.outcome]
    agreeing.sort(key=lambda runner: runner.seconds)
    if not agreeing:
        return ["proven by both together: the bound of one meets the plan of the other"]
    sentences = [f"{agreeing[0].name} had the answer first, after {agreeing[0].seconds:.2f} s"]
    sentences += [f"{runner.name} confirmed it after {runner.seconds:.2f} s" for runner in agreeing[1:]]
    for runner in runners:
        if runner.name in unheard and runner not in agreeing:
            sentences.append(f"{runner.name} was given no more time to confirm it")
        elif runner.result is not None and runner.result.outcome is Outcome.SOLVER_FAILED:
            sentences.append(f"{runner.name} failed: {runner.result.reason}")
    return sentences
