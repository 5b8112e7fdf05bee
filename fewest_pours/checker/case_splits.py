"""Solutions of puzzles that are filled in, and proofs that there are no others.

    {"cell": [1, 3]}     a case split on the cell in the first row and third column

For each cell the checker keeps the possible values and narrows them down by the rules of the puzzle. The rules remove
only values that no solution has there, and contradict every full grid that is not a solution. A case that ends in a
contradiction or in a solution of the certificate is closed. Otherwise the next line names a cell, and each of its
possible values is a case, in increasing order. When all cases are closed, there are no other solutions.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from fewest_pours.checker.certificate_lines import ExactKeys, Line

Cells = list[set[int]]  # the possible values of each cell, row by row


class Solution(ExactKeys):
    answer: list[str]  # rows


class Case(ExactKeys):
    cell: tuple[int, int]


class GridToCheck(Protocol):
    """A puzzle that is filled in; characters[value] represents a value in a printed solution.

    start: the values possible in each cell on its own. narrow removes some from the cells; False on a contradiction.
    """

    @property
    def size(self) -> int: ...

    @property
    def characters(self) -> str: ...

    def start(self) -> Cells: ...

    def narrow(self, cells: Cells) -> bool: ...


def narrowed(puzzle: GridToCheck, cells: Iterable[set[int]]) -> Cells | None:
    """What is left of these values once the rules remove no more; None on a contradiction."""
    left = [set(values) for values in cells]
    while True:
        before = sum(map(len, left))
        if not puzzle.narrow(left) or not all(left):
            return None
        if sum(map(len, left)) == before:
            return left


def verify(puzzle: GridToCheck, lines: Iterable[Line]) -> list[Cells]:
    """The solutions in these lines, one value a cell. Raises Refused if one breaks a rule, or two are the same."""
    found: list[Cells] = []
    for line in lines:
        rows = line.read(Solution).answer
        is_square = [len(row) for row in rows] == [puzzle.size] * puzzle.size
        if not is_square or not set("".join(rows)) <= set(puzzle.characters):
            raise line.wrong(f"expected {puzzle.size} rows of {puzzle.size} of the characters {puzzle.characters}")
        values = map(puzzle.characters.index, "".join(rows))
        cells = [{value} & possible for value, possible in zip(values, puzzle.start(), strict=True)]
        solution = narrowed(puzzle, cells)
        if solution is None:
            raise line.wrong("this grid breaks a rule")
        if solution in found:
            raise line.wrong("this solution was listed before")
        found.append(solution)
    return found


def no_others(puzzle: GridToCheck, solutions: list[Cells], lines: Iterator[Line]) -> bool:
    """Whether there are no other solutions; False if that needs lines and there are none.

    Raises Refused if the lines leave a case open.
    """
    stack = [puzzle.start()]
    last: Line | None = None
    while stack:
        cells = narrowed(puzzle, stack.pop())
        if cells is None or cells in solutions:
            continue
        line = next(lines, None)
        if line is None:
            if last is None:
                return False
            raise last.wrong("this is the last line, but cases are open")
        last = line
        row, column = line.read(Case).cell
        if not (1 <= row <= puzzle.size and 1 <= column <= puzzle.size):
            raise line.wrong(f"no such cell, expected rows and columns from 1 to {puzzle.size}")
        cell = (row - 1) * puzzle.size + column - 1
        if len(cells[cell]) == 1:
            raise line.wrong("only one value is left for this cell, expected a cell with more")
        stack += split(cells, cell)
    return True


def split(cells: Cells, cell: int) -> Iterator[Cells]:
    """The cases of this cell, the largest value first: a stack returns the last one first."""
    return ([*cells[:cell], {value}, *cells[cell + 1 :]] for value in sorted(cells[cell], reverse=True))
