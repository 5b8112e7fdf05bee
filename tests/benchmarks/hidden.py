"""How often a player wins who sees the tops only: by hints, by random pours; and how many levels can be won at all.

    PYTHONPATH=. python tests/benchmarks/hidden.py [levels] [ways]

The levels are random deals of 9 colours on 2 empty beakers. The simulator keeps the whole deal, shows the top unit of
each beaker, and uncovers a unit when all that lay on it has left. ways: looked at for each hint.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from instances.puzzles.watersort.files import generate
from instances.puzzles.watersort.playing import hidden
from instances.puzzles.watersort.playing.hidden import choices, judge
from instances.puzzles.watersort.rules import HIDDEN, Deal, Pour, after, solved

Player = Callable[[Deal, list[Deal]], Pour | None]  # what is seen, and was seen before -> the next pour


def wins(deal: Deal, player: Player) -> bool:
    state, earlier = deal.beakers, list[Deal]()
    seen = [max(0, len(beaker) - 1) for beaker in state]  # the lowest unit of each beaker that is seen
    while not solved(state, deal.capacity):
        shown = tuple((HIDDEN,) * low + beaker[low:] for beaker, low in zip(state, seen, strict=True))
        pour = player(replace(deal, beakers=shown), earlier)
        if pour is None:
            return False
        earlier.append(replace(deal, beakers=shown))
        state = after(state, pour)
        seen[pour.source] = min(seen[pour.source], max(0, len(state[pour.source]) - 1))
        seen[pour.target] = min(seen[pour.target], len(state[pour.target]) - pour.units)
    return True


def main(levels: int = 200, ways: int = 50) -> None:
    won: Counter[str] = Counter()
    hidden.MOST, hidden.SAMPLE = 5 * ways, ways
    for seed in range(levels):
        deal, stream = generate(9, 2, 4, seed=seed), random.Random(seed)

        def by_hints(shown: Deal, earlier: list[Deal]) -> Pour | None:
            return next((each.pour for each in judge(shown, len(earlier), None, earlier).pours), None)

        def at_random(shown: Deal, earlier: list[Deal], stream: random.Random = stream) -> Pour | None:
            possible = choices(shown, earlier)
            return stream.choice(possible) if possible else None

        won["full sight"] += any(each.wins for each in judge(deal).pours)
        won["hints"] += wins(deal, by_hints)
        won["random pours"] += wins(deal, at_random)
        print(f"{seed + 1} levels:", ", ".join(f"{name} {count}" for name, count in won.items()), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
