"""Whether a position with closed covers can be won.

Until the first cover opens, what lies behind covers has no effect. So the positions in which one opens are listed once,
and serve all ways to fill in hidden units behind covers. Where no cover is left, depths decide (hidden.py).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from instances.drawing.colors import Color
from instances.puzzles.watersort.rules import Beaker, State, after, canonical, pours, top_run
from instances.running.limits import Watch

Closed = tuple[tuple[Color, Beaker], ...]  # covers: the colour that opens each, and what lies behind it
BATCH = 1000  # positions between two checks of the watch


@dataclass
class Openings:
    """The positions of open beakers, without covered ones, in which a cover of some colour has just opened."""

    capacity: int
    watch: Watch
    known: dict[tuple[State, frozenset[Color]], list[tuple[Color, State]]] = field(default_factory=dict)

    def of(self, start: State, colors: frozenset[Color]) -> list[tuple[Color, State]]:
        """Those that can be reached while covers of these colours are closed. Raises LimitReached."""
        if (start, colors) in self.known:
            return self.known[start, colors]
        found, seen, waiting = list[tuple[Color, State]](), {start}, [start]
        while waiting:
            state = waiting.pop()
            if len(seen) % BATCH == 0:
                self.watch.check()
            for pour in pours(state, self.capacity):
                later = after(state, pour)
                opens = pour.color in colors and top_run(later[pour.target]) == self.capacity
                if (later := canonical(later)) not in seen:
                    seen.add(later)
                    found.append((pour.color, later)) if opens else waiting.append(later)
        return self.known.setdefault((start, colors), found)


def won_behind(state: State, closed: Closed, openings: Openings, decided: Callable[[State], bool]) -> bool:
    """Whether the open beakers and those behind covers can be won; decided: the same once no cover is closed."""
    if not closed:
        return decided(state)
    colors, tried = frozenset(color for color, _ in closed), set[tuple[Closed, State]]()
    for color, later in openings.of(canonical(state), colors):
        left = tuple(cover for cover in closed if cover[0] != color)
        opened = (*later, *(beaker for opens, beaker in closed if opens == color))
        key = left, canonical(opened if left else tuple(map(stump, opened)))
        if key not in tried and won_behind(opened, left, openings, decided):
            return True
        tried.add(key)
    return False


def stump(beaker: Beaker) -> Beaker:
    """What decides what can follow: a standing beaker with one unit of its top run, nothing of others."""
    below = len(beaker) - top_run(beaker)
    return beaker[: below + 1] if below else ()
