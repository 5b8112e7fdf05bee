"""The table that ends `--log`: a line for each solve."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cpmodel.solving import Response

COLUMNS = ("solve", "variables", "constraints", "conflicts", "seconds", "answer")


@dataclass
class SolveLog:
    """lines: of each solve its name, its counts and times as text, and its answer, in the order of the answers."""

    lines: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, name: str, response: Response[Any]) -> None:
        counts = response.statistics
        seconds = counts.get("build_seconds", 0) + counts.get("solve_seconds", 0)
        numbers = [f"{counts.get(column, 0):,.0f}" for column in COLUMNS[1:4]]
        self.lines.append((name, *numbers, f"{seconds:.2f}", response.status.value))

    def print(self) -> None:
        """On stderr, below CP-SAT's own logs."""
        rows = [COLUMNS, *self.lines]
        widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
        for row in rows:
            print(aligned(row, widths), file=sys.stderr)


def aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """Words to the left, numbers to the right.

    >>> aligned(("horizon 7", "827", "2,433", "0", "0.12", "feasible"), (10, 9, 11, 9, 7, 10))
    'horizon 7         827        2,433          0     0.12  feasible'
    """
    name, *numbers, answer = row
    cells = [name.ljust(widths[0]), *map(str.rjust, numbers, widths[1:-1]), answer]
    return "  ".join(cells)
