"""Sizes whose deals need no check, as every one of them can be solved.

*Proof of Lemma 26*, for capacity 2 and two empty beakers (known_part.py has the terms). A beaker is cleared once its
top unit is gone; from the others nothing is gone, so their colours have no room. So a colour is open exactly if a
cleared beaker held it in the deal.

Clear beakers in groups: a group begins with any beaker, goes on with those that hold an open colour, and ends when no
beaker that is left holds one. Then both units of each open colour come from cleared beakers, which held two units each:
between groups there are as many open colours as cleared beakers. The first beaker of a group opens at most two colours,
and each other one at most one, as it holds one that is open already. So there are never more open colours than cleared
beakers + 1. A step counts those that are open before it, and the colour that moves: at most cleared beakers + 2, so it
is possible.
"""

from collections.abc import Callable

from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import Limits

# a deal's units, [beaker][place] from the top; None as the proof that every deal of the size has a plan
FindDealWithoutPlan = Callable[[Size, Limits], list[list[int]] | None]
ANY_NUMBER = 1_000_000  # of colours
MOST_COLORS_PROVEN = {  # (capacity, empty beakers) -> the most colours proven by `compare.py reproduce guarantees`
    (2, 1): 3,
    (2, 2): ANY_NUMBER,  # lemma 26
    (3, 1): 2,
    (3, 2): 6,
    (3, 3): 7,
    (4, 1): 1,
    (4, 2): 5,
    (5, 1): 1,
    (5, 2): 4,
    (6, 1): 1,
    (6, 2): 4,
    (7, 2): 3,  # from here on --by-constraints
    (8, 2): 3,
    (9, 2): 3,
    (10, 2): 3,
}


def is_guaranteed(size: Size) -> bool:
    """Whether every deal of the size is known to have a plan.

    A "yes" also holds with more empty beakers or fewer colours: a beaker may stay empty, or be full of a colour of its
    own. With as many empty beakers as colours nothing needs to be cleared (lemma 25). A deal of one colour is solved.

    >>> is_guaranteed(Size(capacity=4, empties=3, colors=5))
    True
    """
    most_colors = max(1, size.empties)
    for empties in range(1, size.empties + 1):
        most_colors = max(most_colors, MOST_COLORS_PROVEN.get((size.capacity, empties), 0))
    return size.capacity == 1 or size.colors <= most_colors
