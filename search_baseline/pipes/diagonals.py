"""Counting the pipes that cross from diagonal to diagonal.

Number the diagonals d = row + column. Every pipe crosses from one diagonal to the next: it leaves a cell to the right
or to the bottom, and enters the neighbour from the left or from the top. Let X(d) pipes cross from diagonal d to d + 1,
none before the first diagonal and none after the last. Add up the tiles of diagonal d:

    X(d-1) + X(d) = pipes         a tile has 2 to 4 pipes, and all of them cross
    X(d) - X(d-1) = gain - loss   a tile gains what it has more leaving than entering: 2 for ╔, 1 for ╠ and ╦;
                                  or it loses what it has more entering than leaving: 2 for ╝, 1 for ╣ and ╩

As the tiles are given, so are the sums of pipes, gain and loss over the whole square, and what some diagonals have for
certain leaves to the others no more than the rest. Often that says little. But where all tiles have two pipes, the
first line gives every X(d), namely 2, 2, 4, 4, 6, 6 and so on to the middle; then the second line gives gain - loss, 2
on every other diagonal; and where there are no more ╔ than that takes, it says on which diagonals they lie.

The same holds along the other diagonals, with left and right exchanged.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from instances.pipes.rules import BOTTOM, KINDS, LEFT, RIGHT, TOP, Tile

Span = tuple[int, int]  # the least and the most that a number can be


@dataclass(frozen=True, eq=False)
class Measure:
    """A number for each kind of tile; of[6] == 2 for the number of pipes."""

    of: dict[Tile, int]


def measure(number: Callable[[Tile], int]) -> Measure:
    return Measure({tile: number(tile) for tile in KINDS})


class Direction:
    """What is added up along the diagonals that pipes enter and leave at these sides of a cell."""

    def __init__(self, entering: int, leaving: int) -> None:
        self.entering = measure(lambda tile: (tile & entering).bit_count())
        self.leaving = measure(lambda tile: (tile & leaving).bit_count())
        self.pipes = measure(lambda tile: tile.bit_count())
        self.gain = measure(lambda tile: max(0, (tile & leaving).bit_count() - (tile & entering).bit_count()))
        self.loss = measure(lambda tile: max(0, (tile & entering).bit_count() - (tile & leaving).bit_count()))


TO_BOTTOM_RIGHT = Direction(TOP | LEFT, BOTTOM | RIGHT)
TO_BOTTOM_LEFT = Direction(TOP | RIGHT, BOTTOM | LEFT)


@dataclass(frozen=True)
class Diagonals:
    """The diagonals of one direction, each as its cells, and the sums over the whole square."""

    lines: tuple[tuple[int, ...], ...]
    direction: Direction
    total: dict[Measure, int]

    def narrow(self, cells: list[int]) -> list[int] | None:
        """Leave every cell the candidates that fit the counts, in place: the cells changed, or None if nothing fits."""
        along = self.direction
        pipes = self.shared(along.pipes, self.spans(along.pipes, cells))
        crossing = self.crossings(cells, pipes)
        gain, loss = self.spans(along.gain, cells), self.spans(along.loss, cells)
        for d in range(len(self.lines)):
            least, most = crossing[d + 1][0] - crossing[d][1], crossing[d + 1][1] - crossing[d][0]
            gain[d] = meet(gain[d], (least + loss[d][0], most + loss[d][1]))
            loss[d] = meet(loss[d], (gain[d][0] - most, gain[d][1] - least))
        required = {
            along.entering: crossing[:-1],
            along.leaving: crossing[1:],
            along.pipes: pipes,
            along.gain: self.shared(along.gain, gain),
            along.loss: self.shared(along.loss, loss),
        }
        before = list(cells)
        for measure, spans in required.items():
            for line, (least, most) in zip(self.lines, spans, strict=True):
                if not keep_within(measure, cells, line, least, most):
                    return None
        return [cell for cell, candidates in enumerate(before) if cells[cell] != candidates]

    def spans(self, measure: Measure, cells: list[int]) -> list[Span]:
        """What each diagonal can add up to by its candidates alone."""
        return [sum_of(measure, cells, line) for line in self.lines]

    def shared(self, measure: Measure, spans: list[Span]) -> list[Span]:
        """The same, as all diagonals together have to make the total."""
        rest = self.total[measure] - sum(least for least, _ in spans)
        return [meet(span, (span[0], span[0] + rest)) for span in spans]

    def crossings(self, cells: list[int], pipes: list[Span]) -> list[Span]:
        """X(-1), X(0), ...: there and back along the diagonals."""
        entering, leaving = self.spans(self.direction.entering, cells), self.spans(self.direction.leaving, cells)
        crossing = [(0, 0), *map(meet, leaving, entering[1:]), (0, 0)]
        for d in [*range(len(pipes)), *reversed(range(len(pipes)))]:
            least, most = pipes[d]
            crossing[d + 1] = meet(crossing[d + 1], (least - crossing[d][1], most - crossing[d][0]))
            crossing[d] = meet(crossing[d], (least - crossing[d + 1][1], most - crossing[d + 1][0]))
        return crossing


def both_directions(size: int, tiles: Counter[Tile]) -> list[Diagonals]:
    """The diagonals of a square of this size; tiles counts all that come to lie there."""
    found = []
    for direction, column in ((TO_BOTTOM_RIGHT, range(size)), (TO_BOTTOM_LEFT, range(size)[::-1])):
        lines: list[list[int]] = [[] for _ in range(2 * size - 1)]
        for row in range(size):
            for place, c in enumerate(column):
                lines[row + place].append(row * size + c)
        total = {
            each: sum(each.of[tile] * count for tile, count in tiles.items())
            for each in (direction.pipes, direction.gain, direction.loss)
        }
        found.append(Diagonals(tuple(map(tuple, lines)), direction, total))
    return found


def meet(one: Span, other: Span) -> Span:
    return max(one[0], other[0]), min(one[1], other[1])


def keep_within(measure: Measure, cells: list[int], line: Sequence[int], least: int, most: int) -> bool:
    """Throw out, in place, the candidates that take the line's sum below the least or above the most that it can be."""
    low, high = sum_of(measure, cells, line)
    if most < max(low, least) or high < least:
        return False
    if least <= low and high <= most:
        return True
    for cell in line:
        below, above = span_of(measure, cells[cell])
        cells[cell] = within(measure, cells[cell], least - (high - above), most - (low - below))
        if not cells[cell]:
            return False
    return True


def sum_of(measure: Measure, cells: list[int], line: Sequence[int]) -> Span:
    spans = [span_of(measure, cells[cell]) for cell in line]
    return sum(least for least, _ in spans), sum(most for _, most in spans)


@cache
def span_of(measure: Measure, candidates: int) -> Span:
    numbers = [measure.of[tile] for tile in KINDS if candidates >> tile & 1]
    return min(numbers), max(numbers)


@cache
def within(measure: Measure, candidates: int, least: int, most: int) -> int:
    return sum(1 << tile for tile in KINDS if candidates >> tile & 1 and least <= measure.of[tile] <= most)
