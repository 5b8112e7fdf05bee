"""The candidates that the rules of pipes leave to each cell, without guessing.

The candidates of a cell are a set of kinds of tile, kept as the bits of a number: bit t for the tile t. Narrowing
removes tiles that no solution can have there, by two rules, until neither finds more:

  1. where every candidate of a cell has a pipe to a side, so has its neighbour there; where none has, neither has it;
  2. each kind lies on the square, and on some diagonals, as often as search_baseline/pipes/regions.py says: when the
     cells that hold it for certain use it up, no other cell there holds it, and when no more cells can hold it than
     must, all of these hold it.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from math import isqrt

from instances.pipes.rules import KINDS, OPPOSITE, STEPS, Pipes, Tile, all_tiles, neighbours
from search_baseline.backtracking import Candidates
from search_baseline.pipes.regions import Region, regions_of


def set_of(tiles: Iterable[Tile]) -> int:
    return sum(1 << tile for tile in tiles)


def members(candidates: int) -> Iterator[Tile]:
    """members(1 << 6 | 1 << 12) gives 6, 12"""
    return (tile for tile in KINDS if candidates >> tile & 1)


ALL = set_of(KINDS)
WITH = {side: set_of(tile for tile in KINDS if tile & side) for side in STEPS}  # the kinds with a pipe to a side


@cache
def beyond(candidates: int, side: int) -> int:
    """The candidates that a cell with these candidates leaves to its neighbour at this side."""
    opposite = WITH[OPPOSITE[side]]
    return (opposite if candidates & WITH[side] else 0) | (ALL & ~opposite if candidates & ~WITH[side] else 0)


@dataclass(frozen=True)
class Board:
    """Where the rules apply. sides[i]: pairs of a side of cell i and the cell beyond it; total: tiles of each kind."""

    sides: tuple[tuple[tuple[int, int], ...], ...]
    total: Counter[Tile]
    regions: Sequence[Region]

    def narrow(self, cells: Candidates) -> Candidates | None:
        """The candidates that the rules leave; None if a cell or a kind is left without a place."""
        cells = list(cells)
        changed = deque(range(len(cells)))
        while changed:
            if not self.narrow_neighbours(cells, changed):
                return None
            for region in self.regions:
                if not changed:  # rule 1 costs less
                    found = self.narrow_counts(cells, region)
                    if found is None:
                        return None
                    changed.extend(found)
        return cells

    def narrow_neighbours(self, cells: Candidates, changed: deque[int]) -> bool:
        """Rule 1 from every changed cell on, in place; False if a cell is left without candidates."""
        while changed:
            cell = changed.popleft()
            for side, neighbour in self.sides[cell]:
                before = cells[neighbour]
                after = before & beyond(cells[cell], side)
                if after != before:
                    if not after:
                        return False
                    cells[neighbour] = after
                    changed.append(neighbour)
        return True

    def narrow_counts(self, cells: Candidates, region: Region) -> list[int] | None:
        """Rule 2 in one region, in place: the changed cells; None if there are too many or too few of a kind."""
        alike = Counter(cells[cell] for cell in region.cells)
        used_up, needed = 0, 0
        for kind, (least, most) in region.bounds.items():
            certain = alike[1 << kind]
            possible = sum(count for candidates, count in alike.items() if candidates >> kind & 1)
            if certain > most or possible < least:
                return None
            if certain < possible:
                if certain == most:
                    used_up |= 1 << kind
                elif possible == least:
                    needed |= 1 << kind
        changed = []
        for cell in region.cells if used_up | needed else ():
            candidates = cells[cell]
            if candidates & (candidates - 1) and candidates & (used_up | needed):
                cells[cell] = candidates & needed or candidates & ~used_up
                if cells[cell].bit_count() == 0 or (cells[cell] & needed).bit_count() > 1:
                    return None
                changed.append(cell)
        return changed

    def branches(self, cells: Candidates) -> list[Candidates]:
        """One for each candidate of the most constrained cell, the kind with the most tiles left first; none if solved.

        That is the cell with the fewest candidates, of these the one nearest to the top left corner by rows and
        columns: so the tiles laid grow in a triangle, along whose long side every new cell has two neighbours.
        """
        open_cells = (cell for cell, candidates in enumerate(cells) if candidates & (candidates - 1))
        size = isqrt(len(cells))
        chosen = min(open_cells, key=lambda cell: (cells[cell].bit_count(), sum(divmod(cell, size))), default=None)
        if chosen is None:
            return []
        laid = Counter(cells)
        kinds = sorted(members(cells[chosen]), key=lambda kind: laid[1 << kind] - self.total[kind])
        return [[*cells[:chosen], 1 << kind, *cells[chosen + 1 :]] for kind in kinds]


def board_of(puzzle: Pipes) -> Board:
    size = puzzle.size
    around = (neighbours(size, row, column) for row in range(size) for column in range(size))
    sides = tuple(tuple((side, cell[0] * size + cell[1]) for side, cell in each if cell) for each in around)
    tiles = all_tiles(puzzle)
    return Board(sides, tiles, regions_of(size, tiles))


def start(puzzle: Pipes) -> Candidates:
    """The candidates before any narrowing: the given tile, or those to lay; none with a pipe out of the square."""
    to_lay = set_of(set(puzzle.tiles))
    cells = []
    for r, row in enumerate(puzzle.grid):
        for c, tile in enumerate(row):
            leaving = [WITH[side] for side, cell in neighbours(puzzle.size, r, c) if cell is None]
            cells.append(reduce(lambda left, out: left & ~out, leaving, 1 << tile if tile else to_lay))
    return cells
