"""Names for the colours of a picture, all different, that people would use."""

from itertools import chain, combinations
from math import ceil

import cv2
import numpy as np

from fewest_pours.drawing.colors import EXAMPLES, Color, rgb
from fewest_pours.puzzles.watersort.pictures.color_distance import Distances, Lab, distances

ROUNDING = 1e-6  # what an exchange of names gains in CIELAB distance, if not more, may be an error of rounding


def named(looks: list[Lab]) -> tuple[list[Color], list[str]]:
    """A name for each CIELAB colour, and each colour as '#d62728'."""
    far = distances_to_names(looks)
    words = list(EXAMPLES)
    if len(looks) > len(words):
        turns = ceil(len(looks) / len(words))
        words += [f"{word}{turn}" for turn in range(2, turns + 1) for word in EXAMPLES]
        far = np.tile(far, turns)
    return [words[number] for number in nearest_pairs(far)], [hex_of(look) for look in looks]


def nearest_pairs(far: Distances) -> list[int]:
    """The number of a name for each colour, all different; far: a row for each colour, a column for each name.

    The nearest pairs of colour and name come first. Then two colours exchange names if that brings them nearer in sum:
    of two blues the deeper one becomes dark-blue, even if it is the nearer one to blue.
    """
    left = far.copy()
    names = [-1] * len(far)
    for _ in names:
        color, name = divmod(int(left.argmin()), far.shape[1])
        names[color] = name
        left[color] = np.inf
        left[:, name] = np.inf
    exchanged = True
    while exchanged:
        exchanged = False
        for one, other in combinations(range(len(names)), 2):
            as_named = far[one, names[one]] + far[other, names[other]]
            if far[one, names[other]] + far[other, names[one]] < as_named - ROUNDING:
                names[one], names[other] = names[other], names[one]
                exchanged = True
    return names


def distances_to_names(looks: list[Lab]) -> Distances:
    """How far each colour is from the nearest example of each name."""
    examples = np.array([[rgb(example) for example in chain(*EXAMPLES.values())]], np.float32) / 255
    to_examples = distances(np.reshape(looks, (-1, 1, 3)), cv2.cvtColor(examples, cv2.COLOR_RGB2LAB)[0])
    firsts = np.cumsum([0, *map(len, EXAMPLES.values())])[:-1]
    nearest: Distances = np.minimum.reduceat(to_examples, firsts, axis=1)
    return nearest


def hex_of(look: Lab) -> str:
    """A CIELAB colour as '#d62728'."""
    parts = np.clip(cv2.cvtColor(np.array([[look]], np.float32), cv2.COLOR_LAB2RGB)[0, 0], 0, 1)
    return f"#{bytes(np.round(255 * parts).astype(np.uint8)).hex()}"
