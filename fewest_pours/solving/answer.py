"""Turns a solver's result into a checked answer: plans are replayed, failures become outcomes, answers are compared.

An Answer has the fields of the JSON that solving commands print. As plain data it is a row, which may have more fields.
"""

import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from fewest_pours.files.validation import Count, Record
from fewest_pours.files.wording import Sentence
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import Puzzle, RuleBroken
from fewest_pours.running.forced_stop import enforced
from fewest_pours.running.solver_contract import InstanceT, LimitReached, Outcome, Result, Settings, Solve, StepT, Watch

# ---------------------------------------------------------------------------------------------------------------- a run


def run_checked(
    puzzle: Puzzle[InstanceT, StepT],
    solve: Solve[InstanceT, StepT],
    instance: InstanceT,
    settings: Settings,
    watch: Watch,
) -> Result[StepT]:
    """The solver's result with its seconds; SOLVER_FAILED with the reason if it raises or returns a wrong answer."""
    started = time.monotonic()
    if (reason := puzzle.unknown(instance)) is not None:
        return Result(Outcome.UNSUPPORTED, reason=reason)
    try:
        try:
            with enforced(watch):
                result = solve(instance, settings, watch)
                if not isinstance(result, Result):
                    result = Result(Outcome.SOLVER_FAILED, reason=f"it returned {result!r:.100}, expected a Result")
                expect_sound(puzzle, instance, result)
        except (LimitReached, MemoryError) as limit:
            outcome = getattr(limit, "outcome", Outcome.OUT_OF_MEMORY)  # a MemoryError has none
            result = result_at_limit(puzzle, instance, outcome, watch)
    except RuleBroken as broken:
        result = Result(Outcome.SOLVER_FAILED, reason=f"a plan that breaks a rule: {broken}", broken=True)
    except Exception as error:
        outcome = watch.stopped_by or Outcome.SOLVER_FAILED  # a library that loads may raise its own error instead
        result = Result(outcome, reason=f"{type(error).__name__}: {error}", traceback=traceback.format_exc())
    return replace(result, seconds=round(time.monotonic() - started, 4))


def result_at_limit(
    puzzle: Puzzle[InstanceT, StepT], instance: InstanceT, outcome: Outcome, watch: Watch
) -> Result[StepT]:
    """The bound and the plan that a solver had reported when a limit ended it. Raises RuleBroken like expect_sound."""
    length = None if watch.best is None else len(watch.best)
    result: Result[StepT] = Result(outcome, watch.best, lower_bound=watch.lower, upper_bound=length)
    expect_sound(puzzle, instance, result)
    return result


def expect_sound(puzzle: Puzzle[InstanceT, StepT], instance: InstanceT, result: Result[StepT]) -> None:
    """Raises RuleBroken for a plan that does not replay, and for an outcome or bounds that contradict it."""
    answer = result.plan if puzzle.steps else result.solutions or None
    outcome = result.outcome
    if answer is not None:
        puzzle.verify(instance, answer)
    if answer is None and outcome in (Outcome.OPTIMAL, Outcome.SOLVED):
        raise RuleBroken(f"{outcome.value} without a plan")
    if answer is not None and outcome in (Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON):
        raise RuleBroken(f"{outcome.value} with a plan")
    if puzzle.steps and result.plan is not None:
        lower = result.lower_bound or 0
        length = len(result.plan)
        least = length if outcome is Outcome.OPTIMAL else 0
        if result.upper_bound != length or not least <= lower <= length:
            bounds = f"bounds {result.lower_bound} to {result.upper_bound}"
            raise RuleBroken(f"{outcome.value} with {bounds} and a plan of {length}")


# ----------------------------------------------------------------------------------------------------------- its answer


Text = str | UnsetType
Bound = Count | UnsetType | None


def words_of(value: object) -> str:
    """A sentence as text alone. Raises TypeError for what has no form in JSON."""
    if isinstance(value, Sentence):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


