"""What one colour must pay above the bottoms bound, whatever the others do: a pattern database, filled on demand.

The pattern of a colour, and why what it must pay can be added to the bottoms bound: docs/theory.md, lemma 23.
"""

from functools import lru_cache

from instances.watersort.bounds import Beaker
from search_baseline.watersort.beakers import Chain, chain, without

RUNS = 12  # of a colour in place, up to which its pattern is searched; with more it has no excess


def color_excess(capacity: int, color: int, units: int, below: tuple[Beaker, ...], hidden: tuple[Chain, ...]) -> int:
    """1 if the colour must pay, else 0.

    It fills one beaker, has a bottom, and no beaker of its own. units: in its runs that show; below: what lies below
    each of these; hidden: the chains of all beakers, without the runs that show.
    """
    under = [chain(beaker, color) for beaker in below]
    others = without(hidden, *filter(None, under))
    stacks = [*others, *((*each, (len(beaker), 0)) for each, beaker in zip(under, below, strict=True))]
    if sum(map(len, stacks)) > RUNS:
        return 0
    return int(not bares_a_bottom(capacity, units + sum(each[-1][1] for each in others), tuple(sorted(stacks))))


@lru_cache(1 << 16)
def bares_a_bottom(capacity: int, units: int, stacks: tuple[Chain, ...]) -> bool:
    """Whether merges can work a stack down to its bottom; its topmost run shows, and `units` counts what shows."""
    if any(stack[-1][0] == 0 for stack in stacks):
        return True
    room = sum(capacity - stack[-1][0] for stack in stacks)
    for stack in dict.fromkeys(stacks):
        if units <= room - (capacity - stack[-1][0]):
            others, left = without(stacks, stack), stack[:-1]
            bared = units + (left[-1][1] if left else 0)
            if bares_a_bottom(capacity, bared, tuple(sorted((*others, left))) if left else others):
                return True
    return False
