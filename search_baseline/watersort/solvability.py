"""Which positions of a deal's game can be solved, decided by depths where these suffice."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from fewest_pours.puzzles.watersort.depths.listing import whole
from fewest_pours.puzzles.watersort.depths.stumps import depth_keys, key_of_state
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings, Watch
from search_baseline.watersort.depth_search import DepthSearch, is_solvable_by_depths
from search_baseline.watersort.plain_astar import Beakers, is_covered, solve_plain, uncovered

LISTED = 500_000  # depths, at most


def solvability(deal: Deal, watch: Watch) -> Callable[[Beakers], bool]:
    """A function that says whether a position of the deal's game can be solved.

    Without covers that depends on the depths of the position alone (docs/theory.md, theorem 7). One listing decides the
    depths of most positions; others are decided when they are first met. With covers a position is lost where it would
    be lost without them; elsewhere a search decides. The deal must pass unsolvable_by_counting.
    """
    game = numbered(deal)
    stump_keys = depth_keys(game.beakers)
    alive = listed_depths(deal, watch)

    @cache
    def is_winnable(state: Beakers) -> bool:
        return winnable(position_of(state, deal, game.names), watch)

    def is_solvable(state: Beakers) -> bool:
        without_covers = uncovered(state)
        depths = key_of_state(stump_keys, without_covers)
        if depths not in alive:
            alive[depths] = is_winnable(without_covers)
        if not alive[depths]:
            return False
        return state == without_covers or is_winnable(state)

    return is_solvable


def position_of(state: Beakers, deal: Deal, names: Sequence[str]) -> Deal:
    """The position of the deal's game whose state this is, up to the order of beakers; names: of the colours."""
    beakers = tuple(tuple(names[color] for color in beaker) for beaker in uncovered(state))
    covered = tuple((i, names[~beaker[-1]]) for i, beaker in enumerate(state) if is_covered(beaker))
    return replace(deal, beakers=beakers, covered=covered)


def listed_depths(deal: Deal, watch: Watch) -> dict[int, bool]:
    """Whether a depth path leads to the end from depths, by their keys; nothing if the listing finds no plan."""
    listing = DepthSearch(deal)
    lookout = Lookout(watch)
    alive: dict[int, bool] = {}
    if listing.run(lookout, LISTED) is Outcome.SOLVED:
        for layer, lives in listing.alive_if_room(lookout):
            alive.update(zip(whole(layer), lives.tolist(), strict=True))
    return alive


def winnable(deal: Deal, watch: Watch) -> bool:
    """Whether a deal has a plan, covers or not. Raises LimitReached."""
    found = is_solvable_by_depths(deal, watch)
    if not found or not deal.beyond_theory:
        return found
    result = solve_plain(deal, Settings(any_plan=True), watch)
    if result.plan is None and result.outcome is not Outcome.UNSOLVABLE:
        raise LimitReached(result.outcome)
    return result.plan is not None
