"""The pours that a hint names, wherever one is asked for."""

from collections.abc import Sequence
from typing import NamedTuple

from fewest_pours.puzzles.watersort.playing.hidden_units import Judged, Judgment
from fewest_pours.puzzles.watersort.rules import Deal, Pour


class Best(NamedTuple):
    """The pours to make now; where units are hidden, how the one pour is judged."""

    pours: tuple[Pour, ...]
    judged: Judged | None = None


def best_pours(position: Deal, known: Sequence[Pour] | Judgment, most: int = 1) -> Best:
    """At most so many pours, the next one first; none if the position is solved, or if no pour can win.

    known: the best plan, whose first pours they are; or a judgment over the ways to fill in hidden units. Of its pours
    the best wins in most ways; of several, it is rather one that does not use up an empty beaker, and then rather one
    that uncovers a unit.
    """
    if not isinstance(known, Judgment):
        return Best(tuple(known[:most]))
    winning = [judged for judged in known.pours if judged.wins]
    if not winning:
        return Best(())
    best = max(winning, key=lambda judged: (judged.wins, bool(position.beakers[judged.pour.target]), judged.uncovers))
    return Best((best.pour,), best)
