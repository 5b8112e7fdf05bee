"""Water sort certificates: their witness lines, and why these prove the claim.

A certificate has witness lines of one of three kinds, which `at_least` distinguishes by the first line
(fewest_pours/solving/certificates.py makes them):

{"state": "aab/b/", "after": 3}     No plan is shorter than p; no plan exists (p infinite)
    The argument is in distance_bound.py; the bound is the bottoms bound, see states.py.

{"depths": [2, 3, 0]}               No plan exists
    All depths that can be reached, see depths.py.

{"fact": [[3, 2], [5, -1]]}         No plan exists
    Conditions on depths that never all hold, with a SAT solver's proof: see facts.py.

Depths and facts ignore covers. Covers only forbid pours, so what has no plan without them has none with them.
"""

from collections.abc import Iterator
from itertools import chain
from math import inf

from fewest_pours.checker.certificate_lines import Line
from fewest_pours.checker.distance_bound import check_distances
from fewest_pours.checker.watersort.deal import DealToCheck, read
from fewest_pours.checker.watersort.depths import Digging
from fewest_pours.checker.watersort.facts import check_facts
from fewest_pours.checker.watersort.plan import verify
from fewest_pours.checker.watersort.states import BeakerStates

__all__ = ["DealToCheck", "at_least", "read", "verify"]


def game(deal: DealToCheck, pours: float) -> Digging | BeakerStates:
    """What a witness lists: states, or depths, which are fewer, but only prove that no plan exists even without covers.

    A deal with covers may have no plan because of them, so states are listed for it.
    """
    return Digging(deal) if pours == inf and not deal.covered else BeakerStates(deal)


def at_least(deal: DealToCheck, pours: float, lines: Iterator[Line]) -> bool:
    """Whether the lines prove that no plan is shorter, or none exists; False if there are none. Raises Refused."""
    game = BeakerStates(deal)
    uncountable = any(units % deal.capacity for units in game.units.values())  # pours keep them, so no plan exists
    if game.bound(game.start) >= pours or (pours == inf and uncountable):
        return True
    first = next(lines, None)
    if first is None:
        return False
    lines = chain([first], lines)
    if "fact" in first.data:
        check_facts(deal, lines)
        return True
    if "depths" in first.data:
        return check_distances(Digging(deal), inf, lines)
    return check_distances(game, pours, lines)
