"""Shared by the puzzles that are filled in: an answer is none, one or two solutions, and each solution is a grid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from instances.puzzle import Frame, RuleBroken
from instances.reading.fields import Natural, Record
from instances.reading.validation import read_as
from instances.solving.outcome import Outcome, Result


@dataclass(frozen=True)
class Known:
    """A proven answer: the number of solutions, Known(1)."""

    solutions: int

    @property
    def solvable(self) -> bool:
        return self.solutions > 0


class KnownAnswer(Record):
    """A proven answer in a file: the number of solutions."""

    solutions: Natural


def frames(puzzle: Any, solutions: tuple[Any, ...], **used_up: Any) -> list[Frame]:
    """The puzzle filled in, once for each solution; used_up: values of its other fields once it is filled in."""
    empty = tuple((r, c) for r, row in enumerate(puzzle.grid) for c, value in enumerate(row) if not value)
    filled_in = [replace(puzzle, grid=grid, **used_up) for grid in solutions]
    return [Frame(f"solution {number}", filled, empty) for number, filled in enumerate(filled_in, 1)]


def read_grids(data: Any, values: Mapping[str, int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Solutions in JSON, each as its rows of characters; raises ValueError."""
    solutions: list[list[str]] = read_as(list[list[str]], data)
    strange = next((c for rows in solutions for row in rows for c in row if c not in values), None)
    if strange is not None:
        raise ValueError(f"{strange!r} in a solution, expected one of {' '.join(values)}")
    return tuple(tuple(tuple(map(values.__getitem__, row)) for row in rows) for rows in solutions)


def distinct(solutions: tuple[Any, ...]) -> None:
    """Raises RuleBroken unless there are solutions and no two are the same."""
    if not solutions:
        raise RuleBroken("no solution, expected one or more")
    if len(set(solutions)) < len(solutions):
        raise RuleBroken("two of the solutions are the same")


def verdict(
    solutions: Sequence[Any], exhausted: bool, limit: Outcome | None = None, statistics: dict[str, Any] | None = None
) -> Result:
    """The result of a search that found these solutions, at most two.

    exhausted: it is proven that there is no other. limit: what ended the search too early, if anything did.
    """
    found, figures = tuple(solutions), statistics or {}
    if len(found) == 2:
        return Result(Outcome.OPTIMAL, solutions=found, unique=False, statistics=figures)
    if exhausted and found:
        return Result(Outcome.OPTIMAL, solutions=found, unique=True, statistics=figures)
    if exhausted:
        return Result(Outcome.UNSOLVABLE, statistics=figures)
    assert found or limit is not None, "a search that is not exhausted and found nothing was ended by a limit"
    return Result(limit or Outcome.SOLVED, solutions=found, statistics=figures)
