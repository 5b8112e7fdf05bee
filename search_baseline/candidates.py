"""Puzzles that are filled in, as candidates: what each cell may still hold, narrowed by the rules of the puzzle."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Protocol

Candidates = list[int]  # a set of values for each cell, row by row, each as the bits of a number: [0b10, 0b1100]
Grid = tuple[tuple[int, ...], ...]


class Board(Protocol):
    """Where the rules apply. narrow: the candidates that they leave, None if a cell is left without any.

    branches: one for each candidate of the cell that is guessed next; none if every cell is solved.
    """

    def narrow(self, cells: Candidates) -> Candidates | None: ...
    def branches(self, cells: Candidates) -> Sequence[Candidates]: ...


def grid_of(cells: Candidates) -> Grid:
    """The values of the solved cells, 0 for the others."""
    size = isqrt(len(cells))
    values = [candidates.bit_length() - 1 if candidates.bit_count() == 1 else 0 for candidates in cells]
    return tuple(tuple(values[row * size : (row + 1) * size]) for row in range(size))


@dataclass(frozen=True)
class Narrowing:
    """The space that backtracking searches; a state is the candidates of every cell. picture: of a grid, as text."""

    first: Candidates
    board: Board
    picture: Callable[[Grid], str]

    def root(self) -> Candidates:
        return self.first

    def narrow(self, cells: Candidates) -> Candidates | None:
        return self.board.narrow(cells)

    def solved(self, cells: Candidates) -> bool:
        return all(candidates.bit_count() == 1 for candidates in cells)

    def branches(self, cells: Candidates) -> Sequence[Candidates]:
        return self.board.branches(cells)

    def grid(self, cells: Candidates) -> Grid:
        return grid_of(cells)

    def drawing(self, cells: Candidates) -> str:
        return self.picture(grid_of(cells))
