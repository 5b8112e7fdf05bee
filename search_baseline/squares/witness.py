"""Witness lines for Game About Squares, described in instances/checker/squares.py.

Made by an A* of its own, with the bound that the checker has and the clicks as the checker sees them: so what it closes
is what the checker wants to see listed.
"""

from collections.abc import Iterator
from math import isinf
from typing import Any

from instances.certificates.certificate_files import seen
from instances.checker.squares import Level, State, bound, clicked, solved
from instances.solving.limits import Watch
from instances.solving.outcome import Outcome, Result
from instances.squares import PUZZLE, rules
from search_baseline.astar import astar

FARTHEST = 500  # clicks: not every block that has run away is known to be lost, and some search would never end


def witness(level: rules.Level, result: Result, watch: Watch) -> Iterator[dict[str, Any]]:
    """The lines that prove what the result claims; none if a limit is reached."""
    seen_level: Level = seen(PUZZLE, level)
    unsolvable = result.outcome is Outcome.UNSOLVABLE

    def at_least(state: State) -> int | None:
        steps = bound(seen_level, state)
        return None if isinf(steps) else int(steps)

    found = astar(
        seen_level.blocks,
        lambda state: ((i, clicked(seen_level, state, i)) for i in range(len(state))),
        at_least,
        lambda state: solved(seen_level, state),
        watch,
        horizon=FARTHEST if unsolvable else (result.lower_bound or 0) - 1,
        keep_closed=True,
    )
    proven = {Outcome.UNSOLVABLE} if unsolvable else {Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON}
    if found.outcome in proven and found.closed is not None:
        for state, g in found.closed.items():
            yield {"state": state, "after": g}
