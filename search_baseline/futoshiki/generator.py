"""Random futoshiki with exactly one solution and no redundant clue.

Start from a full random Latin square with every sign that it obeys, and remove the clues one after the other, in random
order, except those without which there is another solution. A clue that is needed once stays needed, as removing others
only adds solutions: so one pass leaves no redundant clue.

Whether a clue is needed takes no counting. While the solution is the only one, a second solution of the puzzle without
a clue breaks that clue. So the clue is needed exactly if the puzzle with this clue negated has a solution: the sign
reversed, the value forbidden.
"""

import random
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from fewest_pours.puzzles.futoshiki.rules import LARGEST, Futoshiki, Less
from fewest_pours.puzzles.grid_puzzle import Grid, KnownSolutions, Position, rows_of
from fewest_pours.puzzles.shuffling import shuffled
from search_baseline.backtracking import Candidates, backtrack
from search_baseline.futoshiki.solver import FutoshikiSpace, all_values


class Given(NamedTuple):
    """A given value: Given(2, 5) is a 5 in the third cell, counted row by row."""

    cell: int
    value: int


Clue = Given | Less


def generate(size: int = 6, digits: int = 2, seed: int = 0) -> Futoshiki:
    """A puzzle of signs and about `digits` given values; all other values are removed before any sign is tried.

    The same arguments always give the same puzzle. Raises ValueError for an impossible size or number of digits.
    """
    if not 1 <= size <= LARGEST:
        raise ValueError(f"size is {size}, expected 1 to {LARGEST}")
    if not 0 <= digits <= size * size:
        raise ValueError(f"digits is {digits}, expected 0 to {size * size}")
    stream = random.Random(seed)
    solution = latin_square(size, stream)
    givens = shuffled((Given(cell, value) for cell, value in enumerate(chain(*solution))), stream)
    tried_last: list[Clue] = [*givens[:digits], *signs(solution)]
    order = [*givens[digits:], *shuffled(tried_last, stream)]
    clues = dict.fromkeys(order)  # those that are left: a dict, as a set has no order
    for clue in order:
        del clues[clue]
        is_needed = possible(size, clues, broken=clue)
        if is_needed:
            clues[clue] = None
    values = [value if Given(cell, value) in clues else 0 for cell, value in enumerate(chain(*solution))]
    grid = rows_of(values, size)
    less = tuple(sign for sign in signs(solution) if sign in clues)
    return Futoshiki(f"{size}x{size}, {digits} digits, seed {seed}", grid, less, known=KnownSolutions(1))


class Shuffled(FutoshikiSpace):
    """A board whose search tries the values of a cell in random order."""

    def __init__(self, size: int, stream: random.Random) -> None:
        super().__init__([all_values(size)] * (size * size), ())
        self.stream = stream

    def guess(self, cells: Candidates, open_cells: list[int]) -> tuple[int, Iterable[int]]:
        cell, values = super().guess(cells, open_cells)
        return cell, shuffled(values, self.stream)


def latin_square(size: int, stream: random.Random) -> Grid:
    """A random Latin square with shuffled rows and columns; not all squares are equally likely."""
    square = next(grid for _, grid in backtrack(Shuffled(size, stream)) if grid is not None)
    columns = shuffled(zip(*shuffled(square, stream), strict=True), stream)
    return tuple(zip(*columns, strict=True))


def signs(grid: Grid) -> list[Less]:
    """Every sign that a full grid obeys, in the order of the drawing."""
    size = len(grid)
    neighbours: list[tuple[Position, Position]] = []
    for r in range(size):
        neighbours += [((r, c), (r, c + 1)) for c in range(size - 1)]
        if r + 1 < size:
            neighbours += [((r, c), (r + 1, c)) for c in range(size)]
    found = []
    for first, second in neighbours:
        (r, c), (s, d) = first, second
        found.append(Less(first, second) if grid[r][c] < grid[s][d] else Less(second, first))
    return found


def possible(size: int, clues: Iterable[Clue], broken: Clue) -> bool:
    """Whether some grid satisfies the clues and violates `broken`."""
    cells = [all_values(size)] * (size * size)
    less = []
    for clue in clues:
        if isinstance(clue, Less):
            less.append(clue)
        else:
            cells[clue.cell] = 1 << clue.value
    if isinstance(broken, Less):
        less.append(Less(broken.larger, broken.smaller))
    else:
        cells[broken.cell] &= ~(1 << broken.value)
    return any(solution is not None for _, solution in backtrack(FutoshikiSpace(cells, less)))
