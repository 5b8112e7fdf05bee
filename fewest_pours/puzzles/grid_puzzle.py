"""Shared by puzzles that are filled in: an answer has no solution, one or two, and each solution is a grid."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from types import ModuleType
from typing import Annotated, Generic, Self, TypeVar

from msgspec import Meta, Struct, to_builtins
from rich.text import Text

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.validation import Count, PuzzleFile, read_as
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.notebook_view import ShownAsPicture
from fewest_pours.puzzles.puzzle import Drawing, Frame, Move, Options, Playing, Puzzle, RuleBroken
from fewest_pours.running.solver_contract import Outcome, Result

Position = tuple[int, int]  # (0, 2): the third cell of the first row
Grid = tuple[tuple[int, ...], ...]  # ((1, 2), (2, 1)), row by row; 0 stands for an empty cell


class KnownSolutions(Struct, frozen=True, forbid_unknown_fields=True):
    """A proven answer, also in files: the number of solutions."""

    solutions: Count

    @property
    def solvable(self) -> bool:
        return self.solutions > 0


class GridDrawing(PuzzleFile, kw_only=True):
    """The fields that the files of all these puzzles share."""

    grid: Annotated[str, Meta(description="the drawing, a literal block")]
    known: KnownSolutions | None = None
    source: str | None = None


@dataclass(frozen=True)
class GridPuzzle(ShownAsPicture):
    """An instance: a square grid with its given values; subclasses add the rules and their data."""

    name: str
    grid: Grid
    _: KW_ONLY
    known: KnownSolutions | None = None
    source: str | None = None

    @property
    def size(self) -> int:
        return len(self.grid)

    @property
    def gaps(self) -> tuple[Position, ...]:
        return tuple((r, c) for r, row in enumerate(self.grid) for c, value in enumerate(row) if not value)

    def filled(self, grid: Grid) -> Self:
        """The puzzle with this grid in place of its own; raises RuleBroken for values that it does not allow."""
        return replace(self, grid=grid, known=None)

    def mistake(self, grid: Grid) -> str | None:
        """What is wrong in a grid, with or without gaps, as a sentence; None if nothing."""
        raise NotImplementedError


Filled = TypeVar("Filled", bound=GridPuzzle)


@dataclass(frozen=True)
class GridWriting(Generic[Filled]):
    """How puzzles of one kind and their solutions are written.

    files: the module with its Document, parse and document; DRAWN, value -> what stands for it; and PICTURE, which
    matches pictures, with the fields of a file as groups.
    """

    name: str
    files: ModuleType

    def picture(self, puzzle: Filled, touched: Iterable[Position] = ()) -> Text:
        return picture(self.files.document(puzzle), puzzle.size, touched)

    def read_picture(self, text: str, called: str) -> Filled | None:
        found = self.files.PICTURE.fullmatch(text)
        if found is None:
            return None
        puzzle: Filled = self.files.parse(self.files.Document(puzzle=self.name, name=called, **found.groupdict("")))
        return puzzle

    def cells(self, puzzle: Filled) -> list[str]:
        """What stands in each cell, row by row."""
        return [self.files.DRAWN[value] for row in puzzle.grid for value in row]

    def answer(self, solutions: tuple[Grid, ...]) -> list[list[str]]:
        return [["".join(self.files.DRAWN[value] for value in row) for row in grid] for grid in solutions]

    def read_answer(self, data: object) -> tuple[Grid, ...]:
        values = {character: value for value, character in self.files.DRAWN.items()}
        solutions = read_as(list[list[str]], data)
        characters = {character for rows in solutions for row in rows for character in row}
        strange = characters - values.keys()
        if strange:
            raise ValueError(f"{min(strange)!r} in a solution, expected one of {' '.join(values)}")
        return tuple(tuple(tuple(map(values.__getitem__, row)) for row in rows) for rows in solutions)


def grid_puzzle(
    name: str,
    instance: type[Filled],
    files: ModuleType,
    scene: Callable[[Filled], Data],
    options: Options,
    asked: Mapping[str, int],
    read_text: str = "",
) -> Puzzle[Filled, Grid]:
    """The record of a puzzle that is filled in.

    instance: the type of its instances. files: as in GridWriting. The others are as in the record.
    """
    writing: GridWriting[Filled] = GridWriting(name, files)
    return Puzzle(
        name=name,
        title=name.capitalize(),
        Instance=instance,
        steps=None,
        Document=files.Document,
        parse=files.parse,
        document=lambda puzzle: to_builtins(files.document(puzzle)),
        picture=writing.picture,
        read_picture=writing.read_picture,
        read_text=read_text,
        drawing=Drawing("cells", scene, writing.cells),
        verify=verify,
        answer=writing.answer,
        read_answer=writing.read_answer,
        frames=frames,
        playing=Playing(fill, None, key=lambda puzzle: puzzle.grid, remark=remark),
        options=options,
        asked=asked,
    )


def frames(puzzle: Filled, solutions: tuple[Grid, ...]) -> list[Frame[Filled]]:
    """The puzzle filled in, once for each solution."""
    return [Frame(f"solution {n}", puzzle.filled(grid), puzzle.gaps) for n, grid in enumerate(solutions, 1)]


def fill(start: Filled, position: Filled, move: Move) -> tuple[Grid, Filled]:
    """The grid and the position once a cell is filled in: (1, 3, 5) puts 5 into the third cell of the first row.

    0 clears a cell. Raises RuleBroken, ValueError.
    """
    row, column, value = move
    if not (isinstance(row, int) and isinstance(column, int) and isinstance(value, int)):
        raise ValueError(f"{move!r}, expected a row, a column and a value")
    if (row - 1, column - 1) not in start.gaps:
        raise RuleBroken(f"row {row}, column {column} cannot be filled in")
    rows = [list(each) for each in position.grid]
    rows[row - 1][column - 1] = value
    grid = tuple(map(tuple, rows))
    return grid, position.filled(grid)


def remark(position: GridPuzzle) -> str:
    """What is wrong so far; '' if nothing."""
    return position.mistake(position.grid) or ""


def picture(document: GridDrawing, size: int, touched: Iterable[Position] = ()) -> Text:
    """The fields of a file as text with styles; str() of it is plain. touched: cells that were filled in."""
    lines = list(map(Text, document.grid.splitlines()))
    pitch = 2 if len(lines) > size else 1  # from one cell to the next, as signs may stand between them
    for r, c in touched:
        lines[pitch * r].stylize("cyan", pitch * c, pitch * c + 1)
    tiles = getattr(document, "tiles", "")
    if tiles:
        lines.append(Text(f"\nto lay: {tiles}"))
    return Text("\n").join(lines)


def lines_of(text: str, most: int, allowed: Callable[[int, int, int], Iterable[str]]) -> list[str]:
    """The lines of a drawing with as many characters as lines; short lines are filled up with spaces.

    allowed: line, column, number of lines -> the characters allowed there. Raises Misfit for any other.
    """
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    size = len(lines)
    if size > most:
        raise Misfit(f"a drawing of {size} lines, expected at most {most}", ("grid",))
    for y, line in enumerate(lines):
        if len(line) > size:
            where = f"line {y + 1} of the drawing has {len(line)} characters"
            raise Misfit(f"{where}, expected at most {size}, as there are lines", ("grid", y))
        lines[y] = line.ljust(size)
        for x, character in enumerate(lines[y]):
            expected = tuple(allowed(y, x, size))
            if character not in expected:
                where = f"line {y + 1}, column {x + 1} of the drawing"
                signs = " or ".join(map(repr, expected))
                raise Misfit(f"{where} is {character!r}, expected {signs}", ("grid", y))
    return lines


def rows_of(values: Sequence[int], size: int) -> Grid:
    """The grid whose values these are, row by row.

    >>> rows_of([1, 2, 2, 1], 2)
    ((1, 2), (2, 1))
    """
    return tuple(tuple(values[start : start + size]) for start in range(0, len(values), size))


def verify(puzzle: GridPuzzle, solutions: tuple[Grid, ...]) -> None:
    """Raises RuleBroken unless there are solutions, all different, and each fills in the puzzle without a mistake."""
    if not solutions:
        raise RuleBroken("no solution, expected one or more")
    if len(set(solutions)) < len(solutions):
        raise RuleBroken("two of the solutions are the same")
    for number, grid in enumerate(solutions, 1):
        wrong = unlike(puzzle, grid) or puzzle.mistake(grid)
        if wrong is not None:
            raise RuleBroken(f"solution {number}: {wrong}")


def unlike(puzzle: GridPuzzle, grid: Grid) -> str | None:
    """Where a grid is not the puzzle filled in, as a sentence; None if it is."""
    if {len(grid), *map(len, grid)} != {puzzle.size}:
        return f"expected {puzzle.size} rows of {puzzle.size} cells"
    for r, row in enumerate(puzzle.grid):
        for c, given in enumerate(row):
            if not grid[r][c] or given not in (0, grid[r][c]):
                return f"row {r + 1}, column {c + 1} is {'not what is given there' if given else 'empty'}"
    return None


def verdict(
    solutions: Sequence[Grid], exhausted: bool, limit: Outcome | None, statistics: Mapping[str, float]
) -> Result:
    """The result of a search that found these solutions, at most two.

    exhausted: whether it is proven that there is no other. limit: the limit that ended the search early, if any.
    """
    found = tuple(solutions)
    figures = dict(statistics)
    if exhausted and not found:
        return Result(Outcome.UNSOLVABLE, statistics=figures)
    if exhausted or len(found) == 2:
        return Result(Outcome.OPTIMAL, solutions=found, unique=len(found) == 1, statistics=figures)
    assert found or limit is not None, "a search that is not exhausted and found nothing was ended by a limit"
    return Result(limit or Outcome.SOLVED, solutions=found, statistics=figures)
