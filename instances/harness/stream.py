"""`--stream`: a line of JSON for each improved bound while a solver works; the answer is the last line."""

import json
import time
from dataclasses import dataclass, field

from instances.harness.limits import Report


@dataclass
class Stream:
    """Passes progress on, and prints what got better: {"lower_bound": 37, "upper_bound": 41, "seconds": 0.41, ...}"""

    file: str
    listener: Report
    lower: int | None = None
    upper: int | None = None
    started: float = field(default_factory=time.monotonic)

    def report(self, lower: int | None, upper: int | None, what: str) -> None:
        better = (lower is not None and (self.lower is None or lower > self.lower)) or (
            upper is not None and (self.upper is None or upper < self.upper)
        )
        if better:
            self.lower = max((bound for bound in (lower, self.lower) if bound is not None), default=None)
            self.upper = min((bound for bound in (upper, self.upper) if bound is not None), default=None)
            seconds = round(time.monotonic() - self.started, 4)
            bounds = {"lower_bound": self.lower, "upper_bound": self.upper}
            print(json.dumps({"file": self.file, **bounds, "what": what, "seconds": seconds}), flush=True)
        self.listener(lower, upper, what)
