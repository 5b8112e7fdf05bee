"""The table that ends `--log`: a line for each solve, and for each job that ended without an answer.

A solve runs in a process of its own, which reports its lines to the process that prints the table.
"""

import sys
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from fewest_pours.running.limits import ignore

COLUMNS = ("model", "solves", "variables", "constraints", "conflicts", "seconds", "answer")
ENDED = "ended"


@dataclass(frozen=True)
class SolveLine:
    """SolveLine("timeline, horizon 7", 827, 2433, 0, 0.12, "feasible"): what one solve of a model took.

    seconds: of CP-SAT, without building the model. answer: a status, and the objective or its bound if there is one.
    What is not known is None.
    """

    model: str
    variables: int | None
    constraints: int | None
    conflicts: int | None
    seconds: float
    answer: str
    solves: int = 1

    @property
    def cells(self) -> tuple[str, ...]:
        counts = (self.solves, self.variables, self.constraints, self.conflicts)
        texts = ("" if count is None else f"{count:,}" for count in counts)
        return self.model, *texts, f"{self.seconds:.2f}", self.answer


REPORT: ContextVar[Callable[[SolveLine], None]] = ContextVar("REPORT", default=ignore)


@dataclass
class SolveLog:
    """lines: in the order of the answers; started: when each of the running solves began."""

    lines: list[SolveLine] = field(default_factory=list)
    started: dict[object, float] = field(default_factory=dict)

    def start(self, name: object) -> None:
        self.started[name] = time.monotonic()

    def add(self, line: SolveLine) -> None:
        """Add a line; solves of the same model with the same answer, one after the other, share one."""
        last = self.lines[-1] if self.lines else None
        if last is not None and (last.model, last.answer) == (line.model, line.answer):
            known = [count for count in (last.conflicts, line.conflicts) if count is not None]
            self.lines[-1] = replace(
                line,
                solves=last.solves + line.solves,
                conflicts=sum(known) if known else None,
                seconds=last.seconds + line.seconds,
            )
        else:
            self.lines.append(line)

    def end(self, name: object, has_answered: bool) -> None:
        """A job has ended; without an answer it gets a line, whose counts are not known."""
        seconds = time.monotonic() - self.started.pop(name)
        if not has_answered:
            self.add(SolveLine(str(name), None, None, None, seconds, ENDED))

    def print(self) -> None:
        """On stderr, below CP-SAT's own logs."""
        rows = [COLUMNS, *(line.cells for line in self.lines)]
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
