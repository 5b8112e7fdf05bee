"""Sets of cells with known bounds on their tiles of some kinds: the whole square, and diagonals.

Where every tile has two pipes, diagonals can be counted. Number them d = row + column. Every pipe crosses from one
diagonal to the next: it leaves a cell to the right or to the bottom, and enters the neighbour from the left or from the
top. Let X(d) pipes cross from diagonal d to d + 1, none before the first diagonal and none after the last. The tiles of
diagonal d have X(d-1) + X(d) pipes, which is twice its cells: so X is 2, 2, 4, 4, 6, 6 and so on to the middle. On a
square of even size it then falls to 0. On one of odd size it does not, and there is no solution: where every tile has
two pipes, these form closed loops, each through an even number of cells. So no bound excludes a solution there.

All pipes of ╔ leave, and all pipes of ╝ enter; the other kinds have one of each. So diagonal d has (X(d) - X(d-1)) / 2
more ╔ than ╝: on even sizes 1, 0, 1, 0 and so on to the middle, then 0 or -1. Each diagonal needs at least as many ╔ as
this difference if it is positive, and at least as many ╝ as its absolute value if it is negative. The ╔ of the square
that no diagonal needs are spare. If there are none, the ╔ and ╝ of every diagonal are known; if fewer than none, the
least exceeds the most, and there is no solution.

The same holds along the other diagonals, with left and right exchanged: for ╗ and ╚.
"""

from collections import Counter
from itertools import product

from fewest_pours.puzzles.pipes.rules import BOTTOM, LEFT, RIGHT, TOP, Tile

# cells, and for some kinds the least and the most tiles there: ([1, 4], {6: (1, 2)}), one or two ╔
Region = tuple[list[int], dict[Tile, tuple[int, int]]]


def regions_of(size: int, tiles: Counter[Tile]) -> list[Region]:
    """The whole square, and the diagonals if every tile has two pipes. tiles counts all that will lie there."""
    regions: list[Region] = [(list(range(size * size)), {tile: (count, count) for tile, count in tiles.items()})]
    if any(tile.bit_count() != 2 for tile in tiles):
        return regions
    for leaving, entering in ((BOTTOM | RIGHT, TOP | LEFT), (BOTTOM | LEFT, TOP | RIGHT)):
        lines: list[list[int]] = [[] for _ in range(2 * size - 1)]
        for row, column in product(range(size), repeat=2):
            lines[row + column].append(row * size + (column if leaving & RIGHT else size - 1 - column))
        differences = differences_of(lines)
        spare = tiles[leaving] - sum(max(0, difference) for difference in differences)
        for line, difference in zip(lines, differences, strict=True):
            least_leaving = max(0, difference)
            least_entering = max(0, -difference)
            # The difference of the two is fixed: each spare tile of one kind comes with one more of the other.
            bounds = {
                leaving: (least_leaving, least_leaving + spare),
                entering: (least_entering, least_entering + spare),
            }
            regions.append((line, bounds))
    return regions


def differences_of(diagonals: list[list[int]]) -> list[int]:
    """By diagonal: how many more of its tiles let all their pipes leave than let all of them enter.

    Diagonal d has n cells and so 2n pipes, X(d-1) + X(d). The difference (X(d) - X(d-1)) / 2 is therefore n - X(d-1).
    """
    found = []
    entering = 0  # X(d-1)
    for cells in diagonals:
        found.append(len(cells) - entering)
        leaving = 2 * len(cells) - entering  # X(d)
        entering = leaving
    return found
