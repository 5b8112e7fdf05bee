"""How hard a deal is for a player.

    stuck           share of random games that end stuck
    traps           share of positions along a shortest plan in which some pour loses the game
    narrowest       the least share of pours that keep a position solvable, over the positions along a shortest plan
    keep_shortest   share of the first pours that begin a shortest plan
    plans           number of shortest plans

A random game picks one of the pours that change more than names, all equally likely, that leads to a position that the
game has not had; it is stuck where there is none and the position is not solved. Pours differ by the position
that they lead to, up to the order of the beakers, and so are plans.

Whether a position can be solved depends on its depths alone (docs/theory.md, theorem 7), so each depths is decided
once.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf

from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import bottoms_bound_of, filled_of, interned, run_count
from instances.watersort.rules import Deal, Rating, State, after, canonical, pours, replay, runs
from search_baseline.design import Measured, Measures, Wishes
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.depths import solvable
from search_baseline.watersort.plain_astar import State as Beakers
from search_baseline.watersort.plain_astar import successors

Choices = Callable[[Beakers], tuple[Beakers, ...]]  # the positions after one pour

ANSWERS = (Outcome.OPTIMAL, Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON)  # all else is a limit
GAMES = 1_000
POSITIONS = 500_000  # on shortest plans, beyond which plans are not counted
RATINGS = {
    "stuck": f"share of {GAMES:,} random games that end stuck",
    "traps": "share of positions along a shortest plan in which some pour loses the game",
    "narrowest": "least share of pours that keep it solvable, along a shortest plan",
    "keep_shortest": "share of first pours that begin a shortest plan",
    "plans": "number of shortest plans",
}
SHARES = [name for name in RATINGS if name != "plans"]


def rate(level: Measured, wishes: Wishes, seed: int, watch: Watch) -> Measured:
    """The level with its rating, shares with two digits; seed: of the random games.

    The cheapest come first, and a wish that is missed ends it. Raises LimitReached.
    """
    deal: Deal = level.instance
    plan = level.answer or ()
    ratings: Measures = {}
    if (plans := shortest_plans(deal, len(plan), watch)) is not None:
        ratings["plans"] = plans
    if "plans" in wishes and not wishes["plans"][0] <= (plans or inf) <= wishes["plans"][1]:
        return level._replace(measures=level.measures | {"plans": plans or inf})
    can_be_solved = solvability(deal, watch)
    firsts = followers(deal.beakers, deal.capacity)
    shares = [share(followers(state, deal.capacity), can_be_solved) for state in replay(deal, plan)[:-1]]
    rest = [solved(replace(deal, beakers=state), Settings(horizon=len(plan) - 1), watch) for state in firsts]
    found = {
        "stuck": stuck_share(deal, seed),
        "traps": sum(part < 1 for part in shares) / max(1, len(shares)),
        "narrowest": min(shares, default=1.0),
        "keep_shortest": sum(result.plan is not None for result in rest) / max(1, len(rest)),
    }
    ratings = {name: round(value, 2) for name, value in found.items()} | ratings
    rating = Rating(**{**ratings, "plans": plans})  # type: ignore[arg-type]
    return level._replace(instance=replace(deal, rating=rating), measures=level.measures | ratings)


def shortest_plans(deal: Deal, pours: int, watch: Watch) -> int | None:
    """How many plans have so many pours, the fewest; None beyond POSITIONS positions. Raises LimitReached."""
    filled = filled_of(deal)
    layer, positions = {tuple(sorted(interned(deal)[1])): 1}, 0
    for left in reversed(range(pours)):
        after_pour: Counter[Beakers] = Counter()
        for position, ways in layer.items():
            for follower in {follower for _, follower in successors(position, deal.capacity)}:
                if bottoms_bound_of(follower, filled) <= left:
                    after_pour[follower] += ways
        watch.check()
        positions += len(after_pour)
        if positions > POSITIONS:
            return None
        layer = dict(after_pour)
    return sum(layer.values())


def solved(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """The result of a whole search. Raises LimitReached."""
    result = solve_fast(deal, settings, watch)
    if result.outcome not in ANSWERS:
        raise LimitReached(result.outcome)
    return result


def followers(state: State, capacity: int) -> list[State]:
    """The positions after one pour that changes more than names, one for each up to the order of beakers."""
    found = {}
    for pour in pours(state, capacity):
        if state[pour.target] or pour.units < len(state[pour.source]):
            position = after(state, pour)
            found[canonical(position)] = position
    return list(found.values())


def share(positions: list[State], holds: Callable[[State], bool]) -> float:
    return sum(map(holds, positions)) / max(1, len(positions))


def solvability(deal: Deal, watch: Watch) -> Callable[[State], bool]:
    """Whether a position of the deal's game can be solved; decided once for all positions of the same depths."""
    known: dict[tuple[int, ...], bool] = {}

    def can_be_solved(state: State) -> bool:
        depths = tuple(len(runs(beaker)) for beaker in state)
        if depths not in known:
            known[depths] = solvable(replace(deal, beakers=state), watch)
        return known[depths]

    return can_be_solved


def stuck_share(deal: Deal, seed: int) -> float:
    """Of the random games from the deal; most positions come again from game to game."""
    stream = random.Random(seed)
    start = tuple(sorted(interned(deal)[1]))

    @cache
    def choices(state: Beakers) -> tuple[Beakers, ...]:
        return tuple(position for _, position in successors(state, deal.capacity))

    return sum(ends_stuck(start, deal.capacity, choices, stream) for _ in range(GAMES)) / GAMES


def ends_stuck(start: Beakers, capacity: int, choices: Choices, stream: random.Random) -> bool:
    state, seen = start, {start}
    while True:
        if all(not beaker or (len(beaker) == capacity and run_count(beaker) == 1) for beaker in state):
            return False
        new = [position for position in choices(state) if position not in seen]
        if not new:
            return True
        state = new[int(len(new) * stream.random())]
        seen.add(state)
