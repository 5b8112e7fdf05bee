"""What one colour must pay above the bottoms bound, whatever the others do: a pattern database, filled on demand.

The *pattern* of a colour c (Culberson and Schaeffer 1998) is the game in which runs of other colours are gone as soon
as nothing lies above them. In each beaker that holds c, its topmost run of c shows. Such a run may leave if all units
of c that show fit into the other tops; then the next run of c in its beaker shows.

Lemma 23. Let c fill one beaker, and have a bottom and no mono. If no order of merges in the pattern works some beaker
down to its bottom, then c makes at least one pour that the bottoms bound does not count. The sum of the bottoms bound
and these pours, over all colours, is consistent.

Proof. Suppose each pour of c lowers the bottoms bound. Until a bottom of c is bare, these pours are merges of whole
runs: with a bottom at hand, pouring a run into an empty beaker lowers nothing, nor does pouring part of a run. The
same merges are possible in the pattern, in the same order: what shows in the game shows in the pattern too, and a run
that shows only there adds room for at least its own units. So a bottom is bared in the pattern. Each pour belongs to
one colour, so the excesses add up. A pour of another colour leaves the pattern of c unchanged. If a merge of c leads
to a pattern without excess, there was none before: the order begins with that merge. Pouring a run of c into an empty
beaker ends the excess and does not lower the bottoms bound. So each pour lowers the sum by at most 1.

Only colours with at most RUNS runs in place are searched. The sum stays consistent: runs in place never increase, so
the limit takes no excess away later, and an excess that appears only raises the bound.

Example: capacity 3, beakers `aba` and `bba` (bottom first) and an empty one. Neither top of a has room for the other,
and both lie over the bottom of a or over b: the bound rises by one.
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
