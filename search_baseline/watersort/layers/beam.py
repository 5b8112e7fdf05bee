"""Beam search: all states after the same number of pours at once, only the best of them kept.

Bisiani, 1987. The best have the least bound, and among equals the most empty beakers; a random choice among the rest.
A bound of 0 says solved (docs/theory.md, lemma 2).
Promises are left out, so a beam that runs dry proves nothing. The worse kinds of pours are made only where the better
ones yield too few states: with many colours nearly all successors are parks, and hardly any is kept.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import getitem
from random import Random

from search_baseline.lookout import Lookout
from search_baseline.watersort.layers.groups import COSTLY, FREE, FREE_PARKS, Addition, Group
from search_baseline.watersort.layers.layered_astar import Layers, State

Rank = tuple[int, int]  # h, and less than 0 the number of empty beakers
Pours = tuple[State, list[Group], Iterable[Addition]]  # of one kind, from one state


def beam(layers: Layers, width: int, limit: int, lookout: Lookout) -> list[State] | None:
    """A path of fewer pours than `limit` from the start to a solved state; None if the beam runs dry."""
    before: dict[State, State] = {layers.first: layers.first}
    level, g, stream = [layers.first], 0, Random(width)
    lookout.tables = (before,)
    while level:
        by_rank: defaultdict[Rank, list[Pours]] = defaultdict(list)
        g += 1
        for state in level:
            h, empty, _, *numbers = layers.unpacked(state)
            if not h:
                return path_to(state, before)
            groups = list(map(getitem, layers.groups, numbers))
            if layers.dead is not None and groups in layers.dead:
                continue
            for rank, pours in kinds(state, h, empty, groups):
                if g + rank[0] < limit:
                    by_rank[rank].append(pours)
        level = []
        for rank in sorted(by_rank):
            found: dict[State, State] = {}
            for state, groups, additions in by_rank[rank]:
                for change, color, rest in additions:
                    after = state + change + groups[color].grown[rest]
                    if after not in before:
                        found[after] = state
                if lookout.due():
                    lookout.look(layers.f, f"beam of {width}, pour {g}")
            kept = list(found)
            if len(level) + len(kept) > width:
                kept = stream.sample(kept, width - len(level))
            before.update((state, found[state]) for state in kept)
            level += kept
            if len(level) >= width:
                break
    return None


def kinds(state: State, h: int, empty: int, groups: list[Group]) -> Iterator[tuple[Rank, Pours]]:
    """The pours of a state, with the rank of the states after them."""
    if forced := next((group.forced for group in groups if group.forced), None):
        yield (h - 1, -empty), (state, groups, [forced])
        return
    for rank, kind in (
        ((h - 1, -empty), FREE),
        *[((h - 1, 1 - empty), FREE_PARKS)] * (empty > 0),
        ((h, -empty), COSTLY + (empty > 0)),
    ):
        yield rank, (state, groups, [pour for group in groups for pour in group.pours[kind]])


def path_to(state: State, before: dict[State, State]) -> list[State]:
    path = [state]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return path[::-1]
