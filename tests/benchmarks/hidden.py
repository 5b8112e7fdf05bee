"""How often a player wins who sees the tops only: by hints, in game after game of a level; by random pours.

    PYTHONPATH=. python tests/benchmarks/hidden.py [levels] [ways] [games]

The levels are random deals of 9 colours on 2 empty beakers. The simulator keeps the whole deal, shows the top unit of
each beaker, and uncovers a unit when all that lay on it has left. A player by hints who has lost starts over, and knows
the units that were seen. ways: looked at for each hint.
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
from instances.running.contract import Watch

Player = Callable[[Deal, list[Deal]], Pour | None]  # what is seen, and was seen before -> the next pour


def wins(deal: Deal, player: Player, known: list[int]) -> bool:
    """known: in each beaker of the deal, the lowest unit that has been seen; a game extends it."""
    state, earlier, seen = deal.beakers, [], known.copy()
    while not solved(state, deal.capacity):
        shown = tuple((HIDDEN,) * low + beaker[low:] for beaker, low in zip(state, seen, strict=True))
        pour = player(replace(deal, beakers=shown), earlier)
        if pour is None:
            return False
        earlier.append(replace(deal, beakers=shown))
        state = after(state, pour)
        seen[pour.source] = min(seen[pour.source], max(0, len(state[pour.source]) - 1))
        known[pour.source] = min(known[pour.source], seen[pour.source])  # what lies below a hidden unit has not moved
        seen[pour.target] = min(seen[pour.target], len(state[pour.target]) - pour.units)
    return True


def main(levels: int = 200, ways: int = 50, games: int = 5):
    won: Counter[str] = Counter()
    hidden.MOST, hidden.SAMPLE = 5 * ways, ways
    for seed in range(levels):
        deal, stream = generate(9, 2, 4, seed=seed), random.Random(seed)

        def by_hints(shown: Deal, earlier: list[Deal]) -> Pour | None:
            return next((each.pour for each in judge(shown, Watch(), earlier).pours), None)

        def at_random(shown: Deal, earlier: list[Deal], stream: random.Random = stream) -> Pour | None:
            possible = choices(shown, earlier)
            return stream.choice(possible) if possible else None

        won["full sight"] += any(each.wins for each in judge(deal, Watch()).pours)
        tops = [max(0, len(beaker) - 1) for beaker in deal.beakers]
        won["random pours"] += wins(deal, at_random, tops.copy())
        first = next((game for game in range(games) if wins(deal, by_hints, tops)), games)
        for game in range(games):
            won[f"hints by game {game + 1}"] += first <= game
        print(f"{seed + 1} levels:", ", ".join(f"{name} {count}" for name, count in won.items()), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
