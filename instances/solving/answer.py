"""An answer as programs read it: the fields of the JSON that solving commands print, in their order."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from instances.puzzle import Puzzle
from instances.solving.outcome import Result


class Answer(msgspec.Struct, kw_only=True):
    """Answer(file='x.yaml', puzzle='watersort', ..., outcome='optimal', length=39, ...); UNSET is not printed.

    docs/format.md describes each field; its JSON schema is generated from here.
    """

    file: str
    puzzle: str
    name: str
    solver: str
    outcome: str
    length: int | UnsetType | None = UNSET
    lower_bound: int | UnsetType | None = UNSET
    upper_bound: int | UnsetType | None = UNSET
    plan: list[Any] | UnsetType | None = UNSET
    unique: bool | UnsetType | None = UNSET
    solutions: list[Any] | UnsetType = UNSET
    lower_bound_by: str | UnsetType = UNSET
    upper_bound_by: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    broken: bool | UnsetType = UNSET
    seconds: float
    statistics: dict[str, Any]
    moves: int | UnsetType = UNSET
    review: list[dict[str, Any]] | UnsetType = UNSET
    hint: dict[str, Any] | UnsetType = UNSET
    explanation: list[str] | UnsetType = UNSET
    lost: dict[str, Any] | UnsetType = UNSET
    more_beakers: dict[str, Any] | UnsetType = UNSET
    contradiction: str | UnsetType = UNSET
    notes: list[str] | UnsetType = UNSET

    def data(self) -> dict[str, Any]:
        """The fields that are set, as plain data for JSON."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def answer_of(puzzle: Puzzle, instance: Any, solver: str, file: str, result: Result, **more: Any) -> Answer:
    """The answer that a result gives; more: further fields of it."""
    if puzzle.steps:
        plan = None if result.plan is None else puzzle.answer(instance, result.plan)
        length = None if result.plan is None else len(result.plan)
        more |= {"length": length, "plan": plan, "lower_bound": result.lower_bound, "upper_bound": result.upper_bound}
    else:
        more |= {"unique": result.unique, "solutions": puzzle.answer(instance, result.solutions)}
    for name in ("lower_bound_by", "upper_bound_by", "reason"):
        if getattr(result, name) is not None:
            more[name] = getattr(result, name)
    if result.broken:
        more["broken"] = True
    return Answer(
        file=file, puzzle=puzzle.name, name=instance.name, solver=solver, outcome=result.outcome.value,
        seconds=result.seconds, statistics=result.statistics, **more,
    )  # fmt: skip
