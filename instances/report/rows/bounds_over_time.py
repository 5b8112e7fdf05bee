"""How the bounds of a run improved while it ran: what anytime scores and plots of bounds are made of."""

import time
from dataclasses import dataclass, field

Bounds = tuple[float, int | None, int | None]  # seconds since the start, lower bound, length of the best plan


@dataclass
class BoundsOverTime:
    """Listens to a watch: `Watch(60.0, report=over_time.report)`.

    seen: [(0.01, 39, None), (0.2, 39, 45), (0.5, 40, 42)], an entry whenever a bound improved
    """

    started: float = field(default_factory=time.monotonic)
    seen: list[Bounds] = field(default_factory=list)

    def report(self, lower: int | None, upper: int | None, what: str) -> None:
        _, lower_before, upper_before = self.seen[-1] if self.seen else (0.0, None, None)
        best = (
            max((bound for bound in (lower, lower_before) if bound is not None), default=None),
            min((bound for bound in (upper, upper_before) if bound is not None), default=None),
        )
        if best != (lower_before, upper_before):
            self.seen.append((round(time.monotonic() - self.started, 4), *best))
