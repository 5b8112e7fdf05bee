"""Several solvers race on one instance: the first proven answer counts, and the others may still confirm it.

Each solver runs in its own process and reports bounds and plans while it runs, and its result at the end. The results
are combined: one solver may prove that no plan is shorter than the plan of another.
"""

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf

from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.forced_stop import unbroken
from fewest_pours.running.interrupts import handle
from fewest_pours.running.limits import Limits
from fewest_pours.running.solver_contract import Instance, LimitReached, Outcome, Result, Settings, Solve, Watch
from fewest_pours.running.start_methods.child import ChildEnding, Message, Say
from fewest_pours.running.supervisor import Supervisor
from fewest_pours.solving.answer import answer_of, disagreements, run_checked

ResultsByName = dict[str, Result]  # of solvers, in the order in which they ended, with seconds since the race began
PROVEN = (Outcome.OPTIMAL, Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON)
CONFIRM = 5.0  # seconds for the other solvers after the first proven answer, unless told otherwise
LAST_WORDS = 1.0  # seconds for an interrupted solver to send its bounds


def race(
    puzzle: Puzzle, solvers: Mapping[str, Solve], confirm: float, instance: Instance, settings: Settings, watch: Watch
) -> Result:
    """The combined answer of all solvers. confirm: seconds for the others after the first proven answer.

    The notes of the statistics name the first solver and those that confirmed it. SOLVER_FAILED if two disagree.
    """
    results: ResultsByName = {}
    limit: Outcome | None = None
    is_answered = False
    until = inf  # seconds of the watch at which the race ends; once an answer is proven, `confirm` later
    memory_limit = watch.memory_limit / len(solvers)
    shared = replace(settings, workers=max(1, settings.workers // len(solvers)))
    with Supervisor[str](watch) as supervisor:
        for name, solve in solvers.items():
            supervisor.call(
                name, partial(compete, solve, puzzle.name, instance, shared, watch.remaining(), memory_limit)
            )
        try:
            while supervisor.running and watch.elapsed() < until:
                take_event(supervisor.next(until - watch.elapsed()), results, watch)
                best = together(results)
                if settings.any_plan and best.outcome is Outcome.SOLVED:  # that it is a plan needs no confirmation
                    is_answered = True
                    break
                if best.outcome in PROVEN and not is_answered:
                    is_answered = True
                    until = watch.elapsed() + confirm
                    watch.prove(replace(best, seconds=round(watch.elapsed(), 4)))
                    watch.report(None, None, "proven, and may still be confirmed")
        except LimitReached as reached:
            limit = reached.outcome
        unfinished = list(supervisor.running)
        if not is_answered:
            hear_last_words(supervisor, results, watch)
    answers = [answer_of(puzzle, instance, name, "", result).data() for name, result in results.items()]
    wrong = disagreements(answers, puzzle.steps)
    if wrong:
        return Result(Outcome.SOLVER_FAILED, reason=f"the solvers disagree: {'; '.join(wrong)}")
    answer = together(results)
    if limit is not None and answer.outcome is Outcome.INTERRUPTED:
        answer = replace(answer, outcome=limit)  # it was the race that interrupted them, at this limit
    own = [line for result in results.values() for line in result.statistics.get("notes", [])]
    statistics = {name: result.statistics for name, result in results.items()}
    return replace(answer, statistics={"solvers": statistics, "notes": [*own, *notes(answer, results, unfinished)]})


def compete(
    solve: Solve, puzzle: str, instance: Instance, settings: Settings, time_limit: float, memory_limit: float, say: Say
) -> Result:
    """The work of a solver's process: run it until interrupted, and send its progress to the watch of the race."""
    interrupted = threading.Event()
    handle(interrupted.set)

    def send(*progress: object) -> None:
        with unbroken():
            say(progress)

    own = Watch(time_limit, memory_limit, listener=send, interrupted=interrupted)
    return run_checked(PUZZLES[puzzle], solve, instance, settings, own)


def take_event(event: Message[str] | ChildEnding[str] | None, results: ResultsByName, watch: Watch) -> None:
    """Report a solver's progress to the watch, or store its result."""
    if isinstance(event, Message):
        watch.report(*event.value)
    elif event is not None:
        result = Result(event.outcome, reason=event.reason or None) if event.outcome else event.value
        results[event.name] = replace(result, seconds=watch.elapsed())


def hear_last_words(supervisor: Supervisor[str], results: ResultsByName, watch: Watch) -> None:
    """Interrupt the solvers that still run, and wait briefly for their bounds."""
    with unbroken(), supervisor.limited_by(Limits(LAST_WORDS)), suppress(LimitReached):
        for name in supervisor.running:
            supervisor.interrupt(name)
        while supervisor.running:
            take_event(supervisor.next(), results, watch)


def together(results: ResultsByName) -> Result:
    """The result that all results so far prove together."""
    sound = [result for result in results.values() if result.outcome is not Outcome.SOLVER_FAILED]
    for result in sound:
        if result.outcome in PROVEN:
            explanations = [other.explanation for other in sound if other.explanation is not None]
            return replace(result, explanation=explanations[0] if explanations else None)
    if not sound:
        reasons = "; ".join(f"{name}: {result.reason}" for name, result in sorted(results.items()))
        outcome = Outcome.SOLVER_FAILED if results else Outcome.INTERRUPTED
        return Result(outcome, reason=reasons or None)
    shortest = min(sound, key=answer_rank)
    highest = max(sound, key=lambda r: -1 if r.lower_bound is None else r.lower_bound)
    best = replace(shortest, lower_bound=highest.lower_bound, lower_bound_by=highest.lower_bound_by)
    met = best.plan is not None and best.lower_bound == best.upper_bound
    return replace(best, outcome=Outcome.OPTIMAL) if met else best


def answer_rank(result: Result) -> tuple[bool, bool, float]:
    """For sorting: results with solutions first, then those with the shortest plan; unsupported ones last."""
    is_unsupported = result.outcome is Outcome.UNSUPPORTED
    return is_unsupported, not result.solutions, inf if result.upper_bound is None else result.upper_bound


def notes(answer: Result, results: ResultsByName, unfinished: Sequence[str]) -> list[str]:
    """Sentences on which solver was first, which confirmed its answer, and which did not."""
    if answer.outcome not in PROVEN:
        return []
    agreeing = [name for name, result in results.items() if result.outcome is answer.outcome]
    if not agreeing:
        who = "both" if len(results) == 2 else "two of them"
        return [f"proven by {who} together: the bound of one meets the plan of the other"]
    after = [f"by {name} after {results[name].seconds:.2f} s" for name in agreeing]
    lines = [f"found {after[0]}", *(f"confirmed {each}" for each in after[1:])]
    lines += [f"not confirmed by {name}, which had not finished" for name in unfinished if name not in agreeing]
    failed = [name for name, result in results.items() if result.outcome is Outcome.SOLVER_FAILED]
    return lines + [f"{name} failed: {results[name].reason}" for name in failed]
