"""Every deal of a small size, once up to the names of the colours and the order of the beakers."""

from itertools import permutations

import numpy as np

from fewest_pours.drawing.colors import color_name
from fewest_pours.guarantees.partial_deals import Array, PartialDeals, firsts_of_equals, merged, nothing_known, reveal
from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.rules import Deal


def every_deal(size: Size) -> PartialDeals:
    """All deals, their units known; a weight counts the arrangements of a deal.

    Meant for up to a million deals and five colours, as it tries every permutation of the colours.
    """
    deals = nothing_known(size)
    for beaker in range(size.colors):
        for place in range(size.capacity):
            # merged puts the beakers of which most units are known first, so this one stays at its place.
            deals = merged(reveal(deals, beaker, place))
    forms = least_forms(deals.units)
    rows = np.argsort(forms, kind="stable")
    firsts = firsts_of_equals(forms[rows, None])
    weights = np.add.reduceat(deals.weights[rows], firsts)  # the sum over those with equal forms
    return PartialDeals(deals.units[rows[firsts]], weights)


def least_forms(units: Array) -> Array:
    """[deal]: a number that is equal for two deals exactly if they differ only in names or order.

    With names from 0 for the colours, a beaker is a number whose digits are its units, and a deal, its beakers sorted,
    one whose digits are the beakers. The least of these numbers over all names is the same for all such deals.
    """
    colors, capacity = units.shape[1:]
    of_places = colors ** np.arange(capacity, dtype=np.uint64)  # what a digit in each place counts
    of_beakers = (colors**capacity) ** np.arange(colors, dtype=np.uint64)
    least = np.full(len(units), np.iinfo(np.uint64).max, np.uint64)
    for names in permutations(range(colors)):
        beakers = np.sort(np.array(names, np.uint64)[units] @ of_places, axis=1)
        least = np.minimum(least, beakers @ of_beakers)
    return least


def deal_of(units: Array, size: Size, name: str) -> Deal:
    """The deal with these units, [beaker, place] from the top."""
    beakers = tuple(tuple(color_name(color) for color in reversed(beaker)) for beaker in units.tolist())
    return Deal(name, size.capacity, beakers + ((),) * size.empties)
