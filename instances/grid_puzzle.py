"""Shared by the puzzles that are filled in: an answer is none, one or two solutions, and each solution is a grid."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from rich.text import Text

from instances.drawing.svg import Drawing, in_page
from instances.puzzle import Frame, Move, Options, Puzzle, RuleBroken, Taps
from instances.reading.validation import Record, read_as, remarks
from instances.reading.yaml_files import Misfit
from instances.solving.outcome import Outcome, Result

Position = tuple[int, int]  # (0, 2): the third cell of the first row
Grid = tuple[tuple[int, ...], ...]  # ((1, 2), (2, 1)), row by row; 0 stands for an empty cell


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """A proven answer, also in files: the number of solutions."""

    solutions: Annotated[int, Meta(ge=0)]

    @property
    def solvable(self) -> bool:
        return self.solutions > 0


class GridDrawing(Record, kw_only=True):
    """The fields of a file that all these puzzles have."""

    name: Annotated[str, Meta(description="left out, the name of the file")] = ""
    grid: Annotated[str, Meta(description="the drawing, a literal block")]
    known: Known | None = None
    source: str | None = None


def grid_puzzle(
    name: str,
    files: Any,
    picture: Callable[..., Text],
    read_picture: Callable[[str, str], Any],
    drawing: Drawing,
    characters: Mapping[int, str],
    mistake: Callable[[Any, Grid], str | None],
    used: Callable[[Any, int, int], Any],
    options: Options,
    **used_up: Any,
) -> Puzzle:
    """The record of such a puzzle.

    files: the module with Document, parse and document. characters: value -> what stands for it in a solution.
    mistake: puzzle, grid with or without gaps -> what is wrong there. used: see taps. used_up: values that other fields
    of the instance have once it is filled in.
    """
    return Puzzle(
        name=name,
        steps=None,
        Document=files.Document,
        parse=files.parse,
        document=lambda puzzle: files.document(puzzle) | remarks(puzzle),
        picture=picture,
        read_picture=read_picture,
        drawing=drawing,
        verify=partial(verify, mistake=mistake),
        answer=lambda _, solutions: grids_data(solutions, characters),
        read_answer=lambda _, data: read_grids(data, {sign: value for value, sign in characters.items()}),
        frames=partial(frames, **used_up),
        taps=taps(used, lambda position: mistake(position, position.grid) or ""),
        options=options,
    )


def empty_cells(puzzle: Any) -> tuple[Position, ...]:
    return tuple((r, c) for r, row in enumerate(puzzle.grid) for c, value in enumerate(row) if not value)


def frames(puzzle: Any, solutions: tuple[Grid, ...], **used_up: Any) -> list[Frame]:
    """The puzzle filled in, once for each solution."""
    filled_in = [replace(puzzle, grid=grid, **used_up) for grid in solutions]
    return [Frame(f"solution {n}", filled, empty_cells(puzzle)) for n, filled in enumerate(filled_in, 1)]


def taps(used: Callable[[Any, int, int], Any], remark: Callable[[Any], str]) -> Taps:
    """How a grid is filled in on the board: [0, 2, 5] is the 5 into the third cell of the first row, 0 clears it.

    used: the filled position, the value before and the new one -> the position; raises RuleBroken.
    """

    def fill(start: Any, position: Any, move: Move) -> Any:
        row, column, value = move
        if (row, column) not in empty_cells(start):
            raise RuleBroken(f"row {row + 1}, column {column + 1} cannot be filled in")
        rows = [list(each) for each in position.grid]
        before, rows[row][column] = rows[row][column], value
        return used(replace(position, grid=tuple(map(tuple, rows)), known=None), before, value)

    def answer(position: Any, solutions: tuple[Grid, ...]) -> list[list[int]]:
        return [[r, c, solutions[0][r][c]] for r, c in empty_cells(position)]

    return Taps(fill, lambda _: iter(()), answer, lambda p: not empty_cells(p) and not remark(p), remark)


def lines_of(text: str, most: int, allowed: Callable[[int, int, int], Iterable[str]]) -> list[str]:
    """The lines of a drawing with as many characters as lines; short lines are filled up with spaces.

    allowed: line, column, number of lines -> the characters that may stand there. Raises Misfit for anything else.
    """
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    size = len(lines)
    if size > most:
        raise Misfit(("grid",), f"a drawing of {size} lines, expected at most {most}")
    for y, line in enumerate(lines):
        if len(line) > size:
            where = f"line {y + 1} of the drawing has {len(line)} characters"
            raise Misfit(("grid", y), f"{where}, expected at most {size}, as there are lines")
        lines[y] = line.ljust(size)
        for x, character in enumerate(lines[y]):
            if character not in (expected := tuple(allowed(y, x, size))):
                where, signs = f"line {y + 1}, column {x + 1} of the drawing", " or ".join(map(repr, expected))
                raise Misfit(("grid", y), f"{where} is {character!r}, expected {signs}")
    return lines


def colored(drawing: str, cells: Iterable[Position], pitch: int = 1) -> Text:
    """A drawing with these cells in another colour; pitch: characters from one cell to the next."""
    lines = [Text(line) for line in drawing.split("\n")]
    for r, c in cells:
        lines[pitch * r].stylize("cyan", pitch * c, pitch * c + 1)
    return Text("\n").join(lines)


def svg_drawing(
    style: str, board: Callable[[Any, Sequence[Position]], tuple[int, int, str]], state_of: Callable[[int], str]
) -> Drawing:
    """A drawing whose page fills in cells.

    board: puzzle, cells that were filled in -> width, height, markup. state_of: value -> what the page shows for it.
    """

    def stage(positions: Sequence[Any]) -> str:
        return in_page(*board(positions[0], empty_cells(positions[0])))

    def state(puzzle: Any) -> list[str]:
        return [state_of(value) for row in puzzle.grid for value in row]

    return Drawing("cells", style, stage, state, lambda puzzle: {})


def svg_cells(puzzle: Any, found: Sequence[Position], cell: Callable[[str, int, int, int], str]) -> str:
    """The markup of all cells. cell: 'given' or 'found', value, row, column -> its markup."""
    return "".join(
        cell("given" if value and (r, c) not in found else "found", value, r, c)
        for r, row in enumerate(puzzle.grid)
        for c, value in enumerate(row)
    )


def grids_data(solutions: tuple[Grid, ...], characters: Mapping[int, str]) -> list[list[str]]:
    """Solutions for JSON, each as its rows of characters: [['12', '21']]"""
    return [["".join(characters[value] for value in row) for row in grid] for grid in solutions]


def read_grids(data: Any, values: Mapping[str, int]) -> tuple[Grid, ...]:
    """The inverse of grids_data; raises ValueError."""
    solutions: list[list[str]] = read_as(list[list[str]], data)
    if strange := next((c for rows in solutions for row in rows for c in row if c not in values), None):
        raise ValueError(f"{strange!r} in a solution, expected one of {' '.join(values)}")
    return tuple(tuple(tuple(map(values.__getitem__, row)) for row in rows) for rows in solutions)


def verify(puzzle: Any, solutions: tuple[Grid, ...], mistake: Callable[[Any, Grid], str | None]) -> None:
    """Raises RuleBroken unless there are solutions, no two the same, each fills in the puzzle and has no mistake."""
    if not solutions:
        raise RuleBroken("no solution, expected one or more")
    if len(set(solutions)) < len(solutions):
        raise RuleBroken("two of the solutions are the same")
    for number, grid in enumerate(solutions, 1):
        if wrong := unlike(puzzle, grid) or mistake(puzzle, grid):
            raise RuleBroken(f"solution {number}: {wrong}")


def unlike(puzzle: Any, grid: Grid) -> str | None:
    """Where a grid is not the puzzle filled in, as a sentence."""
    if {len(grid), *map(len, grid)} != {puzzle.size}:
        return f"expected {puzzle.size} rows of {puzzle.size} cells"
    for r, row in enumerate(puzzle.grid):
        for c, given in enumerate(row):
            if not grid[r][c] or given not in (0, grid[r][c]):
                return f"row {r + 1}, column {c + 1} is {'not what is given there' if given else 'empty'}"
    return None


def verdict(
    solutions: Sequence[Grid], exhausted: bool, limit: Outcome | None = None, statistics: dict[str, Any] | None = None
) -> Result:
    """The result of a search that found these solutions, at most two.

    exhausted: it is proven that there is no other. limit: what ended the search too early, if anything did.
    """
    found, figures = tuple(solutions), statistics or {}
    if exhausted and not found:
        return Result(Outcome.UNSOLVABLE, statistics=figures)
    if exhausted or len(found) == 2:
        return Result(Outcome.OPTIMAL, solutions=found, unique=len(found) == 1, statistics=figures)
    assert found or limit is not None, "a search that is not exhausted and found nothing was ended by a limit"
    return Result(limit or Outcome.SOLVED, solutions=found, statistics=figures)
