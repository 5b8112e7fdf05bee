"""How hard a deal is for somebody who plays it.

    stuck           share of random games that end stuck
    keep_solvable   share of the first pours after which the deal can still be solved
    keep_shortest   share of the first pours with which a shortest plan begins
    narrowest       the least share of pours that keep a position solvable, over the positions along a shortest plan

A random game picks one of the pours that change more than names, all alike likely, that leads to a position that the
game has not had; it is stuck where there is none and the position is not solved. Pours are told apart by the
position that they lead to, up to the order of the beakers.

Whether a position can be solved depends on its depths alone (docs/theory.md, theorem 7), so that is worked out once for
each depths.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import interned, run_count
from instances.watersort.rules import Deal, Rating, State, after, canonical, pours, replay, runs
from search_baseline.design import Measures
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.plain_astar import State as Beakers
from search_baseline.watersort.plain_astar import successors
from search_baseline.watersort.reachable_depths import DepthGame, Depths

Choices = Callable[[Beakers], tuple[Beakers, ...]]  # the positions after one pour

ANSWERS = (Outcome.OPTIMAL, Outcome.UNSOLVABLE, Outcome.NO_PLAN_WITHIN_HORIZON)  # all else is a limit
GAMES = 1_000
RATINGS = {
    "stuck": f"share of {GAMES:,} random games that end stuck",
    "keep_solvable": "share of first pours that keep it solvable",
    "keep_shortest": "share of first pours that keep it shortest",
    "narrowest": "least share of pours that keep it solvable, along a plan",
}


def rate(deal: Deal, seed: int, watch: Watch) -> tuple[Deal, Measures]:
    """The deal with its rating, all shares with two digits; the deal can be solved. Raises LimitReached."""
    plan = solved(deal, Settings(), watch).plan
    assert plan is not None, "only what can be solved is rated"
    can_be_solved = solvability(deal)
    positions = replay(deal, plan)[:-1]
    firsts = followers(deal.beakers, deal.capacity)
    shares = [share(followers(state, deal.capacity), can_be_solved) for state in positions]
    rest = [solved(replace(deal, beakers=state), Settings(horizon=len(plan) - 1), watch) for state in firsts]
    ratings = {
        "stuck": stuck_share(deal, seed),
        "keep_solvable": shares[0] if shares else 1.0,
        "keep_shortest": sum(result.plan is not None for result in rest) / max(1, len(rest)),
        "narrowest": min(shares, default=1.0),
    }
    rounded: Measures = {name: round(value, 2) for name, value in ratings.items()}
    return replace(deal, rating=Rating(**rounded)), rounded


def solved(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """What a whole search says. Raises LimitReached."""
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


def solvability(deal: Deal) -> Callable[[State], bool]:
    """Whether a position of the deal's game can be solved; the beakers in their places."""
    game = DepthGame(deal)
    known: dict[Depths, bool] = {}

    def depths_of(state: State) -> Depths:
        """By lemma 3 a beaker of two runs or more has stood from the start."""
        lengths = (len(runs(beaker)) for beaker in state)
        return tuple(length if length > 1 else 0 for length in lengths)

    def reachable(depths: Depths) -> bool:
        stack = [game.position(depths)]
        while depths not in known:
            top = stack[-1]
            followers = list(game.followers(top))
            open_ones = [follower for follower in followers if follower[0] not in known]
            if not any(top.depths) or any(known.get(after_step) for after_step, _ in followers):
                known[stack.pop().depths] = True
            elif open_ones:
                stack.append(game.after(top, *open_ones[0]))
            else:
                known[stack.pop().depths] = False
        return known[depths]

    return lambda state: reachable(depths_of(state))


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
