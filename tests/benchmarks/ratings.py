"""What the ratings of levels say about a player's losses: rank correlations over random deals of 10 colours.

    python tests/benchmarks/ratings.py [levels]

Simulated players pour at random among the pours that they prefer, never back to a position that the game has had:

joins      those that bring units of one colour together
progress   those after which the bottoms bound is least
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import pandas as pd

from fewest_pours.puzzles.watersort.file_format import generate
from fewest_pours.puzzles.watersort.numbered_deal import Beaker, numbered, run_count
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Watch
from fewest_pours.sides import level_designs
from search_baseline.watersort.plain_astar import Beakers, base_in, successors

GAMES = 100


Prefer = Callable[[Beaker, Beakers], int]  # target of a pour, and the state after it -> less is better


def losses(deal: Deal, seed: int, prefer: Prefer) -> float:
    """The share of games that a player loses."""
    start = tuple(sorted(numbered(deal).beakers))
    return sum(lost(start, deal.capacity, random.Random(seed + game), prefer) for game in range(GAMES)) / GAMES


def lost(state: Beakers, capacity: int, stream: random.Random, prefer: Prefer) -> bool:
    seen = {state}
    while new := [(prefer(step[1], after), after) for step, after in successors(state, capacity) if after not in seen]:
        best = min(rank for rank, _ in new)
        state = stream.choice([after for rank, after in new if rank == best])
        seen.add(state)
    return any(run_count(beaker) > 1 for beaker in state)


def main(levels: int = 200):
    rows: list[dict[str, float]] = []
    seed = 0
    design = level_designs()["watersort"]
    while len(rows) < levels:
        if level := design.measure(generate(10, 2, 4, seed=seed), Watch()):
            ratings = dict(design.rate(level, seed, Watch()))
            bound = base_in(level.instance)
            players = {
                "joins": lambda target, after: not target,
                "progress": lambda target, after, bound=bound: bound(after),
            }
            lost_by = {name: losses(level.instance, seed, prefer) for name, prefer in players.items()}
            rows.append(level.measures | ratings | lost_by)
        seed += 1
    table = pd.DataFrame(rows)
    print(table.describe().round(2).to_string())
    print(table.corr(method="spearman").round(2).to_string())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