class Answer(Record, kw_only=True, forbid_unknown_fields=False):
    """Answer(file='x.yaml', puzzle='watersort', ..., outcome='optimal', length=39, ...); UNSET is not printed.

    The JSON schema, which describes each field, is generated from this class; it also reads the output of programs.
    """

    file: Text = UNSET
    puzzle: Text = UNSET
    name: Text = UNSET
    solver: Text = UNSET
    outcome: Literal[tuple(outcome.value for outcome in Outcome)]  # type: ignore[valid-type]
    length: Bound = UNSET
    lower_bound: Bound = UNSET
    upper_bound: Bound = UNSET
    plan: Any = UNSET
    unique: bool | UnsetType | None = UNSET
    solutions: list[list[str]] | UnsetType | None = UNSET
    lower_bound_by: Text = UNSET
    upper_bound_by: Text = UNSET
    reason: Text | None = UNSET
    broken: bool | UnsetType = UNSET
    seconds: float | UnsetType = UNSET
    statistics: Data | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    review: list[Data] | UnsetType = UNSET
    hint: Data | UnsetType = UNSET
    explanation: list[str] | UnsetType = UNSET
    lost: Data | UnsetType = UNSET
    more_beakers: Data | UnsetType = UNSET
    contradiction: Text = UNSET
    claims: list[str] | UnsetType = UNSET
    notes: list[str] | UnsetType = UNSET
    other_reading: Data | UnsetType = UNSET

    def data(self) -> Data:
        """The fields that are set, as plain data for JSON."""
        data: Data = msgspec.to_builtins(self, enc_hook=words_of)
        return data


def answer_of(
    puzzle: Puzzle[InstanceT, StepT], instance: InstanceT, solver: str, file: str, result: Result[StepT], **more: Any
) -> Answer:
    """The answer for a result; more: further fields."""
    if puzzle.steps:
        plan = None if result.plan is None else puzzle.answer(result.plan)
        length = None if plan is None else len(plan)
        more |= {"length": length, "plan": plan, "lower_bound": result.lower_bound, "upper_bound": result.upper_bound}
    else:
        more |= {"unique": result.unique, "solutions": puzzle.answer(result.solutions)}
    for name in ("lower_bound_by", "upper_bound_by", "reason", "broken"):
        if value := getattr(result, name):
            more[name] = value
    return Answer(
        file=file, puzzle=puzzle.name, name=instance.name, solver=solver, outcome=result.outcome.value,
        seconds=result.seconds, statistics=result.statistics, **more,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ agreement


def solvability_of(row: Data) -> bool | None:
    """Whether the run shows that its instance can be solved; None if it does not."""
    if row.get("solvable") is not None:
        return bool(row["solvable"])
    if row["outcome"] == Outcome.UNSOLVABLE.value:
        return False
    return True if row.get("plan") is not None or row.get("solutions") else None


def breaks_a_rule(row: Data) -> bool:
    """Whether the run's answer failed the replay."""
    return row["outcome"] == Outcome.SOLVER_FAILED.value and bool(row.get("broken"))


def disagreements(rows: Sequence[Data], steps: str | None) -> list[str]:
    """The contradictions between runs of one instance, as sentences; steps: what a plan counts."""
    found = [f"{row['solver']}: {row['contradiction']}" for row in rows if row.get("contradiction")]
    found += [f"{row['solver']}: {row['reason']}" for row in rows if breaks_a_rule(row)]
    claims = {solvability_of(row): row["solver"] for row in rows}
    if True in claims and False in claims:
        found.append(f"{claims[True]} has a solution, {claims[False]} proves that none exists")
    upper = [(row["upper_bound"], row["solver"]) for row in rows if row.get("upper_bound") is not None]
    lower = [(row["lower_bound"], row["solver"]) for row in rows if row.get("lower_bound") is not None]
    least, shortest = min(upper, default=(inf, ""))
    most, prover = max(lower, default=(0, ""))
    if most > least:
        found.append(f"{prover} proves {most} {steps} or more, {shortest} needs {least}")
    unique = {row.get("unique"): row["solver"] for row in rows}
    if True in unique and False in unique:
        found.append(f"{unique[True]} proves one solution, {unique[False]} has two")
    return list(dict.fromkeys(found))


def contradiction(puzzle: Puzzle[InstanceT, StepT], instance: InstanceT, result: Result[StepT]) -> str | None:
    """How the result contradicts the file's `known`, as a sentence; None if it does not."""
    known = instance.known
    if known is None or result.broken:
        return None
    file: Data = {"solver": "the file", "outcome": "solved", "solvable": known.solvable}
    if puzzle.steps:
        file["lower_bound"] = file["upper_bound"] = getattr(known, puzzle.steps)
    elif known.solvable:
        file["unique"] = getattr(known, "solutions", 0) == 1
    wrong = disagreements([file, answer_of(puzzle, instance, "the answer", "", result).data()], puzzle.steps)
    return wrong[0] if wrong else None
