"""Futoshiki by backtracking: narrow the candidates of every cell, then branch on the most constrained one.

Narrowing removes values that no solution can have in a cell, by three rules, until none of them finds more:

  1. a value that a cell of a row or column holds is no candidate of the others there;
  2. a value that only one cell of a row or column can hold stands there;
  3. across a sign, the smaller cell stays below the greatest candidate of the larger one, and the larger cell above the
     least candidate of the smaller one.

The rules only remove values, and are monotone: the result is the same in whatever order they are applied.
"""

from collections.abc import Iterable

from fewest_pours.puzzles.futoshiki.file_format import drawing
from fewest_pours.puzzles.futoshiki.rules import Futoshiki, Less
from fewest_pours.running.solver_contract import Result, Settings, Watch
from search_baseline.backtracking import Candidates, CandidateSpace, decide


class Board(CandidateSpace):
    """lines: the cells of each row and of each column; less: pairs of cells."""

    def __init__(self, first: Candidates, less: Iterable[Less]) -> None:
        super().__init__(first)
        square = [tuple(range(start, start + self.size)) for start in range(0, len(first), self.size)]
        self.lines = (*square, *zip(*square, strict=True))
        self.less = [(r * self.size + c, s * self.size + d) for (r, c), (s, d) in less]
        self.all_values = all_values(self.size)

    def narrow(self, cells: Candidates) -> Candidates | None:
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

    def guess(self, cells: Candidates, open_cells: list[int]) -> tuple[int, Iterable[int]]:
        """The least value first.

        The cell is the one with the fewest candidates, of these the one that most signs and lines tie to other open
        cells: a guess there decides most.
        """
        is_open = set(open_cells)
        ties = [0] * len(cells)
        for smaller, larger in self.less:
            if smaller in is_open and larger in is_open:
                ties[smaller] += 1
                ties[larger] += 1
        for line in self.lines:
            count = len(is_open.intersection(line))
            for cell in line:
                ties[cell] += count
        chosen = min(open_cells, key=lambda cell: (cells[cell].bit_count(), -ties[cell]))
        return chosen, [1 << value for value in range(self.size + 1) if cells[chosen] >> value & 1]


def all_values(size: int) -> int:
    """The set of the values of a square, a bit for each.

    >>> bin(all_values(2))
    '0b110'
    """
    return (1 << size + 1) - 2


def solve(puzzle: Futoshiki, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    every = all_values(puzzle.size)
    board = Board([1 << value if value else every for row in puzzle.grid for value in row], puzzle.less)
    return decide(board, lambda grid: drawing(grid, puzzle.less), settings, watch)
