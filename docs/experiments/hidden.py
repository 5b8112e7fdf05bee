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
from functools import partial

from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.playing import hidden_units
from fewest_pours.puzzles.watersort.playing.best_pours import best_pours
from fewest_pours.puzzles.watersort.playing.hidden_units import choices, judge
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, Pour, poured_on, solved
from fewest_pours.running.solver_contract import Watch

COLORS = 9
CAPACITY = 4
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
    while not is_won(position):
        shown = seen(position)
        pour = player(shown, earlier)
        if pour is None:
            break
        earlier.append(shown)
        position = poured_on(position, pour)
    return position


def by_hints(shown: Deal, earlier: list[Deal]) -> Pour | None:
    return next(iter(best_pours(shown, judge(shown, Watch(), earlier)).pours), None)


def at_random(stream: random.Random, shown: Deal, earlier: list[Deal]) -> Pour | None:
    possible = choices(shown, earlier)
    return stream.choice(possible) if possible else None


def is_won(last: Deal) -> bool:
    return solved(last.beakers, last.capacity)


def first_game_won(deal: Deal, level: Deal, games: int) -> int | None:
    """In which of several games by hints the level is won, from 1 on; None if in none of them."""
    for game in range(1, games + 1):
        last = played(level, by_hints)
        if is_won(last):
            return game
        level = replace(deal, hidden=last.hidden)  # what was seen stays known
    return None


def main(levels: int = 200, ways: int = 50, games: int = 5):
    won: Counter[str] = Counter()
    hidden_units.MOST = 5 * ways
    hidden_units.SAMPLE = ways
    for seed in range(levels):
        deal = generate(COLORS, 2, CAPACITY, seed=seed)
        below_tops = tuple((place, below) for place in range(COLORS) for below in range(CAPACITY - 1))
        tops = replace(deal, hidden=below_tops)
        won["full sight"] += any(each.wins for each in judge(deal, Watch()).pours)
        won["random pours"] += is_won(played(tops, partial(at_random, random.Random(seed))))
        first_won = first_game_won(deal, tops, games)
        for game in range(1, games + 1):
            won[f"hints by game {game}"] += first_won is not None and first_won <= game
        print(f"{seed + 1} levels:", ", ".join(f"{name} {count}" for name, count in won.items()), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
