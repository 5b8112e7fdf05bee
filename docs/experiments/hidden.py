"""How often a player wins who sees the tops only: by hints, in game after game of a level; by random pours.

    PYTHONPATH=. python docs/experiments/hidden.py [levels] [ways] [games]

The levels are random deals of 9 colours on 2 empty beakers. The player sees the top unit of each beaker, and what is
laid bare. A player by hints who has lost starts over, and knows the units that were seen.
ways: looked at for each hint.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.playing import hidden_units
from fewest_pours.puzzles.watersort.playing.best_pours import best_pours
from fewest_pours.puzzles.watersort.playing.hidden_units import choices, judge
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, Pour, poured_on, solved
from fewest_pours.running.solver_contract import Watch

Player = Callable[[Deal, list[Deal]], Pour | None]  # what is seen, and was seen before -> the next pour


def seen(position: Deal) -> Deal:
    """The position with '?' in place of its hidden units."""
    beakers = [list(beaker) for beaker in position.beakers]
    for place, below in position.hidden:
        beakers[place][below] = HIDDEN
    return replace(position, beakers=tuple(map(tuple, beakers)), hidden=())


def played(position: Deal, player: Player) -> Deal:
    """The last position of a game."""
    earlier: list[Deal] = []
    while not solved(position.beakers, position.capacity):
        shown = seen(position)
        pour = player(shown, earlier)
        if pour is None:
            break
        earlier.append(shown)
        position = poured_on(position, pour)
    return position


def by_hints(shown: Deal, earlier: list[Deal]) -> Pour | None:
    return next(iter(best_pours(shown, judge(shown, Watch(), earlier)).pours), None)


def main(levels: int = 200, ways: int = 50, games: int = 5):
    won: Counter[str] = Counter()
    hidden_units.MOST = 5 * ways
    hidden_units.SAMPLE = ways
    for seed in range(levels):
        deal = generate(9, 2, 4, seed=seed)
        stream = random.Random(seed)
        tops = replace(deal, hidden=tuple((place, below) for place in range(9) for below in range(3)))

        def at_random(shown: Deal, earlier: list[Deal], stream: random.Random = stream) -> Pour | None:
            possible = choices(shown, earlier)
            return stream.choice(possible) if possible else None

        won["full sight"] += any(each.wins for each in judge(deal, Watch()).pours)
        won["random pours"] += solved(played(tops, at_random).beakers, 4)
        lost = True
        level = tops
        for game in range(games):
            if lost:
                last = played(level, by_hints)
                lost = not solved(last.beakers, 4)
                level = replace(deal, hidden=last.hidden)
            won[f"hints by game {game + 1}"] += not lost
        print(f"{seed + 1} levels:", ", ".join(f"{name} {count}" for name, count in won.items()), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
