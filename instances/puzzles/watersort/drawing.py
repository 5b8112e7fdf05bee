"""What the page draws beakers from."""

from instances.drawing.colors import Look, looks
from instances.puzzles.puzzle import Drawing
from instances.puzzles.watersort.rules import Deal, colors_of
from instances.reading.yaml_files import Data

LOW = 12  # places that are always drawn, up to the capacity
MOST = 40_000  # places drawn at most, over all beakers


def scene(deal: Deal) -> Data:
    """places: of each beaker that are drawn, no more than can ever be filled. Raises ValueError for too many."""
    places = min(deal.capacity, max(LOW, sum(map(len, deal.beakers))))
    if places * len(deal.beakers) > MOST:
        raise ValueError(f"{len(deal.beakers)} beakers of {places} places are too many to draw")
    return {"capacity": deal.capacity, "places": places, "unseen": deal.unseen, "looks": dict(deal.looks)}


def colors(deal: Deal) -> dict[str, Look]:
    return looks(colors_of(deal), deal.looks)


def state(deal: Deal) -> list[list[int]]:
    """The beakers, bottom first, colours as the numbers in their classes; -1 - c on top of one covered until c."""
    number, closed = {color: i for i, color in enumerate(colors(deal))}, dict(deal.covered)
    return [
        [*map(number.__getitem__, contents), *([-1 - number[closed[place]]] if place in closed else ())]
        for place, contents in enumerate(deal.beakers)
    ]


DRAWING = Drawing("beakers", scene, state, colors)
