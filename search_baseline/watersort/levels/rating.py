"""How hard a deal is for a player.

A random game picks, with equal probability, one of the pours that lead to a position new to the game; it is stuck where
there is none and the position is not solved. Pours that lead to the same position up to the order of beakers count as
one, and so do plans.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from statistics import fmean

from instances.puzzles.watersort.numbered_deal import numbered
from instances.puzzles.watersort.rules import Deal, replay
from instances.running.search_lookout import Lookout
from instances.running.solver_contract import LimitReached, Outcome, Settings, Watch
from search_baseline.design.design_record import Measured
from search_baseline.watersort.beakers import depth_keys, stumps
from search_baseline.watersort.depth_search import DepthSearch, solvable, whole
from search_baseline.watersort.plain_astar import (
    Beakers,
    Bound,
    base_in,
    solve_plain,
    states_of,
    successors,
    uncovered,
)

Follow = Callable[[Beakers], tuple[Beakers, ...]]  # the positions after one pour

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
    deal, plan = level.instance, level.answer or ()
    state_of, base = states_of(deal), base_in(deal)

    @cache
    def follow(state: Beakers) -> tuple[Beakers, ...]:
        every = dict.fromkeys(later for _, later in successors(state, deal.capacity))
        return tuple(later for later in every if later != state)  # aa onto a gives a and aa again

    start, bound = state_of(deal), cache(lambda state: base(uncovered(state)))
    if (plans := shortest_plans(start, follow, bound, len(plan), watch)) is not None:
        yield "plans", plans
    stream = random.Random(seed)
    yield "stuck", round(sum(ends_stuck(start, follow, bound, stream) for _ in range(GAMES)) / GAMES, 2)
    wins = solvability(deal, watch)
    shares = [fmean(map(wins, follow(state_of(each)))) for each in replay(deal, plan)[:-1]]
    yield "traps", round(sum(part < 1 for part in shares) / max(1, len(shares)), 2)
    yield "narrowest", round(min(shares, default=1), 2)


def shortest_plans(start: Beakers, follow: Follow, bound: Bound, pours: int, watch: Watch) -> int | None:
    """The number of plans of `pours` pours, the fewest; None beyond POSITIONS positions. Raises LimitReached."""
    layer, positions = {start: 1}, 0
    for left in reversed(range(pours)):
        after_pour: Counter[Beakers] = Counter()
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


def ends_stuck(state: Beakers, follow: Follow, bound: Bound, stream: random.Random) -> bool:
    seen = {state}
    while new := [later for later in follow(state) if later not in seen]:
        state = new[int(len(new) * stream.random())]
        seen.add(state)
    return bound(state) > 0


def solvability(deal: Deal, watch: Watch) -> Callable[[Beakers], bool]:
    """Whether a position of the deal's game can be solved.

    Where no cover is closed that depends on its depths alone (docs/theory.md, theorem 7). One listing decides those of
    most positions, others are decided one by one. A position whose depths are dead is lost behind covers, too; if they
    are not, a search decides.
    """
    _, names, beakers, _ = numbered(deal)
    keys, listing, lookout = depth_keys(beakers), DepthSearch(deal), Lookout(watch)
    known = dict[int, bool]()  # by depths
    if listing.run(lookout, LISTED) is Outcome.SOLVED:
        for layer, lives in listing.alive(lookout):
            known.update(zip(whole(layer), lives.tolist(), strict=True))

    @cache
    def decided(state: Beakers) -> bool:
        position = tuple(tuple(names[color] for color in beaker) for beaker in uncovered(state))
        covered = tuple((i, names[~beaker[-1]]) for i, beaker in enumerate(state) if beaker and beaker[-1] < 0)
        return winnable(replace(deal, beakers=position, covered=covered), watch)

    def wins(state: Beakers) -> bool:
        bare = uncovered(state)
        depths = sum(keys[stump] for beaker in bare for stump in stumps(beaker)[-1:])
        if depths not in known:
            known[depths] = decided(bare)
        return known[depths] and (bare == state or decided(state))

    return wins


def winnable(deal: Deal, watch: Watch) -> bool:
    """Whether a deal has a plan, covers or not. Raises LimitReached."""
    if not (found := solvable(deal, watch)) or not deal.covered:
        return found
    result = solve_plain(deal, Settings(any_plan=True), watch)
    if result.plan is None and result.outcome is not Outcome.UNSOLVABLE:
        raise LimitReached(result.outcome)
    return result.plan is not None
