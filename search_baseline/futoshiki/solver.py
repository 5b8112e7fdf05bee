"""Futoshiki by backtracking: narrow the candidates of every cell, then branch on the most constrained one.

Narrowing removes values that no solution can have in a cell, by four rules, until none of them finds more:

  1. a value that a cell of a row or column holds is not a candidate of the others there;
  2. a value that only one cell of a row or column can hold stands there;
  3. across a sign, the smaller cell stays below the greatest candidate of the larger one, and the larger cell above the
     least candidate of the smaller one;
  4. in a row or column with signs, a value stays only if the line, by itself, can be filled with it: each value once
     and all signs of the line obeyed.

Fill a line with 1, then 2, and so on: when a value is placed, the cells that are filled hold the smaller ones. So a
sign holds exactly if its smaller cell is filled first, and what can follow depends only on the set of filled cells. The
fillings of a line are the paths from the empty set to the full one, and rule 4 keeps the values on these paths. Signs
and solved cells leave few sets. A line of more than WIDEST sets of one size is left alone.

The rules only remove values, and are monotone: what a rule removes it also removes after others have removed values
elsewhere. So the result is the same in whatever order they are applied. (WIDEST does not break this: fewer candidates
make fewer sets, so a line that is not left alone is not left alone later.)
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from fewest_pours.puzzles.futoshiki.file_format import drawing
from fewest_pours.puzzles.futoshiki.rules import Futoshiki, Less
from fewest_pours.running.solver_contract import Result, Settings, Watch
from search_baseline.backtracking import Candidates, CandidateSpace, decide

WIDEST = 500  # sets; a line of 11 open cells has at most 462 of one size
REMEMBERED = 1 << 14  # lines; most lines are the same at the next nodes

Line = tuple[int, ...]  # the cells of a row or a column
Filled = int  # a set of positions in a line, as bits
Placing = list[tuple[Filled, Filled]]  # where a value may stand: its position as a bit, and what must be filled before


class FutoshikiSpace(CandidateSpace):
    """lines: the cells of each row and of each column; less: pairs of cells; signed_lines: those with signs.

    signed_lines[line][i]: the positions in the line, as bits, whose values a sign holds below that of position i.
    """

    def __init__(self, first: Candidates, less: Iterable[Less]) -> None:
        super().__init__(first)
        square = [tuple(range(start, start + self.size)) for start in range(0, len(first), self.size)]
        self.lines: tuple[Line, ...] = (*square, *zip(*square, strict=True))
        self.less = [(r * self.size + c, s * self.size + d) for (r, c), (s, d) in less]
        self.signed_lines: dict[Line, tuple[int, ...]] = {}
        for line in self.lines:
            below = [0] * self.size
            for smaller, larger in self.less:
                if smaller in line and larger in line:
                    below[line.index(larger)] |= 1 << line.index(smaller)
            if any(below):
                self.signed_lines[line] = tuple(below)
        self.all_values = all_values(self.size)

    def narrow(self, cells: Candidates) -> Candidates | None:
        """All four rules: the fourth, which costs most, where the others find nothing more."""
        cells = list(cells)
        while True:
            if not self.narrow_by_simple_rules(cells):
                return None
            if not self.narrow_a_signed_line(cells):
                return cells

    def narrow_by_simple_rules(self, cells: Candidates) -> bool:
        """Rules 1 to 3 in place, until they find nothing more; False if they contradict each other."""
        while True:
            before = list(cells)
            for smaller, larger in self.less:
                cells[smaller] &= below_greatest(cells[larger])
                cells[larger] &= above_least(cells[smaller])
            for line in self.lines:
                if not self.narrow_line(cells, line):
                    return False
            if cells == before:
                return True

    def narrow_a_signed_line(self, cells: Candidates) -> bool:
        """Rule 4 in place, in the first line where it removes anything; False if there is none."""
        for line, below in self.signed_lines.items():
            before = tuple([cells[cell] for cell in line])
            after = values_in_fillings(before, below)
            if after != before:
                for cell, candidates in zip(line, after, strict=True):
                    cells[cell] = candidates
                return True
        return False

    def narrow_line(self, cells: Candidates, line: Line) -> bool:
        """Rules 1 and 2 in one row or column, in place; False if they contradict each other there."""
        once = 0  # values that a cell may hold
        twice = 0  # values that two cells or more may hold
        solved = 0  # values of cells that may hold one value alone
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


@lru_cache(REMEMBERED)
def values_in_fillings(line: tuple[int, ...], below: tuple[int, ...]) -> tuple[int, ...]:
    """The candidates of each cell that some filling of the line uses: no candidates at all if there is no filling.

    Position i holds a larger value than the positions below[i]. Of three cells that may hold 1, 2 and 3, in order:

    >>> [bin(candidates) for candidates in values_in_fillings((0b1110, 0b1110, 0b1110), (0, 0b001, 0))]
    ['0b110', '0b1100', '0b1110']
    """
    positions = range(len(line))
    values = range(1, len(line) + 1)
    placings = [[(1 << i, below[i]) for i in positions if line[i] >> value & 1] for value in values]
    reached = sets_reached(placings)
    if reached is None:
        return line
    used = [0] * len(line)
    leading = reached[-1]  # the sets that lead to the full one: itself, or none if it is not reached
    for value in reversed(values):
        leading, placed = step_back(leading, reached[value - 1], placings[value - 1])
        for i in positions:
            used[i] |= (placed >> i & 1) << value
    return tuple(used)


def sets_reached(placings: Sequence[Placing]) -> list[set[Filled]] | None:
    """By n: the sets of positions that the values 1 to n can fill; None for more than WIDEST of one size."""
    reached: list[set[Filled]] = [{0}]
    for placing in placings:
        following = set()
        for filled in reached[-1]:
            for position, first in placing:
                if not filled & position and filled & first == first:
                    following.add(filled | position)
        if len(following) > WIDEST:
            return None
        reached.append(following)
    return reached


def step_back(leading: set[Filled], before: set[Filled], placing: Placing) -> tuple[set[Filled], Filled]:
    """The sets of `before` that one placing turns into a set of `leading`; and the positions that are filled by it."""
    leading_before = set()
    placed = 0
    for filled in leading:
        for position, first in placing:
            rest = filled ^ position
            if filled & position and rest in before and rest & first == first:
                leading_before.add(rest)
                placed |= position
    return leading_before, placed


def below_greatest(candidates: int) -> int:
    """All values below the greatest of these candidates, as bits; 0 if none is left.

    >>> bin(below_greatest(0b1010))
    '0b111'
    """
    greatest = candidates.bit_length() - 1
    return (1 << greatest) - 1 if greatest > 0 else 0


def above_least(candidates: int) -> int:
    """All values above the least of these candidates, as bits without end: a negative number; 0 if none is left.

    >>> above_least(0b1010) & 0b11110
    28
    """
    least = candidates & -candidates
    return -2 * least


def all_values(size: int) -> int:
    """The set of the values of a square, a bit for each.

    >>> bin(all_values(2))
    '0b110'
    """
    return (1 << size + 1) - 2


def solve(puzzle: Futoshiki, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    every = all_values(puzzle.size)
    candidates = [1 << value if value else every for row in puzzle.grid for value in row]
    board = FutoshikiSpace(candidates, puzzle.less)
    return decide(board, lambda grid: drawing(grid, puzzle.less), settings, watch)
