"""An answer as programs read it: the fields of the JSON that solving commands print, in their order."""

from typing import Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import UNSET, UnsetType

from instances.puzzle import Puzzle
from instances.reading.fields import Record
from instances.solving.outcome import Outcome, Result

Steps = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Text = str | UnsetType
Bound = Steps | UnsetType | None
Move = TypedDict("Move", {"from": int, "to": int}, total=False)


class Reviewed(Move):
    """A move that was played: the fewest pours before and after it, and how many it wasted."""

    before: Steps | None
    after: Steps | None
    cost: Steps | None
    lost: bool


class Lost(Move, total=False):
    """The move that lost a game; 0: none did; two numbers: one of these."""

    move: int | list[int]
    fewest_before: Steps | None
    instead: Move


class Hint(Move, total=False):
    """The next pour, and those after it; with hidden units, in how many ways to fill them it can be won."""

    color: str
    units: int
    left: Steps
    proven: bool
    then: list[dict[str, Any]]
    wins: int
    ways: int
    sampled: bool
    uncovers: bool


class MoreBeakers(TypedDict):
    """What more empty beakers would bring."""

    beakers: int
    pours: Steps
    proven: bool


class Answer(Record, kw_only=True, forbid_unknown_fields=False):
    """Answer(file='x.yaml', puzzle='watersort', ..., outcome='optimal', length=39, ...); UNSET is not printed.

    docs/format.md describes each field; its JSON schema is generated from here, and what programs print is read as it.
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
    statistics: dict[str, Any] | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    review: list[Reviewed] | UnsetType = UNSET
    hint: Hint | UnsetType = UNSET
    explanation: list[str] | UnsetType = UNSET
    lost: Lost | UnsetType = UNSET
    more_beakers: MoreBeakers | UnsetType = UNSET
    contradiction: Text = UNSET
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
    for name in ("lower_bound_by", "upper_bound_by", "reason", "broken"):
        if value := getattr(result, name):
            more[name] = value
    return Answer(
        file=file, puzzle=puzzle.name, name=instance.name, solver=solver, outcome=result.outcome.value,
        seconds=result.seconds, statistics=result.statistics, **more,
    )  # fmt: skip
