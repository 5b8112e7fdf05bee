"""Pipes certificates: the rules, for the proofs in case_splits.py.

A tile is the sum of the sides that its pipe connects.
"""

from collections import Counter
from typing import NamedTuple

from fewest_pours.checker.case_splits import Cells
from fewest_pours.checker.certificate_lines import FileToCheck, SolutionsInFile, expect, keys_of_file
from fewest_pours.files.yaml_files import Data

LARGEST = 100  # rows
TOP = 1
RIGHT = 2
BOTTOM = 4
LEFT = 8
TILES = "▒??╚?║╔╠?╝═╩╗╣╦╬"  # TILES[RIGHT + BOTTOM] == '╔'; TILES[0] is a gap; no tile has a single side (?)


class PipesFile(FileToCheck):
    grid: str
    tiles: str = ""
    known: SolutionsInFile | None = None


class PipesToCheck(NamedTuple):
    """PipesToCheck(2, (6, 0, 0, 0), (3, 9, 12)): the laid tiles, row by row, 0 for a gap; and those to lay, sorted."""

    size: int
    laid: tuple[int, ...]
    to_lay: tuple[int, ...]

    @property
    def characters(self) -> str:
        return TILES

    def start(self) -> Cells:
        """For each cell its tile or all tiles to lay, without those whose pipe crosses the border."""
        cells: Cells = []
        last = self.size - 1
        for cell, tile in enumerate(self.laid):
            row, column = divmod(cell, self.size)
            borders = ((TOP, row == 0), (BOTTOM, row == last), (LEFT, column == 0), (RIGHT, column == last))
            outside = sum(side for side, is_border in borders if is_border)
            candidates = {tile} if tile else set(self.to_lay)
            cells.append({candidate for candidate in candidates if not candidate & outside})
        return cells

    def narrow(self, cells: Cells) -> bool:
        self.narrow_neighbours(cells)
        return self.narrow_counts(cells)

    def narrow_neighbours(self, cells: Cells) -> None:
        """Apply that neighbours agree on the side between them: both have a pipe there, or neither."""
        across = [(cell, cell + 1, RIGHT, LEFT) for cell in range(self.size**2) if (cell + 1) % self.size]
        down = [(cell, cell + self.size, BOTTOM, TOP) for cell in range(self.size * (self.size - 1))]
        for first, second, side, other in (*across, *down):
            here = {bool(tile & side) for tile in cells[first]}
            there = {bool(tile & other) for tile in cells[second]}
            cells[first] = {tile for tile in cells[first] if bool(tile & side) in there}
            cells[second] = {tile for tile in cells[second] if bool(tile & other) in here}

    def narrow_counts(self, cells: Cells) -> bool:
        """Apply that each kind of tile is used up exactly; False if more cells must hold it, or fewer can."""
        tiles = [tile for tile in self.laid + self.to_lay if tile]
        for tile, number in Counter(tiles).items():
            possible = [values for values in cells if tile in values]
            certain = [values for values in possible if len(values) == 1]
            if not len(certain) <= number <= len(possible):
                return False
            for values in possible:  # which are changed in place
                if number == len(possible):
                    values &= {tile}
                elif number == len(certain) and len(values) > 1:
                    values -= {tile}
        return True


def read(data: Data) -> PipesToCheck:
    """The puzzle in a file's data. Raises Misfit."""
    file = keys_of_file(data, PipesFile)
    rows = [line.rstrip() for line in file.grid.rstrip().split("\n")]
    is_square = {len(row) for row in rows} == {len(rows)} and len(rows) <= LARGEST
    expect(is_square, "grid", f"no square drawing of at most {LARGEST} rows")
    characters = "".join(rows) + "".join(file.tiles.split())
    expect(set(characters) <= set(TILES) - {"?"}, "grid", f"a tile is none of {TILES.replace('?', '')}")
    numbers = tuple(map(TILES.index, characters))
    number_of_cells = len(rows) ** 2
    laid = numbers[:number_of_cells]
    to_lay = numbers[number_of_cells:]
    expect(laid.count(0) == len(to_lay) and 0 not in to_lay, "tiles", "not as many tiles as gaps")
    return PipesToCheck(len(rows), laid, tuple(sorted(to_lay)))
