"""What colours must pay above the bottoms bound because their own runs lie over their bottoms.

Let S be a set of colours that fill one beaker each, and have a bottom and no mono. The *pattern* of S (Culberson and
Schaeffer 1998) is a game without units. A run shows when nothing lies above it. A run of a colour outside S goes as
soon as it shows. A run of a colour c in S that shows goes once a bottom of c shows, or some run of c that shows, or
has shown, in another beaker has room for it. Runs stay gone, so the order does not matter. (In the pattern a colour
with a mono would go like those outside S.)

Lemma 23. If some run above a bottom never goes in the pattern of S, then the colours of S make a pour that the bottoms
bound does not count: S *blocks itself*. The bottoms bound plus 1 for each of several disjoint sets that block
themselves is a lower bound; with all colours that block themselves alone it is consistent.

Proof. Suppose each pour of S lowers the bottoms bound. Until a bottom of c is bare, these pours of c are merges of
whole runs: as c has a bottom, pouring a run into an empty beaker does not lower the bound, nor does pouring part of a
run. So no run of c shrinks in its place, and each merge needs room above a run of c that shows in another beaker. By
induction a run that leaves its place in the game goes in the pattern too, and no plan is complete. Each pour belongs to
one colour, so disjoint sets add up.

Consistency: a pour of another colour leaves the pattern of c unchanged. If all runs go in the pattern after a merge of
c, they did before it: the run that was poured went, and the one below it had no less room. Any other pour of c that
frees c does not lower the bottoms bound. So each pour lowers the sum by at most 1.

Examples, capacity 3, bottom first: with beakers `aba`, `bba` and an empty one, neither top of a has room for the other,
and both lie over the bottom of a or over b. With `aab`, `bba` and an empty one, each top waits for the other bottom.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

Run = tuple[int, int, int]  # colour, units below it, units


def blocked(stacks: Iterable[Sequence[Run]], capacity: int, free: Iterable[int]) -> bool:
    """Whether some run above a bottom never goes in the pattern of the colours that are not free; bottom first."""
    left = [list(runs) for runs in stacks]
    bare, room = set(free), defaultdict[int, dict[int, int]](dict)  # room[color][place]: above what has shown
    shown = list(range(len(left)))
    while shown:
        for place in shown:
            color, below, units = left[place][-1]
            room[color][place] = capacity - below - units
            if not below:
                bare.add(color)
        shown = []
        for place, runs in enumerate(left):
            color, below, units = runs[-1]
            if below and (color in bare or any(units <= space for i, space in room[color].items() if i != place)):
                runs.pop()
                shown.append(place)
    return any(runs[-1][1] for runs in left)
