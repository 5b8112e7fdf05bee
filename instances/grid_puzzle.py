"""Shared by the puzzles that are filled in: an answer is none, one or two solutions, and each solution is a grid."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from instances.puzzle import Frame, Move, RuleBroken, Taps
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


def remarks(puzzle: Any) -> dict[str, Any]:
    """The last entries of a file: what is known, and the source."""
    known = {} if puzzle.known is None else {"known": {"solutions": puzzle.known.solutions}}
    return known if puzzle.source is None else known | {"source": puzzle.source}


def empty_cells(puzzle: Any) -> tuple[tuple[int, int], ...]:
    """Rows and columns of the cells to fill in."""
    return tuple((r, c) for r, row in enumerate(puzzle.grid) for c, value in enumerate(row) if not value)


def frames(puzzle: Any, solutions: tuple[Any, ...], **used_up: Any) -> list[Frame]:
    """The puzzle filled in, once for each solution; used_up: values of its other fields once it is filled in."""
    empty = empty_cells(puzzle)
    filled_in = [replace(puzzle, grid=grid, **used_up) for grid in solutions]
    return [Frame(f"solution {number}", filled, empty) for number, filled in enumerate(filled_in, 1)]


def taps(used: Callable[[Any, int, int], Any], remark: Callable[[Any], str]) -> Taps:
    """How a grid is filled in on the board: [0, 2, 5] is the 5 into the third cell of the first row, 0 clears it.

    used: the filled position, the value before and the new one -> the position; raises RuleBroken.
    """

    def fill(start: Any, position: Any, move: Move) -> Any:
        row, column, value = move
        if not (row < len(start.grid) and column < len(start.grid)) or start.grid[row][column]:
            raise RuleBroken(f"row {row + 1}, column {column + 1} cannot be filled in")
        rows = [list(each) for each in position.grid]
        before, rows[row][column] = rows[row][column], value
        return used(replace(position, grid=tuple(map(tuple, rows)), known=None), before, value)

    def answer(position: Any, solutions: tuple[Any, ...]) -> list[list[int]]:
        cells = [(r, c) for r, row in enumerate(position.grid) for c, value in enumerate(row) if not value]
        return [[r, c, solutions[0][r][c]] for r, c in cells]

    return Taps(fill, lambda _: iter(()), answer, lambda p: all(map(all, p.grid)) and not remark(p), remark)


def read_grids(data: Any, values: Mapping[str, int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Solutions in JSON, each as its rows of characters; raises ValueError."""
    solutions: list[list[str]] = read_as(list[list[str]], data)
    strange = next((c for rows in solutions for row in rows for c in row if c not in values), None)
    if strange is not None:
        raise ValueError(f"{strange!r} in a solution, expected one of {' '.join(values)}")
    return tuple(tuple(tuple(map(values.__getitem__, row)) for row in rows) for rows in solutions)


def verify_each(puzzle: Any, solutions: tuple[Any, ...], mistake: Callable[[Any, Any], str | None]) -> None:
    """Raises RuleBroken unless there are solutions, no two the same, each fills in the puzzle and has no mistake."""
    if not solutions:
        raise RuleBroken("no solution, expected one or more")
    if len(set(solutions)) < len(solutions):
        raise RuleBroken("two of the solutions are the same")
    for number, grid in enumerate(solutions, 1):
        if wrong := unlike(puzzle, grid) or mistake(puzzle, grid):
            raise RuleBroken(f"solution {number}: {wrong}")


def unlike(puzzle: Any, grid: Any) -> str | None:
    """Where a grid is not the puzzle filled in, as a sentence."""
    if {len(grid), *map(len, grid)} != {puzzle.size}:
        return f"expected {puzzle.size} rows of {puzzle.size} cells"
    for r, row in enumerate(puzzle.grid):
        for c, given in enumerate(row):
            if given not in (0, grid[r][c]):
                return f"row {r + 1}, column {c + 1} is not what is given there"
    return None


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
