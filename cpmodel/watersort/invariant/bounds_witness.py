"""Why no plan is shorter than CP's bound, for others to check: all states of the pooled game on the way, or few facts.

Two kinds of lines, told in instances/checker: the states to which walks lead that pay too little (pooled_game.py), and
facts of one literal with CP-SAT's proof that no step breaks them (pooled_facts.py). States are few where beakers are
few. Facts are tried for an excess of 1 only: beyond it none was ever found to be enough.
"""

from dataclasses import replace
from typing import Any

from cpmodel.watersort.invariant.bounds_facts import few_facts
from cpmodel.watersort.invariant.bounds_game import PooledGame, State, TooMany, closed_states
from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import NoWitness
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal

MOST_STATES = 100_000  # checked at 15,000 a second
SECONDS_FOR_FACTS = 20.0

Lines = list[dict[str, Any]]


def witness(deal: Deal, pours: int, settings: Settings, watch: Watch) -> Lines:
    """The fewest lines that prove that no plan has fewer pours; none are needed up to the bottoms bound.

    Raises LimitReached, and NoWitness if the pooled game does not prove it or has too many states.
    """
    payments = pours - bottoms_bound(deal) - 1
    if payments < 0:
        return []
    few = facts(deal, payments, settings, watch)
    try:
        listed = states(deal, payments, watch)
    except NoWitness:
        if not few:
            raise
        return few
    return min((lines for lines in (few, listed) if lines), key=len)


def states(deal: Deal, payments: int, watch: Watch) -> Lines:
    """All states that so many payments lead to, the start first. Raises LimitReached and NoWitness."""
    game = PooledGame(deal)
    try:
        paid = closed_states(game, payments, MOST_STATES, watch)
    except TooMany as too_many:
        raise NoWitness(str(too_many)) from None
    if paid is None:
        raise NoWitness("the bound rests on partial pours, which pooled states do not see")
    listing = Listing(deal, game)
    return [listing.line(state, payment) for state, payment in paid.items()]


def facts(deal: Deal, payments: int, settings: Settings, watch: Watch) -> Lines:
    """Facts and their proof; none if single literals are not enough, or not found soon. Raises LimitReached."""
    if payments:
        return []
    left = watch.remaining()
    seconds = SECONDS_FOR_FACTS if left is None else min(left, SECONDS_FOR_FACTS)
    try:
        return list(few_facts(deal, payments, settings, replace(watch, seconds=watch.elapsed() + seconds)))
    except (LimitReached, NoWitness):
        watch.check()
        return []


class Listing:
    """States as lines: beakers in the order of the file, colours in that of their names, steps as they were made."""

    def __init__(self, deal: Deal, game: PooledGame) -> None:
        self.game, self.number = game, len(deal.beakers)
        self.places = [stack[0].beaker for stack in game.beakers]
        self.colors = sorted(range(len(game.names)), key=game.names.__getitem__)
        self.left_at_start = self.bound(game.start)

    def bound(self, state: State) -> int:
        """The bottoms bound of a state, less what only the deal decides."""
        game = self.game
        runs = sum(state.monos) + sum(
            len(stack) - k for stack, k in zip(game.beakers, state.gone, strict=True) if k < len(stack) - 1
        )
        missing = (max(0, m - b) for m, b in zip(game.filled, game.bottoms(state), strict=True))
        return runs + sum(missing)

    def line(self, state: State, payments: int) -> dict[str, Any]:
        depths = [0] * self.number
        for place, stack, k in zip(self.places, self.game.beakers, state.gone, strict=True):
            depths[place] = len(stack) - k if k < len(stack) - 1 else 0
        return {
            "depths": depths,
            "monos": [state.monos[color] for color in self.colors],
            "after": payments + self.left_at_start - self.bound(state),
        }
