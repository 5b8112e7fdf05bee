"""Pipes by backtracking: narrow the candidates of every cell, then branch on the most constrained one.

The candidates of a cell are a set of kinds of tile, kept as the bits of a number: bit t for the tile t. Narrowing
removes tiles that no solution can have there, by two rules, until neither finds more:

  1. where every candidate of a cell has a pipe to a side, the neighbour there has one back; where no candidate has one,
     the neighbour has none;
  2. each kind lies on the square, and on some diagonals, as often as tile_counts.py allows: when the cells that hold it
     for certain use it up, no other cell there holds it, and when no more cells can hold it than must, all of these
     hold it.
"""

from collections import Counter, deque
from collections.abc import Iterable
from functools import cache
from itertools import product

from fewest_pours.puzzles.pipes.file_format import drawing
from fewest_pours.puzzles.pipes.rules import BOTTOM, KINDS, OPPOSITE, RIGHT, STEPS, Pipes, Tile, neighbours
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch
from search_baseline.backtracking import Candidates, CandidateSpace, decide
from search_baseline.pipes.tile_counts import Region, regions_of


def set_of(tiles: Iterable[Tile]) -> int:
    return sum(1 << tile for tile in set(tiles))


ALL = set_of(KINDS)
WITH = {side: set_of(tile for tile in KINDS if tile & side) for side in STEPS}  # the kinds with a pipe to a side


@cache
def beyond(candidates: int, side: int) -> int:
    """The candidates that a cell with these candidates leaves to its neighbour at this side."""
    opposite = WITH[OPPOSITE[side]]
    left = 0
    if candidates & WITH[side]:
        left |= opposite
    if candidates & ~WITH[side]:
        left |= ALL & ~opposite
    return left


class PipesSpace(CandidateSpace):
    """sides[i]: pairs of a side of cell i and the cell beyond it; total: tiles of each kind."""

    def __init__(self, puzzle: Pipes) -> None:
        to_lay = set_of(puzzle.tiles)
        first: list[int] = []
        self.sides: list[list[tuple[int, int]]] = []
        for r, c in product(range(puzzle.size), repeat=2):
            tile = puzzle.grid[r][c]
            first.append(1 << tile if tile else to_lay)
            self.sides.append([])
            for side, cell in neighbours(puzzle.size, r, c):
                if cell is None:
                    first[-1] &= ~WITH[side]
                else:
                    self.sides[-1].append((side, cell[0] * puzzle.size + cell[1]))
        super().__init__(first)
        self.total = puzzle.all_tiles
        self.regions = regions_of(puzzle.size, self.total)

    def narrow(self, cells: Candidates) -> Candidates | None:
        cells = list(cells)
        changed = deque(range(len(cells)))
        while changed:
            if not self.narrow_neighbours(cells, changed):
                return None
            for region in self.regions:
                found = self.narrow_counts(cells, region)
                if found is None:
                    return None
                if found:
                    changed.extend(found)
                    break  # back to rule 1, which costs less
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
        places, bounds = region
        cells_with = Counter(cells[cell] for cell in places)  # by candidates
        used_up = 0  # kinds that lie in as many cells as allowed, and cannot lie in others
        needed = 0  # kinds that can lie in no more cells than needed
        for kind, (least, most) in bounds.items():
            certain = cells_with[1 << kind]
            possible = sum(count for candidates, count in cells_with.items() if candidates >> kind & 1)
            if certain > most or possible < least:
                return None
            if certain == possible:
                continue
            if certain == most:
                used_up |= 1 << kind
            elif possible == least:
                needed |= 1 << kind
        changed: list[int] = []
        if not used_up and not needed:
            return changed
        for cell in places:
            candidates = cells[cell]
            is_open = candidates & (candidates - 1)
            if is_open and candidates & (used_up | needed):
                needed_here = candidates & needed
                if needed_here.bit_count() > 1:
                    return None
                left = needed_here if needed_here else candidates & ~used_up
                if not left:
                    return None
                cells[cell] = left
                changed.append(cell)
        return changed

    def guess(self, cells: Candidates, open_cells: list[int]) -> tuple[int, Iterable[int]]:
        """The kind with the most tiles left first.

        The cell is the one with the fewest candidates, of these the one nearest to the top left corner by rows and
        columns: so the tiles laid grow in a triangle, along whose long side every new cell has two neighbours.
        """
        chosen = min(open_cells, key=lambda cell: (cells[cell].bit_count(), sum(divmod(cell, self.size))))
        certain = Counter(cells)
        kinds = [kind for kind in KINDS if cells[chosen] >> kind & 1]
        kinds.sort(key=lambda kind: self.total[kind] - certain[1 << kind], reverse=True)  # by what is left
        return chosen, [1 << kind for kind in kinds]


def solve(puzzle: Pipes, settings: Settings, watch: Watch) -> Result:
    """The solutions, and whether there is another one."""
    tiles = puzzle.all_tiles
    for side, name, other in ((RIGHT, "right", "left"), (BOTTOM, "bottom", "top")):
        here = sum(count for tile, count in tiles.items() if tile & side)
        there = sum(count for tile, count in tiles.items() if tile & OPPOSITE[side])
        if here != there:
            reason = f"{here} pipes to the {name} cannot meet {there} to the {other}"
            return Result(Outcome.UNSOLVABLE, reason=reason, statistics={"nodes": 0})
    return decide(PipesSpace(puzzle), drawing, settings, watch)
