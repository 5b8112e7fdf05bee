"""What colours must pay above the bottoms bound: one whatever the others do, and several that block each other.

*One colour*: a pattern database (Culberson and Schaeffer 1998), filled on demand. The *pattern* of a colour c is the
game in which runs of other colours are gone as soon as nothing lies above them. In each beaker that holds c, its
topmost run of c shows. Such a run may leave if all units of c that show fit into the other tops; then the next run of c
in its beaker shows.

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

*Several colours.* Let S be a set of colours that fill one beaker each, and have a bottom and no mono. In the pattern of
S, a run of another colour is gone as soon as nothing lies above it. A run of a colour c in S is gone then too if a
bottom of c is bare, or if a run of c that shows in another beaker, or has shown there, has room for its units.

Lemma 31. If some beaker stands forever in the pattern of S, then the colours of S make a pour that the bottoms bound
does not count. Colours outside S may pay as well (lemma 23).

Proof. Suppose each pour of S lowers the bottoms bound. As above, until a bottom of c is bare, the pours of c are merges
of whole runs. Each needs room above a run of c that shows in another beaker. So by induction, a run that leaves its
place in the game is gone in the pattern, and a plan leaves no beaker standing. Each pour belongs to one colour.

Example: capacity 3, beakers `aab` and `bba` (bottom first) and an empty one. Each top waits for the other bottom.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from instances.watersort.bounds import Beaker, placed_runs
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


def block_each_other(beakers: Sequence[Beaker], capacity: int, free: Iterable[int]) -> bool:
    """Whether the colours that are not in `free`, whose pours do not matter, must pay (lemma 31)."""
    stacks = [placed_runs([beaker]) for beaker in beakers if beaker]
    bare, room = set(free), defaultdict[int, dict[int, int]](dict)  # room[color][place]: above its lowest run so far
    standing = shown = list(range(len(stacks)))
    while shown:
        for place in shown:
            top = stacks[place][-1]
            room[top.color][place] = capacity - top.below - top.units
            if len(stacks[place]) == 1:
                bare.add(top.color)
        standing = [place for place in standing if len(stacks[place]) > 1]
        shown = []
        for place in standing:
            top = stacks[place][-1]
            if top.color in bare or any(top.units <= left for i, left in room[top.color].items() if i != place):
                stacks[place].pop()
                shown.append(place)
    return bool(standing)
