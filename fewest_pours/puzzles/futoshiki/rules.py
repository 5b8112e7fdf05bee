"""The futoshiki puzzle: fill a square with the values 1 to n, each once in every row and every column, so that every
sign between two neighbours holds.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, Self

from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.grid_puzzle import Grid, GridPuzzle, Position
from fewest_pours.puzzles.puzzle import RuleBroken

LARGEST = 15  # values are written as one hexadecimal digit


class Less(NamedTuple):
    """A sign: in Less((0, 1), (0, 2)) the cell (0, 1) is less than its neighbour (0, 2)."""

    smaller: Position
    larger: Position


@dataclass(frozen=True)
class Futoshiki(GridPuzzle):
    """An instance: the given values, and the signs in the order of their drawing."""

    less: tuple[Less, ...]

    def filled(self, grid: Grid) -> Self:
        for value in chain(*grid):
            if not 0 <= value <= self.size:
                raise RuleBroken(f"{value} is not a value, expected 1 to {self.size}")
        return super().filled(grid)

    def mistake(self, grid: Grid) -> str | None:
        for kind, lines in (("row", grid), ("column", zip(*grid, strict=True))):
            for number, line in enumerate(lines, 1):
                for value, times in Counter(line).items():
                    if not 0 <= value <= self.size:
                        words = f"{kind} {number} has {value}, expected 1 to {self.size}"
                        return Sentence(words, f"{kind}_has", number=number, value=value, most=self.size)
                    if value and times > 1:
                        return Sentence(
                            f"{kind} {number} has {value} twice", f"{kind}_has_twice", number=number, value=value
                        )
        for (r, c), (s, d) in self.less:
            if grid[s][d] and grid[r][c] >= grid[s][d]:
                small = grid[r][c]
                large = grid[s][d]
                words = f"the {small} in row {r + 1}, column {c + 1} is not less than the {large} beside it"
                return Sentence(words, "is_not_less", small=small, row=r + 1, column=c + 1, large=large)
        return None
