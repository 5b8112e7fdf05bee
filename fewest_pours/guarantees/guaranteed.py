"""Sizes whose deals need no check, as every one of them can be solved.

*Proof of Lemma 26*, for capacity 2 and two empty beakers (known_part.py has the terms). Clear a beaker, and then always
one that holds an open colour, if there is one. In a group of beakers cleared in this way the first adds at most two
colours, each other at most one; once none holds an open colour, each open colour has both units gone, and there are as
many as cleared beakers. So open colours never exceed cleared beakers + 1, and every step is possible.
"""

from collections.abc import Callable

from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import Limits

# a deal's units, [beaker][place] from the top; None as the proof that every deal of the size has a plan
FindDealWithoutPlan = Callable[[Size, Limits], list[list[int]] | None]
ANY_NUMBER = 1_000_000  # of colours
MOST_COLORS = {  # (capacity, empty beakers) -> the most colours proven by `compare.py reproduce guarantees`
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
    own. With as many empty beakers as colours nothing needs to be cleared (lemma 25).

    >>> is_guaranteed(Size(capacity=4, empties=3, colors=5))
    True
    """
    most_colors = size.empties
    for empties in range(1, size.empties + 1):
        most_colors = max(most_colors, MOST_COLORS.get((size.capacity, empties), 0))
    return size.capacity == 1 or size.colors <= most_colors
