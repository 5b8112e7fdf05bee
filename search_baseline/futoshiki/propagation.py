"""The candidates that the rules of a futoshiki leave to each cell, without guessing.

Narrowing removes values that no solution can have in a cell, by three rules, until none of them finds more:

  1. a value that a cell of a row or column holds is no candidate of the others there;
  2. a value that only one cell of a row or column can hold stands there;
  3. across a sign, the smaller cell stays below the greatest candidate of the larger one, and the larger cell above the
     least candidate of the smaller one.

The rules only remove values, and are monotone: the result is the same in whatever order they are applied.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from instances.futoshiki.rules import Futoshiki, Less
from search_baseline.backtracking import Candidates


def members(candidates: int) -> Iterator[int]:
    """The values of a set, the least first, each as a set of its own: members(0b1010) gives 0b0010, 0b1000"""
    while candidates:
        least = candidates & -candidates
        yield least
        candidates ^= least


@dataclass(frozen=True)
class Board:
    """Where the rules apply. lines: the cells of each row and of each column; less: pairs of cells."""

    size: int
    lines: tuple[tuple[int, ...], ...]
    less: tuple[tuple[int, int], ...]

    @property
    def all_values(self) -> int:
        return (1 << self.size + 1) - 2

    def narrow(self, cells: Candidates) -> Candidates | None:
        """The candidates that the rules leave; None if a cell or a value is left without a place."""
        cells = list(cells)
        while True:
            before = list(cells)
            for smaller, larger in self.less:
                cells[smaller] &= (1 << cells[larger].bit_length() - 1) - 1 if cells[larger] else 0
                cells[larger] &= -(cells[smaller] & -cells[smaller]) << 1
            for line in self.lines:
                if not self.narrow_line(cells, line):
                    return None
            if cells == before:
                return cells

    def narrow_line(self, cells: Candidates, line: tuple[int, ...]) -> bool:
        """Rules 1 and 2 in one row or column, in place; False if they contradict each other there."""
        once = twice = solved = 0
        for cell in line:
            candidates = cells[cell]
            twice |= once & candidates
            once |= candidates
            if not candidates & (candidates - 1):
                if not candidates or candidates & solved:
                    return False
                solved |= candidates
        if once != self.all_values:
            return False
        single = once & ~twice & ~solved
        for cell in line:
            candidates = cells[cell]
            if candidates & (candidates - 1):
                placed = candidates & single
                if placed & (placed - 1):
                    return False
                cells[cell] = placed or candidates & ~solved
        return True

    def branches(self, cells: Candidates) -> list[Candidates]:
        """One for each candidate of the most constrained cell, the least value first; none if every cell is solved.

        That is the open cell with the fewest candidates, of these the one that most signs and lines tie to other open
        cells: a guess there decides most.
        """
        unsolved = [candidates & (candidates - 1) != 0 for candidates in cells]
        ties = [0] * len(cells)
        for smaller, larger in self.less:
            if unsolved[smaller] and unsolved[larger]:
                ties[smaller] += 1
                ties[larger] += 1
        for line in self.lines:
            count = sum(unsolved[cell] for cell in line)
            for cell in line:
                ties[cell] += count
        open_cells = (cell for cell in range(len(cells)) if unsolved[cell])
        chosen = min(open_cells, key=lambda cell: (cells[cell].bit_count(), -ties[cell]), default=None)
        if chosen is None:
            return []
        return [[*cells[:chosen], value, *cells[chosen + 1 :]] for value in members(cells[chosen])]


def board_of(size: int, less: Sequence[Less]) -> Board:
    square = [range(row * size, (row + 1) * size) for row in range(size)]
    lines = (*map(tuple, square), *zip(*square, strict=True))
    return Board(size, lines, tuple((r * size + c, s * size + d) for (r, c), (s, d) in less))


def start(puzzle: Futoshiki) -> Candidates:
    """The candidates before any narrowing: the given value, or every value."""
    return [1 << value if value else (1 << puzzle.size + 1) - 2 for row in puzzle.grid for value in row]
