"""How hard a deal is for a player.

A random game picks, with equal probability, one of the pours that lead to a position new to the game; it is stuck where
there is none and the position is not solved. Pours that lead to the same position up to the order of beakers count as
one, and so do plans.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import exp
from statistics import fmean

from fewest_pours.design.design_record import Measured, Measures
from fewest_pours.design.searches import Position, PositionGraph, Solvability
from fewest_pours.puzzles.watersort.rules import MOST_PLANS, replay
from fewest_pours.running.solver_contract import Watch

Follow = Callable[[Position], tuple[Position, ...]]  # the positions after one pour
Bound = Callable[[Position], int]  # pours needed from a position, at least

GAMES = 1_000
POSITIONS = 500_000  # on shortest plans; beyond that plans are not counted
# Of the difficulty, fitted by `python docs/experiments/ratings.py 300 4x1 5x1 6x2 8x2 10x2 12x2`.
CONSTANT = -4.08
WEIGHTS = {"stuck": 3.83, "traps": 5.57, "excess": 0.61, "pours": 0.05}
RATINGS = {
    "plans": "number of shortest plans",
    "stuck": f"share of {GAMES:,} random games that end stuck",
    "traps": "share of positions along a shortest plan in which some pour loses the game",
    "narrowest": "least share of pours that keep it solvable, along a shortest plan",
    "difficulty": "share of games that simulated players lose, estimated from the other measures",
}


def rate(
    level: Measured, seed: int, watch: Watch, graph_of: PositionGraph[Position], solvability: Solvability[Position]
) -> Iterator[tuple[str, float]]:
    """Yield the ratings, the cheapest first, shares rounded to two digits; no plans where there are too many to count.

    seed: for the random games; graph_of, solvability: of fewest_pours/design/searches.py. Raises LimitReached.
    """
    deal = level.instance
    plan = level.answer or ()
    graph = graph_of(deal)

    @cache
    def follow(position: Position) -> tuple[Position, ...]:
        return tuple(later for later in dict.fromkeys(graph.successors(position)) if later != position)

    start = graph.position_of(deal)
    bound = cache(graph.lower_bound)
    plans = shortest_plans(start, follow, bound, len(plan), watch)
    if plans is not None:
        yield "plans", plans
    stream = random.Random(seed)
    stuck_games = sum(ends_stuck(start, follow, bound, stream) for _ in range(GAMES))
    stuck = round(stuck_games / GAMES, 2)
    yield "stuck", stuck
    is_winnable = solvability(deal, watch)
    along_plan = [graph.position_of(each) for each in replay(deal, plan)[:-1]]
    shares = [fmean(map(is_winnable, follow(position))) for position in along_plan]  # of pours that keep it solvable
    traps = round(sum(share < 1 for share in shares) / max(1, len(shares)), 2)
    yield "traps", traps
    yield "narrowest", round(min(shares, default=1), 2)
    yield "difficulty", difficulty(level.measures | {"stuck": stuck, "traps": traps})


def shortest_plans(
    start: Position, follow: Follow[Position], bound: Bound[Position], pours: int, watch: Watch
) -> int | None:
    """The number of plans of `pours` pours, the fewest; None for more than MOST_PLANS, or beyond POSITIONS positions.

    Raises LimitReached.
    """
    layer = {start: 1}
    positions = 0
    for left in reversed(range(pours)):
        after_pour: Counter[Position] = Counter()
        for position, ways in layer.items():
            for later in follow(position):
                if bound(later) <= left:
                    after_pour[later] += ways
        watch.check()
        positions += len(after_pour)
        if positions > POSITIONS:
            return None
        layer = dict(after_pour)
    plans = sum(layer.values())
    return plans if plans <= MOST_PLANS else None


def ends_stuck(start: Position, follow: Follow[Position], bound: Bound[Position], stream: random.Random) -> bool:
    """Whether a random game ends in a position that is not solved."""
    position = start
    seen = {start}
    while True:
        new = [later for later in follow(position) if later not in seen]
        if not new:
            return bound(position) > 0
        position = new[int(len(new) * stream.random())]
        seen.add(position)


def difficulty(measures: Measures) -> float:
    """The share of games that simulated players lose, estimated by a logistic function of the measures."""
    score = CONSTANT + sum(weight * measures[name] for name, weight in WEIGHTS.items())
    return round(1 / (1 + exp(-score)), 2)
