"""Colours in CIELAB, and how far they are apart."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Lab = NDArray[Any]  # CIELAB colours: pictures of them, lists of them, or a single one
Distances = NDArray[Any]

SAME_COLOR = 10.0  # CIELAB distance, up to which two points show one colour
OTHER_COLOR = 18.0  # CIELAB distance, from which they surely show two
UNLIKE_AIR = 14.0  # CIELAB distance from the background, below which a cell looks empty
NO_COLOR = 99.0  # the distance that stands for one to no colour at all


def distances(colors: Lab, color: Lab) -> Distances:
    """The CIELAB distances of colours from a colour."""
    off = colors - color
    off *= off
    return np.asarray(np.sqrt(off[..., 0] + off[..., 1] + off[..., 2]))  # faster than a sum over so short an axis


def distance_to_nearest(color: Lab, others: list[Lab]) -> float:
    return min(distances(np.reshape(others, (-1, 3)), color).tolist(), default=NO_COLOR)


def distance_to_farthest(color: Lab, others: list[Lab]) -> float:
    return max(distances(np.reshape(others, (-1, 3)), color).tolist(), default=NO_COLOR)
