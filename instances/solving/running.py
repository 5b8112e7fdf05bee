"""One solver on one instance, and nothing believed: every plan is replayed, every failure becomes an outcome."""

import time
from dataclasses import replace
from typing import Any

from instances.puzzle import Puzzle, RuleBroken
from instances.solving.limits import LimitReached, Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.text import counted


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
        except LimitReached as limit:
            result = stopped(puzzle, instance, limit.outcome, watch)
        except MemoryError:
            result = stopped(puzzle, instance, Outcome.OUT_OF_MEMORY, watch)
    except RuleBroken as broken:
        result = Result(Outcome.SOLVER_FAILED, reason=f"a plan that breaks a rule: {broken}", broken=True)
    except Exception as error:
        result = Result(Outcome.SOLVER_FAILED, reason=f"{type(error).__name__}: {error}")
    return replace(result, seconds=round(time.monotonic() - started, 4))


def stopped(puzzle: Puzzle, instance: Any, outcome: Outcome, watch: Watch) -> Result:
    """The bound and the plan that a solver had reported when a limit ended it. Raises RuleBroken as faults."""
    length = None if watch.best is None else len(watch.best)
    result = Result(outcome, watch.best, lower_bound=watch.lower, upper_bound=length)
    faults(puzzle, instance, result)
    return result


def faults(puzzle: Puzzle, instance: Any, result: Result) -> None:
    """Raises RuleBroken for a plan that does not replay and for bounds that contradict it or each other."""
    answer = result.plan if puzzle.steps else result.solutions or None
    if answer is not None:
        puzzle.verify(instance, answer)
    elif result.outcome in (Outcome.OPTIMAL, Outcome.SOLVED):
        raise RuleBroken(f"{result.outcome.value} without a plan")
    if answer is not None and result.outcome in (Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON):
        raise RuleBroken(f"{result.outcome.value} with a plan")
    if puzzle.steps and result.plan is not None:
        lower, length = result.lower_bound or 0, len(result.plan)
        if result.upper_bound != length or lower > length:
            raise RuleBroken(f"bounds {result.lower_bound} to {result.upper_bound} for a plan of {length}")
        if result.outcome is Outcome.OPTIMAL and lower != length:
            raise RuleBroken(f"optimal, but the lower bound is {lower} and the plan has {length}")


def contradiction(puzzle: Puzzle, instance: Any, result: Result) -> str | None:
    """What the result proves against the file's `known`, as a sentence; None if nothing."""
    known = instance.known
    if known is None:
        return None
    if result.outcome is Outcome.UNSOLVABLE:
        return "known says solvable, but it is proven unsolvable" if known.solvable else None
    found = result.plan is not None or bool(result.solutions)
    if found and not known.solvable:
        return "known says unsolvable, but here is a solution"
    if puzzle.steps:
        steps = getattr(known, puzzle.steps)
        lower, upper = result.lower_bound, result.upper_bound
        if steps is not None and lower is not None and lower > steps:
            return f"known says {counted(steps, puzzle.steps)}, but a plan takes at least {lower}"
        if steps is not None and upper is not None and upper < steps:
            return f"known says {counted(steps, puzzle.steps)}, but a plan of {upper} exists"
    elif result.unique is not None and result.unique != (known.solutions == 1):
        proven = "unique" if result.unique else "not unique"
        return f"known says {counted(known.solutions, 'solutions')}, but it is proven {proven}"
    return None
