"""A plan soon where there are many colours: a beam search over depths, then pours.

The layers of depth_layers.py with only the best of each kept: those that leave the fewest beakers in use, a random
choice among equals. The pours follow the proof that steps are sufficient (docs/theory.md, lemma 6): such a plan always
exists, and need not be a shortest one.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from search_baseline.search_limits import Lookout
from search_baseline.watersort.beakers import Beaker, run_count, top_units
from search_baseline.watersort.depth_layers import Array, DepthLayers, Layer
from search_baseline.watersort.plans import Step
from search_baseline.watersort.pours_along_path import rank_of

SPARE = 2  # steps for each one that is kept: some lead to the same depths


def depth_path(search: DepthLayers, width: int, lookout: Lookout) -> list[int] | None:
    """The beakers in the order in which they lose their top runs, to the end; None if the beam runs dry.

    From the layer of `search`, which stays. Raises LimitReached.
    """
    layer, taken, stream = search.layer, [], np.random.default_rng(width)
    for step in range(search.steps_left):
        if lookout.due():
            lookout.look(None, f"depths, beam of {width}, step {step}")
        rows, places = search.steps(layer)
        if not len(rows):
            return None
        in_use = beakers_after(search, layer, rows, places) + stream.random(len(rows))
        best = np.argsort(in_use)[: SPARE * width]
        layer, fresh = search.after(layer, rows[best], places[best])
        kept = np.argsort(fresh)[:width]  # best first again
        layer, fresh = Layer(*(each[kept] for each in layer)), best[fresh[kept]]
        taken.append((rows[fresh], places[fresh]))
    row, path = 0, []
    for rows, places in reversed(taken):
        path.append(search.places[places[row]])
        row = rows[row]
    return path[::-1]


def beakers_after(search: DepthLayers, layer: Layer, rows: Array, places: Array) -> Array:
    """How many beakers stand or are needed after each step."""
    depths = layer.depths[rows, places]
    in_use = (layer.depths > 0).sum(1) + search.needed(layer.excess).sum(1)
    more = -(depths == 2).astype(np.int64)
    for color in (search.color[places, depths], search.color[places, depths - 1]):
        before = layer.excess[rows, color]
        more += search.needed(before + search.excess_change[places, depths, color]) - search.needed(before)
    total: Array = in_use[rows] + more
    return total


def poured_down(beakers: Sequence[Beaker], path: Sequence[int], capacity: int) -> Iterator[Step]:
    """Pours by which each beaker of the path loses its top run in turn, and then all colours are together."""
    content = list(beakers)

    def poured(source: int, target: int) -> Step:
        step = content[source], content[target]
        units = min(top_units(content[source]), capacity - len(content[target]))
        content[target] += content[source][-units:]
        content[source] = content[source][:-units]
        return step

    def showing(color: int, source: int) -> list[int]:
        return [
            place
            for place, each in enumerate(content)
            if place != source and each and each[-1] == color and len(each) < capacity
        ]

    def fits(source: int) -> bool:
        others = showing(content[source][-1], source)
        return sum(capacity - len(content[place]) for place in others) >= top_units(content[source])

    def spread(source: int) -> Iterator[Step]:
        """The whole top run over the others that show its colour."""
        units_left = top_units(content[source])
        while units_left:
            others = showing(content[source][-1], source)
            target = min(
                others, key=lambda place: rank_of(capacity - len(content[place]), units_left, mixed(content[place]))
            )
            units_left -= min(units_left, capacity - len(content[target]))
            yield poured(source, target)

    for source in path:
        if fits(source):
            yield from spread(source)
            continue
        if () not in content:
            monos = (place for place, each in enumerate(content) if not mixed(each) and len(each) < capacity)
            yield from spread(next(mono for mono in monos if fits(mono)))
        yield poured(source, content.index(()))
    for place, each in enumerate(content):
        if 0 < len(each) < capacity and fits(place):
            yield from spread(place)


def mixed(beaker: Beaker) -> bool:
    return len(beaker) > 0 and run_count(beaker) > 1
