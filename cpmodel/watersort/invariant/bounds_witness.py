"""Why no plan is shorter than CP's bound, for others to check: all states of the pooled game that it would pass."""

from collections.abc import Iterator
from typing import Any

from cpmodel.watersort.bounds import bottoms_bound
from cpmodel.watersort.invariant.bounds_game import PooledGame, State, TooMany, closed_states
from instances.harness.limits import Watch
from instances.harness.outcome import NoWitness
from instances.watersort.rules import Deal

MOST_STATES = 200_000


def witness(deal: Deal, pours: int, watch: Watch) -> Iterator[dict[str, Any]]:
    """The lines that prove that no plan has fewer pours; none where they do not. Raises LimitReached, NoWitness.

    The first is that of the start. None are needed up to the bottoms bound.
    """
    payments = pours - bottoms_bound(deal) - 1
    if payments < 0:
        return
    game = PooledGame(deal)
    try:
        paid = closed_states(game, payments, MOST_STATES, watch) or {}
    except TooMany:
        raise NoWitness(f"over {MOST_STATES} states, too many to list") from None
    listing = Listing(deal, game)
    for state, payment in paid.items():
        yield listing.line(state, payment)


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
