"""How hard a deal is for a player.

A random game picks, with equal probability, one of the pours that lead to a position new to the game; it is stuck where
there is none and the position is not solved. Pours that lead to the same position up to the order of beakers count as
one, and so do plans.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from statistics import fmean

from instances.puzzles.watersort.numbered import base_of, numbered, run_count
from instances.puzzles.watersort.rules import Deal, replay
from instances.running.limits import Lookout, Watch
from instances.running.outcome import Outcome
from search_baseline.design import Measured
from search_baseline.watersort.beakers import depth_keys, stumps
from search_baseline.watersort.depths import DepthSearch, solvable, whole
from search_baseline.watersort.plain_solver import State, successors

Follow = Callable[[State], tuple[State, ...]]  # the positions after one pour

GAMES = 1_000
LISTED = 500_000  # depths, at most
POSITIONS = 500_000  # on shortest plans; beyond that plans are not counted
RATINGS = {
    "plans": "number of shortest plans",
    "stuck": f"share of {GAMES:,} random games that end stuck",
    "traps": "share of positions along a shortest plan in which some pour loses the game",
    "narrowest": "least share of pours that keep it solvable, along a shortest plan",
}


def rate(level: Measured, seed: int, watch: Watch) -> Iterator[tuple[str, float]]:
    """Yield the ratings, the cheapest first, shares rounded to two digits; no plans beyond POSITIONS positions.

    seed: for the random games. Raises LimitReached.
    """
    deal: Deal = level.instance
    plan, game = level.answer or (), numbered(deal)
    number = {name: color for color, name in enumerate(game.names)}

    def position(state: tuple[tuple[str, ...], ...]) -> State:
        return tuple(sorted(tuple(number[color] for color in beaker) for beaker in state))

    @cache
    def follow(state: State) -> tuple[State, ...]:
        every = dict.fromkeys(later for _, later in successors(state, deal.capacity))
        return tuple(later for later in every if later != state)  # aa onto a gives a and aa again

    start = position(deal.beakers)
    if (plans := shortest_plans(start, follow, game.filled, len(plan), watch)) is not None:
        yield "plans", plans
    stream = random.Random(seed)
    yield "stuck", round(sum(ends_stuck(start, follow, stream) for _ in range(GAMES)) / GAMES, 2)
    wins = solvability(deal, watch)
    shares = [fmean(map(wins, follow(position(each.beakers)))) for each in replay(deal, plan)[:-1]]
    yield "traps", round(sum(part < 1 for part in shares) / max(1, len(shares)), 2)
    yield "narrowest", round(min(shares, default=1), 2)


def shortest_plans(start: State, follow: Follow, filled: Sequence[int], pours: int, watch: Watch) -> int | None:
    """The number of plans of `pours` pours, the fewest; None beyond POSITIONS positions. Raises LimitReached."""
    layer, positions = {start: 1}, 0
    bound = cache(lambda position: base_of(position, filled))
    for left in reversed(range(pours)):
        after_pour: Counter[State] = Counter()
        for position, ways in layer.items():
            for later in follow(position):
                if bound(later) <= left:
                    after_pour[later] += ways
        watch.check()
        positions += len(after_pour)
        if positions > POSITIONS:
            return None
        layer = dict(after_pour)
    return sum(layer.values())


def ends_stuck(state: State, follow: Follow, stream: random.Random) -> bool:
    seen = {state}
    while new := [later for later in follow(state) if later not in seen]:
        state = new[int(len(new) * stream.random())]
        seen.add(state)
    return any(run_count(beaker) > 1 for beaker in state)


def solvability(deal: Deal, watch: Watch) -> Callable[[State], bool]:
    """Whether a position of the deal's game can be solved.

    That depends on its depths alone (docs/theory.md, theorem 7). One listing decides those of most positions; it leaves
    out what settled colours exclude, so others are decided one by one.
    """
    game, known = numbered(deal), dict[int, bool]()
    keys, listing, lookout = depth_keys(game.beakers), DepthSearch(deal), Lookout(watch)
    if listing.run(lookout, LISTED) is Outcome.SOLVED:
        for layer, lives in listing.alive(lookout):
            known.update(zip(whole(layer), lives.tolist(), strict=True))

    def wins(state: State) -> bool:
        depths = sum(keys[stump] for beaker in state for stump in stumps(beaker)[-1:])
        if depths not in known:
            position = tuple(tuple(game.names[color] for color in beaker) for beaker in state)
            known[depths] = solvable(replace(deal, beakers=position), watch)
        return known[depths]

    return wins
