"""The futoshiki puzzle: fill a square with the values 1 to n, each once in every row and every column, so that every
sign between two neighbours holds.
"""

from dataclasses import dataclass
from typing import NamedTuple

from instances.grid_puzzle import Known, verify_each

LARGEST = 15  # values are written as one hexadecimal digit

Position = tuple[int, int]  # (0, 2): the third cell of the first row
Grid = tuple[tuple[int, ...], ...]  # ((1, 2), (2, 1)), row by row; 0 stands for an empty cell


class Less(NamedTuple):
    """A sign: Less((0, 1), (0, 2)) says that the cell (0, 1) is less than its neighbour (0, 2)."""

    smaller: Position
    larger: Position


@dataclass(frozen=True)
class Futoshiki:
    """An instance: the given values, and the signs in the order of their drawing."""

    name: str
    grid: Grid
    less: tuple[Less, ...]
    known: Known | None = None
    source: str | None = None

    @property
    def size(self) -> int:
        return len(self.grid)


def verify(puzzle: Futoshiki, solutions: tuple[Grid, ...]) -> None:
    """Raises RuleBroken unless each grid solves the puzzle and no two are the same."""
    verify_each(puzzle, solutions, mistake)


def mistake(puzzle: Futoshiki, grid: Grid) -> str | None:
    """Where a full grid breaks a rule, as a sentence."""
    values = list(range(1, puzzle.size + 1))
    for kind, lines in (("row", grid), ("column", zip(*grid, strict=True))):
        for number, line in enumerate(lines, 1):
            if sorted(line) != values:
                return f"{kind} {number} does not hold 1 to {puzzle.size} once each"
    for (r, c), (s, d) in puzzle.less:
        if grid[r][c] >= grid[s][d]:
            return (
                f"row {r + 1}, column {c + 1} is {grid[r][c]}, not less than "
                f"the {grid[s][d]} in row {s + 1}, column {d + 1}"
            )
    return None
