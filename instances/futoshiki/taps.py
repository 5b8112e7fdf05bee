"""Futoshiki on the board: which values may be filled in, and where two of them contradict each other."""

from collections import Counter

from instances.futoshiki.rules import Futoshiki
from instances.grid_puzzle import taps
from instances.puzzle import RuleBroken


def in_range(puzzle: Futoshiki, before: int, value: int) -> Futoshiki:
    if value > puzzle.size:
        raise RuleBroken(f"{value} is no value, expected 1 to {puzzle.size}")
    return puzzle


def clash(puzzle: Futoshiki) -> str:
    """Where two values contradict each other."""
    for kind, lines in (("row", puzzle.grid), ("column", list(zip(*puzzle.grid, strict=True)))):
        for number, line in enumerate(lines, 1):
            for value, times in Counter(line).items():
                if value and times > 1:
                    return f"{kind} {number} has {value} twice"
    for (r, c), (s, d) in puzzle.less:
        if puzzle.grid[s][d] and puzzle.grid[r][c] >= puzzle.grid[s][d]:
            return f"the {puzzle.grid[r][c]} in row {r + 1}, column {c + 1} is not less than the {puzzle.grid[s][d]}"
    return ""


TAPS = taps(in_range, clash)
