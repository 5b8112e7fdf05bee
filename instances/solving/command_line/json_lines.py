"""`--stream`: a line of JSON for each better bound or plan while a solver works; the answer is the last line."""

import json
import time
from dataclasses import dataclass, field
from typing import Any

from instances.puzzle import Puzzle
from instances.solving.limits import Report


@dataclass
class Stream:
    """Passes progress on, and prints what got better: {"lower_bound": 37, "upper_bound": 41, "plan": [...], ...}"""

    file: str
    puzzle: Puzzle
    instance: Any
    listener: Report
    lower: int | None = None
    upper: int | None = None
    what: str = "starting"
    most: int = 16 << 20  # bytes of plans in all; later ones are reported by their length alone
    written: int = 0  # of these
    started: float = field(default_factory=time.monotonic)

    def report(self, lower: int | None, upper: int | None, what: str) -> None:
        """Better bounds, as a line."""
        self.what = what
        if self.better(lower, upper):
            self.line({})
        self.listener(lower, upper, what)

    def plan(self, plan: tuple[Any, ...]) -> None:
        """A shorter plan, as a line; raises RuleBroken for what is none."""
        self.puzzle.verify(self.instance, plan)
        if self.better(None, len(plan)):
            found = {"plan": self.puzzle.answer(self.instance, plan)}
            size = len(json.dumps(found))
            self.written += size
            self.line(found if self.written <= self.most else {})

    def better(self, lower: int | None, upper: int | None) -> bool:
        """Whether a bound is better than all before; then it is kept."""
        raised = lower is not None and (self.lower is None or lower > self.lower)
        lowered = upper is not None and (self.upper is None or upper < self.upper)
        self.lower, self.upper = lower if raised else self.lower, upper if lowered else self.upper
        return raised or lowered

    def line(self, more: dict[str, Any]) -> None:
        bounds = {"lower_bound": self.lower, "upper_bound": self.upper}
        seconds = round(time.monotonic() - self.started, 4)
        print(json.dumps({"file": self.file, **bounds, **more, "what": self.what, "seconds": seconds}), flush=True)
