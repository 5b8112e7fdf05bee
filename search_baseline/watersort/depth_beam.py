"""A depth path soon where there are many colours: a beam search over depths.

The layers of depth_layers.py with only the best of each kept: those that leave the fewest beakers in use, a random
choice among equals. Each such path is a plan (docs/theory.md, lemma 6), rarely a shortest one.
"""

import numpy as np

from search_baseline.lookout import Lookout
from search_baseline.watersort.depth_layers import Array, DepthLayers, Layer

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
        layer, fresh, _ = search.after(layer, rows[best], places[best])
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
    in_use = (layer.depths > 0).sum(1) + search.need(layer.loads).sum(1)
    more = -(depths == 2).astype(np.int64)
    for color in (search.color[places, depths], search.color[places, depths - 1]):
        before = layer.loads[rows, color]
        more += search.need(before + search.load_change[places, depths, color]) - search.need(before)
    total: Array = in_use[rows] + more
    return total
