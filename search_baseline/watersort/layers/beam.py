"""Beam search: expands all states after the same number of pours at once, and keeps only the best successors.

Bisiani, 1987. The best have the least bound, and among equals the most empty beakers; remaining ties are broken at
random. States with a bound of 0 are solved (docs/theory.md, lemma 2).
Promises and dear pours are left out, so a beam that runs dry proves nothing. The worse kinds of pours are made only
where the better ones yield too few states: with many colours nearly all successors are parks, and hardly any are kept.
"""

from collections import defaultdict
from collections.abc import Mapping
from random import Random

from fewest_pours.running.search_lookout import Lookout
from search_baseline.watersort.beakers import Step
from search_baseline.watersort.layers.grouped_pours import (
    COSTLY,
    COSTLY_WITH_PARKS,
    FORCED,
    FREE,
    FREE_PARKS,
    ColorGroup,
)
from search_baseline.watersort.layers.layered_astar import LayeredAstar, Packed

Rank = tuple[int, int]  # h, and the number of empty beakers, negated
Pours = tuple[Packed, list[ColorGroup], int]  # from one state, of one kind


def beam(layers: LayeredAstar, width: int, longest: int, lookout: Lookout) -> list[Step] | None:
    """A plan of at most `longest` pours; None if the beam runs dry."""
    before: dict[Packed, Packed] = {layers.first: layers.first}
    level = [layers.first]
    g = 0
    stream = Random(width)
    lookout.watch_tables(before)
    while level:
        g += 1
        by_rank: defaultdict[Rank, list[Pours]] = defaultdict(list)
        for state in level:
            h, empty, groups = layers.unpacked(state)
            if h == 0:
                return layers.steps_to(state, before)
            if layers.dead and layers.is_dead(groups):
                continue
            for kind, rank in ranks_by_kind(h, empty, groups).items():
                h_after, _ = rank
                if g + h_after <= longest:
                    by_rank[rank].append((state, groups, kind))
        level = []
        for rank in sorted(by_rank):
            found: dict[Packed, Packed] = {}
            for pours in by_rank[rank]:
                add_new_successors(pours, before, found)
                if lookout.due():
                    lookout.look(layers.lower, f"beam of {width}, pour {g}")
            room = width - len(level)
            kept = list(found) if len(found) <= room else stream.sample(list(found), room)
            before.update((state, found[state]) for state in kept)
            level += kept
            if len(level) == width:
                break
    return None


def add_new_successors(pours: Pours, before: Mapping[Packed, Packed], found: dict[Packed, Packed]) -> None:
    """Add to those found the states that these pours lead to, each with its predecessor, except those in `before`."""
    state, groups, kind = pours
    for group in groups:
        for change, color, rest in group.pours[kind]:
            after = state + change + groups[color].grown[rest]
            if after not in before:
                found[after] = state


def ranks_by_kind(h: int, empty: int, groups: list[ColorGroup]) -> dict[int, Rank]:
    """The kinds of pours from a state, and the rank of the states that each leads to.

    The number of empty beakers is estimated: one that a pour empties is never added; one that a park fills is
    subtracted for FREE_PARKS only.
    """
    if any(group.forced for group in groups):
        return {FORCED: (h - 1, -empty)}
    if not empty:
        return {FREE: (h - 1, 0), COSTLY: (h, 0)}
    return {FREE: (h - 1, -empty), FREE_PARKS: (h - 1, -(empty - 1)), COSTLY_WITH_PARKS: (h, -empty)}
