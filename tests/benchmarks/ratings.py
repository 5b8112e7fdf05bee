"""What the ratings of levels say about a player's losses: rank correlations over random deals of 10 colours.

    python tests/benchmarks/ratings.py --levels 200

The simulated player pours wherever units of one colour come together, otherwise anywhere; at random among these, never
back to a position that the game has had.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import pandas as pd

from instances.puzzles.watersort.files import generate
from instances.puzzles.watersort.numbered import numbered, run_count
from instances.puzzles.watersort.rules import Deal
from instances.running.limits import Watch
from search_baseline.watersort.levels.design import measured
from search_baseline.watersort.levels.rating import rate
from search_baseline.watersort.plain_solver import State, successors

GAMES = 100


def losses(deal: Deal, seed: int) -> float:
    """The share of games that the player loses."""
    start = tuple(sorted(numbered(deal).beakers))
    return sum(lost(start, deal.capacity, random.Random(seed + game)) for game in range(GAMES)) / GAMES


def lost(state: State, capacity: int, stream: random.Random) -> bool:
    seen = {state}
    while new := [step for step in successors(state, capacity) if step[1] not in seen]:
        joins = [step for step in new if step[0][1]]  # the target is not empty
        _, state = stream.choice(joins or new)
        seen.add(state)
    return any(run_count(beaker) > 1 for beaker in state)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--levels", type=int, default=200)
    options = arguments.parse_args()
    rows: list[dict[str, float]] = []
    seed = 0
    while len(rows) < options.levels:
        if level := measured(generate(10, 2, 4, seed=seed), Watch()):
            ratings = dict(rate(level, seed, Watch()))
            rows.append(level.measures | ratings | {"losses": losses(level.instance, seed)})
        seed += 1
    table = pd.DataFrame(rows)
    print(table.describe().round(2).to_string())
    print(table.corr(method="spearman").round(2).to_string())


if __name__ == "__main__":
    main()
