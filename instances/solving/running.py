"""One solver on one instance, and nothing believed: every plan is replayed, every failure becomes an outcome."""

import time
from dataclasses import replace
from typing import Any

from instances.puzzle import Puzzle, RuleBroken
from instances.solving.agreement import disagreements
from instances.solving.answer import answer_of
from instances.solving.limits import LimitReached, Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result


def run(puzzle: Puzzle, instance: Any, solve: Solve, settings: Settings, watch: Watch) -> Result:
    """The solver's result with its seconds; SOLVER_FAILED, with the reason, for whatever a solver must not do."""
    started = time.monotonic()
    if (reason := puzzle.unknown(instance)) is not None:
        return Result(Outcome.UNSUPPORTED, reason=reason)
    try:
        try:
            with watch.enforced():
                result = solve(instance, settings, watch)
                faults(puzzle, instance, result)
        except (LimitReached, MemoryError) as limit:
            outcome = limit.outcome if isinstance(limit, LimitReached) else Outcome.OUT_OF_MEMORY
            result = stopped(puzzle, instance, outcome, watch)
    except RuleBroken as broken:
        result = Result(Outcome.SOLVER_FAILED, reason=f"a plan that breaks a rule: {broken}", broken=True)
    except Exception as error:
        interrupted = watch.interrupted.is_set()  # which a library may turn into an error of its own while it is loaded
        outcome = Outcome.INTERRUPTED if interrupted else Outcome.SOLVER_FAILED
        result = Result(outcome, reason=f"{type(error).__name__}: {error}")
    return replace(result, seconds=round(time.monotonic() - started, 4))


def stopped(puzzle: Puzzle, instance: Any, outcome: Outcome, watch: Watch) -> Result:
    """The bound and the plan that a solver had reported when a limit ended it. Raises RuleBroken as faults."""
    length = None if watch.best is None else len(watch.best)
    result = Result(outcome, watch.best, lower_bound=watch.lower, upper_bound=length)
    faults(puzzle, instance, result)
    return result


def faults(puzzle: Puzzle, instance: Any, result: Result) -> None:
    """Raises RuleBroken for a plan that does not replay and for bounds that contradict it or each other."""
    answer, outcome = result.plan if puzzle.steps else result.solutions or None, result.outcome
    if answer is not None:
        puzzle.verify(instance, answer)
    if answer is None and outcome in (Outcome.OPTIMAL, Outcome.SOLVED):
        raise RuleBroken(f"{outcome.value} without a plan")
    if answer is not None and outcome in (Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON):
        raise RuleBroken(f"{outcome.value} with a plan")
    if puzzle.steps and result.plan is not None:
        lower, length = result.lower_bound or 0, len(result.plan)
        least = length if outcome is Outcome.OPTIMAL else 0
        if result.upper_bound != length or not least <= lower <= length:
            bounds = f"bounds {result.lower_bound} to {result.upper_bound}"
            raise RuleBroken(f"{outcome.value} with {bounds} and a plan of {length}")


def contradiction(puzzle: Puzzle, instance: Any, result: Result) -> str | None:
    """What the result proves against the file's `known`, as a sentence; None if nothing."""
    known = instance.known
    if known is None or result.broken:
        return None
    steps = getattr(known, puzzle.steps) if puzzle.steps else None
    file = {"solver": "the file", "puzzle": puzzle.name, "outcome": "solved", "solvable": known.solvable}
    file |= {"lower_bound": steps, "upper_bound": steps}
    if not puzzle.steps and known.solvable:
        file["unique"] = known.solutions == 1
    wrong = disagreements([file, answer_of(puzzle, instance, "the answer", "", result).data()])
    return wrong[0][0] if wrong else None
