"""Pictures that mislead about beakers: where they stand, and which of them must be bought."""

from random import Random

from fuzz.pictures import random_screenshot
from helpers.screenshots import WHITE, WIDE, Array, Screenshot, box, fill
from misleading import Misleading, painted


def with_empty_beaker(rng: Random) -> Screenshot:
    """A random screenshot with an empty beaker that is not covered."""
    while True:
        shown = random_screenshot(rng)
        if any(not beaker and str(place) not in shown.covered for place, beaker in enumerate(shown.beakers, 1)):
            return shown


def strokes(rng: Random) -> Screenshot:
    """A bright stroke in the middle of each empty beaker, as light leaves on glass."""
    shown = with_empty_beaker(rng)
    wide = WIDE * shown.scale
    tall = rng.uniform(0.5, 2.4) * wide
    thick = rng.uniform(0.05, 0.11) * wide
    share = rng.uniform(0.4, 0.9)
    high = shown.capacity * shown.look.unit * shown.scale

    def paint(pixels: Array) -> None:
        for place, (x, bottom) in enumerate(shown.standing):
            if not shown.beakers[place] and str(place + 1) not in shown.covered:
                fill(pixels, box(x, bottom - 0.55 * high, thick, min(tall, 0.9 * high), thick), WHITE, share)

    return painted(shown, paint)


KINDS = (Misleading("strokes in empty beakers", strokes, {"THIN": 0.0, "TALLEST_SIGN": 99.0}),)
