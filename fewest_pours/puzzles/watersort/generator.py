"""Random water sort deals."""

import random

from fewest_pours.drawing.colors import color_name
from fewest_pours.files.yaml_files import MAX_VALUES
from fewest_pours.puzzles.shuffling import shuffled
from fewest_pours.puzzles.watersort.rules import Deal


def generate(colors: int = 12, empties: int = 2, capacity: int = 4, seed: int = 0) -> Deal:
    """A random deal: `capacity` cards of each colour, shuffled and dealt into piles, plus empty beakers.

    The same arguments always give the same deal, in every version. Raises ValueError for no colour or too many units.
    """
    name = f"{colors} colours, {empties} empty, capacity {capacity}, seed {seed}"
    if min(colors, empties + 1, capacity) < 1 or colors * capacity + colors + empties > MAX_VALUES:
        wanted = f"a colour, capacity 1 and {MAX_VALUES} units and beakers at most"
        raise ValueError(f"no deal of {name}, expected {wanted}")
    cards = shuffled([color for c in range(colors) for color in [color_name(c)] * capacity], random.Random(seed))
    piles = tuple(tuple(cards[i : i + capacity]) for i in range(0, len(cards), capacity))
    return Deal(name, capacity, piles + ((),) * empties)


OPTIONS = {
    "colors": (int, 12, "number of colours"),
    "empties": (int, 2, "number of empty beakers"),
    "capacity": (int, 4, "units in a beaker"),
}
