"""What the ratings of levels say about a player's losses, over random deals: rank correlations, and a logistic fit.

    python docs/experiments/ratings.py [levels] [COLORSxEMPTIES...]

Simulated players pour at random among the pours that they prefer, never back to a position that the game has had:

joins      those that bring units of one colour together
progress   those after which the bottoms bound is least
"""

import random
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import count, cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import numpy as np
import pandas as pd

from fewest_pours.design.watersort.rating import WEIGHTS
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.numbered_deal import Beaker, numbered, run_count
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Watch
from fewest_pours.sides import level_designs
from search_baseline.watersort.plain_astar import Beakers, base_in, successors

GAMES = 100
NEWTON_STEPS = 30  # the fit changes no digit after ten


Prefer = Callable[[Beaker, Beakers], int]  # target of a pour, and the state after it -> less is better


def losses(deal: Deal, seed: int, prefer: Prefer) -> float:
    """The share of games that a player loses."""
    start = tuple(sorted(numbered(deal).beakers))
    return sum(lost(start, deal.capacity, random.Random(seed + game), prefer) for game in range(GAMES)) / GAMES


def lost(state: Beakers, capacity: int, stream: random.Random, prefer: Prefer) -> bool:
    """Whether a game that goes on as long as there is a new state ends unsolved."""
    seen = {state}
    while True:
        ranked: list[tuple[int, Beakers]] = []
        for (_, target, *_), after in successors(state, capacity):
            if after not in seen:
                ranked.append((prefer(target, after), after))
        if not ranked:
            return any(run_count(beaker) > 1 for beaker in state)
        best = min(rank for rank, _ in ranked)
        state = stream.choice([after for rank, after in ranked if rank == best])
        seen.add(state)


def row(seed: int, colors: int, empties: int) -> dict[str, float] | None:
    """The measures of a random deal, and what each player loses; None for a deal without a plan."""
    design = level_designs()["watersort"]
    level = design.measure(generate(colors, empties, 4, seed=seed), Watch())
    if level is None:
        return None
    ratings = dict(design.rate(level, seed, Watch()))
    bound = base_in(level.instance)
    lost_by = {
        "joins": losses(level.instance, seed, lambda target, after: not target),
        "progress": losses(level.instance, seed, lambda target, after: bound(after)),
    }
    return level.measures | ratings | lost_by


def fitted(table: pd.DataFrame) -> np.ndarray:
    """The constant and the WEIGHTS, by Newton's method on the likelihood of the games lost."""
    inputs = inputs_of(table)
    share = lost_share(table)
    weights = np.zeros(inputs.shape[1])
    for _ in range(NEWTON_STEPS):
        expected = logistic(inputs @ weights)
        curvature = (inputs * (expected * (1 - expected))[:, None]).T @ inputs
        weights += np.linalg.solve(curvature + 1e-9 * np.eye(len(weights)), inputs.T @ (share - expected))
    return weights


def inputs_of(table: pd.DataFrame) -> np.ndarray:
    return table.assign(constant=1)[["constant", *WEIGHTS]].to_numpy(float)


def lost_share(table: pd.DataFrame) -> np.ndarray:
    """The mean of both players."""
    return table[["joins", "progress"]].mean(axis=1).to_numpy()


def logistic(scores: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-scores))


def report(table: pd.DataFrame) -> None:
    print(table.describe().round(2).to_string())
    print(table.corr(method="spearman").round(2).to_string())
    print("weights:", dict(zip(["constant", *WEIGHTS], fitted(table).round(3).tolist(), strict=True)))
    errors = []
    for held_out in (0, 1):  # each half is predicted from the other one
        half = table[held_out::2]
        rest = table[1 - held_out :: 2]
        errors.append(np.abs(logistic(inputs_of(half) @ fitted(rest)) - lost_share(half)))
    around_mean = np.abs(lost_share(table) - lost_share(table).mean()).mean()
    print(f"mean error on the other half: {np.concatenate(errors).mean():.3f}; of the mean alone: {around_mean:.3f}")


def main(levels: str = "200", *sizes: str) -> None:
    """Deals of the sizes in turn, until there are so many levels."""
    pairs = [tuple(map(int, size.split("x"))) for size in sizes or ("10x2",)]
    rows: list[dict[str, float]] = []
    seeds = count()
    in_turn = cycle(pairs)
    with ProcessPoolExecutor() as pool:
        while len(rows) < int(levels):
            jobs = [pool.submit(row, next(seeds), *next(in_turn)) for _ in range(2 * len(pairs))]
            found = [job.result() for job in jobs]
            rows += [each for each in found if each is not None]
    report(pd.DataFrame(rows[: int(levels)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
