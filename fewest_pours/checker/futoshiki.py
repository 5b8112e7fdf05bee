"""Futoshiki certificates: the rules, for the proofs in case_splits.py."""

from itertools import permutations, product
from typing import NamedTuple

from fewest_pours.checker.case_splits import Cells
from fewest_pours.checker.certificate_lines import FileToCheck, SolutionsInFile, expect, keys_of_file
from fewest_pours.files.yaml_files import Data

DIGITS = ".123456789ABCDEF"
SIGNS = {(0, 1): "<>", (1, 0): "^v"}  # by (line % 2, column % 2) of the drawing: beside a cell, and below one


class FutoshikiFile(FileToCheck):
    grid: str
    known: SolutionsInFile | None = None


class FutoshikiToCheck(NamedTuple):
    """FutoshikiToCheck(2, (0, 0, 0, 1), ((0, 1),)): givens row by row, 0 for none.

    less: the first cell of each pair holds less than the second.
    """

    size: int
    givens: tuple[int, ...]
    less: tuple[tuple[int, int], ...]

    @property
    def characters(self) -> str:
        return DIGITS

    def start(self) -> Cells:
        return [{given} if given else set(range(1, self.size + 1)) for given in self.givens]

    def narrow(self, cells: Cells) -> bool:
        """Apply the signs, and that each value stands once in every row and column."""
        rows = [range(first, first + self.size) for first in range(0, self.size**2, self.size)]
        for smaller, larger in self.less:
            greatest = max(cells[larger], default=0)
            cells[smaller] -= set(range(greatest, self.size + 1))
            least = min(cells[smaller], default=self.size)
            cells[larger] -= set(range(1, least + 1))
        for line in (*rows, *zip(*rows, strict=True)):
            for cell, other in permutations(line, 2):
                if len(cells[cell]) == 1:
                    cells[other] -= cells[cell]
            for value in range(1, self.size + 1):
                places = [cell for cell in line if value in cells[cell]]
                if not places:
                    return False
                if len(places) == 1:
                    cells[places[0]] = {value}
        return True


def read(data: Data) -> FutoshikiToCheck:
    """The puzzle in a file's data. Raises Misfit."""
    drawing = keys_of_file(data, FutoshikiFile).grid.rstrip().split("\n")
    size = (len(drawing) + 1) // 2
    drawing = [line.rstrip().ljust(2 * size - 1) for line in drawing]
    is_square = {len(drawing), *map(len, drawing)} == {2 * size - 1}
    expect(is_square and size < len(DIGITS), "grid", "no drawing of as many rows as columns, 15 at most")
    cells = "".join(line[::2] for line in drawing[::2])
    expect(set(cells) <= set(DIGITS[: size + 1]), "grid", f"a cell is none of {DIGITS[: size + 1]}")
    less = []
    for y, x in product(range(2 * size - 1), repeat=2):
        sign = drawing[y][x]
        is_cell = y % 2 == 0 and x % 2 == 0
        if is_cell or sign == " ":
            continue
        where = f"line {y + 1}, column {x + 1} of the drawing"
        expect(sign in SIGNS.get((y % 2, x % 2), ""), "grid", f"{where} is not a sign between neighbours")
        first = y // 2 * size + x // 2
        second = (y + 1) // 2 * size + (x + 1) // 2
        less.append((first, second) if sign in ("<", "^") else (second, first))
    return FutoshikiToCheck(size, tuple(map(DIGITS.index, cells)), tuple(less))
