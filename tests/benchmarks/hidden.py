"""How often a player wins who sees the tops only: by hints, by random pours; and how many levels can be won at all.

    python -m tests.benchmarks.hidden --levels 200 --ways 50

The levels are random deals of 9 colours on 2 empty beakers. The simulator keeps the whole deal, shows the top unit of
each beaker, and uncovers a unit when all that lay on it has left. ways: looked at for each hint.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from instances.watersort.depths import Depths
from instances.watersort.files import generate
from instances.watersort.playing.hidden import choices, judge
from instances.watersort.rules import Deal, Pour, State, after, canonical, solved
from instances.watersort.slips import HIDDEN

Player = Callable[[Deal, list[Deal]], Pour | None]  # what is seen, and was seen before -> the next pour


def view(state: State, seen: Sequence[int]) -> State:
    """Of each beaker only the units from `seen` upwards."""
    return tuple((HIDDEN,) * low + beaker[low:] for beaker, low in zip(state, seen, strict=True))


def game(deal: Deal, player: Player) -> bool:
    """Whether the player wins."""
    state, earlier = deal.beakers, list[Deal]()
    seen = [max(0, len(beaker) - 1) for beaker in state]
    while not solved(state, deal.capacity):
        shown = replace(deal, beakers=view(state, seen))
        pour = player(shown, earlier)
        if pour is None:
            return False
        earlier.append(shown)
        state = after(state, pour)
        seen[pour.source] = min(seen[pour.source], max(0, len(state[pour.source]) - 1))
        seen[pour.target] = min(seen[pour.target], max(0, len(state[pour.target]) - pour.units))
    return True


def by_hints(ways: int) -> Player:
    def player(shown: Deal, earlier: list[Deal]) -> Pour | None:
        judged = judge(shown, len(earlier), None, earlier, ways).pours
        return judged[0].pour if judged else None

    return player


def at_random(stream: random.Random) -> Player:
    def player(shown: Deal, earlier: list[Deal]) -> Pour | None:
        possible = choices(shown, earlier)
        return stream.choice(possible) if possible else None

    return player


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--levels", type=int, default=200)
    arguments.add_argument("--ways", type=int, default=50)
    options = arguments.parse_args()
    won: Counter[str] = Counter()
    for seed in range(options.levels):
        deal = generate(9, 2, 4, seed=seed)
        depths = Depths(canonical(deal.beakers), deal.capacity)
        won["full sight"] += depths.wins(depths.start)
        won["hints"] += game(deal, by_hints(options.ways))
        won["random pours"] += game(deal, at_random(random.Random(seed)))
        print(f"{seed + 1} levels:", ", ".join(f"{name} {count}" for name, count in won.items()), flush=True)


if __name__ == "__main__":
    main()
